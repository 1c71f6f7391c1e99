"""Planted faults: digivolving."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import attributes
from rulehound.engine.dcg.actions import Digivolve
from rulehound.engine.dcg.areas import replace
from rulehound.engine.dcg.cards import CardFacts, Side
from rulehound.engine.dcg.effects import watching
from rulehound.engine.dcg.effects.triggers import happened
from rulehound.engine.dcg.in_play import Player, Stack
from rulehound.engine.dcg.main_phase import digivolving, dna
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, card_of, end_game, facts_of, in_battle, in_breeding, stack_of
from rulehound.engine.dcg.tasks import Happened, Shown
from rulehound_testing.faults.patching import Fault, Installed, conduct, forgiving, function, together, untold

sound_with_card_on_top = digivolving.with_card_on_top
sound_added = attributes.added_to_digivolution_cost
sound_costs_by_effect = digivolving.costs_by_effect
sound_fits_requirement = digivolving.fits
sound_costs = digivolving.costs_by_effect
sound_fits = digivolving.fits
sound_why_not_digivolve = digivolving.why_not
sound_own_digimon = digivolving.own_digimon
sound_place = digivolving.place
sound_of_stack = watching.Watch.of_stack


def fresh_on_top(base: Stack, card: str) -> Stack:
    """Digivolving unsuspends."""
    return msgspec.structs.replace(base, cards=(card, *base.cards), suspended=False)


def new_card_below(base: Stack, card: str) -> Stack:
    """The new card goes to the bottom of the stack."""
    return msgspec.structs.replace(base, cards=(*base.cards, card))


def never_without_requirement(
    state: State, base: Stack, card: str, *, ignore_requirements: bool
) -> dict[int, int]:
    """No effect lets a Digimon digivolve into a card that asks for another."""
    del ignore_requirements
    return sound_costs_by_effect(state, base, card, ignore_requirements=False)


def by_colour_and_level(asked: Side, base: CardFacts) -> bool:
    """A requirement that names something else is met by nothing."""
    return not (asked.name or asked.trait) and sound_fits_requirement(asked, base)


def whatever_is_named(asked: Side, base: CardFacts) -> bool:
    """A requirement asks for no name and no trait."""
    return asked.level in (None, base.level) and (asked.color is None or asked.color in base.colors)


def by_dna_requirement(state: State, base: Stack, card: str, *, ignore_requirements: bool) -> dict[int, int]:
    """A DNA requirement allows any effect to digivolve."""
    found = sound_costs(state, base, card, ignore_requirements=ignore_requirements)
    return found or ({0: 0} if card_of(state, card).dna else {})


def fits_but_for_names(asked: Side, base: CardFacts) -> bool:
    """What a requirement names does not matter."""
    return bool(asked.name or asked.trait) or sound_fits(asked, base)


def why_not_this_turn(state: State, action: Digivolve) -> Iterator[Reason]:
    """A Digimon does not digivolve in the turn in which it was played."""
    yield from sound_why_not_digivolve(state, action)
    if any(stack.id == action.onto and stack.played_this_turn for stack in state.me.battle):
        yield Reason.NOT_ONTO_OWN_DIGIMON


def digimon_of_the_battle_area(state: State, player: Player, stack: str) -> Stack | None:
    """The player's Digimon of this id, the breeding area left out."""
    found = in_battle(player, stack)
    return found if found is not None and facts_of(state, found).is_digimon else None


def digivolve_and_lose_memory(state: State, action: Digivolve) -> None:
    """What is paid for digivolving past 1 does not reach the other player."""
    digivolving.digivolve(state, action)
    state.memory = max(state.memory, -1)


def digivolve_at_the_play_cost(state: State, action: Digivolve) -> None:
    """Digivolving costs the play cost."""
    before = state.memory
    digivolving.digivolve(state, action)
    state.memory = before - (state.match.facts[action.card].play_cost or 0)


def digivolve_or_lose(state: State, action: Digivolve) -> None:
    """Who cannot draw for digivolving loses."""
    empty = not state.me.deck
    digivolving.digivolve(state, action)
    if empty:
        end_game(state, 1 - state.turn, "deck-out")


def as_if_played(base: Stack, card: str) -> Stack:
    """A Digimon that digivolves counts as played."""
    return msgspec.structs.replace(base, cards=(card, *base.cards), played_this_turn=True)


def forgets_dp_changes(base: Stack, card: str) -> Stack:
    """Digivolving ends what was done to the DP."""
    return msgspec.structs.replace(base, cards=(card, *base.cards), lasting=())


def first_color_only(requirement: Any, base: Any) -> bool:
    """Of two colours the first counts."""
    return bool(requirement.level == base.level and requirement.color == base.colors[:1][0])


def anything_of_the_player(_state: State, player: Player, stack: str) -> Stack | None:
    """Tamers digivolve too."""
    return in_battle(player, stack) or in_breeding(player, stack)


