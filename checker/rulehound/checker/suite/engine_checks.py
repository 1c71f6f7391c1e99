"""The suite: every check of one engine, against itself, in play, in scenarios, and state by state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import msgspec

from rulehound.checker.efforts import PLAIN, Bounds, Effort, Scope
from rulehound.checker.engines import EngineStartError
from rulehound.checker.judging.target import Target
from rulehound.checker.processes.worker_pool import WorkerError, WorkerPool
from rulehound.checker.progress import Progress
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.stage_results import Results
from rulehound.checker.suite.capabilities import EFFECTS_OF_OUR_CARDS, cannot
from rulehound.checker.suite.catalogue import checks_of_model, scenario_check
from rulehound.checker.suite.costs import price_checks
from rulehound.checker.suite.exploration import explore, lost_exploration
from rulehound.checker.suite.exploration_starts import exploration_starts
from rulehound.checker.suite.leading import with_positions
from rulehound.checker.suite.lockstep import AGREES, lockstep
from rulehound.checker.suite.play import Played
from rulehound.checker.suite.play.own_cards import census
from rulehound.checker.suite.play.shares import SharedPlay
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.given import Vocabulary, load_vocabulary
from rulehound.checker.suite.scenarios.restored import SCENARIOS_RESTORED, restored_scenarios
from rulehound.checker.suite.trials import AGAINST_ITSELF, trials
from rulehound.checker.suite.trials.of_game import trials_of_game
from rulehound.checker.suite.vectors import grouped, vector_check
from rulehound.checker.suite.watching import EnoughSeen, Watch
from rulehound.checker.wording import counted
from rulehound.spec.formats import Scenario
from rulehound.spec.language import Model

STARTS_AGAIN = "engine:starts-again"
"""Check that an engine which has started can be started again. It is recorded only where it fails."""

SCENARIO_WORDS = "scenarios/defaults.toml"
"""File of a game's directory with the words that its scenarios are written in."""


def engine_checks(
    target: Target,
    book: Rulebook,
    words: Vocabulary | None,
    vectors: Callable[[], Sequence[Scenario]],
    witnesses: Callable[[], Sequence[Scenario]],
    *,
    seed: int,
    effort: Effort,
    report: Progress,
    workers: WorkerPool,
    cards: str | None = None,
    watch: Watch | None = None,
    beside: Target | None = None,
) -> Results:
    """Run every check of an engine, in a fixed order. Whatever the engine does becomes a record.

    Results of other processes are waited for as late as possible: play, exploration, and the solver's
    `vectors` (boundary inputs) and `witnesses` (situations that editions judge differently). Without `words`
    no scenario is run. The engine is played with each kind of cards, or with the kind `cards` alone. An
    engine that started once and does not start again is a record, too. `watch` sees each record as it comes,
    says which checks are meant, and may end the run. `beside` is another engine that it is compared with.
    """
    watch = watch or Watch()
    scopes, limits = _scopes(target, effort, cards)
    limits += _limits_of(watch)
    begin = partial(SharedPlay, target, seed=seed, workers=workers)
    in_play = _is_meant_in_play(target, watch)
    explored: Callable[[], Results] = Results
    if in_play:
        explored = _begun_exploration(target, book, words, effort.exploration, seed, workers, report)
    compared = _begun_lockstep(target, beside, book, words, effort, seed, workers, watch, report)
    plays = [begin(scope=scopes[0])] if in_play else []
    """Under way with other processes, while this one goes on."""
    played, records, exploration = list[Played](), list[CheckRecord](), Results()
    try:
        if target.game.pool is not None:  # an author's own cards come first
            _result(plays, played, watch, report)
        if watch.takes_any(AGAINST_ITSELF, ()):
            report("trying the engine against itself", 0, 1)
            records += watch.seen(trials(target, seed))
            report("trying the engine against itself", 1, 1)
        records += watch.seen(_of_trials(target, seed, watch))
        watch.go_on()
        if words is not None:
            asked = watch.meant(book.store.scenarios, lambda one: (scenario_check(one), one.rules))
            own = run_scenarios(target, asked, words, watch.see, both_sides=effort.both_sides)
            records += own
            watch.go_on()
            if asked and watch.takes_any([SCENARIOS_RESTORED], ()):
                every = effort.all_restored
                records += watch.seen([restored_scenarios(target, asked, words, own, everything=every)])
                watch.go_on()
        if plays:
            before = [plays[0].first()]
            plays += [begin(scope=scope, before=before) for scope in scopes[1:]]
        _result(plays, played, watch, report)
        if words is not None:
            inputs = watch.meant(vectors(), lambda one: (vector_check(one.id), one.rules))
            records += grouped(run_scenarios(target, inputs, words, watch.see))
            watch.go_on()
            records += watch.seen(price_checks(target, words))
            watch.go_on()
            between = watch.meant(witnesses(), lambda one: (scenario_check(one), one.rules))
            records += run_scenarios(target, between, words, watch.see)
            watch.go_on()
        records += watch.seen(compared())
        exploration = explored()
        exploration = replace(exploration, records=watch.seen(exploration.records))
    except EnoughSeen:
        limits.append("the run ended at the first failure, as asked for")
    except EngineStartError as error:
        records.append(_not_again(target, error))
    games = sum(one.games for one in played)
    return Results(
        records=exercised_or_not(
            [record for one in played for record in one.records], exploration.records, records
        ),
        bounds=[
            *(
                f"play: {scope}; {counted(one.games, 'game')} and {counted(one.steps, 'step')} were played"
                for scope, one in zip(scopes, played, strict=False)
            ),
            *exploration.bounds,
        ],
        never_taken=[f"{name} (play)" for name in never_played(target.game.model(), played)],
        limits=[*(text for one in played for text in _not_judged(one)), *limits],
        own_cards=census(target, sum((Counter(one.seen) for one in played), Counter()), seed, games),
    )


