"""The capabilities and declarations with which more checks of an engine would come to a verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.run_record import Run
from rulehound.checker.suite.capabilities import CANNOT
from rulehound.checker.suite.leading import LOST, NOT_LED_TO
from rulehound.checker.suite.scenarios.objecting import UNASKED
from rulehound.checker.suite.scenarios.running import OTHERWISE
from rulehound.checker.wording import counted
from rulehound.spec.formats import CAPABILITIES

ASKING = "every decision asked for or, for some of these, named in `unasked`"
CHOOSING = "the decisions of `chooses` asked for"


def would_lift(run: Run) -> str:
    """The capabilities and declarations that an engine's checks miss, in one line, what costs most checks
    first; "" where none is missed.

    Where a check misses several, they are named together.
    """
    costs = Counter(filter(None, map(_missed, run.records)))
    entries = [
        f"{what} ({counted(count, 'check') if place == 0 else count})"
        for place, (what, count) in enumerate(costs.most_common())
    ]
    return f"more could be judged with {'; '.join(entries)}" if entries else ""


def _missed(record: CheckRecord) -> str:
    """What a check came to no verdict for, "" where that is nothing that the engine could be given."""
    why = record.explanation
    if record.verdict not in (Verdict.UNSUPPORTED, Verdict.INCONCLUSIVE):
        return ""
    if why == UNASKED:
        return ASKING
    if why.startswith(OTHERWISE.partition("{")[0]):
        return CHOOSING
    if NOT_LED_TO in why or why == LOST:
        return "position"
    return " and ".join(_capabilities(why))


def _capabilities(why: str) -> Sequence[str]:
    """The capabilities that an explanation names as missing."""
    _, cannot, names = why.partition(CANNOT)
    listed = names.partition(";")[0].partition(" (")[0] if cannot else ""
    return [name for name in listed.split(", ") if name in CAPABILITIES]
