"""Scenarios on engines: given a position, a new game or a deck, these steps are taken, and this is seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from rulehound.checker.engines import (
    EngineError,
    EngineStartError,
    Misbehaviour,
    RestartedEngine,
    unreadable_is_malformed,
)
from rulehound.checker.engines.misbehaviour import quoted
from rulehound.checker.judging.target import ANY_CARDS, Target
from rulehound.checker.judging.traces import ENGINE_ANSWERS, Start, accepted_or_refused
from rulehound.checker.records import CheckRecord, Finding, Verdict
from rulehound.checker.suite.capabilities import CANNOT, cannot, does_not_follow
from rulehound.checker.suite.catalogue import scenario_check
from rulehound.checker.suite.leading import LOST, Astray, Led, cards_in_play, with_positions
from rulehound.checker.suite.scenarios.arranging import STARTS, arrange
from rulehound.checker.suite.scenarios.building_on import words_built_on
from rulehound.checker.suite.scenarios.following import judge_way
from rulehound.checker.suite.scenarios.given import BadScenario, Cards, UnknownFact, Vocabulary
from rulehound.checker.suite.scenarios.objecting import (
    UNASKED,
    hangs_on_more,
    leaves_unasked,
    may_have_decided,
    objects,
    sets_up_positions,
)
from rulehound.checker.suite.scenarios.order_of_arrival import ListOrder
from rulehound.checker.suite.scenarios.other_side import from_both_sides, from_the_other_side
from rulehound.checker.suite.scenarios.scenario_run import (
    LEFT_TO_ENGINE,
    CannotTell,
    ExpectationFailed,
    ScenarioRun,
)
from rulehound.checker.suite.scenarios.standing_in import wrong_with_stand_ins
from rulehound.checker.suite.scenarios.steps import take_step
from rulehound.spec.formats import Adapter, Card, Handshake, Refused, Scenario

WAITED_FOR = 6
"""Scenarios at which an engine may use up the time for a message before the rest is given up."""

_LATE = (Misbehaviour.TIMEOUT, Misbehaviour.UNREAD, Misbehaviour.UNFINISHED)

OTHERWISE = "it went otherwise, as it may have by what the engine chooses by itself: {}"
"""Why nothing is said of a scenario on an engine that makes decisions of players."""

TAKES_ALL = "it names no `card_words`, so it takes all of them, and refuses cards that have some"
"""The fault of an engine that refuses cards for their words. What it takes, it has to name."""

_WITHOUT_VERDICT: Mapping[type[Exception], tuple[Verdict, str]] = {
    UnknownFact: (Verdict.INCONCLUSIVE, "{}"),
    CannotTell: (Verdict.UNSUPPORTED, "{}"),
    Astray: (Verdict.UNSUPPORTED, "{}"),
    Refused: (Verdict.UNSUPPORTED, "the engine refuses: {}"),
    BadScenario: (Verdict.ERROR, "the scenario is not well written: {}"),
}
"""What a scenario comes to that could not be run to its end."""


def run_scenarios(
    target: Target,
    scenarios: Sequence[Scenario],
    words: Vocabulary,
    enough: Callable[[CheckRecord], bool] = lambda record: False,  # noqa: ARG005
    *,
    both_sides: bool = False,
    restored: bool = False,
) -> list[CheckRecord]:
    """One record for each scenario that holds under the edition, in order.

    `enough` is given each record as it comes, and says whether to end there. From `both_sides`, a scenario
    that passes is run again with the players in each other's seats, on an engine that takes positions. With
    `restored` the game is saved and restored before each step.

    An engine that breaks in the middle is started anew for the next one, until it breaks at every one of
    several in a row, or has cost too much time. Raises EngineStartError only where it does not even start.
    """
    other_words = (
        from_the_other_side(words)
        if both_sides and STARTS["position"] in target.greeting.capabilities
        else None
    )
    target = with_positions(target)
    records, late, trouble = [], 0, ""
    with RestartedEngine(target.open) as engine:
        listings = listings_of(target, engine.adapter, words)
        for scenario in scenarios:
            if scenario.editions and target.edition not in scenario.editions:
                continue
            if engine.closed:
                gone = {"explanation": f"not asked: {trouble}"}
                records.append(_record(target, scenario, Verdict.ERROR, "nothing", **gone))
                continue
            record = run_scenario(target, engine.adapter, scenario, words, listings, restored=restored)
            if other_words is not None and record.verdict is Verdict.PASS and "deck" not in scenario.given:
                other = run_scenario(target, engine.adapter, scenario, other_words, listings)
                record = from_both_sides(record, other)
            records.append(record)
            if enough(record):
                break
            if record.verdict is not Verdict.ERROR:
                if record.verdict is not Verdict.UNSUPPORTED:
                    engine.forget_breaks()
                continue
            trouble, late = record.explanation, late + (record.label in _LATE)
            if late >= WAITED_FOR:
                engine.close()
                continue
            try:
                engine.restart()
            except EngineStartError as error:
                trouble = str(error)
    return records


def listings_of(target: Target, adapter: Adapter, words: Vocabulary) -> dict[str, ListOrder]:
    """How an engine lists piles, by a position in which that shows.

    Only engines are asked that set up positions, and nothing is said of those that refuse this one. What an
    engine does wrong meanwhile, its scenarios show.
    """
    probe = Scenario("listing", "How piles are listed", (), given=words.listing)
    run = ScenarioRun(target, probe, words, adapter, Cards(words, {}))
    if words.listing and not _why_not(probe, target.greeting, target.edition):
        with suppress(*_WITHOUT_VERDICT, EngineError, ExpectationFailed), unreadable_is_malformed():
            begin(run)
            run.places  # noqa: B018  # by which the listings are filled in
    return run.listings


def run_scenario(
    target: Target,
    adapter: Adapter,
    scenario: Scenario,
    words: Vocabulary,
    listings: dict[str, ListOrder] | None = None,
    *,
    restored: bool = False,
) -> CheckRecord:
    """Run one scenario on an open engine of the target. An engine that fails gives a record too.

    `listings` are those of `listings_of`, to which what this scenario shows is added. With `restored` the
    game is saved and restored before each step.
    """
    why = _why_not(scenario, target.greeting, target.edition)
    if why:
        return _record(target, scenario, Verdict.UNSUPPORTED, "nothing", explanation=why)
    known = {} if listings is None else listings
    cards = Cards(words, {})
    run = ScenarioRun(target, scenario, words, adapter, cards, listings=known, restored=restored)
    try:
        with unreadable_is_malformed():
            begin(run)
            _take_steps(run)
    except (Astray, UnknownFact, CannotTell, BadScenario, Refused) as error:
        verdict, text = _WITHOUT_VERDICT[type(error)]
        return _record(target, scenario, verdict, "nothing", explanation=text.format(error))
    except EngineError as error:
        finding = Finding(list(scenario.rules[:1]), "", ENGINE_ANSWERS, str(error))
        details = {"explanation": str(error), "trace": run.trace(finding), "label": error.kind.value}
        return _record(target, scenario, Verdict.ERROR, run.shown, **details)
    except ExpectationFailed as failure:
        lost = (
            LOST if hangs_on_more(run) else ""
        )  # asked first: the other question leads the engine elsewhere
        if why := _otherwise(run) or lost:
            return _record(target, scenario, Verdict.UNSUPPORTED, "nothing", explanation=why)
        explanation = f"expected: {failure.finding.expected}; observed: {failure.finding.observed}"
        details = {"explanation": explanation, "trace": run.trace(failure.finding)}
        built_on = words_built_on(run)
        return _record(target, scenario, Verdict.VIOLATION, run.shown, built_on=built_on, **details)
    if not run.expectations_met and run.not_compared:
        why = f"the engine does not tell {', '.join(run.not_compared)}"
        return _record(target, scenario, Verdict.UNSUPPORTED, "nothing", explanation=why)
    if not run.expectations_met:
        return _record(target, scenario, Verdict.INCONCLUSIVE, "nothing", explanation="it expects nothing")
    counts = {"steps": len(run.taken), "expectations": run.expectations_met}
    if run.left_to_engine:
        counts[LEFT_TO_ENGINE] = run.left_to_engine.total()
    return _record(target, scenario, Verdict.PASS, run.shown, built_on=words_built_on(run), counts=counts)


def _take_steps(run: ScenarioRun) -> None:
    """Take all steps; on cards that stand in for its own, as far as the model says what the scenario does.

    Raises what `take_step` does.
    """
    failure: ExpectationFailed | None = None
    try:
        for step in run.scenario.steps:
            take_step(run, step)
    except ExpectationFailed as error:
        failure = error
    if run.cards.stand_ins:
        wrong = wrong_with_stand_ins(run, failure)
        failure = (
            failure if wrong is None else ExpectationFailed(wrong.suspects, wrong.expected, wrong.observed)
        )
    if failure is not None:
        raise failure
    if not run.cards.stand_ins:
        judge_way(run)


def _otherwise(run: ScenarioRun) -> str:
    """Why an engine may rightly have gone otherwise than the scenario; "" where it may not."""
    chooses = run.target.greeting.chooses
    if not run.observation or not (chooses or leaves_unasked(run)) or objects(run):
        return ""
    if not chooses:
        return UNASKED
    return OTHERWISE.format(", ".join(chooses)) if may_have_decided(run) else ""


def _record(target: Target, scenario: Scenario, verdict: Verdict, shown: str, **more: Any) -> CheckRecord:
    return CheckRecord(
        check=scenario_check(scenario),
        rules=list(scenario.rules),
        verdict=verdict,
        scope=scenario.title,
        shown=shown,
        edition=target.edition,
        engine=target.engine,
        **more,
    )


def _why_not(scenario: Scenario, greeting: Handshake, edition: str) -> str:
    """Why this engine cannot be asked this; '' where it can."""
    if scenario.not_executable:
        return scenario.not_executable
    if why := does_not_follow(greeting, edition):
        return why
    refused = [rule for rule in scenario.rules if rule in greeting.unsupported.get(edition, ())]
    if refused:
        return f"the engine says that it does not follow {', '.join(refused)} in {edition}"
    starts = [need for key, need in STARTS.items() if key in scenario.given]
    needs = dict.fromkeys([*scenario.needs, *starts])
    if any(step.do or step.attempt for step in scenario.steps):
        needs["apply"] = None
    if any(step.effect for step in scenario.steps):
        needs["effects"] = None
    if any(step.expect.offers is not None for step in scenario.steps):
        needs["legal-actions"] = None
    return cannot(greeting, needs)


def begin(run: ScenarioRun) -> None:
    """Start what the scenario is given. Raises Broken, CannotTell, BadScenario, UnknownFact, EngineError."""
    arranged = arrange(run.scenario, run.target, run.words, run.target.greeting)
    run.cards, run.start, run.deck = arranged.cards, arranged.start, arranged.deck
    if run.cards.unresolved:
        raise CannotTell(run.cards.why_unresolved)
    if unknown := run.target.unknown_words(run.cards.cards):
        raise CannotTell(unknown)
    if why := _impossible(run):
        raise CannotTell(why)
    if run.deck is not None:
        return
    try:
        run.observation = run.start.begin(run.adapter)
        run.in_play = cards_in_play(run.adapter, run.start.known)
        run.way = run.adapter.way if isinstance(run.adapter, Led) else None
    except Refused as refusal:
        rule = next((reason.rule for reason in refusal.reasons if reason.rule), "")
        unexplained = not rule and not str(refusal)
        if rule in run.scenario.rules or (run.start.setup is not None and (rule or unexplained)):
            raise ExpectationFailed(
                run.suspects(rule), "the start is legal", accepted_or_refused(refusal.reasons)
            ) from None
        if _refuses_its_words(run):
            raise EngineError(Misbehaviour.WITHHELD, f"{TAKES_ALL}: {quoted(str(refusal))}") from None
        what = "position" if run.start.setup is None else "game"
        raise CannotTell(f"the engine refuses the {what}: {refusal}") from None


def _refuses_its_words(run: ScenarioRun) -> bool:
    """Whether it is for their words that an engine refuses cards, although it says that it takes all words.

    Then it takes those without a word alone, and refuses all together, wherever they lie. An engine that is
    led to its positions is not asked: what it cannot be led to hangs on more than words.
    """
    target, cards = run.target, run.cards.cards
    said = target.greeting
    if "card-effects" not in said.capabilities or said.card_words or not sets_up_positions(run):
        return False
    plain = [card for card in cards if not target.game.card_words(card)]
    return _takes(run, plain) and not _takes(run, cards)


def _takes(run: ScenarioRun, cards: Sequence[Card]) -> bool:
    """Whether the engine sets up a position with these cards, and nothing said of it. Raises EngineError."""
    try:
        Start(position={}, cards=cards, edition=run.target.edition).begin(run.adapter)
    except Refused:
        return False
    return True


def _impossible(run: ScenarioRun) -> str:
    """Why no game has what the scenario is given; "" where one may, or the engine takes what none has."""
    reasons = run.target.impossible(run.cards.cards, run.start.position or {})
    return f"{CANNOT}{ANY_CARDS} ({', '.join(reasons)})" if reasons else ""
