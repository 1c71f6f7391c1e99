"""The differences between a game's editions as data: their readings, with rulesets and clauses."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec

from rulehound.spec.documents.spec_records import SpecError
from rulehound.spec.documents.toml_source import KeyPath, TomlSource
from rulehound.spec.formats import Ruleset

FILE = "differences.toml"
"""The file of differences in a game's spec directory. A game whose editions do not differ has none."""

Clauses = Mapping[str, tuple[str, ...]]
"""Document and version, "dcg-rule-manual@2.3", to the keys of clauses there."""

RecordedKeys = Mapping[tuple[str, str], Collection[str]]
"""Document and version to the keys of all its recorded clauses."""


class RuleReading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the ways in which editions rule a matter, with the rulesets that do so."""

    name: str
    says: str
    rulesets: tuple[str, ...]
    clauses: Clauses = {}
    """Empty where the documents of these rulesets are silent."""


class RuleDifference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A matter that editions rule differently: a switch of the model, or the reason why nothing shows it."""

    id: str
    says: str
    readings: tuple[RuleReading, ...] = msgspec.field(name="reading")
    switch: str = ""
    """The switch whose values are the names of the readings."""
    model: str = ""
    """The place in the model where the switch has an effect."""
    scenarios: tuple[str, ...] = ()
    """Ids of scenarios that tell the readings apart, where engines alone follow the switch."""
    cannot_show: str = ""
    """Why no action and no state of a game can show the difference."""
    entries: tuple[str, ...] = ()
    """Numbers of the passages in conflict that express it."""

    def reading(self, ruleset: str) -> RuleReading:
        """The reading of a ruleset. Raises KeyError for a ruleset that no reading names."""
        for reading in self.readings:
            if ruleset in reading.rulesets:
                return reading
        raise KeyError(ruleset)


class NoDifference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Passages in conflict that make no difference in behaviour, with the reason."""

    reason: str
    why: str
    entries: tuple[str, ...]


class AgreedMatter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A matter that all editions rule alike, although one might expect a difference."""

    id: str
    says: str
    clauses: Clauses


class SettledQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    """The clauses for the answer, and those against it."""
    scenarios: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    """Scenarios that test an engine for the answer."""


