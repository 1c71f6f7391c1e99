"""Everything for a game: read the rules, run every check on the model and on an engine, put it together.

The model is checked in a second process while this one finds inputs and meets the engine. Records stand in a
fixed order, the model's first, whichever process ends first.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from rulehound.checker.efforts import EFFORTS
from rulehound.checker.engines import EngineLimits, open_engine
from rulehound.checker.judging.target import Target
from rulehound.checker.model.checks import model_checks
from rulehound.checker.processes.worker_pool import WorkerPool
from rulehound.checker.progress import Progress, silent
from rulehound.checker.records import Verdict
from rulehound.checker.report.assembly import assemble, engine_met, not_run
from rulehound.checker.report.run import Run
from rulehound.checker.results import Results
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import Rulebook, open_game, read_rulebook
from rulehound.checker.suite.catalogue import checks_of_model, declared_checks
from rulehound.checker.suite.engine_checks import engine_checks
from rulehound.checker.suite.vectors import vector_scenarios
from rulehound.extract import DocumentError
from rulehound.extract.pdf.pictures import clause_pictures
from rulehound.extract.processes.isolation import ChildFailed, in_child
from rulehound.extract.text.recognition import is_text_file
from rulehound.spec.documents.spec_records import CheckDeclaration, Rule
from rulehound.spec.formats import Adapter, Ruleset
from rulehound.spec.game import Game


@dataclass(frozen=True)
class Request:
    """What a user asks `rulehound check` for."""

    game: str = "dcg"
    rules: Path | None = None
    engine: str = "reference"
    edition: str | None = None
    seed: int = 0
    effort: str = "normal"
    strict: bool = False
    spec: Path | None = None
    """The game's spec directory, where it is not the installed one."""
    limits: EngineLimits = field(default_factory=EngineLimits)
    """What the engine may use."""


@dataclass
class _Clock:
    """Seconds by stage."""

    stages: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.stages[name] = round(time.perf_counter() - begun, 3)


class Checked(NamedTuple):
    """What came of a run."""

    run: Run
    pictures: dict[str, bytes]
    """PNG pictures of its clauses, by key in the document at hand."""
    book: Rulebook
    """What was checked by."""


def run_check(request: Request, report: Progress = silent) -> Checked:
    """Run every check.

    Raises UserError, SpecError or DocumentError for what is wrong with the user's input, before anything is
    checked.
    """
    game = open_game(request.game, request.spec)
    opened = partial(open_engine, request.engine, game.name, request.limits)
    return check_game(game, request, opened, report)


def check_game(
    game: Game,
    request: Request,
    opened: Callable[[], Adapter],
    report: Progress = silent,
    background: bool = True,
) -> Checked:
    """The same for a game and an engine at hand.

    `background`: the model is checked in a second process, which finds the game by its name; without, all is
    done in this one, and comes to the same.
    """
    clock = _Clock()
    with clock.stage("total"):
        with clock.stage("opening the engine"):
            engine = opened()
            greeting = engine.handshake()
            engine.close()
        with clock.stage("reading the rules"):
            book = read_rulebook(game, request.rules, request.edition, report)
        with _model_checks(book, request.effort, report, background) as model:
            with clock.stage("finding vectors"):
                vectors, left_out = ([], []) if book.needed_unread else vector_scenarios(game, book.values)
            declared = declared_checks(game, book.store, vectors)
            book.store.require_known(declared)
            with clock.stage("checking"):
                target = Target(game, book.edition, book.values, request.engine, opened, greeting)
                shown = engine_checks(
                    target,
                    book,
                    lambda: vectors,
                    seed=request.seed,
                    effort=EFFORTS[request.effort],
                    report=report,
                    workers=WorkerPool(1),  # another process is at the model meanwhile
                )
                shown = model() + shown + Results(limits=[f"no vector for {what}" for what in left_out])
        met = engine_met(request.engine, greeting, book.edition)
        run = assemble(
            book, met, shown, declared, seed=request.seed, effort=request.effort, strict=request.strict
        )
        with clock.stage("drawing the clauses"):
            pictures = pictures_of(book, [rule for rule in book.store.rules.values() if book.holds(rule)])
    return Checked(msgspec.structs.replace(run, timing=clock.stages), pictures, book)


@contextmanager
def _model_checks(
    book: Rulebook, effort: str, report: Progress, background: bool
) -> Iterator[Callable[[], Results]]:
    """Begin to check the model, and give what waits for the end of it; a process that breaks is an error."""
    if not background:
        yield lambda: check_model(book.bound, effort, report)
        return
    with WorkerPool(2) as workers:
        given = book.game.name, book.edition, book.values, effort
        task = workers.begin_apart(check_model_of, *given, report=report)

        def result() -> Results:
            try:
                return task.result()
            except Exception as error:  # of any kind: the engine is judged all the same
                what = f"the checks of the model broke: {type(error).__name__}: {error}"
                return Results(
                    not_run(_of_the_model(book.game), book.edition, Verdict.ERROR, what), limits=[what]
                )

        yield result


def check_model(bound: BoundModel, effort: str, report: Progress) -> Results:
    """The checks of the model; all inconclusive where it needs a fact that could not be read."""
    unread = sorted(bound.game.model().all_facts - bound.values.keys())
    if unread:
        why = f"the model needs {', '.join(unread)}, which could not be read"
        return Results(not_run(_of_the_model(bound.game), bound.edition, Verdict.INCONCLUSIVE, why))
    return model_checks(bound, effort, report)


def check_model_of(game: str, edition: str, values: Ruleset, effort: str, report: Progress) -> Results:
    """The same for an installed game, in a process that is told names and not objects."""
    return check_model(BoundModel(open_game(game), edition, values), effort, report)


def _of_the_model(game: Game) -> list[CheckDeclaration]:
    return [check for check in checks_of_model(game.model()) if check.kind == "invariant"]


def pictures_of(book: Rulebook, rules: Iterable[Rule]) -> dict[str, bytes]:
    """PNG pictures of the clauses that rules rest on, by key: the page around each, marked.

    None of a text file, or where the pages cannot be drawn: standard error says so.
    """
    document = book.hand.document
    here = book.hand.identified.edition
    recorded = [k for r in rules for s in r.sources if s.document == here[0] for k in s.clauses(here[1])]
    found = (book.hand.clause(key) for key in dict.fromkeys(recorded))
    wanted = [
        (clause.key, [box for box in clause.boxes if box.page == clause.page])
        for clause in sorted((clause for clause in found if clause), key=lambda clause: clause.page)
    ]
    if is_text_file(document.path):
        return {}
    try:
        return in_child(clause_pictures, document.path, wanted)
    except (ChildFailed, DocumentError) as error:
        print(f"{document.path}: no pictures of clauses: {error}", file=sys.stderr)
        return {}
