"""Situations that two editions judge differently: what makes them printable, how an engine gets there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulehound.spec.dcg.model.state import Card, Kind, Stack

MOST_LEVEL, MOST_DP, MOST_COST = 7, 20, 20
"""Largest values of fields on a made-up card, DP in thousands."""

IN_ATTACK = ("when-attacking", "counter", "block", "resolve")
"""Stages in which an attack stands as it was declared, unless something was done in between."""


def printable(state: Mapping[str, Any], parameters: Mapping[str, Any]) -> list[Any]:
    """Solver terms that keep a situation such as players know it: cards with the facts that cards have."""
    found = []
    for part in ("me", "opponent"):
        for path in (f"{part}.battle", f"{part}.breeding"):
            for fields in state[path].fields:
                stack = _named(Stack, fields)
                top = _named(Card, stack["top"])
                found += [*_as_printed(top), top["kind"] != Kind.OPTION, stack["dp"] == top["dp"]]
        counts = ("deck", "hand", "security", "egg_deck", "trash")
        found += [state[f"{part}.{name}"] >= 0 for name in counts]
    cards = {name.partition(".")[0] for name in parameters if name.endswith(".keywords")}
    for card in sorted(cards):
        found += _as_printed({name: parameters[f"{card}.{name}"] for name, _ in Card.fields()})
    return found


def _named(kind: type[Card] | type[Stack], fields: Sequence[Any]) -> dict[str, Any]:
    return {name: term for (name, _), term in zip(kind.fields(), fields, strict=True)}


def _as_printed(card: Mapping[str, Any]) -> Iterator[Any]:
    yield from (card["level"] >= 2, card["level"] <= MOST_LEVEL)
    yield from (card["dp"] <= MOST_DP, (card["dp"] > 0) == card["has_dp"])
    yield from (card["play_cost"] <= MOST_COST, card["colours"] != 0, card["number"] >= 1)


def lead_in(before: Mapping[str, Any]) -> tuple[dict[str, Any], str, dict[str, Any]] | None:
    """A state in which a player decides, with the action that leads to this one; None where none is known.

    Known is how an attack came to be that stands as it was declared.
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


def seen(state: Mapping[str, Any]) -> dict[str, Any]:
    """What an engine's observation shows of a state that is the same turn's: places to values."""
    places: dict[str, Any] = {"memory": state["memory"]}
    places["winner"] = {"nobody": "none", "turn-player": "me", "other-player": "opponent"}[state["winner"]]
    for part in ("me", "opponent"):
        for name in ("hand", "deck", "security", "trash", "battle"):
            value = state[f"{part}.{name}"]
            places[f"{part}.{name}.count"] = len(value) if isinstance(value, list) else value
    return places
