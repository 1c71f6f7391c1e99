"""Conditions and happenings in a player's words. Whoever asks is called "you"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulehound.spec.asking import WHO, Ending, FieldChange
from rulehound.spec.dcg.reading.cards import Cards, called
from rulehound.spec.dcg.reading.reported_effects import DRAWN
from rulehound.spec.formats import Observation

WHOSE = ("your", "the opponent's")

FLAGS = {
    "suspended": ("{it} were suspended", "{it} were not suspended"),
    "played_this_turn": ("{it} had come into play this turn", "{it} had not come into play this turn"),
    "attacking": ("{it} were attacking", "{it} were not attacking"),
    "targeted": ("{it} were being attacked", "{it} were not being attacked"),
    "has_dp": ("{it} had DP", "{it} had no DP"),
}
"""Flag of a stack or card to what would have to be: that it is set, and that it is not."""

NUMBERS = {
    "level": "{it} were level {after}",
    "play_cost": "the play cost of {it} were {after}",
}
REQUIREMENT = {
    "level": "{it} digivolved from level {after}",
    "cost": "the digivolution cost of {it} were {after}",
}
SETS = {"keywords": "{it} had {what}", "gained": "{it} had {what}", "colours": "{it} were {what}"}
STAGES = {
    "main": "it were the main phase",
    "breeding": "it were the breeding phase",
    "block": "it were the block timing of an attack",
    "redraw": "the opening hands were being drawn",
}
PILES = {
    "hand": "hand",
    "deck": "deck",
    "security": "security stack",
    "egg_deck": "Digi-Egg deck",
    "trash": "trash",
}
AREAS = {"battle": "battle area", "breeding": "breeding area"}


def condition(change: FieldChange, turn: int, cards: Cards) -> str:
    """What would have to be otherwise, to go on after "if"; "" where nobody would say it so.

    `turn` is 0 in the turn of who asks, else 1.
    """
    side, _, area = change.path.partition(".")
    whose = WHOSE[turn if side == "me" else 1 - turn]
    if change.element is None:
        return _of_state(change, turn, whose, area)
    if isinstance(change.element.get("card"), Mapping):
        return ""  # what is being played: nobody would have it be otherwise
    if change.field == "":
        return f"{_name(change.element, cards)} were not in {whose} {AREAS.get(area, area)}"
    field, it = change.field.rpartition(".")[2], _name(change.element, cards)
    if "card" in change.element:
        return REQUIREMENT.get(field, "").format(it=it, after=_bound(change))
    if field in FLAGS:
        return FLAGS[field][not change.after].format(it=it)
    if field in NUMBERS:
        return NUMBERS[field].format(it=it, after=_bound(change))
    if field in SETS:
        more = [word for word in change.after if word not in change.before]
        fewer = [word for word in change.before if word not in change.after]
        words = SETS[field].format(it=it, what=" and ".join(more or fewer))
        return words if more else words.replace("had", "did not have").replace("were", "were not")
    return ""


def _of_state(change: FieldChange, turn: int, whose: str, area: str) -> str:
    if change.path == "memory":
        own = change.after >= 0
        side = WHOSE[turn if own else 1 - turn]
        more = (change.after > change.before) == own
        bound = f" or {'more' if more else 'less'}" if change.beyond else ""
        return f"the memory counter stood at {abs(change.after)}{bound} on {side} side"
    if change.path == "stage":
        return STAGES.get(change.after, "")
    if area in AREAS:
        return f"{whose} {AREAS[area]} were empty" if not change.after else ""
    if area in PILES:
        return f"{whose} {PILES[area]} held {_bound(change)}"
    return ""


def _bound(change: FieldChange) -> str:
    """A number that would do, and which side of it does as well."""
    side = " or more" if change.after > change.before else " or less"
    return f"{change.after}{side if change.beyond else ''}"


def _name(element: Mapping[str, Any], cards: Cards) -> str:
    """The name of a card, or of a stack by its top card; of a requirement, of the card that it stands on."""
    top = element.get("top", element)
    number = (
        called({"play_cost": 0, **top})
        if "number" in top
        else called({"play_cost": 0, "number": element.get("card", 0)})
    )
    return (cards[number].name or number) if number in cards else number


def happenings(before: Mapping[str, Any], after: Mapping[str, Any], turn: int, cards: Cards) -> Sequence[str]:
    """What differs between two states of the model, in words for who asks.

    `turn` is whose turn it was before: 0 of who asks, else 1.
    """
    return list(_happenings(before, after, turn, cards))


def _happenings(
    before: Mapping[str, Any], after: Mapping[str, Any], turn: int, cards: Cards
) -> Iterator[str]:
    later = turn ^ (before["second_players_turn"] != after["second_players_turn"])
    old, new = (state["memory"] * (-1 if who else 1) for state, who in ((before, turn), (after, later)))
    if old != new:
        yield f"memory {_counter(old)} → {_counter(new)}"
    if after["revealed"] != before["revealed"] and after["revealed"]["number"]:
        yield f"{_name(after['revealed'], cards)} is turned over"
    for who in (0, 1):
        then, now = (("me" if at == who else "opponent") for at in (turn, later))
        for area, words in AREAS.items():
            there = f"{WHOSE[who]} {words}"
            yield from _of_stacks(before[f"{then}.{area}"], after[f"{now}.{area}"], there, who, cards)
        for pile, words in PILES.items():
            was, is_now = before[f"{then}.{pile}"], after[f"{now}.{pile}"]
            if was != is_now:
                yield f"{WHOSE[who]} {words} {was} → {is_now}"
    if later != turn:
        yield f"it is {WHOSE[later]} turn"
    if before["winner"] != after["winner"]:
        winner = later if after["winner"] == "turn-player" else 1 - later
        yield "you win" if winner == 0 else "the opponent wins"


def _counter(memory: int) -> str:
    return f"{abs(memory)}{' (the opponent)' if memory < 0 else ' (you)' if memory else ''}"


def _of_stacks(
    before: Sequence[Mapping[str, Any]],
    after: Sequence[Mapping[str, Any]],
    there: str,
    who: int,
    cards: Cards,
) -> Iterator[str]:
    """What has become of the stacks of an area: those that are equal are left out, then pairs of one card."""
    gone, come = [one for one in before if one not in after], [one for one in after if one not in before]
    for old in gone:
        new = next((one for one in come if one["top"] == old["top"]), None)
        new = new or next((one for one in come if old["top"] in one["under"][:1]), None)
        it = f"{WHOSE[who]} {_name(old, cards)}"
        if new is None:
            yield f"{it} leaves {there}"
            continue
        come.remove(new)
        if old["top"] != new["top"]:
            yield f"{it} becomes {_name(new, cards)}"
        if old["suspended"] != new["suspended"]:
            yield f"{it} is {'suspended' if new['suspended'] else 'unsuspended'}"
        if old["dp"] != new["dp"]:
            yield f"{it}: {old['dp']} DP → {new['dp']} DP"
        if old["fate"] != new["fate"] and new["fate"] != "safe":
            yield f"{it} is to be deleted"
    for new in come:
        yield f"{_name(new, cards)} enters {there}"


WAITING = {
    "breeding": (0, "decide{s} in {whose} breeding phase"),
    "main": (0, "decide{s} in {whose} main phase"),
    "block": (1, "may block"),
    "check": (0, "next, a security card is turned over: what happens depends on that card"),
    "revealed": (0, "next, the effects of the security card come"),
    "effect": (0, "next, the effect of a card is carried out, of which the model knows nothing"),
    "shown": (0, "may place or suspend something for the card that is shown"),
    "would-delete": (0, "may have an effect against the deletion"),
    "would-delete-theirs": (1, "may have an effect against the deletion"),
    "when-attacking": (0, "next, effects of the attack come"),
    "counter": (1, "next, effects at counter timing come"),
    "ending": (0, "may attack by Blitz before {whose} turn ends"),
    "redraw": (0, "may redraw {whose} hand"),
    "redraw-theirs": (1, "may redraw {whose} hand"),
}
"""Stage to who has to do with it, 0 the turn player, and what is waited for."""


ENDINGS = {
    "attack": Ending("by an attack on a player without security", "game.win-attack"),
    "deck-out": Ending("since {loser} had no card to draw", "game.deck-out"),
    DRAWN: Ending("since the effects of cards would go on for ever", "game.endless"),
}
"""By what a game has ended, in the word of an observation, to how that is said."""

WINS = ("you win", "the opponent wins")


def ending(observation: Observation) -> Ending | None:
    """Who has won and why, in words for who asks; None while nobody has won, or where nothing shows why."""
    winner, how = observation.get("winner"), ENDINGS.get(observation.get("ended_by") or "")
    if how is None:
        return None
    result = "nobody wins" if winner is None else WINS[winner]
    loser = "" if winner is None else WHO[1 - winner]
    return Ending(f"{result} {how.says.format(loser=loser)}", how.rule)
