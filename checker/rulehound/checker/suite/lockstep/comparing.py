"""Comparing what two engines show of one game, where each gives its own ids to the same things.

Things are paired as they are met: by their place where a list has an order, else by the pairs of earlier
moments, then by what they show of themselves. What one of the engines does not show is not compared.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from rulehound.checker.judging.names import renamed
from rulehound.checker.judging.observations.json_paths import ID, same, things
from rulehound.spec.formats import Action, Observation
from rulehound.spec.game import SideBySide

Differences: TypeAlias = Mapping[str, Sequence[Any]]
"""Path to what the engine under test shows there, and what the other one shows, in the names of the first."""


@dataclass
class Pairs:
    """The ids that two engines give to the same things."""

    here: dict[str, str] = field(default_factory=dict)
    """Id of the other engine to the one of the engine under test."""
    there: dict[str, str] = field(default_factory=dict)
    """Id of the engine under test to the one of the other engine."""

    def copy(self) -> Pairs:
        """Pairs to which more are added without adding them here."""
        return Pairs(dict(self.here), dict(self.there))

    def add(self, here: str, there: str) -> None:
        """Note that both ids stand for one thing; what either stood for before is forgotten."""
        self.there.pop(self.here.get(there, ""), None)
        self.here.pop(self.there.get(here, ""), None)
        self.here[there], self.there[here] = here, there

    def in_our_names(self, value: Any) -> Any:
        """A value of the other engine with the ids of the engine under test."""
        return renamed(value, self.here)

    def in_their_names(self, value: Any) -> Any:
        """A value of the engine under test with the ids of the other engine."""
        return renamed(value, self.there)


def paired(pairs: Pairs, here: Observation, there: Observation, by: SideBySide) -> Pairs:
    """The pairs with those that these observations of one moment give."""
    more = pairs.copy()
    _pair(here, there, "", more, by)
    return more


def differences(pairs: Pairs, here: Observation, there: Observation, by: SideBySide) -> Differences:
    """What differs between two observations of one moment, of what both engines show."""
    return dict(_differing(here, there, "", "", pairs, by))


def nameless(pairs: Pairs, there: Observation, actions: Iterable[Action]) -> bool:
    """Whether offers of the other engine name things that the engine under test does not show."""
    shown = {thing[ID] for thing in things(there)}
    named = {value for action in actions for value in action.values() if isinstance(value, str)}
    return not shown & named <= pairs.here.keys()


def different_offers(
    here: Sequence[Action], there: Sequence[Action], known: Callable[[Action], Action]
) -> tuple[list[Action], list[Action]]:
    """The offers of the engine under test that the other one does not have, and the other way round.

    Both are given in the same names; `known` takes away what an engine has added to an action.
    """
    ours, theirs = ({_key(known(action)): action for action in offers} for offers in (here, there))
    wrong = [action for key, action in ours.items() if key not in theirs]
    return wrong, [action for key, action in theirs.items() if key not in ours]


def _pair(here: Any, there: Any, name: str, pairs: Pairs, by: SideBySide) -> None:
    if isinstance(here, dict) and isinstance(there, dict):
        own, other = here.get(ID, here.get(by.name)), there.get(ID)
        if isinstance(own, str) and isinstance(other, str):
            pairs.add(own, other)
        for key in sorted(here, key=lambda key: (key in by.left_out, key)):
            if key in there:
                _pair(here[key], there[key], key, pairs, by)
    elif isinstance(here, list) and isinstance(there, list):
        for one, other in _matched(here, there, name, pairs, by):
            _pair(one, other, name, pairs, by)


def _matched(
    here: Sequence[Any], there: Sequence[Any], name: str, pairs: Pairs, by: SideBySide
) -> Iterator[tuple[Any, Any]]:
    """The elements of two lists that are the same things; what has no partner stands beside None."""
    if name not in by.unordered:
        yield from zip(here, there, strict=False)
        return
    left = list(there)
    rest = list[Any]()
    for one in here:
        partner = pairs.there.get(one[ID]) if isinstance(one, dict) and ID in one else None
        other = next((each for each in left if isinstance(each, dict) and each.get(ID) == partner), None)
        if partner is not None and other is not None and _says(one, by) == _says(other, by):
            left.remove(other)
            yield one, other
        else:
            rest.append(one)
    for looks in (_looks, _says, lambda _one, _by: ""):
        unmatched = list[Any]()
        for one in rest:
            own = looks(one, by)
            other = next((each for each in left if looks(pairs.in_our_names(each), by) == own), None)
            if other is None:
                unmatched.append(one)
            else:
                left.remove(other)
                yield one, other
        rest = unmatched


def _looks(value: Any, by: SideBySide) -> str:
    """All that a thing shows of itself and of the things within it, but for ids."""
    return _key(_without_ids(value, by))


def _says(value: Any, by: SideBySide) -> str:
    """The names of a thing and of the things within it, in their order."""
    return _key(list(_named(value, by)))


def _named(value: Any, by: SideBySide) -> Iterator[Any]:
    if isinstance(value, dict):
        if by.name in value:
            yield value[by.name]
        for inner in value.values():
            yield from _named(inner, by)
    elif isinstance(value, list):
        for inner in value:
            yield from _named(inner, by)


def _without_ids(value: Any, by: SideBySide) -> Any:
    if isinstance(value, dict):
        kept = {key: inner for key, inner in value.items() if key != ID and key not in by.left_out}
        return {key: _without_ids(inner, by) for key, inner in kept.items()}
    return [_without_ids(inner, by) for inner in value] if isinstance(value, list) else value


def _differing(
    here: Any, there: Any, path: str, name: str, pairs: Pairs, by: SideBySide
) -> Iterator[tuple[str, list[Any]]]:
    if isinstance(here, dict) and isinstance(there, dict):
        for key in here:
            if key in there and key != ID and key not in by.left_out:
                inner = f"{path}.{key}" if path else key
                yield from _differing(here[key], there[key], inner, key, pairs, by)
    elif isinstance(here, list) and isinstance(there, list):
        yield from _differing_lists(here, there, path, name, pairs, by)
    elif isinstance(here, list) != isinstance(there, list):
        # one of them counts what the other one lists
        counts = [len(each) if isinstance(each, list) else each for each in (here, there)]
        if not same(*counts) and None not in counts:
            yield path, counts
    elif not same(here, pairs.in_our_names(there)) and not (
        name in by.unknown_if_null and None in (here, there)
    ):
        yield path, [here, pairs.in_our_names(there)]


def _differing_lists(
    here: Sequence[Any], there: Sequence[Any], path: str, name: str, pairs: Pairs, by: SideBySide
) -> Iterator[tuple[str, list[Any]]]:
    plain = not any(isinstance(one, dict) for one in (*here, *there))
    if plain:
        own, other = list(here), pairs.in_our_names(list(there))
        if name in by.unordered:
            own, other = sorted(own, key=_key), sorted(other, key=_key)
        if not same(own, other):
            yield path, [own, other]
        return
    if len(here) != len(there):
        yield path, [_names_of(here, by), _names_of(there, by)]
        return
    for number, (one, other) in enumerate(_matched(here, there, name, pairs, by)):
        place = one.get(ID, number) if isinstance(one, dict) else number
        yield from _differing(one, other, f"{path}[{place}]", name, pairs, by)


def _names_of(things: Sequence[Any], by: SideBySide) -> list[Any]:
    """The things of a list by their names, each with those of what is within it."""
    return ["/".join(map(str, _named(each, by))) for each in things]


def _key(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
