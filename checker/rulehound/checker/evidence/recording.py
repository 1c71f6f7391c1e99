"""From what commands print to what is kept: a report to evidence of an edition, tried mutants to a list."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from rulehound.checker.errors import UserError
from rulehound.checker.evidence.records import Basis, CheckEvidence, EditionEvidence, TriedMutant
from rulehound.checker.evidence.today import Today
from rulehound.checker.files import read_file
from rulehound.checker.records import CheckRecord
from rulehound.checker.report.run import FORMAT, Run


class TriedMutants(msgspec.Struct, frozen=True, kw_only=True):
    """What `rulehound mutate --json` prints."""

    format: Literal["rulehound-mutants-1"] = "rulehound-mutants-1"
    edition: str
    seed: int
    mutants: tuple[TriedMutant, ...]


def read_shown(path: Path) -> Run | TriedMutants:
    """A report.json, or the mutants of a run. Raises UserError where the file is neither."""
    content = read_file(path, "name a file")
    try:
        named = msgspec.json.decode(msgspec.json.decode(content, type=dict[str, msgspec.Raw])["format"])
        if named == FORMAT:
            return msgspec.json.decode(content, type=Run)
        return msgspec.json.decode(content, type=TriedMutants)
    except (msgspec.MsgspecError, KeyError) as error:
        why = "it names no format" if isinstance(error, KeyError) else error
        what = f"{path}: is neither a report nor tried mutants ({why})"
        raise UserError(what, "give report.json, or what rulehound mutate --json printed") from None


def evidence_of(run: Run, path: Path, now: Today) -> EditionEvidence:
    """What a run has to say for the rules: its records without traces, those that stand for no rule left out.

    `now`: what the run is taken to be about; of a model or an engine that has changed since nothing is kept
    rule by rule. Raises UserError where the report, read from `path`, does not say what it rests on.
    """
    records = [record for record in run.records if record.rules]
    try:
        rests_on = msgspec.convert(records[0].inputs, Basis)
    except (IndexError, msgspec.ValidationError):
        what = f"{path}: does not say what its checks rest on"
        raise UserError(what, "run rulehound check again and give its report.json") from None
    today = now.bases[run.edition]
    return EditionEvidence(
        edition=run.edition,
        document=f"{run.document.id} {run.document.version}",
        rulehound=run.rulehound,
        engine=f"{run.engine.command} {run.engine.version}",
        effort=run.effort,
        seed=run.seed,
        basis=rests_on,
        rules=dict(now.rules) if rests_on.model == today.model else {},
        functions={place: one.content for place, one in now.functions.items()}
        if rests_on.engine == today.engine
        else {},
        not_run=tuple(run.not_shown.not_run),
        checks=tuple(_of_record(record) for record in records),
    )


def _of_record(record: CheckRecord) -> CheckEvidence:
    return CheckEvidence(
        check=record.check,
        rules=tuple(record.rules),
        verdict=record.verdict,
        scope=record.scope,
        shown=record.shown,
        configuration=record.configuration,
        counts=record.counts,
        seed=record.seed,
        content=record.inputs.get("check", ""),
    )


def merged(known: tuple[TriedMutant, ...], new: tuple[TriedMutant, ...]) -> tuple[TriedMutant, ...]:
    """All mutants, those tried last in the place of those of the same place and name."""
    found = {(mutant.planted, mutant.place, mutant.mutant): mutant for mutant in (*known, *new)}
    return tuple(found.values())