def _of_trials(target: Target, seed: int, watch: Watch) -> list[CheckRecord]:
    """The records of the trials that the game asks for, as far as they are meant."""
    return [
        record
        for trial in trials_of_game(target.game)
        if watch.takes_any([trial.check], [trial.rule])
        for record in trial.run(target, seed)
    ]


def exercised_or_not(
    played: Sequence[CheckRecord], explored: Sequence[CheckRecord], others: Sequence[CheckRecord]
) -> list[CheckRecord]:
    """The records of play, of other checks and of exploration, each check that was not exercised but once.

    What play with one kind of cards, or exploration, has exercised, is exercised; of the checks that play has
    exercised, exploration says no more. A check that was not exercised names the scenarios of its rules that
    the engine could not be asked.
    """
    shown = {r.check for r in played if r.verdict not in (Verdict.NOT_EXERCISED, Verdict.UNSUPPORTED)}
    more = [record for record in explored if record.verdict is not Verdict.PASS or record.check not in shown]
    shown |= {record.check for record in more}
    once = {
        r.check: r for r in reversed(played) if r.verdict is Verdict.NOT_EXERCISED and r.check not in shown
    }
    kept = [r for r in played if r.verdict is not Verdict.NOT_EXERCISED or once.get(r.check) is r]
    return [*(_with_remedy(record, others) for record in kept), *others, *more]


def _with_remedy(record: CheckRecord, others: Sequence[CheckRecord]) -> CheckRecord:
    """The record, where it was not exercised, with why scenarios of its rules could not be asked."""
    if record.verdict is not Verdict.NOT_EXERCISED:
        return record
    reasons = Counter(
        other.explanation
        for other in others
        if other.verdict is Verdict.UNSUPPORTED and not set(record.rules).isdisjoint(other.rules)
    )
    if not reasons:
        return record
    reason, times = reasons.most_common(1)[0]
    remedy = f"{counted(times, 'scenario')} of its rule could not be asked: {reason}"
    return msgspec.structs.replace(record, explanation=f"{record.explanation}; {remedy}")


def _result(plays: Sequence[SharedPlay], played: list[Played], watch: Watch, report: Progress) -> None:
    """Wait for the play of which there is no result yet. Raises EnoughSeen and EngineStartError."""
    for play in plays[len(played) :]:
        result = play.result(report)
        played.append(replace(result, records=watch.seen(result.records)))
        watch.go_on()


def _is_meant_in_play(target: Target, watch: Watch) -> bool:
    """Whether any check is meant that play and exploration judge."""
    declared = checks_of_model(target.game.model())
    return any(watch.selection.takes(check.id, check.rules) for check in declared)


