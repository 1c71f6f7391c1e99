"""Planted faults: cards that leave areas."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dcg import deletion, leaving
from rulehound.engine.dcg.attacks.course import attacker_of
from rulehound.engine.dcg.cards import CardFacts
from rulehound.engine.dcg.deletion import about
from rulehound.engine.dcg.effects import triggers
from rulehound.engine.dcg.effects.continuous import dp_of
from rulehound.engine.dcg.effects.language import Put, Which
from rulehound.engine.dcg.effects.standpoint import stack_in_play
from rulehound.engine.dcg.effects.steps import placing
from rulehound.engine.dcg.in_play import Everywhere, Player, Stack
from rulehound.engine.dcg.state import PLAYERS, State, card_of, facts_of, owner_of
from rulehound.engine.dcg.tasks import About, Frame, Happened
from rulehound_testing.faults.patching import Fault, function

sound_take_away = leaving.take_away
sound_leave = leaving.leave
sound_put = leaving.put
sound_leave_for_under = leaving.leave_for_under
sound_put_under = leaving.put_under
sound_put_cards = placing.put_cards
sound_move_out = placing.move_out
sound_happened = triggers.happened


def take_away_top_cards(state: State, ids: Collection[str]) -> list[tuple[int, Stack]]:
    """Of a stack that leaves only the top card is left; the rest vanishes."""
    gone = sound_take_away(state, ids)
    return [(owner, msgspec.structs.replace(stack, cards=stack.cards[:1])) for owner, stack in gone]


def tokens_into_the_trash(state: State, ids: Any) -> Any:
    """A token that leaves the battle area goes where a card would go."""
    gone = sound_take_away(state, ids)
    for owner, stack in gone:
        if stack.token:
            state.players[owner].trash += stack.cards
    return gone


def leaves_card_by_card(now: State, event: About) -> None:
    """What lies under something that leaves is trashed from under it."""
    under = {stack.id: stack.cards[1:] for player in now.players for stack in player.battle}
    sound_leave(now, event)
    for one in event.subjects:
        if under.get(one):
            cause, player, source = event.cause, event.player, event.source
            triggers.happened(now, Happened("under-card-trashed", (one, *under[one]), cause, player, source))


def tokens_go_along(state: State, ids: Any) -> Any:
    """With a Digimon that leaves all the tokens of its player go."""
    left = {owner_of(one.cards[0]) for each in state.players for one in each.battle if one.id in ids}
    along = [one.id for side in left for one in state.players[side].battle if one.token]
    return sound_take_away(state, [*ids, *(one for one in along if one not in ids)])


def sent_is_added(state: State, event: About) -> None:
    """What is sent to a security stack counts as added to it."""
    sound_leave(state, event)
    if event.to == "security-top" and event.subjects:
        sound_happened(state, Happened("security-added", cause=event.cause, player=event.player))


def sent_is_nothing(_state: State, _event: Happened, _players: Iterable[int]) -> None:
    """What does not arrive was not sent."""


def remembered(state: State, ids: Collection[str]) -> list[tuple[int, Stack]]:
    """What was done to a card is done to it wherever it comes back."""
    gone = sound_take_away(state, ids)
    for _owner, stack in gone:
        number = state.match.numbers.get(stack.cards[0], "")
        state.lasting += tuple(
            Everywhere(Which(number=number), one.gives, one.until, one.player, one.card)
            for one in stack.lasting
        )
    return gone


def an_egg(state: State, card: str) -> CardFacts:
    """Every card counts as a Digi-Egg."""
    return msgspec.structs.replace(card_of(state, card), kind="digi-egg")


def returned_wherever(state: State, event: About) -> None:
    """Whatever an effect returns has been returned to the hand."""
    gone = tuple(one for player in state.players for one in player.battle if one.id in event.subjects)
    sound_leave(state, event)
    if event.to.startswith("deck"):
        what, ids = "returned-to-hand", tuple(one.id for one in gone)
        triggers.happened(state, Happened(what, ids, "effect", event.player, stacks=gone))


def under_at_once(state: State, event: About) -> None:
    """What is placed under something goes there before anybody can say anything."""
    leave = leaving.leave_for_under if event.onto else deletion.about
    leave(state, event)


def trashed_is_deleted(state: State, event: About) -> None:
    """What an effect trashes has been deleted."""
    gone = tuple(one for player in state.players for one in player.battle if one.id in event.subjects)
    sound_leave(state, event)
    if event.to == "trash" and event.cause == "effect":
        ids = tuple(one.id for one in gone)
        triggers.trigger(state, Happened("deleted", ids, "effect", event.player, stacks=gone), PLAYERS)


def into_the_own_security(state: State, player: Player, card: str, place: str) -> str:
    """Whatever an effect puts into a security stack comes to that of the turn player."""
    return sound_put(state, state.me if place.startswith("security") else player, card, place)


def under_tamers_on_top(state: State, event: About, cards: Mapping[str, str]) -> None:
    """What is placed under a Tamer lies above the cards that lie there."""
    base = stack_in_play(state, event.onto)
    on_top = base is not None and facts_of(state, base).kind == "tamer"
    changed = msgspec.structs.replace(event, to="under-top") if on_top else event
    sound_put_under(state, changed, cards)


def under_without_leaving(state: State, event: About) -> None:
    """A Digimon that is placed under another one has not left the battle area."""
    with patch.object(leaving, "happened", no_leaving):
        sound_leave_for_under(state, event)


def no_leaving(state: State, event: Happened) -> None:
    """Nothing has left the battle area."""
    if event.what != "left-battle-area":
        sound_happened(state, event)


def moved_whatever_its_dp(state: State, frame: Frame, stacks: tuple[str, ...]) -> None:
    """An effect moves a Digimon without DP out of the breeding area."""
    with patch.object(placing, "why_not_moved", lambda *_: ()):
        sound_move_out(state, frame, stacks)


def tokens_under_cards(state: State, event: About) -> None:
    """A token is placed under a card."""
    tokens = [stack for player in state.players for stack in player.battle if stack.id in event.subjects]
    sound_leave_for_under(state, event)
    for stack in tokens:
        if stack.token and stack_in_play(state, event.onto) is not None:
            sound_put_under(state, event, {stack.cards[0]: "battle"})


def security_from_below(state: State, frame: Frame, step: Put, cards: tuple[str, ...]) -> None:
    """Of several cards the lowest leaves a security stack first."""
    piles = [player.security for player in state.players]
    taken = any(one in pile for one in cards for pile in piles)
    sound_put_cards(state, frame, step, cards[::-1] if taken else cards)


def turned_after_a_search(state: State, frame: Frame, step: Put, cards: tuple[str, ...]) -> None:
    """The cards of a security stack that was searched lie in the other order."""
    sound_put_cards(state, frame, step, cards)
    if step.target.area == "security" and not step.target.top:
        for player in state.players:
            player.security = player.security[::-1]


def battled_when_taken(state: State, frame: Frame, step: Put, cards: tuple[str, ...]) -> None:
    """A Digimon card that an effect takes off the security stack in an attack battles the attacker."""
    taken = [one for one in cards if one in state.opponent.security]
    sound_put_cards(state, frame, step, cards)
    attacker = attacker_of(state)
    for card in taken:
        if attacker is not None and (card_of(state, card).dp or 0) >= (dp_of(state, attacker) or 0):
            about(state, About("deleted", (attacker.id,), "battle"))


FAULTS: Mapping[str, Fault] = {
    "placed-under-at-once": Fault(
        "effects.would",
        "nothing comes before a Digimon is placed under another one",
        function(placing, "about", under_at_once),
    ),
    "stack-not-trashed": Fault(
        "deletion.stack",
        "the cards under a Digimon that leaves vanish",
        function(leaving, "take_away", take_away_top_cards),
    ),
    "all-return-to-the-egg-deck": Fault(
        "areas.egg-returned",
        "whatever is returned goes to the Digi-Egg deck",
        function(leaving, "card_of", an_egg),
    ),
    "tokens-are-cards": Fault(
        "token.gone",
        "a token goes to the trash",
        lambda: patch.object(leaving, "take_away", tokens_into_the_trash),
    ),
    "leaving-trashes-from-under": Fault(
        "digixros.rest",
        "effects on cards trashed from under a Digimon answer to its leaving",
        function(leaving, "leave", leaves_card_by_card),
    ),
    "tokens-go-along": Fault(
        "token.remains", "tokens go when a Digimon goes", function(leaving, "take_away", tokens_go_along)
    ),
    "sent-is-nothing": Fault(
        "areas.sent", "what does not arrive was not sent", function(leaving, "trigger", sent_is_nothing)
    ),
    "sent-is-added": Fault(
        "areas.sent",
        "what is sent to a security stack was added to it",
        function(leaving, "leave", sent_is_added),
    ),
    "cards-remember": Fault(
        "cards.new",
        "what was done to a card holds on wherever it goes",
        function(leaving, "take_away", remembered),
    ),
    "tops-are-bottoms": Fault(
        "effects.return",
        "what effects put on a pile goes under it, and the other way round",
        lambda: patch.dict(
            leaving.PUT,
            {
                f"{pile}-{place}": leaving.PUT[f"{pile}-{other}"]
                for pile in ("deck", "security")
                for place, other in (("top", "bottom"), ("bottom", "top"))
            },
        ),
    ),
    "returned-wherever": Fault(
        "effects.return",
        "what goes under a deck has been returned to the hand",
        lambda: patch.dict(
            deletion.CARRY_OUT, {"left-battle-area": returned_wherever, "returned-to-hand": returned_wherever}
        ),
    ),
    "eggs-go-on-top": Fault(
        "areas.egg-returned",
        "a Digi-Egg that is returned lies on top of the Digi-Egg deck",
        lambda: patch.dict(leaving.PUT, {"egg-deck-bottom": leaving.onto_egg_deck}),
    ),
    "eggs-go-beneath": Fault(
        "areas.egg-returned",
        "a Digi-Egg that is returned to the top of the deck lies beneath the Digi-Egg deck",
        lambda: patch.dict(leaving.PUT, {"egg-deck-top": leaving.beneath_egg_deck}),
    ),
    "trashed-by-effects-is-deleted": Fault(
        "effects.on-deletion",
        "what an effect trashes has been deleted",
        lambda: patch.dict(deletion.CARRY_OUT, {"left-battle-area": trashed_is_deleted}),
    ),
    "into-the-own-security": Fault(
        "areas.owner",
        "whatever an effect puts into a security stack comes to that of the turn player",
        function(leaving, "put", into_the_own_security),
    ),
    "under-tamers-on-top": Fault(
        "effects.stack",
        "what is placed under a Tamer lies above the cards that lie there",
        function(leaving, "put_under", under_tamers_on_top),
    ),
    "under-without-leaving": Fault(
        "stack.one",
        "a Digimon that is placed under another one has not left the battle area",
        function(leaving, "leave_for_under", under_without_leaving),
    ),
    "moved-whatever-its-dp": Fault(
        "breeding.move-dp",
        "an effect moves a Digimon without DP out of the breeding area",
        function(placing, "move_out", moved_whatever_its_dp),
    ),
    "tokens-under-cards": Fault(
        "token.no-stack",
        "a token is placed under a card",
        function(leaving, "leave_for_under", tokens_under_cards),
    ),
    "security-from-below": Fault(
        "areas.together",
        "of several cards the lowest leaves a security stack first",
        function(placing, "put_cards", security_from_below),
    ),
    "turned-after-a-search": Fault(
        "areas.order-kept",
        "the cards of a security stack that was searched lie in the other order",
        function(placing, "put_cards", turned_after_a_search),
    ),
    "battled-when-taken": Fault(
        "security.digimon",
        "a Digimon card that an effect takes off the security stack battles the attacker",
        function(placing, "put_cards", battled_when_taken),
    ),
}
"""Faults by name."""
