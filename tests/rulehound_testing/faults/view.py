"""Planted faults: what each player sees."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from rulehound.engine.dcg import adapter, view
from rulehound.engine.dcg.effects.selecting import Search
from rulehound.spec.formats import Observation
from rulehound_testing.faults.patching import Fault, function

sound_seen_by = view.seen_by


def events_of_my_own(whole: Observation, player: int, *searched: Any) -> Observation:
    """A player sees only what has happened by their own doing."""
    events = [event for event in whole["events"] if event["player"] == player]
    return sound_seen_by({**whole, "events": events}, player, *searched)


def with_both_hands(whole: Observation, player: int, *searched: Any) -> Observation:
    """A player sees the other's hand."""
    seen = sound_seen_by(whole, player, *searched)
    hands = zip(seen["players"], whole["players"], strict=True)
    return {**seen, "players": [{**shown, "hand": real["hand"]} for shown, real in hands]}


def revealed_to_one(whole: Observation, player: int, *searched: Any) -> Observation:
    """The other player does not see what is revealed."""
    seen = sound_seen_by(whole, player, *searched)
    shown = list(seen["players"])
    shown[1 - player] = {**shown[1 - player], "revealed": len(shown[1 - player]["revealed"])}
    return {**seen, "players": shown}


def changed_sides(
    whole: Observation, player: int, searched: Any, change: Callable[[int, dict[str, Any]], Any]
) -> Observation:
    """What a player sees, with each side of the table changed: by whose it is, and what is seen of it."""
    seen = sound_seen_by(whole, player, *searched)
    return {
        **seen,
        "players": [{**side, **change(owner, side)} for owner, side in enumerate(seen["players"])],
    }


def with_face_down_cards(whole: Observation, player: int, *searched: Any) -> Observation:
    """A player sees what lies face down."""
    return {**sound_seen_by(whole, player, *searched), "hidden": whole["hidden"]}


def without_the_others_trash(whole: Observation, player: int, *searched: Any) -> Observation:
    """Of the other's trash a player sees how many cards it has."""
    return changed_sides(
        whole, player, searched, lambda owner, side: {"trash": len(side["trash"])} if owner != player else {}
    )


def without_counts(whole: Observation, player: int, *searched: Any) -> Observation:
    """A player does not see how many cards lie face down."""
    return changed_sides(
        whole, player, searched, lambda *_: {"deck": None, "security": None, "egg_deck": None}
    )


def without_shown_cards(whole: Observation, player: int, *searched: Any) -> Observation:
    """A player does not see what the other shows."""
    return changed_sides(
        whole, player, searched, lambda owner, _side: {"revealed": []} if owner != player else {}
    )


def without_what_is_searched(whole: Observation, player: int, *_searched: Any) -> Observation:
    """Nobody sees the cards that they search."""
    return sound_seen_by(whole, player)


def searched_before_all(whole: Observation, player: int, searched: Collection[Search] = ()) -> Observation:
    """Both players see the cards that one searches."""
    seen = sound_seen_by(whole, player)
    return {**seen, "hidden": view.looked_at(whole, searched)} if searched else seen


def without_the_others_hand(whole: Observation, player: int, *searched: Any) -> Observation:
    """A player does not see how many cards the other's hand holds."""
    return changed_sides(
        whole, player, searched, lambda owner, _side: {"hand": None} if owner != player else {}
    )


def without_tokens(whole: Observation, player: int, *searched: Any) -> Observation:
    """A player does not see the other's tokens."""
    return changed_sides(
        whole,
        player,
        searched,
        lambda owner, side: (
            {"battle": [one for one in side["battle"] if not one["token"]]} if owner != player else {}
        ),
    )


def tops_in_sight(whole: Observation, player: int, *searched: Any) -> Observation:
    """Players see what lies face down where an effect has put a card on top of a deck or a security stack."""
    seen = sound_seen_by(whole, player, *searched)
    put = any(str(event.get("to", "")).endswith("-top") for event in whole["events"])
    return {**seen, "hidden": whole["hidden"]} if put else seen


FAULTS: Mapping[str, Fault] = {
    "order-kept-secret": Fault(
        "effects.return",
        "what one player does the other does not see",
        function(adapter, "seen_by", events_of_my_own),
    ),
    "hands-open": Fault(
        "effects.return", "each player sees the other's hand", function(adapter, "seen_by", with_both_hands)
    ),
    "revealed-to-one": Fault(
        "reveal.both",
        "the other player does not see what is revealed",
        function(adapter, "seen_by", revealed_to_one),
    ),
    "decks-open": Fault(
        "areas.hidden", "players see what lies face down", function(adapter, "seen_by", with_face_down_cards)
    ),
    "searched-blindly": Fault(
        "areas.hidden",
        "whoever searches a security stack does not see its cards",
        function(adapter, "seen_by", without_what_is_searched),
    ),
    "searched-before-all": Fault(
        "areas.hidden",
        "both players see the cards that one searches",
        function(adapter, "seen_by", searched_before_all),
    ),
    "trash-of-ones-own": Fault(
        "areas.public",
        "players do not see each other's trash",
        function(adapter, "seen_by", without_the_others_trash),
    ),
    "counts-kept-secret": Fault(
        "areas.counts",
        "players do not see how many cards lie face down",
        function(adapter, "seen_by", without_counts),
    ),
    "shown-to-nobody": Fault(
        "digixros.hand-shown",
        "what a player shows the other does not see",
        function(adapter, "seen_by", without_shown_cards),
    ),
    "hands-uncounted": Fault(
        "areas.counts",
        "players do not see how many cards the other's hand holds",
        function(adapter, "seen_by", without_the_others_hand),
    ),
    "tokens-unseen": Fault(
        "areas.counts", "players do not see the other's tokens", function(adapter, "seen_by", without_tokens)
    ),
    "tops-in-sight": Fault(
        "areas.hidden",
        "players see what an effect puts on top of a deck or a security stack",
        function(adapter, "seen_by", tops_in_sight),
    ),
}
"""Faults by name."""
