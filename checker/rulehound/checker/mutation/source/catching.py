"""Catching faults in an engine's source by checks that fail on the engine with the fault alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from rulehound.checker.engines import EngineStartError, open_engine
from rulehound.checker.engines.channels import LocalChannel
from rulehound.checker.engines.client import EngineClient
from rulehound.checker.engines.opening import installed_engines
from rulehound.checker.engines.source.lines_run import EVERY_LINE, LineRecorder, LinesRun, path_within
from rulehound.checker.mutation.source.changed_module import ModuleText, plant
from rulehound.checker.mutation.source.questions import QUICK, Opened, Question, in_order
from rulehound.checker.processes.fork import ForkEnd, Send, in_fork, limit
from rulehound.checker.records import Verdict
from rulehound.checker.suite.engine_checks import STARTS_AGAIN
from rulehound.spec.formats import Adapter

STARTING = 20.0
"""Seconds of processor time in which an engine starts."""

TRACING = 10.0
"""How many times longer a question may take while its lines are traced."""

_FAILED = (Verdict.VIOLATION, Verdict.ERROR)


class SourceOutcome(StrEnum):
    """The outcome of a mutant of an engine's source."""

    CAUGHT = "caught"
    """A check fails on it that does not fail on the unchanged engine, or its process ends."""
    SURVIVED = "survived"
    """No check fails on it."""
    TIMED_OUT = "timed out"
    """No check fails on it before one takes far longer than an engine may, for example because it hangs."""
    NO_START = "does not start"
    """It cannot be opened at all. Like code that does not compile, it proves nothing about the checks."""
    EQUIVALENT = "equivalent"
    """No check fails on it, and it is listed as one that cannot matter, with the reason."""


@dataclass(frozen=True)
class CatchResult:
    """The outcome of a mutant, with the checks that caught it.

    Unless all questions were put, these are the first failed check of each of its rules, or else the first
    failed check of any rule.
    """

    outcome: SourceOutcome
    by: tuple[str, ...] = ()
    shown: str = ""


@dataclass(frozen=True)
class QuestionPut:
    """The message that the engine has started and is put this question next."""

    question: str


@dataclass(frozen=True)
class FailedCheck:
    """The message that a check failed. `broke`: the engine crashed or misbehaved; it broke no rule."""

    question: str
    check: str
    rules: frozenset[str]
    broke: bool = False


@dataclass(frozen=True)
class NotUnderstood:
    """The message that the checker itself failed on the engine's behaviour."""

    why: str


DONE = "done"


