"""Play of an engine under the rules: long random games, then Hypothesis, then the shortest ways to findings.

Random games come first because they judge more steps a second than Hypothesis, and reach the end of long
games; Hypothesis then looks for what they missed. Every finding is a check and the rule that
it rests on. A rule is muted once it is known to be broken, so that one fault does not hide the next, up to a
stated number of rules; of the ways to break a rule, the shortest is shortened further.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

import msgspec

from rulehound.checker.efforts import PLAIN, Scope
from rulehound.checker.engines import EngineError
from rulehound.checker.judging.stacks import STACKING
from rulehound.checker.judging.target import Target
from rulehound.checker.progress import Progress, silent
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.results import Census
from rulehound.checker.suite.catalogue import checks_of_model
from rulehound.checker.suite.play.ground import Ground, Stop, setups
from rulehound.checker.suite.play.machine import hypothesis_run
from rulehound.checker.suite.play.notes import Key, Notes
from rulehound.checker.suite.play.session import How
from rulehound.checker.suite.play.shorten import Way, reduced, rerun, shortest, with_culprit
from rulehound.checker.suite.play.walks import walk
from rulehound.spec.formats import Action, Observation

AS_IT_WAS_MET = "trace as it was met"
"""Label of a violation whose trace has not been shortened."""

ANSWERS = "engine:answers:"
"""Checks that an engine answers; they are recorded, under numbers, only where it does not."""

NEEDED = ("new-game", "legal-actions", "apply", "observe")
"""Capabilities without which an engine cannot be played; a game with cards takes `card-facts` too."""

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
class Known:
    """What earlier play of the same engine has shown, where this is a part of more."""

    broken: Sequence[str] = ()
    """Rules that are known to be broken, each with a way that has been shortened: no news."""

    @classmethod
    def of(cls, played: Sequence[Played]) -> Known:
        """What this play has shown."""
        traces = (r.trace for one in played for r in one.records if r.label != AS_IT_WAS_MET)
        return cls(sorted({trace.rule for trace in traces if trace and trace.rule}))


def play(
    target: Target,
    *,
    seed: int,
    scope: Scope | None = None,
    progress: Progress = silent,
    known: Known | None = None,
) -> Played:
    """Play an engine, and judge every state, every offer and every step.

    One record for each check that was judged, and one for each way in which the engine broke; where nothing
    can be played, one for each check that the model declares. Same seed, engine and knowledge, same outcome.
    Raises EngineStartError where the engine cannot be started.
    """
    scope = scope or Scope()
    adapter = target.open()
    missing = [fact for fact in target.game.facts if fact not in target.values]
    refusal = _lacking(target, seed, scope.cards) if not missing else ""
    if refusal or missing:
        adapter.close()
        verdict = Verdict.UNSUPPORTED if refusal else Verdict.INCONCLUSIVE
        why = refusal or f"no value for {', '.join(missing)}"
        return Played(_Blank(target, seed, scope).of_all(verdict, why))
    until = None if scope.seconds is None else time.monotonic() + scope.seconds
    ground = Ground(target, adapter, seed, until, Notes(), scope.cards, scope.guided)
    known = known or Known()
    try:
        _explore(ground, scope, known, progress)
        again = _shorten(ground, scope, known, progress)
    finally:
        ground.adapter.close()
    notes = ground.notes
    return Played(
        list(_records(ground, scope, again)),
        notes.games,
        notes.steps,
        dict(sorted(notes.actions.items())),
        dict(sorted(notes.effects.items())),
        dict(sorted(notes.taken.items())),
        {
            name: notes.mechanics[name]
            for name in (target.game.mechanics.names if target.game.mechanics else ())
        },
        dict(sorted(notes.seen.items())),
        dict(sorted(notes.not_judged.items())),
        dict(sorted(notes.given_up.items())),
    )


def lost(target: Target, seed: int, scope: Scope, why: str) -> Played:
    """What there is to say of play of which nothing is left: an error, and no check has come to an end."""
    blank = _Blank(target, seed, scope)
    error = blank.record(f"{ANSWERS}1", Verdict.ERROR, "nothing", why)
    return Played([error, *blank.of_all(Verdict.INCONCLUSIVE, why)])


def _explore(ground: Ground, scope: Scope, known: Known, progress: Progress) -> None:
    """Random games, then Hypothesis for as long as it finds something new."""
    notes = ground.notes
    try:
        _random_games(ground, scope, progress)
        for run in range(scope.findings if scope.examples else 0):
            progress("games of Hypothesis", run, 0)
            broken = notes.rules.union(known.broken)
            if len(broken) >= scope.findings:
                return
            seed = (scope.first << 32) + ground.seed * 1000 + run
            if not hypothesis_run(
                ground, scope.examples, scope.example_steps, seed, broken, scope.offers_every
            ):
                return
    except Stop:
        return


def _random_games(ground: Ground, scope: Scope, progress: Progress) -> None:
    """So many games, or games of so many steps in all."""
    for number in range(scope.games) if scope.enough is None else count():
        if scope.enough is None:
            progress("random games", number, scope.games)
        elif ground.notes.steps >= scope.enough:
            break
        else:
            progress("steps of random games", ground.notes.steps, scope.enough)
        walk(ground, scope.first + number, scope.steps, scope.offers_every)
    progress("random games", 1, 1)


def _shorten(ground: Ground, scope: Scope, known: Known, progress: Progress) -> frozenset[Key]:
    """Shorten the shortest way to break each rule, of so many rules that are not known to be broken; the
    findings that were found again."""
    ways, again = ground.notes.ways, set()
    news = [key for key in ground.notes.shortest_by_rule() if key[1] not in known.broken]
    chosen = news[: 0 if ground.closed else scope.findings]
    for number, key in enumerate(chosen):
        progress("shortening traces", number, len(chosen))
        try:
            way = _shortened(ground, scope, ways[key])
        except EngineError:
            try:
                ground.reopen()
            except Stop:
                break
            continue
        if way is not None:
            ways[key] = way
            again.add(key)
    return frozenset(again)


def _shortened(ground: Ground, scope: Scope, way: Way) -> Way | None:
    """A way as short as we can make it, or None where even the whole of it does not lead there again."""
    adapter, judge_for = ground.adapter, ground.target.judge
    found = rerun(adapter, judge_for, way, way.steps)
    if found is None:
        return None
    way = reduced(adapter, judge_for, found, scope.runs)
    reader, cards = ground.target.game.reader, way.start.known

    def candidates(observation: Observation) -> list[Action]:
        return reader.candidates(observation, cards)

    def with_effects(observation: Observation) -> list[Action]:
        last = way.steps[-1] if way.steps else None
        illegal = last is not None and not last.offered and not last.is_effect
        return [*ground.effects(observation), *(candidates(observation) if illegal else ())]

    short = way
    searches = scope.searched > 0 and "save" in ground.target.greeting.capabilities
    if searches and way.seen.how is not How.START:
        short = shortest(adapter, judge_for, way, with_effects, scope.searched)
    return with_culprit(adapter, judge_for, short, candidates) if way.seen.how is How.LEGAL else short


def _lacking(target: Target, seed: int, cards: str) -> str:
    """Why this engine cannot be played; '' where it can."""
    greeting = target.greeting
    if greeting.editions and target.edition not in greeting.editions:
        return f"the engine does not follow {target.edition}"
    needed = [*NEEDED]
    needed += target.game.cards_need if setups(target.game, cards)(seed, target.values).cards else ()
    needed += ["card-effects"] if cards != PLAIN else []
    missing = [need for need in needed if need not in greeting.capabilities]
    return f"the engine cannot: {', '.join(missing)}" if missing else ""


def _records(ground: Ground, scope: Scope, again: frozenset[Key]) -> Iterator[CheckRecord]:
    """Violations in the order found, then every other check that was judged, by its id, then breakdowns."""
    target, notes = ground.target, ground.notes
    blank = _Blank(target, ground.seed, scope)
    for key, way in notes.ways.items():
        finding = way.seen.finding
        yield msgspec.structs.replace(
            blank.record(finding.check, Verdict.VIOLATION, _shown(notes)),
            rules=[finding.rule] if finding.rule else blank.rules_of(finding.check),
            explanation=f"expected: {finding.expected}; observed: {finding.observed}",
            counts={"times": notes.times[key], "steps": len(way.steps)},
            trace=target.trace(way.start, way.steps, finding),
            label="" if key in again else AS_IT_WAS_MET,
        )
    violated = {check for check, _ in notes.ways}
    for check in sorted(set(notes.judged) - violated):
        verdict = Verdict.INCONCLUSIVE if notes.unfinished else Verdict.PASS
        cited = blank.rules_of(check)
        if cited and set(cited) <= set(target.unsupported):
            verdict = Verdict.UNSUPPORTED
        why = notes.unfinished
        if check in notes.doubted and verdict is Verdict.PASS:
            verdict = Verdict.INCONCLUSIVE
            why = f"{AT_WORK}, for which {notes.doubted[check]} is named"
        shown = f"judged {notes.judged[check]:,} times in {_shown(notes)}"
        record = blank.record(check, verdict, shown, why)
        yield msgspec.structs.replace(record, counts={"judged": notes.judged[check]})
    for number, (error, trace) in enumerate(notes.trouble, 1):
        record = blank.record(f"{ANSWERS}{number}", Verdict.ERROR, _shown(notes), str(error))
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


def _shown(notes: Notes) -> str:
    return f"{notes.games:,} games, {notes.steps:,} steps"
