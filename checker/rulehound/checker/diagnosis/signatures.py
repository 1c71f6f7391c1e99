"""Signatures: how a failure shows, in words that are the same in every run; a baseline compares them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulehound.checker.diagnosis.causes import Occurrence
from rulehound.checker.diagnosis.localisation import MODELLED
from rulehound.checker.judging.traces import ACTION
from rulehound.checker.records import Finding, Offer


def signatures(occurrences: Sequence[Occurrence]) -> list[str]:
    """How these failures of one cause show, each way once; no player, card, amount or id is in it.

    Whatever a random game shows, another seed shows at another place: there the direction and what differs
    count. A scenario is the same in every run: its name counts too, and after how many steps it fails.
    """
    return sorted({signature for each in occurrences for signature in _signatures(each)})


def appearances(occurrences: Sequence[Occurrence]) -> dict[str, list[str]]:
    """Each check that fails, with the ways in which it does: that stays equal where another run puts these
    failures down to other causes."""
    shown: dict[str, set[str]] = {}
    for each in occurrences:
        for record in each.records:
            shown.setdefault(record.check, set()).update(_signatures(each))
    return {check: sorted(shown[check]) for check in sorted(shown)}


def _signatures(occurrence: Occurrence) -> Iterator[str]:
    record, finding = occurrence.record, _finding(occurrence)
    steps = len(record.trace.steps) if record.trace else 0
    of_scenarios = [f"{record.check}, step {steps}"] if not _is_of_the_model(record.check) else []
    directions = list(_directions(occurrence, finding))
    yield from of_scenarios
    yield from directions
    if not of_scenarios and not directions:
        yield finding.check if finding else record.check


def _directions(occurrence: Occurrence, finding: Finding | None) -> Iterator[str]:
    """What is offered wrongly, what is missing, and which fields differ and how."""
    trace = occurrence.record.trace
    offers = finding.offers if finding else trace.offers if trace else None
    if offers is not None and offers.wrong:
        yield f"offered, not legal: {_kinds(offers.wrong)}"
    if offers is not None and offers.missing:
        yield f"legal, not offered: {_kinds(offers.missing)}"
    if finding is not None and finding.differs:
        yield f"differs: {', '.join(sorted(finding.differs))}"


def _is_of_the_model(check: str) -> bool:
    """Whether a check is one that the model declares, which random games and explorations judge."""
    return check.partition(":")[0] in MODELLED


def _finding(occurrence: Occurrence) -> Finding | None:
    """What the judge says of the failure, rather of its own check and rule; None where it says nothing."""
    findings = occurrence.rerun.findings if occurrence.rerun else []
    key = occurrence.record.check, occurrence.recorded_rule
    own = (finding for finding in findings if (finding.check, finding.rule) == key)
    return next(own, next(iter(findings), None))


def _kinds(offers: Sequence[Offer]) -> str:
    return ", ".join(sorted({str(one.action.get(ACTION, "")) for one in offers}))
