"""Play of an engine under the rules: random games, then Hypothesis; the games that show findings are
shortened.

Random games come first because they judge more steps a second than Hypothesis, and reach the end of long
games; Hypothesis then looks for what they missed. Every finding is a check and the rule that
it rests on. A rule is muted once it is known to be broken, so that one fault does not hide the next, up to a
stated number of rules; of the games that break a rule, the shortest is shortened further.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

import msgspec

from rulehound.checker.efforts import PLAIN, Scope
from rulehound.checker.engines import EngineError, RestartedEngine
from rulehound.checker.judging.coverage import counts_of, how_often
from rulehound.checker.judging.judgements.stacks import STACKING
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.wording.what_exercises import what_exercises
from rulehound.checker.progress import Progress, silent
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.stage_results import Census
from rulehound.checker.suite.capabilities import GAME, cannot, does_not_follow
from rulehound.checker.suite.catalogue import checks_of_model
from rulehound.checker.suite.play.play_log import Key, PlayLog
from rulehound.checker.suite.play.played_engine import PlayedEngine, Stop, setups
from rulehound.checker.suite.play.random_games import walk
from rulehound.checker.suite.play.session import Oracle
from rulehound.checker.suite.play.shrinking import (
    FailingGame,
    candidates_from,
    reduced,
    rerun_steps,
    shortest,
    with_culprit,
)
from rulehound.checker.wording import counted
from rulehound.spec.formats import Action, Observation

NOT_SHORTENED = "trace not shortened"
"""Label of a violation whose trace has not been shortened."""

ANSWERS = "engine:answers:"
"""Checks that an engine answers; they are recorded, under numbers, only where it does not."""

AT_WORK = "it was at work in a step that went wrong"
"""Why a check that found nothing against its own rule shows nothing all the same."""


@dataclass(frozen=True)
class Played:
    """What came of playing: records of the checks, and how often everything was done."""

    records: list[CheckRecord]
    games: int = 0
    steps: int = 0
    actions: Mapping[str, int] = field(default_factory=dict)
    """Action to how often it was taken or tried."""
    effects: Mapping[str, int] = field(default_factory=dict)
    """Effect of a card to how often it was tried."""
    taken: Mapping[str, int] = field(default_factory=dict)
    """Action of the model to how often a step was seen to be it."""
    mechanics: Mapping[str, int] = field(default_factory=dict)
    """Mechanic of the game to how many steps reached it; 0 for those that none did."""
    seen: Mapping[str, int] = field(default_factory=dict)
    """How much there was to judge, by what it is, and how many of the steps needed an effect."""
    not_judged: Mapping[str, int] = field(default_factory=dict)
    """Why steps, offers and stacks could not be judged, and how many."""
    given_up: Mapping[str, int] = field(default_factory=dict)
    """Why games were not judged from some step on, and how many; such a game is not played on."""
    own_cards: Census | None = None
    """The engine's own cards, where it was played with these."""


@dataclass(frozen=True)
class PriorFindings:
    """What earlier play of the same engine has shown, where this is a part of more."""

    broken: Sequence[str] = ()
    """Rules that are known to be broken, each with a trace that has been shortened: no news."""

    @classmethod
    def of(cls, played: Sequence[Played]) -> PriorFindings:
        """What this play has shown."""
        traces = (r.trace for one in played for r in one.records if r.label != NOT_SHORTENED)
        return cls(sorted({trace.rule for trace in traces if trace and trace.rule}))


