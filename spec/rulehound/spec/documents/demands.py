"""What each clause demands, one demand at a time, with the checks that stand for it.

A clause says several things: a sentence, a quantifier, a bound, "of both players", the rows of a table. Each
is a demand, written once for one edition of a document, after reading it:

    document = "shells"
    edition = "1.0"

    [[demand]]
    clause = "1-1-2"
    says = "The tide stops at the highest mark."
    checks = ["guard:wait:tide"]

    [[demand]]
    clause = "1-1-2"
    says = "The tide never falls below the lowest mark."
    lacks = "no scenario gives a tide at the lowest mark"     # or: untestable = "why nothing shows it"

The clause's permanent id carries a demand to the other editions. There it is in doubt unless the words of the
clause are the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

import msgspec

from rulehound.spec.documents.lineage import Lineage, nearest
from rulehound.spec.documents.spec_records import EditionName, RecordedClause
from rulehound.spec.documents.toml_source import KeyPath, TomlSource

WAYS = "name `checks`, or say what is missing under `lacks`, or why nothing shows it under `untestable`"


class Demand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that a clause demands. Exactly one of `checks`, `lacks` and `untestable` is given."""

    clause: str
    """Key of the clause in the edition that the file is about."""
    says: str
    """The demand in our own words; no other demand of the clause has the same."""
    checks: tuple[str, ...] = ()
    """Ids of the checks each of which fails where the demand is not met."""
    lacks: str = ""
    """The check that is missing."""
    untestable: str = ""
    """The reason why no engine can show whether the demand is met."""


class ClauseDemand(msgspec.Struct, frozen=True):
    """A demand of a clause of one edition, for which it was written or to which it was carried."""

    demand: Demand
    doubt: str = ""
    """Why it may not hold in this edition; '' where it was written for it, or for the same words."""


ClauseDemands: TypeAlias = Mapping[str, tuple[ClauseDemand, ...]]
"""Demands by key of the clause, in the order in which they are written."""

Clauses: TypeAlias = Mapping[EditionName, Mapping[str, RecordedClause]]
"""Recorded clauses by key, of every recorded edition."""


def read_demands(sources: Iterable[TomlSource], clauses: Clauses) -> Mapping[EditionName, ClauseDemands]:
    """The demands that these files have, by the edition for which they are written.

    Raises SpecError, which names file and line, for the first thing that is wrong. Whether the checks exist
    is for `unknown_checks` to say.
    """
    written: dict[EditionName, dict[str, tuple[ClauseDemand, ...]]] = {}
    for source in sources:
        source.only("document", "edition", "demand")
        name = _edition(source, clauses)
        of_edition = written.setdefault(name, {})
        for index, demand in enumerate(source.records("demand", Demand)):
            earlier = of_edition.get(demand.clause, ())
            _check(demand, source, ("demand", index), clauses[name], {one.demand.says for one in earlier})
            of_edition[demand.clause] = (*earlier, ClauseDemand(demand))
    return written


def carried_demands(
    written: Mapping[EditionName, ClauseDemands], lineages: Mapping[str, Lineage]
) -> Mapping[EditionName, ClauseDemands]:
    """The demands of every recorded edition: those that are written for it, and those of other editions.

    A clause without demands of its own has those of the related clauses of the nearest older edition that has
    some, else of the oldest.
    """
    demands = {}
    for document, lineage in lineages.items():
        for version in lineage.versions:
            of_edition = dict(written.get((document, version), {}))
            others = [v for v in lineage.versions if v != version and (document, v) in written]
            while base := nearest(version, others, lineage.versions):
                others.remove(base)
                carried = _carried(written[document, base], lineage, base, version)
                of_edition = {**carried, **of_edition}
            if of_edition:
                demands[document, version] = of_edition
    return demands


def unknown_checks(demands: Mapping[EditionName, ClauseDemands], known: Collection[str]) -> Iterator[str]:
    """A line for each check that a demand names and that is not among the known ones."""
    for (document, version), of_edition in demands.items():
        for key, of_clause in of_edition.items():
            for one in of_clause:
                for check in one.demand.checks:
                    if check not in known:
                        where = f"{document} {version}, {key}"
                        yield f'{where}: the demand "{one.demand.says}" names {check}, which is no check'


def _edition(source: TomlSource, clauses: Clauses) -> EditionName:
    """The edition that a file is about."""
    document, version = (source.data.get(key) for key in ("document", "edition"))
    if (document, version) not in clauses:
        what = f"edition {version} of document {document} is not recorded"
        recorded = ", ".join(" ".join(name) for name in clauses) or "none"
        raise source.error(("edition",), what, f"write `document` and `edition`; recorded are {recorded}")
    return str(document), str(version)


def _check(
    demand: Demand, source: TomlSource, place: KeyPath, clauses: Collection[str], others: Collection[str]
) -> None:
    """Raise SpecError for a demand that is wrong. `others`: what the other demands of its clause say."""
    if demand.clause not in clauses:
        what = f"the edition has no clause {demand.clause}"
        raise source.error((*place, "clause"), what, "correct the number")
    if not demand.says.strip():
        raise source.error(
            (*place, "says"), f"a demand of {demand.clause} says nothing", "say what it demands"
        )
    if demand.says in others:
        what = f'{demand.clause} has two demands that say "{demand.says}"'
        raise source.error((*place, "says"), what, "join them, or say how they differ")
    ways = [name for name in ("checks", "lacks", "untestable") if getattr(demand, name)]
    if len(ways) != 1:
        what = f'{demand.clause}, "{demand.says}" has {" and ".join(ways) or "no check and no reason"}'
        raise source.error(place, what, WAYS)
    if len(set(demand.checks)) < len(demand.checks):
        raise source.error((*place, "checks"), f"{demand.clause} names a check twice", "name it once")


def _carried(demands: ClauseDemands, lineage: Lineage, base: str, version: str) -> ClauseDemands:
    """The demands of edition `base` at the clauses of another edition."""
    carried: dict[str, tuple[ClauseDemand, ...]] = {}
    for key, of_clause in demands.items():
        read = lineage.editions[base][key]
        for clause in lineage.related(read.id, version):
            same = clause.fingerprint == read.fingerprint
            doubt = "" if same else f"its words are not those of {base}, {key}"
            here = tuple(msgspec.structs.replace(one, doubt=doubt) for one in of_clause)
            carried[clause.key] = (*carried.get(clause.key, ()), *here)
    return carried
