"""What stands around a clause and may change its meaning: headings above it, its order, clauses below it.

A clause of the same words under another number is the same, wherever an update puts it. It is not where a
heading above it says something else, where steps change places, or where a clause below it, which may be an
exception, comes or goes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Protocol

from rulehound.spec.documents.alignment.sequences import certainly_in_order
from rulehound.spec.documents.spec_records import DEMANDING

ORDERED: frozenset[str] = frozenset({"clause", "step"})
"""The kinds of clauses whose order may mean something. Questions and definitions stand in any."""


class PlacedClause(Protocol):
    """A clause in its document, as it was read or as it is recorded."""

    @property
    def key(self) -> str: ...
    @property
    def parent(self) -> str | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def fingerprint(self) -> str: ...


Clauses = Mapping[str, PlacedClause]
"""Clauses by key, in the order of the document."""


def changed_surroundings(
    old: Clauses,
    new: Clauses,
    counterparts: Mapping[str, str],
    origins: Mapping[str, Collection[str]],
) -> Mapping[str, str]:
    """What changed around clauses of one edition in another, in words, by old key.

    `counterparts`: the new key of each old key that is the same clause in both, one to one. `origins`: the
    old keys that each new key comes from, those of split and merged clauses as well.
    """
    found = {
        **dict(_other_clauses_below(old, new, counterparts, origins)),
        **dict.fromkeys(
            _reordered(old, new, counterparts), "it stands in another order among its neighbours"
        ),
    }
    came = set(counterparts.values())
    for key, later in counterparts.items():
        for above, now in zip(_above(old, key), _above(new, later), strict=False):
            both_without = above not in counterparts and now not in came
            if counterparts.get(above) != now and not both_without:
                break
            if old[above].kind == "heading" and old[above].fingerprint != new[now].fingerprint:
                found[key] = f"the heading above it, {now}, has other words"
                break
    return found


def _above(clauses: Clauses, key: str) -> Iterator[str]:
    """The keys above a clause, from the nearest one."""
    seen = {key}
    above = clauses[key].parent
    while above in clauses and above not in seen:
        assert above is not None
        yield above
        seen.add(above)
        above = clauses[above].parent


def _other_clauses_below(
    old: Clauses,
    new: Clauses,
    counterparts: Mapping[str, str],
    origins: Mapping[str, Collection[str]],
) -> Iterator[tuple[str, str]]:
    """Old keys of clauses below which others are new or gone, each with that in words.

    A new clause counts for the clause right above it, whatever headings stand between them.
    """
    former = {later: key for key, later in counterparts.items()}
    became: dict[str, list[str]] = defaultdict(list)
    for later, keys in origins.items():
        for key in keys:
            became[key].append(later)
    more, fewer = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for later in new:
        was = former.get(_clause_above(new, later) or "")
        if was is not None and not any(was in (one, *_above(old, one)) for one in origins.get(later, ())):
            more[was].append(later)
    for one in old:
        above = _clause_above(old, one) or ""
        below = counterparts.get(above)
        if below is not None and not any(below in (now, *_above(new, now)) for now in became[one]):
            fewer[above].append(one)
    for key in counterparts:
        if key in more or key in fewer:
            what = "other" if key in more and key in fewer else "more" if key in more else "fewer"
            yield key, f"it has {what} clauses below it ({', '.join((*more[key], *fewer[key]))})"


def _clause_above(clauses: Clauses, key: str) -> str | None:
    """The clause of which a clause is a part, if it demands something; headings between them do not count."""
    if clauses[key].kind not in DEMANDING:
        return None
    above = next((one for one in _above(clauses, key) if clauses[one].kind != "heading"), None)
    return above if above is not None and clauses[above].kind in ORDERED else None


def _reordered(old: Clauses, new: Clauses, counterparts: Mapping[str, str]) -> set[str]:
    """Keys of clauses that are not in order with the others that have the same parent in both editions."""
    place = {key: index for index, key in enumerate(new)}
    families: dict[str | None, list[str]] = defaultdict(list)
    for key, clause in old.items():
        later = counterparts.get(key)
        if later is None or clause.kind not in ORDERED or new[later].kind not in ORDERED:
            continue
        parent = new[later].parent
        if (clause.parent is None and parent is None) or (
            clause.parent is not None and counterparts.get(clause.parent) == parent
        ):
            families[clause.parent].append(key)
    return {
        family[index]
        for family in families.values()
        for index in _strays([place[counterparts[key]] for key in family])
    }


def _strays(values: Sequence[int]) -> set[int]:
    return set(range(len(values))) - certainly_in_order(values)
