"""Planted faults: what single steps of effects do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import areas, deletion
from rulehound.engine.dcg.areas import replace, trash_stacks
from rulehound.engine.dcg.attacks import course
from rulehound.engine.dcg.effects import continuous, resolving, triggers
from rulehound.engine.dcg.effects.language import (
    ActivateEffect,
    Amount,
    AttackWith,
    ChangeTarget,
    Choose,
    DeDigivolve,
    Delete,
    DigivolveInto,
    Draw,
    EndAttack,
    Give,
    If,
    Memory,
    One,
    PlayByEffect,
    PlayToken,
    Prevent,
    Put,
    Recovery,
    Reveal,
    TrashTop,
    Unsuspend,
)
from rulehound.engine.dcg.effects.standpoint import ROUNDS, Standpoint, of_frame, stack_in_play
from rulehound.engine.dcg.effects.steps import attacking, branching, entering, gauge, piles, placing, stacks
from rulehound.engine.dcg.in_play import Player, Stack
from rulehound.engine.dcg.state import State, card_of, end_game, holder_of, stack_of
from rulehound.engine.dcg.tasks import About, Frame, Happened, Origin, Shown
from rulehound_testing.faults.patching import Fault, Installed, function, instead, table, together

sound_draw = piles.draw
sound_tell_of_cards = placing.tell_of_cards
Choices = tuple[tuple[str, ...], ...]
sound_trash_tops = stacks.trash_tops
sound_player_of = piles.player_of
sound_switch_target = course.switch_target
sound_amount = continuous.amount
sound_de_digivolve = stacks.de_digivolve
sound_happened = triggers.happened
sound_prevent = deletion.prevent
sound_choose = branching.choose


def all_or_none(state: State, frame: Frame, step: Any, chosen: Any) -> None:
    """An effect draws all that it says or nothing."""
    if step.count <= len(state.players[frame.origin.player].deck):
        sound_draw(state, frame, step, chosen)


def steps_done_by(**changed: Any) -> Any:
    """Other ways to do steps, by the names of the steps."""
    wrong = {step: changed[step.__name__] for step in resolving.STEPS if step.__name__ in changed}
    return lambda: patch.dict(resolving.STEPS, wrong)


def draw_or_lose(state: State, frame: Frame, step: Draw, chosen: Choices) -> None:
    """Whoever cannot draw for an effect loses."""
    player = piles.player_of(frame, step.of)
    if state.players[player].deck:
        piles.draw(state, frame, step, chosen)
    else:
        end_game(state, 1 - player, "deck-out")


def recover_or_lose(state: State, frame: Frame, step: Recovery, chosen: Choices) -> None:
    """Whoever cannot recover loses."""
    player = piles.player_of(frame, step.of)
    if state.players[player].deck:
        piles.recover(state, frame, step, chosen)
    else:
        end_game(state, 1 - player, "deck-out")


def recover_up_to_five(state: State, frame: Frame, step: Recovery, chosen: Choices) -> None:
    """A security stack of five takes no more."""
    if len(state.players[piles.player_of(frame, step.of)].security) < 5:
        piles.recover(state, frame, step, chosen)


def recover_what_is_left(state: State, frame: Frame, step: Recovery, chosen: Choices) -> None:
    """An empty security stack is not recovered."""
    if state.players[piles.player_of(frame, step.of)].security:
        piles.recover(state, frame, step, chosen)


def recover_digi_eggs(state: State, frame: Frame, step: Recovery, chosen: Choices) -> None:
    """Where the deck is empty, Digi-Eggs are recovered."""
    player = state.players[piles.player_of(frame, step.of)]
    if not player.deck and player.egg_deck:
        player.security = (player.egg_deck[0], *player.security)
        player.egg_deck = player.egg_deck[1:]
    piles.recover(state, frame, step, chosen)


def put_under_the_top(state: State, frame: Frame, step: Put, chosen: Choices) -> None:
    """A card that is placed under a Digimon lies directly below its top card."""
    placing.put(
        state, frame, msgspec.structs.replace(step, to="under-top") if step.to == "under" else step, chosen
    )


def put_and_win(state: State, frame: Frame, step: Put, chosen: Choices) -> None:
    """An effect that takes the last security card wins."""
    before = [bool(player.security) for player in state.players]
    placing.put(state, frame, step, chosen)
    for player, had_some in enumerate(before):
        if had_some and not state.players[player].security:
            end_game(state, 1 - player, "attack")


def uncovers_nothing(now: State, one: str, count: int) -> int:
    """What comes to lie on top is there as though it had been placed."""
    trashed = sound_trash_tops(now, one, count)
    stack, player = stack_in_play(now, one), holder_of(now, one)
    if stack is not None and player is not None:
        replace(now.players[player], stack, msgspec.structs.replace(stack, uncovered=False))
    return trashed


def purged_of_all(state: State, one: str, count: int) -> int:
    """With its top card a Digimon loses all that lasts on it."""
    trashed = sound_trash_tops(state, one, count)
    for player in state.players:
        for stack in player.battle:
            if stack.id == one:
                replace(player, stack, msgspec.structs.replace(stack, lasting=()))
    return trashed


def nothing(_state: State, _frame: Frame, _step: Any, _chosen: Choices) -> None:
    """The step does nothing."""


def the_other_player(frame: Frame, of: One) -> int:
    """Whoever is meant, it is the other player."""
    return 1 - sound_player_of(frame, of)


def others_afterwards(state: State, frame: Frame, step: ActivateEffect, chosen: Choices) -> None:
    """What an effect activates comes when the rest of it is done."""
    branching.activate_other(state, frame, step, chosen)
    together_now, rest, *others = state.now
    state.now = (rest, together_now, *others)


def always_then(state: State, frame: Frame, step: If, _chosen: Choices) -> None:
    """What stands behind a condition is always done."""
    state.now = (msgspec.structs.replace(frame, steps=(*step.then, *frame.steps)), *state.now[1:])


def then_and_else(state: State, frame: Frame, step: If, _chosen: Choices) -> None:
    """What is done instead is done besides."""
    both = (*step.otherwise, *step.then) if holds_for(state, frame, step) else step.otherwise
    state.now = (msgspec.structs.replace(frame, steps=(*both, *frame.steps)), *state.now[1:])


def holds_for(state: State, frame: Frame, step: If) -> bool:
    """Whether the condition of a step is met."""
    return continuous.holds(state, of_frame(frame), step.condition)


def switched_if_affected(state: State, frame: Frame, step: ChangeTarget, chosen: Choices) -> None:
    """Protection from effects holds the attack where it is."""
    attack = state.attack
    both = (*chosen[0], attack.attacker) if attack is not None else chosen[0]
    if chosen[0] and all(resolving.is_affected(state, frame, one) for one in both):
        sound_switch_target(state, chosen[0][0], "effect", frame.origin.card)


def two_into_one(state: State, frame: Frame, step: Any, chosen: Choices) -> None:
    """An effect that has a Digimon digivolve into a DNA card takes another one along."""
    mine = state.players[frame.origin.player]
    if chosen[1] and card_of(state, chosen[1][0]).dna:
        base = next(one for one in mine.battle if one.id == chosen[0][0])
        others = [one for one in mine.battle if one is not base]
        below = tuple(card for one in others for card in one.cards)
        mine.battle = (msgspec.structs.replace(base, cards=(*base.cards, *below)),)
    entering.digivolve(state, frame, step, chosen)


def de_digivolve_and_turn(state: State, frame: Frame, step: DeDigivolve, chosen: Choices) -> None:
    """A card that is uncovered lies the other way."""
    stacks.de_digivolve(state, frame, step, chosen)
    for one in chosen[0]:
        stack, player = stack_in_play(state, one), holder_of(state, one)
        if stack is not None and player is not None:
            other = msgspec.structs.replace(stack, suspended=not stack.suspended)
            areas.replace(state.players[player], stack, other)


def one_at_least(state: State, at: Standpoint, value: Amount, rounds: int = ROUNDS) -> int:
    """What is done for each of something is done once where there is none."""
    return max(sound_amount(state, at, value, rounds), 1)


def each_begun_group(state: State, at: Standpoint, value: Amount, rounds: int = ROUNDS) -> int:
    """A group that is not whole counts."""
    found = sound_amount(state, at, value, rounds)
    if isinstance(value, int) or value.per == 1:
        return found
    ones = sound_amount(state, at, msgspec.structs.replace(value, per=1, each=1), rounds)
    return -(-ones // value.per) * value.each


def amounts(other: Callable[..., int]) -> Callable[[], Installed]:
    """Another way to count what is drawn and gained for each of something."""
    return lambda: together(*(patch.object(module, "amount", other) for module in (piles, gauge)))


def tops_take_their_effects_along(state: State, one: str, count: int) -> int:
    """What a trashed card did for the turn ends with it."""
    stack = stack_in_play(state, one)
    trashed = sound_trash_tops(state, one, count)
    gone = stack.cards[:trashed] if stack is not None else ()
    for player in state.players:
        for there in player.battle:
            kept = tuple(one for one in there.lasting if one.card not in gone)
            replace(player, there, msgspec.structs.replace(there, lasting=kept))
    return trashed


def trash_all_tops(state: State, one: str, count: int) -> int:
    """De-Digivolve takes the last card too."""
    stack, player = stack_in_play(state, one), holder_of(state, one)
    if stack is None or player is None or count < len(stack.cards) - 1:
        return sound_trash_tops(state, one, count)
    trash_stacks(state.players[player], [stack])
    return len(stack.cards)


def uncovered_is_played(state: State, frame: Frame, step: Any, chosen: Choices) -> None:
    """What De-Digivolve uncovers counts as played."""
    sound_de_digivolve(state, frame, step, chosen)
    sound_happened(state, Happened("played", chosen[0], "effect", frame.origin.player, frame.origin.card))


def trash_bottoms(state: State, one: str, count: int) -> int:
    """De-Digivolve takes cards from the bottom."""
    stack, player = stack_in_play(state, one), holder_of(state, one)
    if stack is None or player is None:
        return 0
    kept = len(stack.cards) - count
    replace(state.players[player], stack, msgspec.structs.replace(stack, cards=stack.cards[:kept]))
    state.players[player].trash += stack.cards[kept:]
    return count


def saved_without_its_cards(state: State, subjects: Collection[str]) -> None:
    """What is saved loses its digivolution cards."""
    sound_prevent(state, subjects)
    for subject in subjects:
        player = holder_of(state, subject)
        if player is not None:
            stack = stack_of(state.players[player], subject)
            bare = msgspec.structs.replace(stack, cards=stack.cards[:1])
            replace(state.players[player], stack, bare)


def saved_but_deleted(state: State, subjects: Collection[str]) -> None:
    """What is saved counts as deleted."""
    sound_prevent(state, subjects)
    sound_happened(state, Happened("deleted", tuple(subjects), "effect", 1 - state.turn))


def recover_in_one(state: State, frame: Frame, step: Recovery, chosen: Choices) -> None:
    """Recovered cards lie on the security stack as they lay on the deck."""
    number = piles.player_of(frame, step.of)
    before = len(state.players[number].security)
    piles.recover(state, frame, step, chosen)
    security = state.players[number].security
    new = len(security) - before
    state.players[number].security = (*reversed(security[:new]), *security[new:])


def anything_trashed(
    state: State, frame: Frame, cards: list[str], owner: int, came_from: str, to: str
) -> None:
    """Whatever leaves the hand, or comes to the trash, has been trashed from the hand."""
    if "hand" in (came_from, to) or to == "trash":
        came_from, to = "hand", "trash"
    sound_tell_of_cards(state, frame, cards, owner, came_from, to)


def in_breeding_too(step: type, change: Callable[[Player, Stack], None]) -> Callable[[], Installed]:
    """What is done to all Digimon is done to those of the breeding areas too."""
    sound = resolving.STEPS[step]

    def carry_out(state: State, frame: Frame, wanted: Any, chosen: Choices) -> None:
        sound(state, frame, wanted, chosen)
        if wanted.target.count == "all":
            for player in state.players:
                if player.breeding is not None:
                    change(player, player.breeding)

    return instead(step, carry_out)


def trashed_from_breeding(player: Player, stack: Stack) -> None:
    """A Digimon of the breeding area goes to the trash."""
    player.breeding, player.trash = None, player.trash + stack.cards


def returned_from_breeding(player: Player, stack: Stack) -> None:
    """The top card of the breeding area goes to the hand."""
    trashed_from_breeding(player, msgspec.structs.replace(stack, cards=stack.cards[1:]))
    player.hand += stack.cards[:1]


def uncovered_in_breeding(player: Player, stack: Stack) -> None:
    """The top card of the breeding area goes to the trash."""
    player.breeding = msgspec.structs.replace(stack, cards=stack.cards[1:])
    player.trash += stack.cards[:1]


def chosen_after(task: type) -> Callable[[], Installed]:
    """What an effect has its player choose before something is done after that."""

    def choose(state: State, frame: Frame, step: Choose, chosen: Choices) -> None:
        sound_choose(state, frame, step, chosen)
        first, *rest = state.now
        if any(isinstance(one, task) for one in rest):
            state.now = (*rest, first)

    return instead(Choose, choose)


def to_the_first(step: type) -> Callable[[], Installed]:
    """What is done to several chosen things is done to the first alone."""
    sound = resolving.STEPS[step]

    def carry_out(state: State, frame: Frame, wanted: Any, chosen: Choices) -> None:
        sound(state, frame, wanted, (chosen[0][:1], *chosen[1:]) if chosen else chosen)

    return instead(step, carry_out)


def one_token(state: State, frame: Frame, step: PlayToken, chosen: Choices) -> None:
    """However many tokens are to be played, one comes."""
    entering.play_token(state, frame, msgspec.structs.replace(step, count=1), chosen)


def to_digimon_alone(step: type) -> Callable[[], Installed]:
    """What is done to a Tamer comes to nothing."""
    sound = resolving.STEPS[step]

    def carry_out(state: State, frame: Frame, wanted: Any, chosen: Choices) -> None:
        there = [(one, stack_in_play(state, one)) for one in chosen[0]]
        left = tuple(
            one for one, stack in there if stack is None or card_of(state, stack.cards[0]).is_digimon
        )
        sound(state, frame, wanted, (left, *chosen[1:]))

    return instead(step, carry_out)


def rest_goes(said: str, instead_of_it: str) -> Callable[[], Installed]:
    """Revealed cards that are left go elsewhere than the effect says."""

    def reveal(state: State, frame: Frame, step: Reveal, chosen: Choices) -> None:
        rest = instead_of_it if step.rest == said else step.rest
        piles.reveal(state, frame, msgspec.structs.replace(step, rest=rest), chosen)

    return instead(Reveal, reveal)


def attacks_as_played(state: State, frame: Frame, step: AttackWith, chosen: Choices) -> None:
    """An effect that lets a Digimon attack lets it do so in the turn of its play."""
    attacking.attack(state, frame, msgspec.structs.replace(step, same_turn=True), chosen)


def never_attacks(_state: State, _frame: Frame, _step: AttackWith, _chosen: Choices) -> None:
    """No effect lets a Digimon attack."""


def recovered_or_not(state: State, frame: Frame, step: Recovery, chosen: Choices) -> None:
    """Recovery puts all that it says into the security stack or nothing."""
    number = piles.player_of(frame, step.of)
    if sound_amount(state, of_frame(frame), step.count) <= len(state.players[number].deck):
        piles.recover(state, frame, step, chosen)


def revealed_or_not(state: State, frame: Frame, step: Reveal, chosen: Choices) -> None:
    """An effect reveals all that it says or nothing."""
    if step.count <= len(state.players[piles.player_of(frame, step.of)].deck):
        piles.reveal(state, frame, step, chosen)


def drawn_from_the_others_deck(state: State, frame: Frame, step: Draw, chosen: Choices) -> None:
    """Who has the other player draw gives cards of the own deck."""
    if step.of == "me":
        sound_draw(state, frame, step, chosen)
        return
    giver, taker = state.players[frame.origin.player], state.players[1 - frame.origin.player]
    count = sound_amount(state, of_frame(frame), step.count)
    taker.hand += giver.deck[:count]
    giver.deck = giver.deck[count:]


def checked_by_leaving(
    state: State, frame: Frame, cards: list[str], owner: int, came_from: str, to: str
) -> None:
    """What leaves a security stack in any way does what it does when it is checked."""
    sound_tell_of_cards(state, frame, cards, owner, came_from, to)
    for card in cards if came_from == "security" else ():
        for index, effect in enumerate(card_of(state, card).effects):
            if effect.timing == "security":
                state.fresh += (triggers.numbered(state, Origin(effect, card, owner, index)),)


def activated_in_its_colours(state: State, frame: Frame, step: ActivateEffect, chosen: Choices) -> None:
    """The effect of an Option is activated only where its player has something of its colours."""
    field = state.players[frame.origin.player].battle
    there = {color for stack in field for color in card_of(state, stack.cards[0]).colors}
    card = card_of(state, frame.origin.card)
    if card.kind != "option" or there.issuperset(card.colors):
        branching.activate_other(state, frame, step, chosen)


FAULTS: Mapping[str, Fault] = {
    "effects-leave-with-the-card": Fault(
        "effects.duration",
        "what a trashed top card did for the turn ends",
        function(stacks, "trash_tops", tops_take_their_effects_along),
    ),
    "de-digivolve-takes-the-last-card": Fault(
        "keyword.de-digivolve",
        "De-Digivolve leaves nothing of a stack",
        function(stacks, "trash_tops", trash_all_tops),
    ),
    "uncovered-is-played": Fault(
        "effects.on-play",
        "what De-Digivolve uncovers is played",
        table(resolving.STEPS, DeDigivolve=uncovered_is_played),
    ),
    "de-digivolve-from-below": Fault(
        "keyword.de-digivolve",
        "De-Digivolve trashes from the bottom",
        function(stacks, "trash_tops", trash_bottoms),
    ),
    "options-never-stay": Fault(
        "option.stays",
        "no Option is placed",
        function(placing, "place_in_battle", lambda *_arguments: None),
    ),
    "saved-without-its-cards": Fault(
        "keyword.decoy",
        "what is saved loses its digivolution cards",
        function(branching, "take_out", saved_without_its_cards),
    ),
    "saved-but-deleted": Fault(
        "keyword.decoy",
        "what is saved counts as deleted",
        function(branching, "take_out", saved_but_deleted),
    ),
    "draw-all-or-none": Fault(
        "effects.draw", "an effect draws all that it says or nothing", steps_done_by(Draw=all_or_none)
    ),
    "drawing-by-effect-loses": Fault(
        "effects.draw", "an effect that cannot draw loses the game", instead(Draw, draw_or_lose)
    ),
    "recovery-loses": Fault(
        "keyword.recovery", "Recovery from an empty deck loses the game", instead(Recovery, recover_or_lose)
    ),
    "recovery-to-five": Fault(
        "keyword.recovery", "Recovery stops at five cards", instead(Recovery, recover_up_to_five)
    ),
    "recovery-of-something": Fault(
        "keyword.recovery", "an empty stack is not recovered", instead(Recovery, recover_what_is_left)
    ),
    "recovery-of-eggs": Fault(
        "keyword.recovery", "Recovery takes Digi-Eggs", instead(Recovery, recover_digi_eggs)
    ),
    "placed-under-the-top": Fault(
        "effects.stack", "cards are placed directly below the top card", instead(Put, put_under_the_top)
    ),
    "last-security-wins": Fault(
        "effects.security", "to take the last security card wins", instead(Put, put_and_win)
    ),
    "uncovered-option-stays": Fault(
        "option.stays",
        "an Option that comes to lie on top stays in the battle area",
        function(stacks, "trash_tops", uncovers_nothing),
    ),
    "purged-of-all": Fault(
        "keyword.armor-purge",
        "Armor Purge ends what effects do to its Digimon",
        function(stacks, "trash_tops", purged_of_all),
    ),
    "always-then": Fault(
        "effects.condition", "what stands behind a condition is always done", instead(If, always_then)
    ),
    "then-and-else": Fault(
        "effects.instead", "what is done instead is done besides", instead(If, then_and_else)
    ),
    "never-then": Fault(
        "effects.condition", "what stands behind a condition is never done", instead(If, nothing)
    ),
    "the-other-player": Fault(
        "effects.whom", "the other player is meant", function(piles, "player_of", the_other_player)
    ),
    "nothing-is-gained": Fault("effects.gained", "nothing is gained", instead(Give, nothing)),
    "others-afterwards": Fault(
        "effects.activates-another",
        "what an effect activates comes after the rest of it",
        instead(ActivateEffect, others_afterwards),
    ),
    "attacks-are-not-ended": Fault(
        "effects.end-attack", "no effect ends an attack", instead(EndAttack, nothing)
    ),
    "switched-if-affected": Fault(
        "attack.switch",
        "protection from effects holds the attack where it is",
        instead(ChangeTarget, switched_if_affected),
    ),
    "two-into-one": Fault(
        "dna.not-by-digivolving",
        "an effect takes a second Digimon along into a DNA card",
        instead(DigivolveInto, two_into_one),
    ),
    "uncovered-and-turned": Fault(
        "stack.orientation", "De-Digivolve turns its Digimon", instead(DeDigivolve, de_digivolve_and_turn)
    ),
    "once-for-none": Fault("effects.number-of-times", "for each of none is once", amounts(one_at_least)),
    "each-begun-group": Fault("effects.each", "for each two of three is twice", amounts(each_begun_group)),
    "recovered-in-one": Fault(
        "keyword.recovery", "recovered cards keep the order of the deck", instead(Recovery, recover_in_one)
    ),
    "anything-trashed": Fault(
        "effects.triggers",
        "whatever leaves the hand, or comes to the trash, has been trashed from the hand",
        function(placing, "tell_of_cards", anything_trashed),
    ),
    "all-deleted-in-breeding": Fault(
        "breeding.no-effects",
        "an effect that deletes all Digimon deletes those of the breeding areas too",
        in_breeding_too(Delete, trashed_from_breeding),
    ),
    "all-returned-from-breeding": Fault(
        "breeding.no-effects",
        "an effect that returns all Digimon returns those of the breeding areas too",
        in_breeding_too(Put, returned_from_breeding),
    ),
    "all-uncovered-in-breeding": Fault(
        "breeding.no-effects",
        "De-Digivolve of all Digimon is of those of the breeding areas too",
        in_breeding_too(DeDigivolve, uncovered_in_breeding),
    ),
    "chosen-after-all": Fault(
        "effects.would",
        "what is chosen before something happens is chosen after it",
        chosen_after(About),
    ),
    "chosen-after-showing": Fault(
        "showing.answers",
        "what is chosen before a card is played is chosen after it",
        chosen_after(Shown),
    ),
    **{
        f"{step.__name__.lower()}-to-the-first": Fault(
            rule, "what is done to several chosen things is done to the first alone", to_the_first(step)
        )
        for step, rule in (
            (Give, "effects.count"),
            (Choose, "effects.count"),
            (TrashTop, "effects.count"),
            (PlayByEffect, "effects.play"),
            (Prevent, "effects.would"),
        )
    },
    "one-token": Fault("token.played", "of several tokens one is played", instead(PlayToken, one_token)),
    "own-cards-whatever": Fault(
        "effects.whom",
        "what is done with the opponent's deck is done with the own",
        function(piles, "player_of", lambda frame, _of: frame.origin.player),
    ),
    "own-memory-whatever": Fault(
        "effects.whom",
        "memory that the opponent gains is gained by the own player",
        instead(
            Memory,
            lambda state, frame, step, chosen: gauge.change(
                state, frame, msgspec.structs.replace(step, of="me"), chosen
            ),
        ),
    ),
    **{
        f"{step.__name__.lower()}-digimon-alone": Fault(
            rule, "what is done to a Tamer comes to nothing", to_digimon_alone(step)
        )
        for step, rule in ((Delete, "effects.fits"), (Put, "effects.fits"), (Unsuspend, "effects.suspend"))
    },
    **{
        f"revealed-to-{other}-for-{said}": Fault(
            "effects.reveal",
            f"revealed cards that are left go to {other} where they should go to {said}",
            rest_goes(said, other),
        )
        for said, other in (
            ("hand", "trash"),
            ("trash", "hand"),
            ("deck-top", "deck-bottom"),
            ("deck-bottom", "deck-top"),
            ("security-top", "security-bottom"),
            ("security-bottom", "security-top"),
        )
    },
    "attacks-as-played": Fault(
        "attack.not-same-turn",
        "an effect that lets a Digimon attack lets it do so in the turn of its play",
        instead(AttackWith, attacks_as_played),
    ),
    "attacks-allowed-come-to-nothing": Fault(
        "attack.not-same-turn",
        "no effect lets a Digimon attack, one that was there before neither",
        instead(AttackWith, never_attacks),
    ),
    "recovered-or-not": Fault(
        "effects.count",
        "Recovery on more cards than the deck has does nothing",
        instead(Recovery, recovered_or_not),
    ),
    "revealed-or-not": Fault(
        "effects.count",
        "an effect that reveals more cards than the deck has reveals none",
        instead(Reveal, revealed_or_not),
    ),
    "drawn-from-the-others-deck": Fault(
        "effects.draw",
        "who has the other player draw gives cards of the own deck",
        instead(Draw, drawn_from_the_others_deck),
    ),
    "checked-by-leaving": Fault(
        "effects.when-checked",
        "a security effect comes wherever its card leaves the security stack",
        function(placing, "tell_of_cards", checked_by_leaving),
    ),
    "activated-in-its-colours": Fault(
        "option.colours",
        "the effect of an Option is activated only by a player who has something of its colours",
        instead(ActivateEffect, activated_in_its_colours),
    ),
}
"""Faults by name."""
