"""The differences between a game's editions, as data: the readings, who follows them, what states them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec

from rulehound.spec.documents.records import SpecError
from rulehound.spec.documents.toml_source import KeyPath, TomlSource
from rulehound.spec.formats import Ruleset

FILE = "differences.toml"
"""Where a game's spec directory states them; a game without editions that differ has no such file."""

Clauses = Mapping[str, tuple[str, ...]]
"""Document and version, "dcg-rule-manual@2.3", to the keys of clauses there."""

Recorded = Mapping[tuple[str, str], Collection[str]]
"""Document and version to the keys of all its recorded clauses."""


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the ways in which a matter is ruled, and the rulesets that rule it so."""

    name: str
    says: str
    rulesets: tuple[str, ...]
    clauses: Clauses = {}
    """Empty where the documents of these rulesets are silent."""


class Difference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A matter that editions rule differently: a switch of the model, or the reason why nothing shows it."""

    id: str
    says: str
    readings: tuple[Reading, ...] = msgspec.field(name="reading")
    switch: str = ""
    """The switch whose values are the names of the readings."""
    model: str = ""
    """Where in the model the switch makes itself felt."""
    cannot_show: str = ""
    """Why no action and no state of a game can show the difference."""
    entries: tuple[str, ...] = ()
    """Numbers of the passages in conflict that express it."""

    def reading(self, ruleset: str) -> Reading:
        """How a ruleset rules the matter. Raises KeyError for a ruleset that no reading names."""
        for reading in self.readings:
            if ruleset in reading.rulesets:
                return reading
        raise KeyError(ruleset)


class NoDifference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Passages in conflict that make no difference in behaviour, with the reason."""

    reason: str
    why: str
    entries: tuple[str, ...]


class Agreed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A matter in which one might expect a difference and the editions rule alike."""

    id: str
    says: str
    clauses: Clauses


class Settled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question on which documents contradict themselves or are silent, and the answer taken."""

    id: str
    says: str
    """The question."""
    taken: str
    """The answer, which holds under every ruleset."""
    why: str
    rules: tuple[str, ...]
    """Rules that are read so."""
    clauses: Clauses
    """What speaks for the answer, and what against it."""
    scenarios: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    """Scenarios that ask an engine for it."""


class NotModelled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mechanic that the model leaves out; an engine's use of it leaves a game unjudged from there on."""

    name: str
    clauses: Clauses
    actions: tuple[str, ...] = ()
    """What engines call its use: the name of an action or effect, or a name in a list of what was used."""
    shown: tuple[str, ...] = ()
    """Keys of an observation under which something stands only where it is used."""


class Differences(msgspec.Struct, frozen=True):
    """All that a game's spec says about how its editions differ."""

    differences: tuple[Difference, ...] = ()
    no_difference: tuple[NoDifference, ...] = ()
    agreed: tuple[Agreed, ...] = ()
    settled: tuple[Settled, ...] = ()
    not_modelled: tuple[NotModelled, ...] = ()

    def between(self, one: str, other: str) -> list[Difference]:
        """The differences that two rulesets rule differently, in the order of the file."""
        return [found for found in self.differences if found.reading(one) is not found.reading(other)]


def load_differences(root: Path, rulesets: Mapping[str, Ruleset], recorded: Recorded) -> Differences:
    """Read and check the differences of a spec directory; where it has no such file, one for each switch.

    `rulesets` gives each ruleset its switches, `recorded` the clauses that may be cited. Raises SpecError,
    with file and line, for the first thing that is wrong.
    """
    path = root / FILE
    if not path.is_file():
        return Differences(tuple(_of_switches(rulesets)))
    source = TomlSource(path)
    source.only("difference", "no_difference", "agreed", "settled", "not_modelled")
    found = Differences(
        tuple(source.records("difference", Difference)),
        tuple(source.records("no_difference", NoDifference)),
        tuple(source.records("agreed", Agreed)),
        tuple(source.records("settled", Settled)),
        tuple(source.records("not_modelled", NotModelled)),
    )
    for index, difference in enumerate(found.differences):
        _check_difference(difference, source, ("difference", index), rulesets)
    for place, clauses in _citations(found):
        _check_clauses(clauses, source, place, recorded)
    _check_once(found, source)
    for switch in {name: None for ruleset in rulesets.values() for name in ruleset}:
        if switch not in {difference.switch for difference in found.differences}:
            raise SpecError(str(path), None, f"no difference has the switch {switch}", "state its readings")
    return found


