"""The checks that were seen to fail, as they are now, on planted faults or on mutants."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

import msgspec

from rulehound.checker.evidence.seen_to_fail import SeenToFail
from rulehound.checker.mutation.tried_mutants import CAUGHT, TriedMutant
from rulehound.spec.documents.spec_records import CheckDeclaration


class FailingCheck(msgspec.Struct, frozen=True):
    """A check that was seen to fail, with the faults that it caught."""

    check: str
    planted: tuple[str, ...]
    """Faults that people planted."""
    mutants: tuple[str, ...]
    own: bool
    """One of the faults breaks a rule that the check stands for, or is a mutant of code or of an action that
    cites one. Without that, the check only noticed what faults of other rules do to a game."""


def failing_checks(
    seen: SeenToFail, mutants: Iterable[TriedMutant], checks: Mapping[str, CheckDeclaration]
) -> Mapping[str, FailingCheck]:
    """The declared checks that were seen to fail, by id, in the order of `checks`.

    `mutants`: those whose action or function has not changed since.
    """
    caught_by: dict[str, list[TriedMutant]] = defaultdict(list)
    for mutant in mutants:
        if mutant.outcome in CAUGHT:
            for id in mutant.by:
                caught_by[id].append(mutant)
    failing = {}
    for id, check in checks.items():
        planted = tuple(seen.caught.get(id, ()))
        if planted or caught_by[id]:
            broken = {rule for fault in planted for rule in seen.rules.get(fault, ())}
            broken |= {rule for mutant in caught_by[id] for rule in mutant.rules}
            names = tuple(mutant.mutant for mutant in caught_by[id])
            failing[id] = FailingCheck(id, planted, names, not broken.isdisjoint(check.rules))
    return failing