def _limits_of(watch: Watch) -> list[str]:
    """The part of all checks that a run is of, in words; nothing where it is of all."""
    return [] if watch.selection.everything else [f"only these checks were run: {watch.selection}"]


def _begun_exploration(
    target: Target,
    book: Rulebook,
    words: Vocabulary | None,
    bounds: Bounds,
    seed: int,
    workers: WorkerPool,
    report: Progress,
) -> Callable[[], Results]:
    """Begin to explore an engine. The function that is returned waits for the records, and raises
    EngineStartError.
    """
    if book.needed_unread:
        return Results
    scenarios = book.store.scenarios if words is not None else []
    task = workers.begin(_explored, target, scenarios, words, bounds, seed)

    def results() -> Results:
        report("exploring the engine", 0, 1)
        try:
            records = task.result()
        except WorkerError as error:
            records = lost_exploration(target, bounds, str(error))
        report("exploring the engine", 1, 1)
        return Results(records, bounds=[f"exploration: {bounds}"])

    return results


def _begun_lockstep(
    target: Target,
    beside: Target | None,
    book: Rulebook,
    words: Vocabulary | None,
    effort: Effort,
    seed: int,
    workers: WorkerPool,
    watch: Watch,
    report: Progress,
) -> Callable[[], list[CheckRecord]]:
    """Begin to compare an engine with another one, where one is given and that is meant.

    The function that is returned waits for the records, and raises EngineStartError.
    """
    if beside is None or not watch.takes_any([AGREES], ()):
        return list
    given = target, beside, book.store.scenarios, list(book.store.rules), words, effort.walks, seed
    task = workers.begin(lockstep, *given)

    def results() -> list[CheckRecord]:
        report(f"beside {beside.engine}", 0, 1)
        records = task.result()
        report(f"beside {beside.engine}", 1, 1)
        return records

    return results


def _explored(
    target: Target, scenarios: Sequence[Scenario], words: Vocabulary | None, bounds: Bounds, seed: int
) -> list[CheckRecord]:
    """The records of exploring an engine. Raises EngineStartError."""
    placed = with_positions(target)
    return explore(placed, list(exploration_starts(placed, scenarios, words, bounds.starts, seed)), bounds)


def _scopes(target: Target, effort: Effort, cards: str | None) -> tuple[list[Scope], list[str]]:
    """The scopes of play, and the reasons why others are left out: each kind of cards, or one kind alone.

    An engine's own cards are played in guided games as well, since nothing else plays their keywords.
    """
    plain = replace(effort.play, cards=cards or PLAIN)
    if target.game.pool is not None:
        guided = replace(effort.with_effects, cards=plain.cards, first=plain.games)
        return [plain, guided], ["no play with other cards than the engine's own, as asked for"]
    if cards is not None:
        return [plain], ["no play with other kinds of cards, as asked for"]
    if why := cannot(target.greeting, EFFECTS_OF_OUR_CARDS):
        return [plain], [f"no play with effects of cards: {why}"]
    return [plain, *(replace(effort.with_effects, cards=kind) for kind in target.game.decks)], []


def _not_judged(played: Played) -> Iterator[str]:
    for why, count in played.not_judged.items():
        yield f"not judged in play, {counted(count, 'time')}: {why}"
    for why, count in played.given_up.items():
        yield f"{count:,} of {played.games:,} games of play not judged from where this was used: {why}"


def words_of(book: Rulebook) -> Vocabulary:
    """The words that the scenarios of the game are written in. Raises UserError where they are missing."""
    return load_vocabulary(book.store.root / SCENARIO_WORDS, book.game)


def _not_again(target: Target, error: EngineStartError) -> CheckRecord:
    """The record of an engine that did not start again, after which nothing more can be asked of it."""
    return CheckRecord(
        check=STARTS_AGAIN,
        rules=[],
        verdict=Verdict.ERROR,
        scope="the engine started anew for every part of the checks",
        shown="nothing",
        edition=target.edition,
        engine=target.engine,
        explanation=f"the engine does not start again, so the remaining checks were not run: {error}",
    )


def never_played(model: Model, played: Sequence[Played]) -> list[str]:
    """The actions of the model that no step of play took."""
    return [name for name in model.actions if not any(name in one.taken for one in played)]
