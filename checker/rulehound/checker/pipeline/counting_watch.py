"""Progress of the scenarios of a run, which are counted as they are answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rulehound.checker.progress import Progress, silent
from rulehound.checker.records import CheckRecord
from rulehound.checker.suite.watching import Watch
from rulehound.spec.formats import Scenario

Given = TypeVar("Given")

SCENARIOS = "running scenarios"
"""The stage of a run that this module tells of, one scenario at a time."""


@dataclass
class CountingWatch(Watch):
    """A watch that reports how many scenarios the engine has answered, and of how many."""

    edition: str = ""
    """Scenarios of other editions are not asked, and do not count."""
    report: Progress = silent
    asked: int = 0
    answered: int = 0
    checks: frozenset[str] = frozenset()
    """The checks of the scenarios that were asked last."""

    def meant(
        self, these: Sequence[Given], named: Callable[[Given], tuple[str, Iterable[str]]]
    ) -> list[Given]:
        """Those of them whose checks are meant; they count as asked from now on."""
        chosen = super().meant(these, named)
        asked = [one for one in chosen if self._is_asked(one)]
        self.asked, self.checks = self.asked + len(asked), frozenset(named(one)[0] for one in asked)
        self.report(SCENARIOS, self.answered, self.asked)
        return chosen

    def see(self, record: CheckRecord) -> bool:
        """Tell of a record that failed, and count it where it is of a scenario."""
        if record.check in self.checks:
            self.answered = min(self.answered + 1, self.asked)
            self.report(SCENARIOS, self.answered, self.asked)
        return super().see(record)

    def _is_asked(self, one: object) -> bool:
        return isinstance(one, Scenario) and (not one.editions or self.edition in one.editions)
