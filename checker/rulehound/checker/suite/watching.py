"""The records of a run as they come: what is wrong is told at once, and a run may end at the first of it.

A run may also be of some checks alone: those of some rules, or those that failed the last time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from rulehound.checker.records import CheckRecord, Verdict

Given = TypeVar("Given")

FAILED = (Verdict.VIOLATION, Verdict.ERROR)
"""Verdicts of records that are told as they come."""


class EnoughSeen(Exception):
    """The run ends here: something is wrong, and no more than that was asked for."""


@dataclass(frozen=True)
class Selection:
    """The checks that a run is of: those of these rules, and those with these ids; without either, all."""

    rules: frozenset[str] = frozenset()
    checks: frozenset[str] = frozenset()

    @property
    def everything(self) -> bool:
        """Whether all checks are meant."""
        return not self.rules and not self.checks

    def takes(self, check: str, rules: Iterable[str]) -> bool:
        """Whether a check that stands for these rules is meant."""
        return self.everything or check in self.checks or not self.rules.isdisjoint(rules)

    def __str__(self) -> str:
        parts = [f"the rules {', '.join(sorted(self.rules))}"] if self.rules else []
        return " and ".join([*parts, *([f"{len(self.checks)} checks by name"] if self.checks else [])])


@dataclass
class Watch:
    """Whoever watches a run: which checks are meant, who is told of failures, whether the first is enough."""

    selection: Selection = field(default_factory=Selection)
    tell: Callable[[CheckRecord], None] | None = None
    fail_fast: bool = False
    stopped: bool = False
    """Something was wrong, and that was enough."""

    def see(self, record: CheckRecord) -> bool:
        """Tell of a record that failed. Returns whether the run is to end."""
        if record.verdict in FAILED:
            if self.tell is not None:
                self.tell(record)
            self.stopped = self.stopped or self.fail_fast
        return self.stopped

    def seen(self, records: Iterable[CheckRecord]) -> list[CheckRecord]:
        """The records that are meant, told of where they failed."""
        meant = [record for record in records if self.selection.takes(record.check, record.rules)]
        for record in meant:
            self.see(record)
        return meant

    def takes_any(self, checks: Iterable[str], rules: Iterable[str]) -> bool:
        """Whether any of these checks, all of which stand for these rules, is meant."""
        return any(self.selection.takes(check, rules) for check in checks)

    def go_on(self) -> None:
        """Raise EnoughSeen where the run is to end."""
        if self.stopped:
            raise EnoughSeen

    def meant(
        self, these: Sequence[Given], named: Callable[[Given], tuple[str, Iterable[str]]]
    ) -> list[Given]:
        """Those of them whose checks are meant; `named` gives the check and the rules of one."""
        return [one for one in these if self.selection.takes(*named(one))]
