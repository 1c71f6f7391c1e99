"""Planted faults: what effects do to the cards of decks, hands and security stacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg.effects import continuous, resolving, triggers
from rulehound.engine.dcg.effects.language import Amount, Draw, Put, Recovery, Reveal
from rulehound.engine.dcg.effects.standpoint import ROUNDS, Standpoint, of_frame
from rulehound.engine.dcg.effects.steps import gauge, piles, placing
from rulehound.engine.dcg.effects.vocabulary import One
from rulehound.engine.dcg.state import State, card_of, end_game
from rulehound.engine.dcg.tasks import Frame, Origin
from rulehound_testing.faults.patching import Choices, Fault, Installed, function, instead, together

sound_draw = piles.draw
sound_tell_of_cards = placing.tell_of_cards
sound_player_of = piles.player_of
sound_amount = continuous.amount


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


def put_and_win(state: State, frame: Frame, step: Put, chosen: Choices) -> None:
    """An effect that takes the last security card wins."""
    before = [bool(player.security) for player in state.players]
    placing.put(state, frame, step, chosen)
    for player, had_some in enumerate(before):
        if had_some and not state.players[player].security:
            end_game(state, 1 - player, "attack")


def the_other_player(frame: Frame, of: One) -> int:
    """Whoever is meant, it is the other player."""
    return 1 - sound_player_of(frame, of)


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


def rest_goes(said: str, instead_of_it: str) -> Callable[[], Installed]:
    """Revealed cards that are left go elsewhere than the effect says."""

    def reveal(state: State, frame: Frame, step: Reveal, chosen: Choices) -> None:
        rest = instead_of_it if step.rest == said else step.rest
        piles.reveal(state, frame, msgspec.structs.replace(step, rest=rest), chosen)

    return instead(Reveal, reveal)


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


def recover_below_zero(state: State, frame: Frame, step: Recovery, chosen: Choices) -> None:
    """Fewer cards than none are put back onto the deck."""
    player = state.players[piles.player_of(frame, step.of)]
    count = sound_amount(state, of_frame(frame), step.count)
    if count < 0:
        player.deck, player.security = (*player.security[:-count], *player.deck), player.security[-count:]
    piles.recover(state, frame, step, chosen)


FAULTS: Mapping[str, Fault] = {
    "draw-all-or-none": Fault(
        "effects.draw", "an effect draws all that it says or nothing", steps_done_by(Draw=all_or_none)
    ),
    "drawing-by-effect-loses": Fault(
        "effects.draw", "an effect that cannot draw loses the game", instead(Draw, draw_or_lose)
    ),
    "recovery-below-zero": Fault(
        "effects.number-of-times",
        "Recovery of fewer cards than none puts security cards back onto the deck",
        instead(Recovery, recover_below_zero),
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
    "last-security-wins": Fault(
        "effects.security", "to take the last security card wins", instead(Put, put_and_win)
    ),
    "the-other-player": Fault(
        "effects.whom", "the other player is meant", function(piles, "player_of", the_other_player)
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
    "own-cards-whatever": Fault(
        "effects.whom",
        "what is done with the opponent's deck is done with the own",
        function(piles, "player_of", lambda frame, _of: frame.origin.player),
    ),
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
}
"""Faults by name."""
