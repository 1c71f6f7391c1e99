"""Planted faults of clauses of the documents that no ruling asks about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from unittest.mock import patch

import msgspec

from faulty_engines import Fault, Installed, conduct, forgiving, function, process, together
from rulehound.engine.dcg import attributes, leaving, observation
from rulehound.engine.dcg.actions import Activate, MoveOut, Pass, Play, UseOption
from rulehound.engine.dcg.areas import replace
from rulehound.engine.dcg.attacks import course, declaration, security
from rulehound.engine.dcg.cards import CardFacts, Side
from rulehound.engine.dcg.effects import activating, gifts, matching, triggers
from rulehound.engine.dcg.effects.activating import activate
from rulehound.engine.dcg.effects.conditions import holds
from rulehound.engine.dcg.effects.language import Effect, Which
from rulehound.engine.dcg.effects.matching import Thing
from rulehound.engine.dcg.effects.standpoint import ROUNDS, Standpoint
from rulehound.engine.dcg.effects.steps import stacks
from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.in_play import Stack
from rulehound.engine.dcg.main_phase import digivolving, dna, main_effects, options, playing, showing
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, card_of, facts_of, owner_of
from rulehound.engine.dcg.tasks import Happened, Origin, Shown
from rulehound.engine.dcg.turns import breeding, turn
from rulehound.engine.dcg.turns.turn import begin_main_phase

sound_attack_by_effect = declaration.attack_by_effect
sound_costs_by_effect = digivolving.costs_by_effect
sound_play_by_effect = playing.play_by_effect
sound_why_not_activate = activating.why_not_activate
sound_place_dna = dna.place
sound_report = showing.report
sound_added = showing.added
sound_why_not_move = breeding.why_not_move
sound_fits = matching.fits
sound_fits_requirement = digivolving.fits
sound_take_away = leaving.take_away
sound_trigger_security_effects = security.trigger_security_effects
sound_dp_of = attributes.dp_of
sound_trash_tops = stacks.trash_tops
sound_is_timely = triggers.is_timely


def never_in_the_same_turn(
    state: State, attackers: Sequence[str], player: int, *, same_turn: bool = False, **said: Any
) -> None:
    """No effect lets a Digimon attack in the turn in which it was played."""
    del same_turn
    sound_attack_by_effect(state, attackers, player, **said)


def never_without_requirement(
    state: State, base: Stack, card: str, *, ignore_requirements: bool
) -> dict[int, int]:
    """No effect lets a Digimon digivolve into a card that asks for another."""
    del ignore_requirements
    return sound_costs_by_effect(state, base, card, ignore_requirements=False)


def held_in_any_turn(state: State, at: Standpoint, effect: Effect, rounds: int = ROUNDS) -> bool:
    """A continuous effect holds whoever's turn it is."""
    return holds(state, at, effect.condition, rounds)


def triggered_in_any_turn(state: State, origin: Origin, event: Happened) -> bool:
    """An effect triggers whoever's turn it is."""
    return triggers.is_timely(state, origin, event) and triggers.is_within_limit(state, origin)


def activated_in_any_turn(state: State, origin: Origin) -> Iterator[Reason]:
    """An effect can be activated whoever's turn it is."""
    return (
        reason for reason in sound_why_not_activate(state, origin) if reason != Reason.EFFECT_OF_ANOTHER_TURN
    )


def held_in_the_own_turn(state: State, at: Standpoint, effect: Effect, rounds: int = ROUNDS) -> bool:
    """A continuous effect of all turns holds in the own one."""
    in_turn = state.turn in matching.sides(at.player, effect.turn.replace("both", "me"))
    return in_turn and holds(state, at, effect.condition, rounds)


def triggered_in_the_own_turn(state: State, origin: Origin, event: Happened) -> bool:
    """An effect of all turns triggers in the own one."""
    in_turn = state.turn in matching.sides(origin.player, origin.effect.turn.replace("both", "me"))
    return in_turn and triggered_in_any_turn(state, origin, event)


def limits_go_on(state: State, shown: Shown) -> None:
    """What was used of the two has been used of what they become."""
    player = state.players[shown.player]
    used = tuple(
        use for stack in player.battle if stack.id in (shown.onto, shown.right) for use in stack.used
    )
    sound_place_dna(state, shown)
    player.battle = (*player.battle[:-1], msgspec.structs.replace(player.battle[-1], used=used))


def dna_unsuspends(state: State, shown: Shown) -> None:
    """What DNA digivolution makes is told to have been unsuspended."""
    sound_place_dna(state, shown)
    happened(state, Happened("unsuspended", (state.players[shown.player].battle[-1].id,)))