def play(
    target: Target,
    *,
    seed: int,
    scope: Scope | None = None,
    progress: Progress = silent,
    prior: PriorFindings | None = None,
) -> Played:
    """Play an engine, and judge every state, every offer and every step.

    One record for each check that was judged, and one for each way in which the engine broke; where nothing
    can be played, one for each check that the model declares. Same seed, engine and knowledge, same outcome.
    Raises EngineStartError where the engine cannot be started.
    """
    scope = scope or Scope()
    restarted = RestartedEngine(target.open)
    missing = [fact for fact in target.game.facts if fact not in target.values]
    refusal = _why_not(target, seed, scope.cards) if not missing else ""
    if refusal or missing:
        restarted.close()
        verdict = Verdict.UNSUPPORTED if refusal else Verdict.INCONCLUSIVE
        why = refusal or f"no value for {', '.join(missing)}"
        return Played(_Blank(target, seed, scope).of_all(verdict, why))
    until = None if scope.seconds is None else time.monotonic() + scope.seconds
    engine = PlayedEngine(target, restarted, seed, until, PlayLog(), scope.cards, scope.guided)
    prior = prior or PriorFindings()
    try:
        _explore(engine, scope, prior, progress)
        again = _shorten(engine, scope, prior, progress)
    finally:
        restarted.close()
    log = engine.log
    records = list(_records(engine, scope, again))
    if log.refused_starts and all(record.verdict is Verdict.NOT_EXERCISED for record in records):
        records = _Blank(target, seed, scope).of_all(Verdict.UNSUPPORTED, log.refused_starts)
    return Played(
        records,
        log.games,
        log.steps,
        dict(sorted(log.actions.items())),
        dict(sorted(log.effects.items())),
        dict(sorted(log.coverage.taken.items())),
        {
            name: log.mechanics[name]
            for name in (target.game.mechanics.names if target.game.mechanics else ())
        },
        dict(sorted(log.coverage.seen.items())),
        dict(sorted(log.coverage.not_judged.items())),
        dict(sorted(log.given_up.items())),
    )


def lost_play(target: Target, seed: int, scope: Scope, why: str) -> Played:
    """What there is to say of play of which nothing is left: an error, and no check has come to an end."""
    blank = _Blank(target, seed, scope)
    error = blank.record(f"{ANSWERS}1", Verdict.ERROR, "nothing", why)
    return Played([error, *blank.of_all(Verdict.INCONCLUSIVE, why)])


def _explore(engine: PlayedEngine, scope: Scope, prior: PriorFindings, progress: Progress) -> None:
    """Random games, then Hypothesis for as long as it finds something new."""
    # Hypothesis takes a while to load, which commands that do not play need not wait for
    from rulehound.checker.suite.play.hypothesis_machine import hypothesis_run

    log = engine.log
    try:
        _random_games(engine, scope, progress)
        for run in range(scope.findings if scope.examples else 0):
            progress("games of Hypothesis", run, 0)
            broken = log.rules.union(prior.broken)
            if len(broken) >= scope.findings:
                return
            seed = (scope.first << 32) + engine.seed * 1000 + run
            if not hypothesis_run(
                engine, scope.examples, scope.example_steps, seed, broken, scope.offers_every
            ):
                return
    except Stop:
        return


def _random_games(engine: PlayedEngine, scope: Scope, progress: Progress) -> None:
    """So many games, or games of so many steps in all."""
    for number in range(scope.games) if scope.enough_steps is None else count():
        if scope.enough_steps is None:
            progress("random games", number, scope.games)
        elif engine.log.steps >= scope.enough_steps:
            break
        else:
            progress("steps of random games", engine.log.steps, scope.enough_steps)
        walk(engine, scope.first + number, scope.steps, scope.offers_every)
    progress("random games", 1, 1)


def _shorten(engine: PlayedEngine, scope: Scope, prior: PriorFindings, progress: Progress) -> frozenset[Key]:
    """Shorten the shortest game that breaks each rule, of so many rules that are not known to be broken; the
    findings that were found again."""
    failures, again = engine.log.failures, set()
    news = [key for key in engine.log.shortest_by_rule() if key[1] not in prior.broken]
    chosen = news[: 0 if engine.restarted.closed else scope.findings]
    for number, key in enumerate(chosen):
        progress("shortening traces", number, len(chosen))
        try:
            failure = _shortened(engine, scope, failures[key])
        except EngineError:
            try:
                engine.reopen()
            except Stop:
                break
            continue
        if failure is not None:
            failures[key] = failure
            again.add(key)
    return frozenset(again)


def _shortened(engine: PlayedEngine, scope: Scope, failure: FailingGame) -> FailingGame | None:
    """A game as short as we can make it, or None where even the whole of it does not show the finding
    again."""
    adapter, judge_for = engine.adapter, engine.target.judge
    again = rerun_steps(adapter, judge_for, failure, failure.steps)
    if again is None:
        return None
    failure = reduced(adapter, judge_for, again, scope.runs)
    candidates = candidates_from(engine.target.game, adapter, failure.start)

    def with_effects(observation: Observation) -> list[Action]:
        last = failure.steps[-1] if failure.steps else None
        illegal = last is not None and not last.offered and not last.is_effect
        return [*engine.effects(observation), *(candidates(observation) if illegal else ())]

    short = failure
    searches = scope.search_steps > 0 and "save" in engine.target.greeting.capabilities
    if searches and failure.detection.oracle is not Oracle.START:
        short = shortest(adapter, judge_for, failure, with_effects, scope.search_steps)
    return (
        with_culprit(adapter, judge_for, short, candidates)
        if failure.detection.oracle is Oracle.LEGAL
        else short
    )


