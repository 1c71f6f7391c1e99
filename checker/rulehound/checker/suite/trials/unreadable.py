"""Whether an engine refuses what cannot be read, and goes on after it.

A position that the engine sets up, cards with effects, and a new game are damaged in one place each time.
Words that mean nothing have to be refused, since an engine that takes them would play another card than the
printed one. Of a value of another type, and of a field that nobody knows, an engine may make what it likes,
as long as it answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec

from rulehound.checker.engines.misbehaviour import EngineError, quoted
from rulehound.checker.judging.target import Target
from rulehound.checker.suite.trials.moments import Alike
from rulehound.checker.suite.trials.tapes import moment
from rulehound.checker.wording import counted
from rulehound.spec.formats import Adapter, Card, Observation, Refused, Setup
from rulehound.spec.game import UnreadableStarts

UNKNOWN = "x-unknown"
"""A name, and a text, that mean nothing in any game."""
OBJECT = {UNKNOWN: [UNKNOWN]}
"""What stands in the place of a number, a text or a truth value."""
POSITION, SETUP = "position", "setup"
"""The first name of a path in the position, and in a new game."""
EFFECTS = "effects"
"""The fact of a card that is a list of its effects."""

Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True)
class Damage:
    """One place of a position, of a card that is given with it, or of a new game, that cannot be read."""

    path: str
    """As in `UnreadableStarts.senseless`."""
    value: Any
    refused: bool
    """Whether an engine has to refuse it; else it may take it, too."""
    begin: Callable[[Adapter, str], Observation]
    """Begins it on an engine by an edition."""


def damages(given: UnreadableStarts, setup: Setup) -> Iterator[Damage]:
    """What is damaged: first what has to be refused, then one of each kind of field of positions and cards.

    Fields of one kind have the same names around them; of several, the first is damaged.
    """
    for place, value in given.senseless.items():
        in_setup = place.partition(".")[0] == SETUP
        yield _new_game(setup, place, value) if in_setup else _damaged(given, place, value, refused=True)
    for effect in given.effects:
        yield _damaged(given, f"{given.cards[0].number}.{EFFECTS}", [effect], refused=True)
    kinds: set[tuple[bool, Sequence[str]]] = set()
    for root, whole in _roots(given).items():
        for path, value in _places(whole):
            kind = (root == POSITION, tuple(str(part) for part in path if isinstance(part, str)))
            if kind not in kinds:
                kinds.add(kind)
                place = ".".join(map(str, (root, *path)))
                if path:
                    other = UNKNOWN if isinstance(value, Mapping | list | tuple) else OBJECT
                    yield _damaged(given, place, other, refused=False)
                if isinstance(value, Mapping):
                    yield _damaged(given, f"{place}.{UNKNOWN}", UNKNOWN, refused=False)


def broken_by(adapter: Adapter, target: Target, given: UnreadableStarts, setup: Setup) -> tuple[int, str]:
    """How many damaged starts an engine was given, and what it does wrong, in words; '' where nothing.

    Raises Refused where it does not take the position undamaged, EngineError where it breaks.
    """
    alike = Alike(target.game.reader, {card.number: card for card in given.cards})
    before = moment(adapter, adapter.position(given.cards, given.position, target.edition))
    number = 0
    for number, damage in enumerate(damages(given, setup), 1):
        taken = _taken(adapter, damage, target.edition)
        if taken is not None and damage.refused:
            return number, f"it takes {_described(damage)}"
    after = moment(adapter, adapter.position(given.cards, given.position, target.edition))
    if different := alike.differ(before, after):
        return number, f"set up again after {counted(number, 'unreadable start')}, {different}"
    return number, ""


def _taken(adapter: Adapter, damage: Damage, edition: str) -> Observation | None:
    """What the engine shows of a damaged start; None where it refuses it. Raises EngineError."""
    try:
        return damage.begin(adapter, edition)
    except Refused:
        return None
    except EngineError as error:
        raise EngineError(error.kind, f"given {_described(damage)}: {error.detail}") from error


def _described(damage: Damage) -> str:
    return f"a start where `{damage.path}` is {quoted(msgspec.json.encode(damage.value).decode())}"


def _roots(given: UnreadableStarts) -> Mapping[str, Any]:
    """What can be damaged, by the first name of its paths: the position, and the facts of each card."""
    facts = {card.number: card.facts for card in (*given.cards, *given.others)}
    return {POSITION: given.position, **facts}


def _places(value: Any) -> Iterator[tuple[Path, Any]]:
    """Every place of a JSON value, from the outside in, with what stands there."""
    yield (), value
    parts: Iterator[tuple[str | int, Any]] = iter(())
    if isinstance(value, Mapping):
        parts = iter(value.items())
    elif isinstance(value, list | tuple):
        parts = iter(enumerate(value))
    for name, part in parts:
        for path, inner in _places(part):
            yield (name, *path), inner


def _new_game(setup: Setup, place: str, value: Any) -> Damage:
    """A new game with another value at the end of a path, of the type that belongs there."""
    _, *path = place.split(".")
    changed = msgspec.convert(_with(msgspec.to_builtins(setup), path, value), Setup)
    return Damage(place, value, True, lambda adapter, _: adapter.new_game(changed))


def _damaged(given: UnreadableStarts, place: str, value: Any, *, refused: bool) -> Damage:
    """The position, or the card at the root of a path, with another value at its end."""
    root, *path = place.split(".")
    if root == POSITION:
        return _position(place, value, refused, given.cards, _with(given.position, path, value))
    cards = {card.number: card for card in given.cards}
    cards |= {card.number: card for card in given.others if card.number == root}
    cards[root] = msgspec.structs.replace(cards[root], facts=_with(cards[root].facts, path, value))
    return _position(place, value, refused, list(cards.values()), given.position)


def _position(place: str, value: Any, refused: bool, cards: Sequence[Card], position: Any) -> Damage:
    return Damage(place, value, refused, lambda adapter, edition: adapter.position(cards, position, edition))


def _with(whole: Any, path: Sequence[str], value: Any) -> Any:
    """A JSON value with another one at the end of a path, which may be new there."""
    if not path:
        return value
    name, *rest = path
    if isinstance(whole, Mapping):
        return {**whole, name: _with(whole.get(name), rest, value)}
    place = int(name)
    return [_with(part, rest, value) if number == place else part for number, part in enumerate(whole)]
