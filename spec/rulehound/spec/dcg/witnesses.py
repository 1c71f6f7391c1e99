"""Situations that two editions judge differently: made printable, and reached by an engine in play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulehound.spec.dcg.model.state import Card, Kind, Stack
from rulehound.spec.dcg.vectors import UNSHOWN, named

MOST_LEVEL, MOST_DP, MOST_COST = 7, 20, 20
"""Largest values of fields on a made-up card, DP in thousands."""

IN_ATTACK = ("when-attacking", "counter", "block", "resolve")
"""Stages in which an attack still is as it was declared, unless something was done since."""

DECISIONS = {"breeding": "breeding", "main": "main", "redraw": "redraw", "redraw-theirs": "redraw"}
"""What an observation calls the decision of a player in a stage."""

AREAS = ("me.battle", "me.breeding", "opponent.battle", "opponent.breeding")


def as_printed(state: Mapping[str, Any], parameters: Mapping[str, Any]) -> list[Any]:
    """Solver terms that keep cards like printed ones, and no area below 0 cards."""
    conditions = []
    for path in AREAS:
        for fields in state[path].fields:
            stack = named(Stack, fields)
            top = named(Card, stack["top"])
            conditions += [*_card(top), top["kind"] != Kind.OPTION]
            conditions += [stack["dp"] == top["dp"], stack["dp_change"] == 0]
    for part in ("me", "opponent"):
        counts = ("deck", "hand", "security", "egg_deck", "trash")
        conditions += [state[f"{part}.{name}"] >= 0 for name in counts]
    cards = {name.partition(".")[0] for name in parameters if name.endswith(".keywords")}
    for card in sorted(cards):
        conditions += _card({name: parameters[f"{card}.{name}"] for name, _ in Card.fields()})
    return conditions


def _card(card: Mapping[str, Any]) -> Iterator[Any]:
    yield from (card["level"] >= 2, card["level"] <= MOST_LEVEL)
    yield from (card["dp"] <= MOST_DP, (card["dp"] > 0) == card["has_dp"])
    yield from (card["play_cost"] <= MOST_COST, card["colours"] != 0, card["number"] >= 1)


def unstatable(state: Mapping[str, Any], parameters: Mapping[str, Any]) -> str:
    """The reason why no position states a stack or card of this situation; "" where one does."""
    stacks = [stack for path in AREAS for stack in state[path]]
    cards = [stack["top"] for stack in stacks]
    cards += [value for value in parameters.values() if isinstance(value, Mapping) and "keywords" in value]
    for stack in stacks:
        if stack["dp_change"] or stack["dp"] != stack["top"]["dp"]:
            return "a position has no words for a DP other than the printed one"
        for name in ("token", "may_blitz", "gained", "more_checks"):
            if stack[name]:
                return f"a position has no words for this of a stack: {name.replace('_', ' ')}"
    for card in cards:
        for name in UNSHOWN:
            if card[name]:
                return f"a scenario has no words for this of a card: {name.replace('_', ' ')}"
        for keyword in card["keywords"]:
            if keyword != "blocker":
                return f"a scenario has no words for {keyword}"
    return ""


def lead_in(before: Mapping[str, Any]) -> tuple[dict[str, Any], str, dict[str, Any]] | None:
    """An earlier state in which a player decides, with the action that leads to this state; None where none
    is known.

    It is known for an attack that has just been declared, and for nothing else.
    """
    attackers = [stack for stack in before["me.battle"] if stack["attacking"]]
    targets = [stack for stack in before["opponent.battle"] if stack["targeted"]]
    to_player = before["target_is_player"]
    if before["stage"] not in IN_ATTACK or len(attackers) != 1 or to_player == bool(targets):
        return None

    def undeclared(stack: Mapping[str, Any]) -> dict[str, Any]:
        suspended = (stack["suspended"] or stack["targeted"]) and not stack["attacking"]
        return {**stack, "attacking": False, "targeted": False, "suspended": suspended}

    earlier = {**before, "stage": "main", "target_is_player": False, "then": "unsuspend"}
    for path in ("me.battle", "opponent.battle"):
        earlier[path] = [undeclared(stack) for stack in before[path]]
    attack = {"attacker": undeclared(attackers[0])}
    if to_player:
        return earlier, "attack-player", attack
    return earlier, "attack-digimon", {**attack, "target": undeclared(targets[0])}


def opening(values: Mapping[str, Any]) -> dict[str, int]:
    """A game of two decks as they are brought, with the largest Digi-Egg decks."""
    return {
        "start.deck": values["deck.size"] - values["setup.hand"] - values["setup.security"],
        "start.egg-deck": values["egg-deck.max"],
        "setup.hand": values["setup.hand"],
        "setup.security": values["setup.security"],
    }


def seen(state: Mapping[str, Any]) -> dict[str, Any]:
    """The places that an observation shows of a state in the same turn, with their values."""
    places: dict[str, Any] = {"memory": state["memory"]}
    places["winner"] = {"nobody": "none", "turn-player": "me", "other-player": "opponent"}[state["winner"]]
    if state["stage"] in DECISIONS:
        places["decision"] = DECISIONS[state["stage"]]
    for part in ("me", "opponent"):
        for name in ("hand", "deck", "security", "trash", "battle"):
            value = state[f"{part}.{name}"]
            places[f"{part}.{name}.count"] = len(value) if isinstance(value, list) else value
    return places
