"""Pairings of clauses that somebody decided, against what the words and places suggest."""

from __future__ import annotations

from collections.abc import Iterable

from rulehound.spec.documents.alignment.groups import Group
from rulehound.spec.documents.alignment.matching import PassageTree
from rulehound.spec.documents.spec_records import SpecError


def forced_groups(force: Iterable[str], old: PassageTree, new: PassageTree) -> list[Group]:
    """The groups that somebody decided, by pairings `OLD=NEW` of keys.

    `OLD=` says that a clause was removed, `=NEW` that one was added. A key in several pairings makes them one
    group: a split or a merge. Raises SpecError for a pairing of another form, or of an unknown clause.
    """
    components: list[tuple[set[int], set[int]]] = []
    for pairing in force:
        before, sign, after = pairing.partition("=")
        if not sign or not (before.strip() or after.strip()):
            raise _error(f"{pairing!r} is no pairing", "write OLD=NEW, OLD= for removed, =NEW for added")
        olds = _places(before.strip(), old, "old", pairing)
        news = _places(after.strip(), new, "new", pairing)
        touching = [each for each in components if each[0] & olds or each[1] & news]
        components = [each for each in components if each not in touching]
        components.append(
            (olds.union(*(each[0] for each in touching)), news.union(*(e[1] for e in touching)))
        )
    for olds, news in components:
        if len(olds) > 1 and len(news) > 1:
            many = " ".join(old.passages[place].key for place in sorted(olds))
            raise _error(
                f"{many} would become several together", "pair them so that either side is one clause"
            )
    return [Group(tuple(sorted(olds)), tuple(sorted(news))) for olds, news in components]


def _places(key: str, tree: PassageTree, side: str, pairing: str) -> set[int]:
    if not key:
        return set()
    if key not in tree.place:
        raise _error(f"{pairing!r}: the {side} edition has no clause {key}", "name one that it has")
    return {tree.place[key]}


def _error(what: str, remedy: str) -> SpecError:
    return SpecError("--force", None, what, remedy)
