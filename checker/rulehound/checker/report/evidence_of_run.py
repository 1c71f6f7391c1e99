"""Evidence of an edition, made from the report of a run or from the record of tried mutants."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from rulehound.checker.errors import UserError
from rulehound.checker.evidence.current_tree import CurrentTree
from rulehound.checker.evidence.edition_evidence import (
    Basis,
    CheckEvidence,
    EditionEvidence,
    says_content,
)
from rulehound.checker.files import read_file
from rulehound.checker.mutation.tried_mutants import TriedMutants
from rulehound.checker.records import CheckRecord, Verdict, verdict_on
from rulehound.checker.run_record import REPORT_FORMAT, Run


def read_recordable(path: Path) -> Run | TriedMutants:
    """Read a report.json, or the tried mutants that `rulehound mutate --json` printed.

    Raises UserError where the file is neither.
    """
    content = read_file(path, "name a file")
    try:
        named = msgspec.json.decode(msgspec.json.decode(content, type=dict[str, msgspec.Raw])["format"])
        if named == REPORT_FORMAT:
            return msgspec.json.decode(content, type=Run)
        return msgspec.json.decode(content, type=TriedMutants)
    except (msgspec.MsgspecError, KeyError) as error:
        why = "it names no format" if isinstance(error, KeyError) else error
        what = f"{path}: is neither a report nor tried mutants ({why})"
        raise UserError(what, "give report.json, or what rulehound mutate --json printed") from None


def evidence_of(run: Run, path: Path, now: CurrentTree) -> EditionEvidence:
    """The evidence of a run: its records that stand for rules, without their traces.

    Some checks are not declared by the tree, such as witnesses between editions, which are found anew in each
    run. Of these only the violated, broken and inconclusive ones are kept, since nothing in the tree can be
    compared with the others. `now`: the current tree, whose hashes are kept rule by rule unless the run had
    another model or engine. Raises UserError where the report, read from `path`, does not name its basis.
    """
    records = [record for record in run.records if record.rules and _is_kept(record, now)]
    try:
        run_basis = msgspec.convert(records[0].inputs, Basis)
    except (IndexError, msgspec.ValidationError):
        what = f"{path}: does not say what its checks rest on"
        raise UserError(what, "run rulehound check again and give its report.json") from None
    current = now.bases[run.edition]
    return EditionEvidence(
        edition=run.edition,
        document=f"{run.document.id} {run.document.version}",
        rulehound=run.rulehound,
        engine=f"{run.engine.command} {run.engine.version}",
        effort=run.effort,
        seed=run.seed,
        basis=run_basis,
        rules=dict(now.rules) if run_basis.model == current.model else {},
        says={rule.id: says_content(rule.says) for rule in run.rules},
        functions={place: one.content for place, one in now.functions.items()}
        if run_basis.engine == current.engine
        else {},
        not_run=tuple(run.not_shown.not_run),
        checks=tuple(check for record in records for check in _of_record(record)),
    )


def _is_kept(record: CheckRecord, now: CurrentTree) -> bool:
    return record.check in now.checks or record.verdict not in (Verdict.PASS, Verdict.UNSUPPORTED)


def _of_record(record: CheckRecord) -> Iterator[CheckEvidence]:
    """The evidence in a record: one entry for the rules on which it has the same verdict."""
    by_verdict: dict[Verdict, list[str]] = {}
    for rule in record.rules:
        by_verdict.setdefault(verdict_on(record, rule), []).append(rule)
    for verdict, rules in by_verdict.items():
        yield CheckEvidence(
            check=record.check,
            rules=tuple(rules),
            verdict=verdict,
            scope=record.scope,
            shown=record.shown,
            configuration=record.configuration,
            counts=record.counts,
            seed=record.seed,
            content=record.inputs.get("check", ""),
            of_model=not record.engine,
        )