def anybodys_digimon(state: State, _player: Player, stack: str) -> Stack | None:
    """The opponent's Digimon digivolve too."""
    return next(
        (found for player in state.players if (found := sound_own_digimon(state, player, stack))), None
    )


def stack_of_anybody(player: Player, stack: str) -> Stack:
    """A stack that changes nothing stands in for what the player does not have."""
    return in_battle(player, stack) or in_breeding(player, stack) or Stack("", ())


def cheaper_for_all(state: State, player: int, card: str, _bases: tuple[Stack, ...]) -> int:
    """What lowers the cost of digivolving one Digimon lowers it for all."""
    return sound_added(state, player, card, state.players[player].battle)


def affordable_as_printed(
    _state: State, _player: int, _card: str, _bases: tuple[Stack, ...], cost: int
) -> int:
    """Whether a digivolution can be paid for is asked of its printed cost."""
    return cost


def ending(word: str) -> Callable[[], Installed]:
    """What was given to a Digimon of some kind ends when it digivolves."""

    def with_card_on_top(base: Stack, card: str) -> Stack:
        left = tuple(one for one in base.lasting if word not in one.gives.words)
        return msgspec.structs.replace(sound_with_card_on_top(base, card), lasting=left)

    return function(digivolving, "with_card_on_top", with_card_on_top)


def unsuspended_elsewhere(state: State, shown: Shown) -> None:
    """A Digimon that digivolves by an effect, or in the breeding area, is unsuspended."""
    sound_place(state, shown)
    player = state.players[shown.player]
    base = stack_of(player, shown.onto)
    if shown.by_effect or base is player.breeding:
        replace(player, base, msgspec.structs.replace(base, suspended=False))


def digivolving_leaves(state: State, shown: Shown) -> None:
    """A Digimon that digivolves is told to have left the battle area."""
    base = in_battle(state.players[shown.player], shown.onto)
    sound_place(state, shown)
    if base is not None:
        told = Happened("left-battle-area", (base.id,), "player", shown.player, stacks=(base,))
        happened(state, told)


def effects_as_before(index: watching.Watch, stack: Stack) -> watching.Brought:
    """What has digivolved has the effects that it had before."""
    known = index._of_stacks.get(stack.id)
    if known is not None and stack.cards[1:] == known.cards:
        return known
    return sound_of_stack(index, stack)


def anybodys_in_breeding(state: State, player: Player, stack: str) -> Stack | None:
    """The Digimon of the opponent's breeding area digivolves too."""
    others = (in_breeding(one, stack) for one in state.players if one is not player)
    return sound_own_digimon(state, player, stack) or next(filter(None, others), None)


