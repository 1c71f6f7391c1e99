"""Conditions and happenings in a player's words. Whoever asks is called "you"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulehound.spec.asking import WHO, Ending, FieldChange
from rulehound.spec.dmb.reading.cards import Cards, called
from rulehound.spec.formats import Observation

WHOSE = ("your", "the opponent's")

PILES = {
    "hand": "hand",
    "deck": "deck",
    "trash": "trash",
    "destiny": "Destiny Zone",
}
"""Field of a player to the pile that it counts."""

STAGES = {
    "place": "a Digimon were being placed",
    "partner": "a Partner had just been placed",
    "mulligan": "it were the Prep Phase, after the draw",
    "rack": "a card for the DP Zone were being chosen",
    "evolve": "it were time to evolve",
    "choice": "attacks were being chosen",
    "support-mine": "supports were being declared",
    "discard": "the turn were ending, with too many cards in hand",
}
"""Stage to how people say that it is the stage; those that nobody would wish for are left out."""

FLAGS = {
    "abnormal": ("{it} were abnormal", "{it} were not abnormal"),
    "support": ("{it} could support", "{it} could not support"),
    "has_cost": ("{it} had a printed cost", "{it} had no printed cost"),
    "destiny": ("{it} lay in the Destiny Zone", "{it} did not come from the Destiny Zone"),
    "partner": ("{it} were the Partner", "{it} were not the Partner"),
}
"""Flag of a card or Digimon to what would have to be: that it is set, and that it is not."""

NUMBERS = {"cost": "the cost of {it} were {after}"}
CHOICES = {"level": "{it} were level {after}", "kind": "{it} were a card of the kind {after}"}
COUNTED = {
    "racked": "you had put {after} into the DP Zone this turn",
    "evolve_cards": "you had played {after} Evolve cards this turn",
    "evolutions": "you had evolved {after} times this turn",
}
"""Count of a turn to what would have to be, seen from the turn player."""


def condition(change: FieldChange, turn: int, cards: Cards) -> str:  # noqa: ARG001  # a card has its name
    """What would have to be otherwise, to go on after "if"; "" where nobody would say it so.

    `turn` is 0 in the turn of who asks, else 1.
    """
    side, _, area = change.path.partition(".")
    player = turn if side == "me" else 1 - turn
    if change.element is None:
        return _of_state(change, turn, player, area)
    it, field = _name(change.element), change.field.rpartition(".")[2]
    if change.field == "":
        return f"{it} were not active"
    if field in FLAGS:
        return FLAGS[field][not change.after].format(it=it)
    if field in NUMBERS:
        return NUMBERS[field].format(it=it, after=_bound(change))
    if field in CHOICES:
        return CHOICES[field].format(it=it, after=_spelt(field, change.after))
    return ""


def _of_state(change: FieldChange, turn: int, player: int, area: str) -> str:
    if change.path == "stage":
        return STAGES.get(change.after, "")
    if change.path in COUNTED and turn == 0:
        return COUNTED[change.path].format(after=_bound(change))
    if area == "active":
        return f"{WHOSE[player]} active zone were empty" if not change.after else ""
    if area == "dp":
        return f"{WHOSE[player]} DP Zone came up to {_bound(change)}"
    if area == "chosen":
        if change.after == "none":
            return f"{WHO[player]} had not chosen yet"
        return f"{WHO[player]} had chosen {str(change.after).capitalize()}"
    if area in PILES:
        return f"{WHOSE[player]} {PILES[area]} held {_bound(change)}"
    return ""


def _bound(change: FieldChange) -> str:
    """A number that would do, and which side of it does as well."""
    side = " or more" if change.after > change.before else " or less"
    return f"{change.after}{side if change.beyond else ''}"


def _spelt(field: str, value: str) -> str:
    return value.upper() if field == "level" else value


def _name(element: Mapping[str, Any]) -> str:
    """The name of a card, or of a Digimon by its top card."""
    return called(element.get("top", element)) or "the card"


def happenings(before: Mapping[str, Any], after: Mapping[str, Any], turn: int, cards: Cards) -> Sequence[str]:  # noqa: ARG001
    """What differs between two states of the model, in words for who asks.

    `turn` is whose turn it was before: 0 of who asks, else 1.
    """
    return list(_happenings(before, after, turn))


def _happenings(before: Mapping[str, Any], after: Mapping[str, Any], turn: int) -> Iterator[str]:
    later = turn ^ (before["second_players_turn"] != after["second_players_turn"])
    for who in (0, 1):
        old, new = (
            {
                name.partition(".")[2]: value
                for name, value in state.items()
                if name.startswith("me." if at == who else "opponent.")
            }
            for state, at in ((before, turn), (after, later))
        )
        yield from _of_player(old, new, who)
    if later != turn:
        yield f"it is {WHOSE[later]} turn"
    if before["winner"] != after["winner"]:
        yield _won(after["winner"], later)


def _of_player(old: Mapping[str, Any], new: Mapping[str, Any], who: int) -> Iterator[str]:
    """What has become of one player's zones, choice and points."""
    whose = WHOSE[who]
    if old["shown"] != new["shown"] and new["shown"] != "none":
        yield f"{whose} attack is shown: {new['shown'].capitalize()}"
    elif old["chosen"] != new["chosen"] and new["chosen"] != "none" and new["shown"] == "none":
        yield f"{WHO[who]} ha{'ve' if who == 0 else 's'} chosen {new['chosen'].capitalize()}, secretly"
    if old["power"] != new["power"] and new["power"]:
        yield f"{whose} attack has a Power of {new['power']}"
    yield from _of_active(old["active"], new["active"], whose)
    if old["active"] and not new["active"] and old["active"][0].get("partners"):
        yield f"{whose} Partner goes back to the deck, which is shuffled"
    if old["support"] != new["support"] and new["support"]["number"]:
        yield f"{whose} support is {called(new['support'])}"
    elif new["face_down"] and not old["face_down"]:
        yield f"{whose} support lies there face down"
    if new["voided"] and not old["voided"]:
        yield f"{whose} support is void"
    for pile, words in PILES.items():
        if old[pile] != new[pile]:
            yield f"{whose} {words} {old[pile]} → {new[pile]}"
    if old["dp"] != new["dp"]:
        yield f"{whose} DP {old['dp']} → {new['dp']}"
    if old["ko_points"] != new["ko_points"]:
        yield f"{whose} KO points {old['ko_points']} → {new['ko_points']}"