@cache
def load_not_modelled(root: Path) -> tuple[NotModelled, ...]:
    """The mechanics that the model leaves out, unchecked; none where a spec directory does not state any.

    Raises SpecError where the file cannot be read.
    """
    path = root / FILE
    return tuple(TomlSource(path).records("not_modelled", NotModelled)) if path.is_file() else ()


def _of_switches(rulesets: Mapping[str, Ruleset]) -> Iterator[Difference]:
    """A difference for each switch on which rulesets differ, of which nothing is known but its values."""
    for switch in {name: None for switches in rulesets.values() for name in switches}:
        named: dict[str, tuple[str, ...]] = {}
        for ruleset, switches in rulesets.items():
            reading = as_reading(switches.get(switch))
            named[reading] = (*named.get(reading, ()), ruleset)
        if len(named) > 1:
            readings = tuple(Reading(name, "", of) for name, of in named.items())
            yield Difference(switch, "", readings, switch=switch)


def _check_difference(
    difference: Difference, source: TomlSource, place: KeyPath, rulesets: Mapping[str, Ruleset]
) -> None:
    if bool(difference.switch) == bool(difference.cannot_show):
        what = f"{difference.id} has both or neither of switch and cannot_show"
        raise source.error(place, what, "give one")
    for ruleset, switches in rulesets.items():
        named = [reading.name for reading in difference.readings if ruleset in reading.rulesets]
        if len(named) != 1:
            what = f"{difference.id} has {len(named)} readings for the ruleset {ruleset}"
            raise source.error(place, what, "name each ruleset in one reading")
        if difference.switch and difference.switch not in switches:
            what = f"the ruleset {ruleset} does not set the switch {difference.switch}"
            raise source.error((*place, "switch"), what, "set it, or name another")
        if difference.switch and as_reading(switches[difference.switch]) != named[0]:
            stands = as_reading(switches[difference.switch])
            what = f"{difference.id} reads {named[0]} for {ruleset}, whose switch stands at {stands}"
            raise source.error(place, what, "make the two agree")
    for number, reading in enumerate(difference.readings):
        for ruleset in reading.rulesets:
            if ruleset not in rulesets:
                at = (*place, "reading", number, "rulesets")
                raise source.error(at, f"unknown ruleset {ruleset}", f"use one of {', '.join(rulesets)}")


def as_reading(value: Any) -> str:
    """The value of a switch as the name of a reading: truth values in small letters."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _citations(found: Differences) -> Iterator[tuple[KeyPath, Clauses]]:
    for index, difference in enumerate(found.differences):
        for number, reading in enumerate(difference.readings):
            yield ("difference", index, "reading", number), reading.clauses
    for index, agreed in enumerate(found.agreed):
        yield ("agreed", index), agreed.clauses
    for index, settled in enumerate(found.settled):
        yield ("settled", index), settled.clauses
    for index, left_out in enumerate(found.not_modelled):
        yield ("not_modelled", index), left_out.clauses


def _check_clauses(clauses: Clauses, source: TomlSource, place: KeyPath, recorded: Recorded) -> None:
    for edition, keys in clauses.items():
        document, _, version = edition.partition("@")
        at = (*place, "clauses", edition)
        if (document, version) not in recorded:
            raise source.error(at, f"no recorded edition {edition}", "cite one, as document@version")
        for key in keys:
            if key not in recorded[document, version]:
                raise source.error(at, f"{edition} has no clause {key}", "cite a recorded clause")


def _check_once(found: Differences, source: TomlSource) -> None:
    """Every id and every number of an entry stands once."""
    seen: set[str] = set()
    named: list[tuple[KeyPath, tuple[str, ...]]] = []
    named += [(("difference", i), (each.id, *each.entries)) for i, each in enumerate(found.differences)]
    named += [(("no_difference", i), each.entries) for i, each in enumerate(found.no_difference)]
    named += [(("agreed", i), (each.id,)) for i, each in enumerate(found.agreed)]
    named += [(("settled", i), (each.id,)) for i, each in enumerate(found.settled)]
    for place, names in named:
        for name in names:
            if name in seen:
                raise source.error(place, f"{name} stands twice", "keep one of them")
            seen.add(name)
