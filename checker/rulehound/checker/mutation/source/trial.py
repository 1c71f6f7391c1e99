"""Trying many mutants of an engine in several processes. Outcomes that are still valid are kept."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgspec

from rulehound.checker.engines.source.cited_code import CitedFunction
from rulehound.checker.engines.source.lines_run import LinesRun
from rulehound.checker.engines.source.modules import EngineSource, read_engine
from rulehound.checker.errors import UserError
from rulehound.checker.model.content_hashes import source_content
from rulehound.checker.mutation.source.catching import CatchResult, EngineCatcher, SourceOutcome
from rulehound.checker.mutation.source.changed_module import ModuleText
from rulehound.checker.mutation.source.equivalents import EquivalentMutant, equivalents
from rulehound.checker.mutation.source.mutants import SourceMutant
from rulehound.checker.mutation.source.questions import questions
from rulehound.checker.mutation.tried_mutants import NOTHING, TriedMutant
from rulehound.checker.processes.kept_answers import Answers, program_hash
from rulehound.checker.processes.worker_pool import Task, WorkerPool
from rulehound.checker.progress import Progress
from rulehound.checker.rulebook.password import password_in_use, use_password
from rulehound.checker.rulebook.reading import Rulebook, open_game, read_rulebook
from rulehound.extract.kept_files import KeptFiles, cache_folder
from rulehound.extract.source_hash import folders_hash
from rulehound.spec.documents.spec_records import CheckDeclaration
from rulehound.spec.language.fingerprints import combined

FEW = 40
"""So few mutants are put all questions: to see which lines each question runs takes longer."""

_LINES_RUN = KeptFiles(cache_folder(), ".lines-run", 64 << 20)


class KeptCatch(msgspec.Struct, frozen=True):
    """The outcome of a mutant as it is kept, with a hash of everything that it rests on."""

    rests_on: str
    outcome: SourceOutcome
    by: tuple[str, ...] = ()
    shown: str = ""


@dataclass(frozen=True)
class Trial:
    """How mutants are tried: by which rulebook, on which engine, and whether each is put all questions."""

    game: str
    rules: Path | None
    edition: str | None
    engine: str
    all_questions: bool = False
    password: str | None = field(default_factory=password_in_use, repr=False)

    def read(self) -> Rulebook:
        """The rulebook, read anew: a process of its own tries mutants. Raises as `read_rulebook`."""
        use_password(self.password)
        return read_rulebook(open_game(self.game), self.rules, self.edition)


def try_engine_mutants(
    trial: Trial,
    book: Rulebook,
    checks: Sequence[CheckDeclaration],
    source: EngineSource,
    mutants: Sequence[SourceMutant],
    kept: Path | None,
    jobs: int,
    report: Progress,
) -> list[TriedMutant]:
    """The outcome of each mutant, in order, whatever the number of processes.

    `kept` is the file of outcomes from earlier runs; None where none are kept. A kept outcome is valid while
    the mutant's function and the checks that caught it are unchanged. Where nothing caught the mutant, it is
    valid while nothing at all has changed. Raises UserError for a file that holds something else, and where
    the engine is loaded in the process that tries mutants.
    """
    basis = _Basis(trial, book, checks, source)
    answers = Answers(kept, basis.shared, KeptCatch, "mutate --engine")
    known_equivalents = equivalents(book.game.directory, trial.engine)
    records = []
    with answers, WorkerPool(jobs) as workers:
        wanted: dict[str, SourceMutant] = {}
        tasks: dict[str, Task[CatchResult]] = {}
        for mutant in mutants:
            kept_outcome = answers.get(_key(mutant))
            if kept_outcome is None or kept_outcome.rests_on != basis.of(
                kept_outcome.outcome, kept_outcome.by
            ):
                wanted[mutant.name] = mutant
        if len(wanted) > FEW:
            report("tracing the engine", 0, 0)
            keep_lines_run(trial)
        for name, mutant in wanted.items():
            rules, near = frozenset(mutant.rules), frozenset(mutant.near)
            tasks[name] = workers.begin(
                _catch, trial, source.package, mutant.changed, rules, near, mutant.lines
            )
        for number, mutant in enumerate(mutants):
            report("planting faults", number, len(mutants))
            if mutant.name in tasks:
                caught = tasks[mutant.name].result()
                outcome = KeptCatch(
                    basis.of(caught.outcome, caught.by), caught.outcome, caught.by, caught.shown
                )
                answers.add(_key(mutant), outcome)
            records.append(_tried(mutant, answers.get(_key(mutant)), known_equivalents.get(mutant.name)))
    return records


def _key(mutant: SourceMutant) -> str:
    return f"{mutant.name} [{mutant.content}] of {', '.join(mutant.rules)}"


def _tried(mutant: SourceMutant, kept: KeptCatch | None, equivalent: EquivalentMutant | None) -> TriedMutant:
    """The record of a mutant; one that nothing caught counts as equivalent where it is listed as such."""
    assert kept is not None
    outcome, description = kept.outcome, f"{mutant.shown}; {kept.shown}" if kept.shown else mutant.shown
    is_listed = equivalent is not None and equivalent.content == mutant.content
    if equivalent is not None and is_listed and outcome is SourceOutcome.SURVIVED:
        outcome, description = SourceOutcome.EQUIVALENT, f"{mutant.shown}; {equivalent.reason}"
    return TriedMutant(
        mutant=mutant.name,
        planted="engine",
        place=mutant.place,
        content=mutant.content,
        rules=mutant.rules,
        outcome=outcome,
        near=() if mutant.rules else mutant.near,
        by=kept.by,
        shown=description,
    )


class _Basis:
    """Hashes of everything that kept outcomes rest on."""

    def __init__(
        self, trial: Trial, book: Rulebook, checks: Iterable[CheckDeclaration], source: EngineSource
    ) -> None:
        self._checks = {check.id: check.content for check in checks}
        self._all = combined([program_hash(), *_contents(book, source)])
        values = [f"{name}={value!r}" for name, value in sorted(book.values.items())]
        self.shared = combined([trial.engine, str(trial.all_questions), book.edition, *values])
        """Hash of what all outcomes rest on."""

    def of(self, outcome: SourceOutcome, by: Sequence[str]) -> str:
        """Hash of what one outcome rests on besides: the checks that caught the mutant, else everything."""
        checks = [self._checks.get(check, "") for check in by]
        return combined(checks) if outcome is SourceOutcome.CAUGHT and all(checks) else self._all


def _catch(
    trial: Trial,
    package: str,
    changed: ModuleText,
    rules: frozenset[str],
    near: frozenset[str],
    lines: range | None,
) -> CatchResult:
    """Try one mutant, in a worker process or in this one."""
    require_unloaded(trial.engine, package)
    return _catcher(trial).catch(changed, rules, near, lines)


def require_unloaded(engine: str, package: str) -> None:
    """Raise UserError where code of the engine is loaded in this process: no fault can be planted into it."""
    loaded = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    if loaded:
        what = f"the code of engine {engine!r} is in use already ({loaded[0]})"
        raise UserError(what, "have the game import nothing of its engine")


@cache
def _catcher(trial: Trial) -> EngineCatcher:
    """The catcher of this process, with all questions. It is made once."""
    return _catcher_with(trial, kept_lines_run(trial))


def kept_lines_run(trial: Trial) -> Sequence[LinesRun]:
    """The lines that each question runs, where `keep_lines_run` has made them known; else nothing."""
    kept = _LINES_RUN.read(_lines_key(trial))
    return pickle.loads(kept) if kept else ()


def _catcher_with(trial: Trial, runs: Sequence[LinesRun]) -> EngineCatcher:
    asked, folder = questions(trial.read(), trial.engine), read_engine(trial.engine, trial.game).folder
    return EngineCatcher(trial.engine, trial.game, folder, asked, trial.all_questions, runs)


def keep_lines_run(trial: Trial) -> None:
    """Have the lines that each question runs known to every process that tries mutants."""
    key = _lines_key(trial)
    if _LINES_RUN.read(key) is None:
        _LINES_RUN.write(key, pickle.dumps(_catcher_with(trial, ()).lines_run()))


def _lines_key(trial: Trial) -> str:
    """What the lines that a question runs depend on."""
    book = trial.read()
    hashes = [program_hash(), *_contents(book, read_engine(trial.engine, trial.game))]
    return combined([trial.engine, book.edition, str(sorted(book.values.items())), *hashes])


def _contents(book: Rulebook, source: EngineSource) -> tuple[str, str]:
    """Hashes of what the game's folder holds, and of the code with which the engine plays the game."""
    return folders_hash([book.game.directory]), source_content(source.folder, source.code.modules())


def nothing_to_change(place: str) -> str:
    """The name on record of a place that cites rules and has nothing in which a fault could be planted."""
    return f"{place} nothing to change"


def without_mutants(cited: Mapping[str, CitedFunction], tried: Sequence[TriedMutant]) -> list[TriedMutant]:
    """A record for each place that cites rules and has nothing in which a fault could be planted."""
    mutable = {mutant.place for mutant in tried}
    return [
        TriedMutant(
            mutant=nothing_to_change(place),
            planted="engine",
            place=place,
            content=function.content,
            rules=function.rules,
            outcome=NOTHING,
        )
        for place, function in cited.items()
        if place not in mutable
    ]
