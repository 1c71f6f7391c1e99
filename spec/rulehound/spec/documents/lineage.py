"""The lineage of clauses through editions, by the permanent ids of recorded clauses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from rulehound.spec.documents.spec_records import RecordedClause, RecordedReference
from rulehound.spec.documents.surroundings import changed_surroundings


class Lineage:
    """The recorded editions of one document.

    A clause keeps its permanent id as long as it is one clause. A clause that comes from a split or a merge
    has a new id, and names the ids that it came from. So clauses of two editions are related where their ids
    are equal, or one comes from the other through any number of splits and merges. Two clauses that only come
    from a common third one are not.
    """

    def __init__(self, editions: Mapping[str, Mapping[str, RecordedClause]]) -> None:
        """`editions`: clauses by key in document order, by version, the oldest edition first."""
        self.editions = editions

    @property
    def versions(self) -> tuple[str, ...]:
        """Oldest first."""
        return tuple(self.editions)

    @cached_property
    def by_id(self) -> Mapping[str, Mapping[str, RecordedClause]]:
        """Clauses by permanent id, by version."""
        return {
            version: {clause.id: clause for clause in clauses.values()}
            for version, clauses in self.editions.items()
        }

    @cached_property
    def _was(self) -> Mapping[str, set[str]]:
        return _edges((c.id, w) for clauses in self.by_id.values() for c in clauses.values() for w in c.was)

    @cached_property
    def _became(self) -> Mapping[str, set[str]]:
        return _edges((before, after) for after, befores in self._was.items() for before in befores)

    def kin(self, id: str) -> frozenset[str]:
        """The ids related to an id: itself, all that it came from, and all that came from it."""
        return frozenset(_reached(id, self._was) | _reached(id, self._became))

    def related(self, id: str, version: str) -> tuple[RecordedClause, ...]:
        """The clauses of an edition that are related to an id, in document order: none, one, or several."""
        clauses = self.by_id[version]
        if id in clauses:
            return (clauses[id],)
        kin = self.kin(id)
        return () if len(kin) == 1 else tuple(clause for clause in clauses.values() if clause.id in kin)

    @cached_property
    def _surroundings(self) -> dict[tuple[str, str], Mapping[str, str]]:
        return {}

    def changed_around(self, version: str, clause: RecordedClause, other: str) -> str:
        """What changed around a clause of edition `version` in edition `other`, in words; '' for nothing."""
        if (version, other) not in self._surroundings:
            there = self.by_id[other]
            counterparts = {
                key: there[one.id].key for key, one in self.editions[version].items() if one.id in there
            }
            here = self.by_id[version]
            origins = {
                key: [here[id].key for id in self.kin(one.id) if id in here]
                for key, one in self.editions[other].items()
            }
            self._surroundings[version, other] = changed_surroundings(
                self.editions[version], self.editions[other], counterparts, origins
            )
        return self._surroundings[version, other].get(clause.key, "")

    def same_targets(self, version: str, clause: RecordedClause, other: str, now: RecordedClause) -> bool:
        """Whether the cross-references of a clause in edition `version` name the same clauses as those of
        `now` in edition `other`, or the successors of these."""
        pairs = zip(clause.references, now.references, strict=False)
        return len(clause.references) == len(now.references) and all(
            self._same_target(version, before, other, after) for before, after in pairs
        )

    def _same_target(
        self, version: str, before: RecordedReference, other: str, after: RecordedReference
    ) -> bool:
        one, same = (
            self.editions[version].get(before.target or ""),
            self.editions[other].get(after.target or ""),
        )
        if one is None or same is None:
            return one is same and before.number == after.number
        return same.id in self.kin(one.id)


def nearest(version: str, among: Iterable[str], oldest_first: Sequence[str]) -> str | None:
    """The newest of the versions `among` that is older than `version`, else the oldest; None without any."""
    ages = sorted(map(oldest_first.index, among))
    older = [age for age in ages if age < oldest_first.index(version)]
    return oldest_first[older[-1] if older else ages[0]] if ages else None


def _edges(pairs: Iterable[tuple[str, str]]) -> Mapping[str, set[str]]:
    edges: dict[str, set[str]] = {}
    for start, end in pairs:
        edges.setdefault(start, set()).add(end)
    return edges


def _reached(start: str, edges: Mapping[str, set[str]]) -> set[str]:
    reached, ahead = {start}, [start]
    while ahead:
        new = edges.get(ahead.pop(), set()) - reached
        reached |= new
        ahead += new
    return reached