def used_for_ever(stack: Stack) -> Stack:
    """What was used as often as it may be in a turn is used up for the game."""
    return msgspec.structs.replace(stack, played_this_turn=False)


def no_pass_before_delay(state: State, _action: Pass) -> Iterator[Reason]:
    """Nobody passes while a Delay can be used."""
    delays = (
        use
        for use in main_effects.options(state)
        if isinstance(use, Activate) and card_of(state, use.card).kind == "option"
    )
    if any(not any(main_effects.why_not(state, delay)) for delay in delays):
        yield Reason.DELAY_IN_TURN_OF_PLACING


def dna_unreported(state: State, shown: Shown, what: str, *subjects: str, amount: int = 0) -> None:
    """No effect answers to a DNA digivolution."""
    if shown.procedure != "dna" or what != "digivolved":
        sound_report(state, shown, what, *subjects, amount=amount)


def placed_cards_unreported(state: State, shown: Shown, what: str, *subjects: str, amount: int = 0) -> None:
    """No effect answers to a play for which cards were placed."""
    if not shown.materials or what != "played":
        sound_report(state, shown, what, *subjects, amount=amount)


def dna_at_full_price(state: State, shown: Shown) -> int:
    """What changes costs of digivolving does not change that of a DNA digivolution."""
    return 0 if shown.procedure == "dna" else sound_added(state, shown)


def why_not_move_either_way(state: State, action: MoveOut) -> Iterator[Reason]:
    """A Digimon of the battle area may move into an empty breeding area."""
    player = state.deciding()
    if player.breeding is not None or not player.battle:
        yield from sound_why_not_move(state, action)


def move_either_way(state: State, action: MoveOut) -> None:
    """The first Digimon of the battle area goes to an empty breeding area."""
    player = state.deciding()
    if player.breeding is None and player.battle:
        player.breeding, *rest = player.battle
        player.battle = tuple(rest)
        begin_main_phase(state)
    else:
        breeding.move(state, action)


def fits_but_for_tokens(state: State, which: Which, thing: Thing, rounds: int = ROUNDS) -> bool:
    """No effect that does not speak of tokens reaches one."""
    out_of_reach = isinstance(thing, Stack) and thing.token and which.token is None
    return not out_of_reach and sound_fits(state, which, thing, rounds)


def tokens_go_along(state: State, ids: Any) -> Any:
    """With a Digimon that leaves all the tokens of its player go."""
    left = {owner_of(one.cards[0]) for each in state.players for one in each.battle if one.id in ids}
    along = [one.id for side in left for one in state.players[side].battle if one.token]
    return sound_take_away(state, [*ids, *(one for one in along if one not in ids)])


def dp_as_in_battle(state: State, card: str) -> int | None:
    """A Security Digimon has the DP that it would have in the battle area."""
    player = state.players[owner_of(card)]
    there = player.battle
    stack = Stack("checked", (card,), played_this_turn=False)
    player.battle = (*there, stack)
    dp = sound_dp_of(state, stack)
    player.battle = there
    return dp


def used_for_all(state: State, shown: Shown) -> None:
    """An Option that is used does its security effect too."""
    for index, effect in enumerate(card_of(state, shown.card).effects):
        if effect.timing in ("main", "security"):
            activate(state, Origin(effect, shown.card, shown.player, index, shown.onto))


def checked_for_all(state: State, event: Happened, checked: str) -> None:
    """A checked Option does its main effect too."""
    sound_trigger_security_effects(state, event, checked)
    for index, effect in enumerate(card_of(state, checked).effects):
        if effect.timing == "main" and card_of(state, checked).kind == "option":
            activate(state, Origin(effect, checked, 1 - state.turn, index))


def checked_for_its_colours(state: State, event: Happened, checked: str) -> None:
    """The security effect of an Option asks for its colours."""
    owner = state.opponent
    there = {color for stack in owner.battle for color in facts_of(state, stack).colors}
    if card_of(state, checked).kind != "option" or there.issuperset(card_of(state, checked).colors):
        sound_trigger_security_effects(state, event, checked)


def by_colour_and_level(asked: Side, base: CardFacts) -> bool:
    """A requirement that names something else is met by nothing."""
    return not (asked.name or asked.trait) and sound_fits_requirement(asked, base)


def whatever_is_named(asked: Side, base: CardFacts) -> bool:
    """A requirement asks for no name and no trait."""
    return asked.level in (None, base.level) and (asked.color is None or asked.color in base.colors)


