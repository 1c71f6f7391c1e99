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

A clause of another document, or of another edition, may demand some of what a clause demands for which the
demands are written. Somebody has read both, and names these demands by their words; their checks follow:

    [[same]]
    clause = "tides/3"
    as = "shells@1.0/1-1-2"
    says = ["The tide stops at the highest mark."]

What 1-1-2 is given later is no demand of tides/3 until somebody has read that, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec

from rulehound.spec.documents.lineage import Lineage, nearest
from rulehound.spec.documents.spec_records import DEMANDING, DocumentEntry, EditionName, RecordedClause
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


class SameDemands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Demands that a clause has in common with a clause for which they are written."""

    clause: str
    """Key of the clause in the edition that the file is about."""
    as_: str = msgspec.field(name="as")
    """The other clause: DOCUMENT@EDITION/CLAUSE."""
    says: tuple[str, ...]
    """The words of those of its demands that are meant."""


class ClauseDemand(msgspec.Struct, frozen=True):
    """A demand of a clause of one edition, for which it was written or to which it was carried."""

    demand: Demand
    doubt: str = ""
    """Why it may not hold in this edition; '' where it was written for it, or for the same words."""
    written_for: str = ""
    """The clause for which it was written, with its document and edition; '' where that is this one."""


ClauseDemands: TypeAlias = Mapping[str, tuple[ClauseDemand, ...]]
"""Demands by key of the clause, in the order in which they are written."""

Clauses: TypeAlias = Mapping[EditionName, Mapping[str, RecordedClause]]
"""Recorded clauses by key, of every recorded edition."""


Asked = Callable[[str, str], bool]
"""Whether a check, by its id, is asked by a ruleset, by its name."""


def read_demands(sources: Sequence[TomlSource], clauses: Clauses) -> Mapping[EditionName, ClauseDemands]:
    """The demands that these files have, by the edition for which they are written.

    Raises SpecError, which names file and line, for the first thing that is wrong. Whether the checks exist
    is for `unknown_checks` to say.
    """
    written: dict[EditionName, dict[str, tuple[ClauseDemand, ...]]] = {}
    for source in sources:
        source.only("document", "edition", "demand", "same")
        name = _edition(source, clauses)
        of_edition = written.setdefault(name, {})
        for index, demand in enumerate(source.records("demand", Demand)):
            earlier = of_edition.get(demand.clause, ())
            _check(demand, source, ("demand", index), clauses[name], {one.demand.says for one in earlier})
            of_edition[demand.clause] = (*earlier, ClauseDemand(demand))
    shared: dict[EditionName, dict[str, tuple[ClauseDemand, ...]]] = {
        name: dict(of_edition) for name, of_edition in written.items()
    }
    for source in sources:
        name = _edition(source, clauses)
        for index, same in enumerate(source.records("same", SameDemands)):
            own = shared[name].get(same.clause, ())
            more = _shared(same, source, ("same", index), clauses[name], written)
            if said := {one.demand.says for one in own} & {one.demand.says for one in more}:
                what = f'{same.clause} has two demands that say "{min(said)}"'
                raise source.error(("same", index), what, "name it once")
            shared[name][same.clause] = (*own, *more)
    return shared


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
                carried = _carried(written[document, base], lineage, document, base, version)
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


def translated_demands(
    demands: Mapping[EditionName, ClauseDemands], documents: Mapping[str, DocumentEntry], clauses: Clauses
) -> Mapping[EditionName, ClauseDemands]:
    """These demands, with those of translations: of the clauses with the same number in the same place.

    As with links, no words are compared between languages; see `translations`.
    """
    every = dict(demands)
    for (document, version), of_edition in demands.items():
        for entry in documents.values():
            here, there = clauses[document, version], clauses.get((entry.id, version), {})
            if entry.translates == document and there:
                alike = {k: v for k, v in of_edition.items() if k in there and _same_place(here, there, k)}
                of_translation = {key: _elsewhere(v, document, version, key) for key, v in alike.items()}
                every[entry.id, version] = {**of_translation, **every.get((entry.id, version), {})}
    return every


def unasked_checks(
    demands: Mapping[EditionName, ClauseDemands], rulesets: Mapping[EditionName, str], asked: Asked
) -> Iterator[str]:
    """A line for each check that a demand names which is written for an edition by which it is not asked.

    Of a demand that comes from elsewhere, a check that is not asked counts for nothing here, and that is all.
    """
    for (document, version), of_edition in demands.items():
        ruleset = rulesets[document, version]
        for key, of_clause in of_edition.items():
            for one in of_clause:
                for check in () if one.written_for else one.demand.checks:
                    if not asked(check, ruleset):
                        where = f"{document} {version}, {key}"
                        yield f'{where}: the demand "{one.demand.says}" names {check}, not asked by {ruleset}'


def _same_place(here: Mapping[str, RecordedClause], there: Mapping[str, RecordedClause], key: str) -> bool:
    return here[key].parent == there[key].parent


def _elsewhere(
    demands: Iterable[ClauseDemand], document: str, version: str, key: str, doubt: str = ""
) -> tuple[ClauseDemand, ...]:
    """The demands of a clause as another one has them."""
    return tuple(
        ClauseDemand(one.demand, doubt, one.written_for or f"{document} {version}, {key}") for one in demands
    )


_ADDRESS = re.compile(r"(?P<document>[^@/]+)@(?P<version>[^/]+)/(?P<clause>.+)")


def _shared(
    same: SameDemands,
    source: TomlSource,
    place: KeyPath,
    clauses: Collection[str],
    written: Mapping[EditionName, ClauseDemands],
) -> tuple[ClauseDemand, ...]:
    """The demands that a clause has in common with another. Raises SpecError for one that there is not."""
    if same.clause not in clauses:
        what = f"the edition has no clause {same.clause}"
        raise source.error((*place, "clause"), what, "correct the number")
    address = _ADDRESS.fullmatch(same.as_)
    if address is None:
        what = f"`as` is {same.as_!r}"
        raise source.error((*place, "as"), what, "write DOCUMENT@EDITION/CLAUSE")
    document, version, key = address["document"], address["version"], address["clause"]
    others = written.get((document, version), {}).get(key, ())
    if not others:
        what = f"no demands are written for {same.as_}"
        raise source.error((*place, "as"), what, "name a clause with demands of its own")
    by_words = {one.demand.says: one for one in others}
    for says in same.says:
        if says not in by_words:
            what = f'no demand of {same.as_} says "{says}"'
            remedy = "read both clauses again, and name the demands that they share"
            raise source.error((*place, "says"), what, remedy)
    if not same.says or len(set(same.says)) < len(same.says):
        what = f"{same.clause} names {'a demand twice' if same.says else 'no demand'}"
        raise source.error((*place, "says"), what, "name each demand that both clauses make, once")
    return _elsewhere((by_words[says] for says in same.says), document, version, key)


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


def _carried(
    demands: ClauseDemands, lineage: Lineage, read_in: str, base: str, version: str
) -> ClauseDemands:
    """The demands of edition `base` of a document at the clauses of another edition."""
    carried: dict[str, tuple[ClauseDemand, ...]] = {}
    for key, of_clause in demands.items():
        read = lineage.editions[base][key]
        for clause in lineage.related(read.id, version):
            same = clause.fingerprint == read.fingerprint
            if not same and clause.kind not in DEMANDING:
                continue  # what has become a heading, or was one, demands nothing
            doubt = "" if same else f"its words are not those of {base}, {key}"
            here = _elsewhere(of_clause, read_in, base, key, doubt)
            carried[clause.key] = (*carried.get(clause.key, ()), *here)
    return carried
