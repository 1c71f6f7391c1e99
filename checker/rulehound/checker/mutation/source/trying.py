"""Many mutants of an engine tried by several processes; what is known of one is not found out again."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from rulehound.checker.engines.source.modules import EngineSource
from rulehound.checker.errors import UserError
from rulehound.checker.mutation.source.asking import questions
from rulehound.checker.mutation.source.catching import Catcher, Caught, SourceOutcome
from rulehound.checker.mutation.source.mutants import SourceMutant
from rulehound.checker.mutation.source.process import ModuleText
from rulehound.checker.mutation.tried_mutants import TriedMutant
from rulehound.checker.processes.journal import Answers, folders_hash, program_hash
from rulehound.checker.processes.worker_pool import Task, WorkerPool
from rulehound.checker.progress import Progress
from rulehound.checker.rulebook.reading import BookOptions, Rulebook
from rulehound.spec.documents.records import CheckDeclaration
from rulehound.spec.documents.toml_source import TomlSource
from rulehound.spec.language.fingerprints import combined

EQUIVALENT = "equivalent_mutants.toml"
"""File of a game's directory with the mutants that cannot matter."""


class EquivalentMutant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mutant of an engine that does what the engine does, and why nobody can tell."""

    engine: str
    mutant: str
    content: str
    """Of the function when somebody looked; of another one the entry says nothing."""
    reason: str


class KeptCatch(msgspec.Struct, frozen=True):
    """What is kept of a mutant: what became of it, and a hash of what that rests on."""

    rests_on: str
    outcome: SourceOutcome
    by: tuple[str, ...] = ()
    shown: str = ""


@dataclass(frozen=True)
class Trial:
    """How mutants are tried: by which rules, on which engine, and whether each is put all questions."""

    book: BookOptions
    engine: str
    every: bool = False


def equivalents(directory: Path, engine: str) -> Mapping[str, EquivalentMutant]:
    """The mutants of an engine that are listed as equivalent, by name. Raises SpecError for a bad file."""
    path = directory / EQUIVALENT
    if not path.exists():
        return {}
    listed = TomlSource(path).records("mutant", EquivalentMutant)
    return {each.mutant: each for each in listed if each.engine == engine}


def out_of_order(listed: Mapping[str, EquivalentMutant], tried: Sequence[TriedMutant]) -> list[str]:
    """What is wrong with the list of equivalent mutants, a line an entry, for all mutants of an engine."""
    found = {mutant.mutant: mutant for mutant in tried}
    lines = []
    for name, entry in listed.items():
        mutant = found.get(name)
        if mutant is None:
            lines.append(f"{name}: is listed as equivalent, and there is no such mutant")
        elif mutant.content != entry.content:
            lines.append(f"{name}: is listed as equivalent, and its function has changed since")
        elif mutant.outcome != SourceOutcome.EQUIVALENT:
            lines.append(f"{name}: is listed as equivalent, and is {mutant.outcome}")
    return lines


def try_mutants(
    trial: Trial,
    book: Rulebook,
    checks: Sequence[CheckDeclaration],
    source: EngineSource,
    mutants: Sequence[SourceMutant],
    kept: Path | None,
    jobs: int,
    report: Progress,
) -> list[TriedMutant]:
    """What became of each mutant, in order, however many processes try them.

    What is kept of a mutant counts as long as its function is what it was, and so is the check that caught
    it; of one that nothing caught, as long as nothing at all has changed. Raises UserError for a file of
    something else, and where the engine is loaded in the process that tries it.
    """
    basis = _Basis(trial, book, checks, source)
    answers = Answers(kept, basis.bound, KeptCatch, "mutate --engine")
    listed = equivalents(book.game.directory, trial.engine)
    tried = []
    with answers, WorkerPool(jobs) as workers:
        tasks: dict[str, Task[Caught]] = {}
        for mutant in mutants:
            known = answers.get(_asked(mutant))
            if known is None or known.rests_on != basis.of(known.outcome, known.by):
                rules = frozenset(mutant.rules)
                tasks[mutant.name] = workers.begin(_catch, trial, source.package, mutant.changed, rules)
        for number, mutant in enumerate(mutants):
            report("planting faults", number, len(mutants))
            if mutant.name in tasks:
                caught = tasks[mutant.name].result()
                found = KeptCatch(
                    basis.of(caught.outcome, caught.by), caught.outcome, caught.by, caught.shown
                )
                answers.add(_asked(mutant), found)
            tried.append(_tried(mutant, answers.get(_asked(mutant)), listed.get(mutant.name)))
    return tried


def _asked(mutant: SourceMutant) -> str:
    return f"{mutant.name} [{mutant.content}] of {', '.join(mutant.rules)}"


def _tried(mutant: SourceMutant, found: KeptCatch | None, listed: EquivalentMutant | None) -> TriedMutant:
    assert found is not None
    outcome, shown = found.outcome, f"{mutant.shown}; {found.shown}" if found.shown else mutant.shown
    if listed is not None and listed.content == mutant.content and outcome is SourceOutcome.SURVIVED:
        outcome, shown = SourceOutcome.EQUIVALENT, f"{mutant.shown}; {listed.reason}"
    return TriedMutant(
        mutant=mutant.name,
        planted="engine",
        place=mutant.place,
        content=mutant.content,
        rules=mutant.rules,
        outcome=outcome,
        by=found.by,
        shown=shown,
    )


class _Basis:
    """Hashes of what answers rest on."""

    def __init__(
        self, trial: Trial, book: Rulebook, checks: Iterable[CheckDeclaration], source: EngineSource
    ) -> None:
        self._checks = {check.id: check.content for check in checks}
        folders = folders_hash([book.game.directory, source.folder])
        self._all = combined([program_hash(), folders])
        values = [f"{name}={value!r}" for name, value in sorted(book.values.items())]
        self.bound = combined([trial.engine, str(trial.every), book.edition, *values])
        """Of what all answers rest on."""

    def of(self, outcome: SourceOutcome, by: Sequence[str]) -> str:
        """Of what one answer rests on besides: the checks that caught it, where they say what they are."""
        checks = [self._checks.get(check, "") for check in by]
        return combined(checks) if outcome is SourceOutcome.CAUGHT and all(checks) else self._all


def _catch(trial: Trial, package: str, changed: ModuleText, rules: frozenset[str]) -> Caught:
    """Try one mutant, in a process of a crew or this one."""
    loaded = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    if loaded:
        what = f"the code of engine {trial.engine!r} is in use already ({loaded[0]})"
        raise UserError(what, "have the game import nothing of its engine")
    return _catcher(trial).catch(changed, rules)


@cache
def _catcher(trial: Trial) -> Catcher:
    """What tries mutants in this process: made once, with all that is asked."""
    return Catcher(trial.engine, trial.book.game, questions(trial.book.read(), trial.engine), trial.every)