def _why_not(target: Target, seed: int, cards: str) -> str:
    """Why this engine cannot be played; '' where it can."""
    if why := does_not_follow(target.greeting, target.edition):
        return why
    deck_cards = setups(target.game, cards)(seed, target.values).cards
    needed = [
        *GAME,
        *(target.game.cards_need if deck_cards else ()),
        *(["card-effects"] if cards != PLAIN else []),
    ]
    return cannot(target.greeting, needed) or target.unknown_words(deck_cards)


def _records(engine: PlayedEngine, scope: Scope, again: frozenset[Key]) -> Iterator[CheckRecord]:
    """Violations in the order found, then every other check that was judged, by its id, then breakdowns."""
    target, log = engine.target, engine.log
    blank = _Blank(target, engine.seed, scope)
    for key, failure in log.failures.items():
        finding = failure.detection.finding
        yield msgspec.structs.replace(
            blank.record(finding.check, Verdict.VIOLATION, _shown(log)),
            rules=[finding.rule] if finding.rule else blank.rules_of(finding.check),
            explanation=f"expected: {finding.expected}; observed: {finding.observed}",
            counts={"times": log.times[key], "steps": len(failure.steps)},
            trace=target.trace(failure.start, failure.steps, finding),
            label="" if key in again else NOT_SHORTENED,
        )
    violated = {check for check, _, _ in log.failures}
    for check in sorted(blank.of_play.union(log.coverage.judged) - violated):
        judged, exercised = log.coverage.judged.get(check), log.coverage.exercised.get(check)
        if not judged and log.unfinished:
            continue
        verdict, why = Verdict.PASS, log.unfinished
        cited = blank.rules_of(check)
        if cited and set(cited) <= set(target.unsupported):
            verdict = Verdict.UNSUPPORTED
        elif log.unfinished:
            verdict = Verdict.INCONCLUSIVE
        elif check in log.first_suspects and judged:
            verdict = Verdict.INCONCLUSIVE
            why = f"{AT_WORK}; the first suspect there is {log.first_suspects[check]}"
        elif not exercised:
            verdict, why = Verdict.NOT_EXERCISED, what_exercises(target.compiled_model, check)
        counts = counts_of(check, log.coverage)
        record = blank.record(check, verdict, f"{how_often(counts)} in {_shown(log)}", why)
        yield msgspec.structs.replace(record, counts=counts)
    for number, (error, trace) in enumerate(log.trouble, 1):
        record = blank.record(f"{ANSWERS}{number}", Verdict.ERROR, _shown(log), str(error))
        yield msgspec.structs.replace(record, trace=trace, label=error.kind.value)


@dataclass(frozen=True)
class _Blank:
    """What all records of one run of play have in common."""

    target: Target
    seed: int
    scope: Scope

    @cached_property
    def rules(self) -> Mapping[str, Sequence[str]]:
        """The checks that the model declares, each with the rules that it stands for."""
        game = self.target.game
        stacking = {STACKING: (game.stacks.rule,)} if game.stacks else {}
        return {check.id: check.rules for check in checks_of_model(game.model())} | stacking

    @property
    def of_play(self) -> frozenset[str]:
        """The checks that play can come to: all but those of what has to stay within reach of the model."""
        return frozenset(check for check in self.rules if not check.startswith("sometimes:"))

    def rules_of(self, check: str) -> list[str]:
        """The rules that a check stands for; one of an observation carries its rule in its id."""
        kind, _, name = check.partition(":")
        return [name] if kind == "observation" else list(self.rules.get(check, ()))

    def of_all(self, verdict: Verdict, why: str) -> list[CheckRecord]:
        """One verdict on all checks that the model declares, of which nothing was shown."""
        return [self.record(check, verdict, "nothing", why) for check in self.rules]

    def record(self, check: str, verdict: Verdict, shown: str, explanation: str = "") -> CheckRecord:
        return CheckRecord(
            check=check,
            rules=self.rules_of(check),
            verdict=verdict,
            scope=str(self.scope),
            shown=shown,
            edition=self.target.edition,
            engine=self.target.engine,
            seed=self.seed,
            explanation=explanation,
        )


def _shown(log: PlayLog) -> str:
    return f"{counted(log.games, 'game')}, {counted(log.steps, 'step')}"
