"""Survivors of mutation beside the unchanged engine, in several processes; outcomes are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from rulehound.checker.engines.source.modules import EngineSource, read_engine
from rulehound.checker.errors import UserError
from rulehound.checker.files import write_whole
from rulehound.checker.mutation.beside.cover import small_cover
from rulehound.checker.mutation.beside.telling_apart import (
    BesideOutcome,
    ComparedMutant,
    Comparer,
    Fault,
)
from rulehound.checker.mutation.source.mutants import SourceMutant
from rulehound.checker.mutation.source.questions import questions
from rulehound.checker.mutation.source.trial import Trial, keep_lines_run, kept_lines_run, require_unloaded
from rulehound.checker.mutation.tried_mutants import TriedMutant
from rulehound.checker.processes.kept_answers import Answers, program_hash
from rulehound.checker.processes.worker_pool import WorkerPool
from rulehound.checker.progress import Progress
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.suite.engine_checks import words_of
from rulehound.checker.suite.witnesses.files import scenario_toml
from rulehound.extract.source_hash import folders_hash
from rulehound.spec.formats import Scenario
from rulehound.spec.language.fingerprints import combined

SECONDS = 120.0
"""Processor time for the walks of one fault."""


def compare_mutants(
    trial: Trial,
    book: Rulebook,
    source: EngineSource,
    mutants: Sequence[SourceMutant],
    seed: int,
    folder: Path,
    jobs: int,
    report: Progress,
) -> dict[str, ComparedMutant]:
    """Each of some mutants beside the unchanged engine, by name; drafts are written into a folder.

    What is kept there is taken up again, while neither the engine nor this program has changed. Of drafts
    those are written that together catch all faults that any draft catches. Raises UserError where engines of
    the game are not compared, or the folder cannot be written.
    """
    if book.game.side_by_side is None:
        raise UserError(f"engines of {trial.game!r} are not compared", "leave out --beside")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder}: cannot be made ({error.strerror})", "choose another folder") from None
    folders = folders_hash([book.game.directory, source.folder])
    of = combined([trial.engine, book.edition, str(seed), program_hash(), folders])
    answers = Answers(folder / "kept.jsonl", of, ComparedMutant, "mutate --beside")
    report("tracing the engine", 0, 0)
    keep_lines_run(trial)
    compared: dict[str, ComparedMutant] = {}
    with answers, WorkerPool(jobs) as workers:
        tasks = {
            mutant.name: workers.begin(_compare, trial, source.package, _fault(mutant), seed)
            for mutant in mutants
            if answers.get(mutant.name) is None
        }
        for number, mutant in enumerate(mutants):
            report("beside the unchanged engine", number, len(mutants))
            if mutant.name in tasks:
                answers.add(mutant.name, tasks[mutant.name].result())
            known = answers.get(mutant.name)
            assert known is not None
            compared[mutant.name] = known
        faults = [_fault(each) for each in mutants if compared[each.name].outcome is BesideOutcome.APART]
        drafts = _drafts(compared)
        begun = {
            fault.name: workers.begin(_catching, trial, source.package, fault, seed, list(drafts.values()))
            for fault in faults
        }
        caught = {name: set(task.result()) for name, task in begun.items()}
    by_draft = {draft: {name for name, by in caught.items() if draft in by} for draft in drafts}
    for draft, names in small_cover(by_draft).items():
        said = "".join(f"# catches {name}\n" for name in names)
        text = said + scenario_toml(drafts[draft])
        write_whole(folder / f"{draft.rpartition('/')[2]}.toml", text.encode())
    return compared


def with_comparisons(
    tried: Sequence[TriedMutant], compared: Mapping[str, ComparedMutant]
) -> list[TriedMutant]:
    """The mutants with what came of comparing them; the outcome of each stays, as no check has caught it."""
    return [
        msgspec.structs.replace(each, shown=f"{each.shown}; beside the unchanged engine: {how}")
        if (how := _in_words(compared.get(each.mutant)))
        else each
        for each in tried
    ]


def _in_words(comparison: ComparedMutant | None) -> str:
    if comparison is None:
        return ""
    draft = f"; draft {comparison.draft.id}" if comparison.draft is not None else ""
    return f"{comparison.outcome}, {comparison.shown}{draft}"


def _drafts(compared: Mapping[str, ComparedMutant]) -> dict[str, Scenario]:
    """The drafts by their ids; where several would have one id, all but the first have a number, too."""
    drafts: dict[str, Scenario] = {}
    for draft in (each.draft for each in compared.values() if each.draft is not None):
        number = sum(id == draft.id or id.startswith(f"{draft.id}--") for id in drafts)
        id = f"{draft.id}--{number + 1}" if number else draft.id
        drafts[id] = msgspec.structs.replace(draft, id=id)
    return drafts


def _fault(mutant: SourceMutant) -> Fault:
    return Fault(mutant.name, mutant.changed, mutant.lines, mutant.rules or mutant.near)


def _compare(trial: Trial, package: str, fault: Fault, seed: int) -> ComparedMutant:
    """Compare one, in a worker process or in this one."""
    require_unloaded(trial.engine, package)
    return _comparer(trial, seed).compared(fault)


def _catching(
    trial: Trial, package: str, fault: Fault, seed: int, scenarios: Sequence[Scenario]
) -> list[str]:
    """The ids of the scenarios that catch a fault, likewise."""
    require_unloaded(trial.engine, package)
    return _comparer(trial, seed).catching(fault, scenarios)


@cache
def _comparer(trial: Trial, seed: int) -> Comparer:
    """The comparer of this process. It is made once."""
    book = trial.read()
    asked = questions(book, trial.engine)
    runs = {
        question.name: lines
        for question, lines in zip(asked, kept_lines_run(trial), strict=False)
        if not question.again
    }
    folder = read_engine(trial.engine, trial.game).folder
    return Comparer(trial.engine, book, words_of(book), folder, runs, SECONDS, seed)