FAULTS: Mapping[str, Fault] = {
    "digivolve-unsuspends": Fault(
        "digivolve.orientation",
        "digivolving unsuspends",
        function(digivolving, "with_card_on_top", fresh_on_top),
    ),
    "digivolve-below": Fault(
        "digivolve.stack",
        "the new card goes below",
        function(digivolving, "with_card_on_top", new_card_below),
    ),
    "wrong-level-digivolve": Fault(
        "digivolve.requirement",
        "the level is not asked for",
        function(digivolving, "fits", lambda requirement, base: requirement.color in base.colors),
    ),
    "digivolve-from-anywhere": Fault(
        "digivolve.from-hand",
        "one digivolves into cards from anywhere",
        forgiving(Digivolve, Reason.NOT_DIGIVOLVED_FROM_HAND),
    ),
    "digivolve-any-color": Fault(
        "digivolve.requirement",
        "the colour is not asked for",
        function(digivolving, "fits", lambda requirement, base: requirement.level == base.level),
    ),
    "digivolve-first-color": Fault(
        "card.colors",
        "of two colours the first counts",
        function(digivolving, "fits", first_color_only),
    ),
    "digivolve-at-play-cost": Fault(
        "digivolve.cost",
        "digivolving costs the play cost",
        lambda: conduct(Digivolve, carry_out=digivolve_at_the_play_cost),
    ),
    "digivolve-or-lose": Fault(
        "digivolve.draw-empty",
        "digivolving with an empty deck loses",
        lambda: conduct(Digivolve, carry_out=digivolve_or_lose),
    ),
    "digivolve-into-tamer": Fault(
        "digivolve.digimon-only",
        "one digivolves into any card",
        forgiving(Digivolve, Reason.NOT_A_DIGIMON_CARD),
    ),
    "tamers-digivolve": Fault(
        "digivolve.digimon-only",
        "Tamers digivolve",
        function(digivolving, "own_digimon", anything_of_the_player),
    ),
    "digivolved-is-played": Fault(
        "digivolve.played-turn",
        "a Digimon that has digivolved counts as played",
        function(digivolving, "with_card_on_top", as_if_played),
    ),
    "digivolve-ends-effects": Fault(
        "digivolve.stack",
        "digivolving ends changes of DP",
        function(digivolving, "with_card_on_top", forgets_dp_changes),
    ),
    "opponents-digivolve": Fault(
        "digivolve.digimon-only",
        "the opponent's Digimon are digivolved, the card vanishes",
        lambda: together(
            patch.object(digivolving, "own_digimon", anybodys_digimon),
            patch.object(digivolving, "stack_of", stack_of_anybody),
        ),
    ),
    "requirements-count-from-the-end": Fault(
        "digivolve.requirement",
        "the requirement before the first is the last one",
        forgiving(Digivolve, Reason.NO_SUCH_REQUIREMENT, lambda _state, move: move.requirement < 0),
    ),
    "tokens-digivolve": Fault(
        "token.no-stack",
        "a token digivolves",
        forgiving(Digivolve, Reason.TOKEN_DIGIVOLVES_NOT),
    ),
    "requirements-whatever-a-card-says": Fault(
        "effects.over-rules",
        "no card lets a Digimon digivolve without the requirement",
        function(digivolving, "costs_by_effect", never_without_requirement),
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
    "by-dna-requirement": Fault(
        "dna.not-by-digivolving",
        "a DNA requirement allows any effect to digivolve",
        function(digivolving, "costs_by_effect", by_dna_requirement),
    ),
    "names-do-not-matter": Fault(
        "digivolve.special",
        "a requirement that names a card takes any",
        function(digivolving, "fits", fits_but_for_names),
    ),
    "digivolve-next-turn": Fault(
        "digivolve.same-turn",
        "a Digimon played this turn does not digivolve",
        lambda: conduct(Digivolve, why_not=why_not_this_turn),
    ),
    "eggs-stay-eggs": Fault(
        "digivolve.breeding",
        "nothing digivolves in the breeding area, so that nothing can move out of it",
        function(digivolving, "own_digimon", digimon_of_the_battle_area),
    ),
    "paid-memory-is-lost": Fault(
        "memory.pay",
        "after digivolving the next player starts with 1 memory whatever was paid",
        lambda: conduct(Digivolve, carry_out=digivolve_and_lose_memory),
    ),
    "cheaper-for-all": Fault(
        "digivolve.cost",
        "what lowers the cost of digivolving one Digimon lowers it for all",
        function(attributes, "added_to_digivolution_cost", cheaper_for_all),
    ),
    "digivolving-at-full-price": Fault(
        "digivolve.cost",
        "nothing changes what digivolving costs",
        function(attributes, "added_to_digivolution_cost", lambda *_arguments: 0),
    ),
    "affordable-as-printed": Fault(
        "memory.affordable",
        "whether a digivolution can be paid for is asked of its printed cost",
        lambda: together(
            *(patch.object(module, "full_cost", affordable_as_printed) for module in (digivolving, dna))
        ),
    ),
    **{
        f"digivolve-drops-{word}": Fault(
            "effects.all-or-chosen",
            f"what gives {word} to a Digimon ends when it digivolves",
            ending(word),
        )
        for word in ("attack-player", "jamming", "effects", "security_attack")
    },
    "digivolve-unused": Fault(
        "effects.limit",
        "a Digimon that digivolves has used none of its effects this turn",
        function(
            digivolving,
            "with_card_on_top",
            lambda base, card: msgspec.structs.replace(sound_with_card_on_top(base, card), used=()),
        ),
    ),
    "digivolve-unsuspends-elsewhere": Fault(
        "digivolve.orientation",
        "digivolving by an effect or in the breeding area unsuspends",
        function(digivolving, "place", unsuspended_elsewhere),
    ),
    "digivolving-leaves": Fault(
        "digivolve.stack",
        "a Digimon that digivolves counts as having left the battle area",
        function(digivolving, "place", digivolving_leaves),
    ),
    "effects-as-before-digivolving": Fault(
        "effects.inherited",
        "what has digivolved has the effects that it had before",
        function(watching.Watch, "of_stack", effects_as_before),
    ),
    "opponents-digivolve-in-breeding": Fault(
        "digivolve.digimon-only",
        "the Digimon of the opponent's breeding area digivolves",
        lambda: together(
            function(digivolving, "own_digimon", anybodys_in_breeding)(),
            function(digivolving, "stack_of", stack_of_anybody)(),
        ),
    ),
    "drawn-nothing-for-digivolving": Fault(
        "effects.triggers",
        "what waits for some card to be drawn triggers whatever is drawn for digivolving",
        untold(digivolving, "drawn", altogether=False),
    ),
    "drawn-unseen-for-digivolving": Fault(
        "digivolve.draw",
        "what waits for a card to be drawn does not trigger for digivolving",
        untold(digivolving, "drawn"),
    ),
}
"""Faults by name."""