class NotModelled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mechanic that the model leaves out. A game in which an engine uses it is not judged further."""

    name: str
    clauses: Clauses
    actions: tuple[str, ...] = ()
    """Names of its use in engines: of an action, of an effect, or in a list of used mechanics."""
    shown: tuple[str, ...] = ()
    """Keys of an observation that have a value only where it is used."""


class Differences(msgspec.Struct, frozen=True):
    """All differences between the editions of a game, and what is known of their agreement."""

    differences: tuple[RuleDifference, ...] = ()
    no_difference: tuple[NoDifference, ...] = ()
    agreed: tuple[AgreedMatter, ...] = ()
    settled: tuple[SettledQuestion, ...] = ()
    not_modelled: tuple[NotModelled, ...] = ()

    def between(self, one: str, other: str) -> list[RuleDifference]:
        """The differences that two rulesets rule differently, in the order of the file."""
        return [each for each in self.differences if each.reading(one) is not each.reading(other)]


def load_differences(root: Path, rulesets: Mapping[str, Ruleset], recorded: RecordedKeys) -> Differences:
    """Read and check the differences of a spec directory. Without a file, there is one for each switch.

    `rulesets` gives each ruleset its switches, `recorded` the clauses that may be cited. Raises SpecError,
    with file and line, for the first thing that is wrong.
    """
    path = root / FILE
    if not path.is_file():
        return Differences(tuple(_of_switches(rulesets)))
    source = TomlSource(path)
    source.only("difference", "no_difference", "agreed", "settled", "not_modelled")
    differences = Differences(
        tuple(source.records("difference", RuleDifference)),
        tuple(source.records("no_difference", NoDifference)),
        tuple(source.records("agreed", AgreedMatter)),
        tuple(source.records("settled", SettledQuestion)),
        tuple(source.records("not_modelled", NotModelled)),
    )
    for index, difference in enumerate(differences.differences):
        _check_difference(difference, source, ("difference", index), rulesets)
    for place, clauses in _citations(differences):
        _check_clauses(clauses, source, place, recorded)
    _check_once(differences, source)
    for switch in {name: None for ruleset in rulesets.values() for name in ruleset}:
        if switch not in {difference.switch for difference in differences.differences}:
            raise SpecError(str(path), None, f"no difference has the switch {switch}", "state its readings")
    return differences


@cache
def load_not_modelled(root: Path) -> tuple[NotModelled, ...]:
    """The mechanics that the model leaves out, unchecked; none where a spec directory does not state any.

    Raises SpecError where the file cannot be read.
    """
    path = root / FILE
    return tuple(TomlSource(path).records("not_modelled", NotModelled)) if path.is_file() else ()


def _of_switches(rulesets: Mapping[str, Ruleset]) -> Iterator[RuleDifference]:
    """A difference for each switch on which rulesets differ, known by the values of the switch alone."""
    for switch in {name: None for switches in rulesets.values() for name in switches}:
        rulesets_of: dict[str, tuple[str, ...]] = {}
        for ruleset, switches in rulesets.items():
            reading = as_reading(switches.get(switch))
            rulesets_of[reading] = (*rulesets_of.get(reading, ()), ruleset)
        if len(rulesets_of) > 1:
            readings = tuple(RuleReading(name, "", of) for name, of in rulesets_of.items())
            yield RuleDifference(switch, "", readings, switch=switch)


def _check_difference(
    difference: RuleDifference, source: TomlSource, place: KeyPath, rulesets: Mapping[str, Ruleset]
) -> None:
    if bool(difference.switch) == bool(difference.cannot_show):
        what = f"{difference.id} has both or neither of switch and cannot_show"
        raise source.error(place, what, "give one")
    if difference.scenarios and (difference.model or not difference.switch):
        what = f"{difference.id} has scenarios, which are for a switch that the model does not read"
        raise source.error((*place, "scenarios"), what, "leave them out")
    for ruleset, switches in rulesets.items():
        names = [reading.name for reading in difference.readings if ruleset in reading.rulesets]
        if len(names) != 1:
            what = f"{difference.id} has {len(names)} readings for the ruleset {ruleset}"
            raise source.error(place, what, "name each ruleset in one reading")
        if difference.switch and difference.switch not in switches:
            what = f"the ruleset {ruleset} does not set the switch {difference.switch}"
            raise source.error((*place, "switch"), what, "set it, or name another")
        if difference.switch and as_reading(switches[difference.switch]) != names[0]:
            stands = as_reading(switches[difference.switch])
            what = f"{difference.id} reads {names[0]} for {ruleset}, whose switch stands at {stands}"
            raise source.error(place, what, "make the two agree")
    for number, reading in enumerate(difference.readings):
        for ruleset in reading.rulesets:
            if ruleset not in rulesets:
                at = (*place, "reading", number, "rulesets")
                raise source.error(at, f"unknown ruleset {ruleset}", f"use one of {', '.join(rulesets)}")


def as_reading(value: Any) -> str:
    """The value of a switch as the name of a reading: truth values in small letters."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _citations(differences: Differences) -> Iterator[tuple[KeyPath, Clauses]]:
    for index, difference in enumerate(differences.differences):
        for number, reading in enumerate(difference.readings):
            yield ("difference", index, "reading", number), reading.clauses
    for index, agreed in enumerate(differences.agreed):
        yield ("agreed", index), agreed.clauses
    for index, settled in enumerate(differences.settled):
        yield ("settled", index), settled.clauses
    for index, left_out in enumerate(differences.not_modelled):
        yield ("not_modelled", index), left_out.clauses


def _check_clauses(clauses: Clauses, source: TomlSource, place: KeyPath, recorded: RecordedKeys) -> None:
    for edition, keys in clauses.items():
        document, _, version = edition.partition("@")
        at = (*place, "clauses", edition)
        if (document, version) not in recorded:
            raise source.error(at, f"no recorded edition {edition}", "cite one, as document@version")
        for key in keys:
            if key not in recorded[document, version]:
                raise source.error(at, f"{edition} has no clause {key}", "cite a recorded clause")


def _check_once(differences: Differences, source: TomlSource) -> None:
    """Raise SpecError where an id or the number of an entry occurs twice."""
    earlier: set[str] = set()
    names_at: list[tuple[KeyPath, tuple[str, ...]]] = []
    names_at += [
        (("difference", i), (each.id, *each.entries)) for i, each in enumerate(differences.differences)
    ]
    names_at += [(("no_difference", i), each.entries) for i, each in enumerate(differences.no_difference)]
    names_at += [(("agreed", i), (each.id,)) for i, each in enumerate(differences.agreed)]
    names_at += [(("settled", i), (each.id,)) for i, each in enumerate(differences.settled)]
    for place, names in names_at:
        for name in names:
            if name in earlier:
                raise source.error(place, f"{name} stands twice", "keep one of them")
            earlier.add(name)