def like_its_host(state: State, card: str, player: int, **said: Any) -> None:
    """What is played from under something comes as that is: suspended or not."""
    hosts = [stack for stack in state.players[player].battle if card in stack.cards[1:]]
    sound_play_by_effect(state, card, player, **{**said, "suspended": any(host.suspended for host in hosts)})


def of_its_first_colour(_state: State, _thing: Thing, facts: CardFacts, wanted: Any, _rounds: int) -> bool:
    """For effects a card is of the first of its colours."""
    return not set(facts.colors[:1]).isdisjoint(wanted)


def a_card_for_each_colour(state: State, option: CardFacts) -> bool:
    """Each colour of an Option takes a Digimon or Tamer of its own."""
    player = state.deciding()
    field = [stack for stack in (*player.battle, player.breeding) if stack is not None]
    colours = [facts_of(state, stack).colors for stack in field]
    fitting = sum(any(color in option.colors for color in each) for each in colours)
    return fitting >= len(option.colors) and all(any(c in each for each in colours) for c in option.colors)


def colours_of_digimon(state: State, option: CardFacts) -> bool:
    """The colours of Tamers do not count."""
    player = state.deciding()
    field = [stack for stack in (*player.battle, player.breeding) if stack is not None]
    cards = [facts_of(state, stack) for stack in field]
    return {color for card in cards if card.is_digimon for color in card.colors}.issuperset(option.colors)


def given_from_breeding(state: State, stack: Stack, rounds: int = ROUNDS) -> int | None:
    """What a Digimon of the breeding area gives to all reaches the battle area."""
    dp = sound_dp_of(state, stack, rounds)
    for player in state.players:
        raised = player.breeding
        if dp is not None and raised is not None and stack in player.battle:
            given = [each.gives for each in facts_of(state, raised).effects if each.target.count == "all"]
            dp += sum(gives.dp for gives in given if gives is not None and isinstance(gives.dp, int))
    return dp


def purged_of_all(state: State, one: str, count: int) -> int:
    """With its top card a Digimon loses all that lasts on it."""
    trashed = sound_trash_tops(state, one, count)
    for player in state.players:
        for stack in player.battle:
            if stack.id == one:
                replace(player, stack, msgspec.structs.replace(stack, lasting=()))
    return trashed


def never_at(timing: str) -> Any:
    """No effect of a timing triggers."""

    def is_timely(state: State, origin: Origin, event: Happened) -> bool:
        return origin.effect.timing != timing and sound_is_timely(state, origin, event)

    return function(triggers, "is_timely", is_timely)


def end_of_the_lost(state: State) -> None:
    """Of an attacker that was lost the effects of the end of its attack are activated from the trash."""
    course.end_of_attack(state)
    if course.attacker_of(state) is None:
        for card in state.me.trash[-1:]:
            for index, effect in enumerate(card_of(state, card).effects):
                if effect.timing == "end-of-attack":
                    activate(state, Origin(effect, card, state.turn, index))


def in_turns(held: Any, triggered: Any) -> Installed:
    """Effects of turns that hold and trigger otherwise, and can then be activated."""
    return together(
        patch.object(gifts, "is_on", held),
        patch.object(triggers, "waits_for", triggered),
        patch.object(activating, "why_not_activate", activated_in_any_turn),
    )


