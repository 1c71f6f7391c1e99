"""Values in words, beside others: what is different about them, and no more."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Words:
    """How records are put into words."""

    called: Callable[[Mapping[str, Any]], str] = lambda _: ""
    """What a record is called in the game's words; "" where it has no name of its own."""
    silent: Collection[str] = ()
    """Values that say nothing: the first ones of enumerations."""

    def said(self, value: Any) -> str:
        """A value in words: a record by its name, else by those of its fields that say something."""
        if isinstance(value, dict):
            names = [name for name in value if self.says(value[name])]
            return self.called(value) or f"({self.fields(value, names)})"
        if isinstance(value, list | tuple):
            return f"[{', '.join(self.said(entry) for entry in value)}]"
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value)

    def says(self, value: Any) -> bool:
        """Whether a value says anything; 0, false and empty go without saying, and records of these."""
        if isinstance(value, dict):
            return any(self.says(part) for part in value.values())
        return bool(value) and not (isinstance(value, str) and value in self.silent)

    def fields(self, record: Mapping[str, Any], names: Sequence[str]) -> str:
        """Some fields of a record."""
        return ", ".join(f"{name} {self.said(record[name])}" for name in names)

    def name(self, record: Mapping[str, Any]) -> str:
        """What the first part of a record is called that has a name: the card that lies on top."""
        named = (self.called(part) for part in record.values() if isinstance(part, dict))
        return next((name for name in named if name), "")


PLAIN = Words()


def brief(value: Any, other: Any, words: Words = PLAIN) -> str:
    """A value as shown beside another one: of bags only the elements that differ, of these what differs."""
    if isinstance(value, dict) and isinstance(other, dict):
        return words.fields(value, _differing(value, other))
    if not (isinstance(value, list) and isinstance(other, list)):
        return words.said(value)
    elements = [_beside(entry, like, words) for entry, like in matched(value, other) if entry is not None]
    return f"{len(value)} of which {'; '.join(elements)}" if elements else str(len(value))


def matched(value: Sequence[Any], other: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """The elements of two bags that are not in the other one, each with the one that is most like it.

    None stands for an element where one bag has fewer of them.
    """
    mine, theirs = _without(value, other), _without(other, value)
    for entry in mine:
        like = min(theirs, key=lambda each, entry=entry: _distance(entry, each), default=None)  # type: ignore[misc]
        if like is not None:
            theirs.remove(like)
        yield entry, like
    yield from ((None, each) for each in theirs)


def _without(value: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    """The elements of a bag but for those that the other one has as well, each as often as it has it."""
    left, rest = list(other), []
    for entry in value:
        if entry in left:
            left.remove(entry)
        else:
            rest.append(entry)
    return rest


def _distance(entry: Any, other: Any) -> int:
    return len(_differing(entry, other)) if isinstance(entry, dict) and isinstance(other, dict) else 1


def _differing(record: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    return [name for name in record if record[name] != other.get(name)]


def _beside(entry: Any, like: Any, words: Words) -> str:
    """An element of a bag: by the fields in which it differs from the one that is most like it."""
    if not (isinstance(entry, dict) and isinstance(like, dict)):
        return words.said(entry)
    differing = _differing(entry, like)
    name = words.name({field: value for field, value in entry.items() if field not in differing})
    return f"{name}: {words.fields(entry, differing)}" if name else words.fields(entry, differing)


def unlike(expected: Any, observed: Any) -> list[int]:
    """In which fields the elements of two bags differ, by position; none where that cannot be told.

    Elements that are no records, numbers in a pile say, have no fields.
    """
    if not isinstance(expected, tuple) or not isinstance(observed, tuple) or len(expected) != len(observed):
        return []
    pairs = zip(
        *(
            [element for element in one if element not in other]
            for one, other in ((expected, observed), (observed, expected))
        ),
        strict=False,
    )
    records = [pair for pair in pairs if all(isinstance(element, tuple) for element in pair)]
    fields = (enumerate(zip(one, other, strict=False)) for one, other in records)
    return sorted({place for record in fields for place, (one, other) in record if one != other})