class EngineCatcher:
    """Tries mutants of one engine, of which nothing may be loaded in this process.

    `every`: a mutant is put all questions. Otherwise, after a check fails, it is put only quick questions
    about those of its rules without a failed check, and slow ones only while no rule has one. `runs` says for
    each question which lines of the engine it runs; where that is not known, any question may run any line.
    """

    def __init__(
        self,
        engine: str,
        game: str,
        folder: Path,
        questions: Sequence[Question],
        every: bool = False,
        runs: Sequence[LinesRun] = (),
    ) -> None:
        self._engine, self._game, self._folder = engine, game, folder
        self._questions, self._every = questions, every
        self._runs = runs or [EVERY_LINE] * len(questions)
        self._put_unchanged: frozenset[str] = frozenset()
        self._fail_anyway: frozenset[tuple[str, str]] = frozenset()

    def catch(
        self, changed: ModuleText, rules: frozenset[str], near: frozenset[str], lines: range | None
    ) -> CatchResult:
        """The outcome of the engine with a changed module, at code for which these rules are cited.

        Only questions that run one of these lines of the module are put, those for rules that are cited
        `near` first; all of them where `lines` is None.
        """
        file = path_within(self._folder, changed.file)
        relevant = [
            question
            for question, run in zip(self._questions, self._runs, strict=True)
            if lines is None or run.holds(file, lines)
        ]
        asked = in_order(relevant, near)
        if not asked:
            return CatchResult(SourceOutcome.SURVIVED, shown="no question runs it")

        def work(send: Send) -> None:
            plant(changed)
            self._put(asked, rules, send)

        while True:
            end = in_fork(work)
            failed = _failed(end)
            self._ask_unchanged({each.question for each in failed})
            if self._fail_anyway.isdisjoint((each.question, each.check) for each in failed):
                return _caught(end, rules, self._every)

    def _ask_unchanged(self, names: Set[str]) -> None:
        """Put questions to the unchanged engine, those that it has not been put yet, and keep what fails."""
        for question in self._questions:
            if question.name in names and question.name not in self._put_unchanged:
                failed = _failed(in_fork(partial(self._put, [question], frozenset())))
                self._fail_anyway |= {(each.question, each.check) for each in failed}
                self._put_unchanged |= {question.name}

    def lines_run(self) -> list[LinesRun]:
        """For each question, the lines of the engine's files that are run when it is put.

        Every question has a process of its own: what the engine keeps from one question may spare it lines in
        the next one. Questions that come again under another edition are few for each mutant; they are not
        traced.
        """

        def work(send: Send) -> None:
            recorder = LineRecorder(self._folder)
            opened = self._start(recorder)
            for question in self._questions:
                limit(question.seconds * TRACING * 2)
                ask = partial(_lines_of_question, question, opened, recorder)
                messages = [] if question.again else in_fork(ask).messages
                send(next(iter(messages), EVERY_LINE))

        runs = in_fork(work).messages
        return [*runs, *[EVERY_LINE] * (len(self._questions) - len(runs))]

    def _put(self, questions: Sequence[Question], rules: frozenset[str], send: Send) -> None:
        """Put questions to the engine in this process, and send each question and each failed check."""
        limit(STARTING)
        try:
            opened = self._start()
        except EngineStartError:
            send(DONE)
            return
        caught, rules_left = False, rules
        for question in questions:
            needed = rules_left & question.rules and (rules_left == rules or question.seconds <= QUICK)
            if caught and not needed and not self._every:
                continue
            limit(question.seconds)
            send(QuestionPut(question.name))
            for answer in self._answers(question, opened):
                send(answer)
                if isinstance(answer, FailedCheck):
                    caught, rules_left = True, rules_left - answer.rules
        send(DONE)

    def _start(self, recorder: LineRecorder | None = None) -> Opened:
        """Start the engine in this process, and return a function that makes further ones without a new
        look-up. A recorder then records the lines that these run.

        Raises EngineStartError where it does not start.
        """
        first = open_engine(self._engine, self._game)
        first.close()
        make = partial(installed_engines()[self._engine].load(), self._game)

        def channel() -> LocalChannel:
            return LocalChannel(make()) if recorder is None else _RecordedChannel(make, recorder)

        return lambda: EngineClient(channel(), first.handshake())

    def _answers(self, question: Question, opened: Opened) -> Iterator[FailedCheck | NotUnderstood]:
        """The failed checks of a question that do not fail on the unchanged engine."""
        try:
            for record in question.ask(opened):
                if record.verdict in _FAILED and (question.name, record.check) not in self._fail_anyway:
                    broke = record.verdict is Verdict.ERROR
                    yield FailedCheck(question.name, record.check, frozenset(record.rules), broke)
        except EngineStartError:
            yield FailedCheck(question.name, STARTS_AGAIN, frozenset(), broke=True)
        except Exception as error:  # whatever an engine does must not stop the others from being tried
            yield NotUnderstood(f"{type(error).__name__}: {error}")


class _RecordedChannel(LocalChannel):
    """A channel whose engine has its lines recorded: the checker, which does most of the work, has not."""

    def __init__(self, make: Callable[[], Adapter], recorder: LineRecorder) -> None:
        super().__init__(recorder.record(make))
        self._recorder = recorder

    def call(self, method: str, parameters: Mapping[str, Any]) -> Any:
        """Ask, with the lines recorded that are run for the answer."""
        return self._recorder.record(partial(super().call, method, parameters))


def _lines_of_question(question: Question, opened: Opened, recorder: LineRecorder, send: Send) -> None:
    """Put a question to recorded engines, and send the lines that they run; nothing where that takes long."""
    limit(question.seconds * TRACING)
    list(question.shortest(opened))
    send(recorder.lines)


def _failed(end: ForkEnd) -> list[FailedCheck]:
    return [each for each in end.messages if isinstance(each, FailedCheck)]


def _caught(end: ForkEnd, rules: frozenset[str], every: bool) -> CatchResult:
    """The outcome of a mutant, by the messages and the end of its process."""
    questions = [each.question for each in end.messages if isinstance(each, QuestionPut)]
    failed = _failed(end)
    if failed:
        firsts = (next((each for each in failed if rule in each.rules), None) for rule in sorted(rules))
        own = [each for each in firsts if each is not None]
        by_checks = failed if every else own or failed[:1]
        by = tuple(dict.fromkeys(each.check for each in by_checks))
        return CatchResult(
            SourceOutcome.CAUGHT, by, "it breaks" if all(each.broke for each in by_checks) else ""
        )
    if end.took_too_long:
        return CatchResult(SourceOutcome.TIMED_OUT, shown=f"in {questions[-1] if questions else 'starting'}")
    if not questions:
        return CatchResult(SourceOutcome.NO_START)
    if DONE not in end.messages:
        return CatchResult(SourceOutcome.CAUGHT, (questions[-1],), "its process ends")
    confused = [each.why for each in end.messages if isinstance(each, NotUnderstood)]
    return CatchResult(SourceOutcome.SURVIVED, shown=f"not understood: {confused[0]}" if confused else "")