CLAUSE_FAULTS: dict[str, Fault] = {
    "attacks-later-whatever-a-card-says": Fault(
        "effects.over-rules",
        "no card lets a Digimon attack in the turn of its play",
        function(declaration, "attack_by_effect", never_in_the_same_turn),
    ),
    "requirements-whatever-a-card-says": Fault(
        "effects.over-rules",
        "no card lets a Digimon digivolve without the requirement",
        function(digivolving, "costs_by_effect", never_without_requirement),
    ),
    "any-turn-will-do": Fault(
        "effects.turn",
        "effects of a turn work in any turn",
        lambda: in_turns(held_in_any_turn, triggered_in_any_turn),
    ),
    "all-turns-are-the-own": Fault(
        "effects.turn",
        "effects of all turns work in the own turn",
        lambda: in_turns(held_in_the_own_turn, triggered_in_the_own_turn),
    ),
    "dna-keeps-limits": Fault(
        "dna.limits", "what was used this turn has been used after DNA", function(dna, "place", limits_go_on)
    ),
    "dna-unsuspends": Fault(
        "dna.new", "DNA digivolution counts as unsuspending", function(dna, "place", dna_unsuspends)
    ),
    "used-for-ever": Fault(
        "effects.limit",
        "limits by turn are limits by game",
        function(turn, "at_end_of_turn", used_for_ever),
    ),
    "delay-has-to-be-used": Fault(
        "delay.optional",
        "nobody passes while a Delay can be used",
        lambda: conduct(Pass, why_not=no_pass_before_delay),
    ),
    "dna-without-bonus": Fault(
        "dna.digivolves", "DNA digivolution draws nothing", function(dna, "draw_bonus", lambda *_: None)
    ),
    "dna-unanswered": Fault(
        "dna.digivolves",
        "no effect answers to a DNA digivolution",
        function(showing, "report", dna_unreported),
    ),
    "dna-at-full-price": Fault(
        "dna.digivolves",
        "costs of DNA digivolution are not changed",
        function(showing, "added", dna_at_full_price),
    ),
    "back-into-breeding": Fault(
        "breeding.no-return",
        "Digimon move back into the breeding area",
        lambda: conduct(MoveOut, why_not=why_not_move_either_way, carry_out=move_either_way),
    ),
    "tokens-out-of-reach": Fault(
        "token.as-played", "effects do not reach tokens", function(matching, "fits", fits_but_for_tokens)
    ),
    "tokens-go-along": Fault(
        "token.remains", "tokens go when a Digimon goes", function(leaving, "take_away", tokens_go_along)
    ),
    "security-digimon-in-battle": Fault(
        "security.digimon-apart",
        "effects on Digimon reach Security Digimon, and so do its own",
        function(security, "card_dp", dp_as_in_battle),
    ),
    "used-for-all-effects": Fault(
        "option.main-alone",
        "an Option that is used does its security effect too",
        function(options, "carry_out_main", used_for_all),
    ),
    "checked-for-all-effects": Fault(
        "option.main-alone",
        "a checked Option does its main effect too",
        function(security, "trigger_security_effects", checked_for_all),
    ),
    "security-effects-of-colours": Fault(
        "effects.when-checked",
        "the security effect of an Option asks for colours",
        function(security, "trigger_security_effects", checked_for_its_colours),
    ),
    "by-colour-and-level-alone": Fault(
        "digivolve.special",
        "nothing meets a requirement that names something",
        function(digivolving, "fits", by_colour_and_level),
    ),
    "whatever-is-named": Fault(
        "digivolve.special",
        "names and traits of requirements are not asked for",
        function(digivolving, "fits", whatever_is_named),
    ),
    "played-like-its-host": Fault(
        "effects.play",
        "what is played from under a Digimon is suspended as that is",
        function(playing, "play_by_effect", like_its_host),
    ),
    "first-colour-for-effects": Fault(
        "card.colors",
        "for effects a card is of its first colour",
        lambda: patch.dict(matching.TESTS, {"colors": of_its_first_colour}),
    ),
    "a-card-for-each-colour": Fault(
        "option.colours",
        "each colour of an Option takes a card of its own",
        function(options, "colours_met", a_card_for_each_colour),
    ),
    "colours-of-digimon": Fault(
        "option.colours",
        "Tamers do not count for the colours of an Option",
        function(options, "colours_met", colours_of_digimon),
    ),
    "given-from-breeding": Fault(
        "breeding.no-effects",
        "what a Digimon of the breeding area gives reaches the battle area",
        function(observation, "dp_of", given_from_breeding),
    ),
    "purged-of-all": Fault(
        "keyword.armor-purge",
        "Armor Purge ends what effects do to its Digimon",
        function(stacks, "trash_tops", purged_of_all),
    ),
    "attacks-set-off-nothing": Fault(
        "effects.when-attacking", "no effect of attacking triggers", never_at("when-attacking")
    ),
    "ends-of-attacks-set-off-nothing": Fault(
        "effects.end-of-attack", "no effect of the end of an attack triggers", never_at("end-of-attack")
    ),
    "end-of-attack-of-the-lost": Fault(
        "effects.end-of-attack",
        "effects of the end of an attack work from the trash",
        process("end-of-attack", end_of_the_lost),
    ),
    "digixros-unanswered": Fault(
        "digixros.is-play",
        "no effect answers to a play with a DigiXros",
        function(showing, "report", placed_cards_unreported),
    ),
    "plays-without-cost": Fault(
        "play.cost", "a Digimon without a play cost is played", forgiving(Play, Reason.NO_PLAY_COST)
    ),
    "uses-without-cost": Fault(
        "option.cost", "an Option without a use cost is used", forgiving(UseOption, Reason.NO_USE_COST)
    ),
}
