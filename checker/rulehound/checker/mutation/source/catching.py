"""Which checks catch a fault in an engine's source: they fail on the engine with it, and not without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rulehound.checker.engines import EngineStartError, open_engine
from rulehound.checker.engines.channels import LocalChannel
from rulehound.checker.engines.client import EngineClient
from rulehound.checker.engines.opening import installed_engines
from rulehound.checker.mutation.source.changed_module import ModuleText, plant
from rulehound.checker.mutation.source.questions import QUICK, Opened, Question, in_order
from rulehound.checker.processes.fork import ForkEnd, Send, in_fork, limit
from rulehound.checker.records import Verdict
from rulehound.checker.suite.engine_checks import STARTS_AGAIN

STARTING = 20.0
"""Seconds of processor time in which an engine starts."""

_FAILED = (Verdict.VIOLATION, Verdict.ERROR)


class SourceOutcome(StrEnum):
    """What became of a mutant of an engine's source."""

    CAUGHT = "caught"
    """A check fails on it that does not fail on the engine as it is, or it ends the process it runs in."""
    SURVIVED = "survived"
    """No check fails on it."""
    TIMED_OUT = "timed out"
    """No check fails on it before it takes far longer over one than an engine may: it hangs, say."""
    NO_START = "does not start"
    """It cannot be opened at all: like code that does not compile, it shows nothing of the checks."""
    EQUIVALENT = "equivalent"
    """No check fails on it, and it is listed as one that cannot matter, with the reason."""


@dataclass(frozen=True)
class Caught:
    """What became of a mutant, by which checks, and how.

    Unless all questions were put, of the checks of each of its rules the first that failed is named, and
    where none of those did the first other one.
    """

    outcome: SourceOutcome
    by: tuple[str, ...] = ()
    shown: str = ""


@dataclass(frozen=True)
class QuestionPut:
    """The engine has started, and is put this question next."""

    question: str


@dataclass(frozen=True)
class FailedCheck:
    """A check that failed; `broke`: the engine broke, instead of going against a rule."""

    question: str
    check: str
    rules: frozenset[str]
    broke: bool = False


@dataclass(frozen=True)
class NotUnderstood:
    """This program itself broke over what the engine did."""

    why: str


DONE = "done"


class EngineCatcher:
    """Tries mutants of one engine, of which nothing may be loaded in this process.

    `every`: a mutant is put all questions; else, once a check fails, only quick ones about those of its rules
    of which no check has failed, and slow ones where none of them has.
    """

    def __init__(self, engine: str, game: str, asked: Sequence[Question], every: bool = False) -> None:
        self._engine, self._game = engine, game
        self._asked, self._every = asked, every
        self._fail_anyway: frozenset[tuple[str, str]] = frozenset()
        sound = in_fork(lambda send: self._ask(asked, frozenset(), send))
        self._fail_anyway = frozenset((each.question, each.check) for each in _failed(sound))

    def catch(self, changed: ModuleText, rules: frozenset[str]) -> Caught:
        """What becomes of the engine with a module changed, where these rules are cited."""

        def work(send: Send) -> None:
            plant(changed)
            self._ask(in_order(self._asked, rules), rules, send)

        return _caught(in_fork(work), rules, self._every)

    def _ask(self, asked: Sequence[Question], rules: frozenset[str], send: Send) -> None:
        """Put questions to the engine in this process, and tell which is asked and what fails."""
        limit(STARTING)
        try:
            opened = self._start()
        except EngineStartError:
            send(DONE)
            return
        caught, left = False, rules
        for question in asked:
            needed = left & question.rules and (left == rules or question.seconds <= QUICK)
            if caught and not needed and not self._every:
                continue
            limit(question.seconds)
            send(QuestionPut(question.name))
            for answer in self._answers(question, opened):
                send(answer)
                if isinstance(answer, FailedCheck):
                    caught, left = True, left - answer.rules
        send(DONE)

    def _start(self) -> Opened:
        """Start the engine in this process, and return what makes fresh ones without looking it up anew.

        Raises EngineStartError where it does not start.
        """
        first = open_engine(self._engine, self._game)
        first.close()
        make = installed_engines()[self._engine].load()
        return lambda: EngineClient(LocalChannel(make(self._game)), first.handshake())

    def _answers(self, question: Question, opened: Opened) -> Iterator[FailedCheck | NotUnderstood]:
        """What fails of a question, and does not fail on the engine as it is."""
        try:
            for record in question.ask(opened):
                if record.verdict in _FAILED and (question.name, record.check) not in self._fail_anyway:
                    broke = record.verdict is Verdict.ERROR
                    yield FailedCheck(question.name, record.check, frozenset(record.rules), broke)
        except EngineStartError:
            yield FailedCheck(question.name, STARTS_AGAIN, frozenset(), broke=True)
        except Exception as error:  # whatever an engine does must not stop the others from being tried
            yield NotUnderstood(f"{type(error).__name__}: {error}")


def _failed(end: ForkEnd) -> list[FailedCheck]:
    return [each for each in end.messages if isinstance(each, FailedCheck)]


def _caught(end: ForkEnd, rules: frozenset[str], every: bool) -> Caught:
    """What a process shows of its mutant."""
    asked = [each.question for each in end.messages if isinstance(each, QuestionPut)]
    failed = _failed(end)
    if failed:
        firsts = (next((each for each in failed if rule in each.rules), None) for rule in sorted(rules))
        own = [each for each in firsts if each is not None]
        named = failed if every else own or failed[:1]
        by = tuple(dict.fromkeys(each.check for each in named))
        return Caught(SourceOutcome.CAUGHT, by, "it breaks" if all(each.broke for each in named) else "")
    if end.took_too_long:
        return Caught(SourceOutcome.TIMED_OUT, shown=f"in {asked[-1] if asked else 'starting'}")
    if not asked:
        return Caught(SourceOutcome.NO_START)
    if DONE not in end.messages:
        return Caught(SourceOutcome.CAUGHT, (asked[-1],), "its process ends")
    confused = [each.why for each in end.messages if isinstance(each, NotUnderstood)]
    return Caught(SourceOutcome.SURVIVED, shown=f"not understood: {confused[0]}" if confused else "")