def _of_active(
    before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]], whose: str
) -> Iterator[str]:
    """What has become of a player's Digimon; nobody has two."""
    if not before and not after:
        return
    if not after:
        yield f"{whose} {_name(before[0])} leaves the active zone"
    elif not before:
        abnormal = ", abnormal" if after[0]["abnormal"] else ""
        yield f"{_name(after[0])} enters {whose} active zone{abnormal}"
    else:
        old, new = before[0], after[0]
        if old["top"] != new["top"]:
            yield f"{whose} {_name(old)} becomes {_name(new)}"
        if old["hp"] != new["hp"]:
            yield f"{whose} {_name(new)}: {old['hp']} HP → {new['hp']} HP"
        if old["abnormal"] and not new["abnormal"]:
            yield f"{whose} {_name(new)} is not abnormal any more"


def _won(winner: str, turn: int) -> str:
    if winner == "both":
        return "both players have the points at once"
    return ("you win", "the opponent wins")[turn if winner == "turn-player" else 1 - turn]


def in_effect(state: Mapping[str, Any]) -> bool:
    """Whether a support is carried out, or the effects of an evolution box are."""
    side = {"resolve-mine": "me", "resolve-theirs": "opponent"}.get(state["stage"], "")
    lies_there = bool(side) and state[f"{side}.support"]["number"] and not state[f"{side}.voided"]
    return bool(lies_there) or bool(state["stage"] == "bonus")


WAITING = {
    "mulligans": (0, "may exchange cards of the opening hand"),
    "mulligan": (0, "may exchange {whose} whole hand"),
    "place": (0, "place{s} a Digimon"),
    "partner": (0, "may let the Partner evolve"),
    "rack": (0, "may put a card into the DP Zone"),
    "evolve": (0, "may evolve"),
    "bonus": (0, "next, the effects of the evolution box come, of which the model knows nothing"),
    "choice": (0, "next, an attack is chosen by whoever has not chosen"),
    "support-theirs": (1, "may support"),
    "support-mine": (0, "may support"),
    "turn-over": (0, "next, a card of the deck is turned over: what happens depends on that card"),
    "jam": (0, "may reveal Jamming"),
    "jam-theirs": (1, "may reveal Jamming"),
    "resolve-mine": (0, "next, a support is carried out, of which the model knows nothing"),
    "resolve-theirs": (0, "next, a support is carried out, of which the model knows nothing"),
    "abilities": (0, "decide{s} who resolves abilities first"),
    "discard": (0, "discard{s} a card"),
}
"""Stage to who has to do with it, 0 the turn player, and what is waited for."""


def ending(observation: Observation) -> Ending | None:
    """Who has won, in words for who asks; None while nobody has."""
    winner = observation.get("winner")
    if winner is None:
        return None
    if winner == "both":
        return Ending("both players have reached the KO points", "ko.win")
    by_points = observation["players"][winner].get("ko_points", 0) > 0 and _battled(observation, winner)
    says = ("you win", "the opponent wins")[winner]
    if by_points:
        return Ending(f"{says} by KO points", "ko.win")
    return Ending(f"{says}, since {WHO[1 - winner]} had no Digimon to place", "prep.loss")


def _battled(observation: Observation, winner: int) -> bool:
    """Whether the game ended after a battle: attacks have been chosen, or nobody stood opposite."""
    seats = observation["players"]
    placed = observation["turn"] == winner or seats[1 - winner].get("active") is not None
    return placed or any(seat.get("has_chosen") or seat.get("shown") for seat in seats)
