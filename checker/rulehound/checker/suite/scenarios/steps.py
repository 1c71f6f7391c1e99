"""The steps of a scenario: taken on an engine, and what comes of them judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

import msgspec

from rulehound.checker.engines import EngineError, Misbehaviour
from rulehound.checker.engines.known_fields import known_fields
from rulehound.checker.engines.messages import result_type
from rulehound.checker.engines.misbehaviour import quoted
from rulehound.checker.judging.observations.json_paths import NothingThere, NotObserved, same
from rulehound.checker.judging.traces import (
    ACTION,
    EVENT,
    EVENTS,
    Taken,
    accepted_or_refused,
    action_in_words,
    is_effect,
    missing,
    take,
)
from rulehound.checker.records import Offer, Offers
from rulehound.checker.suite.scenarios.decks import illegal_for_all_alike
from rulehound.checker.suite.scenarios.declaring import declaration_of
from rulehound.checker.suite.scenarios.given import BadScenario, worked_out
from rulehound.checker.suite.scenarios.objecting import (
    LEGAL_ACTIONS,
    UNASKED,
    has_one_answer,
    objects,
    offers_rightly,
    sets_up_positions,
)
from rulehound.checker.suite.scenarios.places import NamedPlaces, NoSuchThing
from rulehound.checker.suite.scenarios.saving import save_and_restore
from rulehound.checker.suite.scenarios.scenario_run import (
    CARRIED_OUT,
    CannotTell,
    ExpectationFailed,
    ScenarioRun,
)
from rulehound.checker.suite.scenarios.standing_in import hold_for_stand_ins
from rulehound.spec.formats import Action, Deck, Expectation, Observation, Reason, Refused, Step
from rulehound.spec.language import MissingValue

CANNOT_JUDGE = (MissingValue, LookupError, TypeError, ValueError)
"""What a judge raises who cannot tell about a step or an observation."""

NOT_OFFERED = "it is not offered, and was carried out"

FORCED_IN_A_ROW = 500
"""Questions with one answer each, after which an engine that asks another one does not leave off."""

OBSERVE_PLAYER = "observe-player"
"""The capability of an engine that shows what one player sees."""


def take_step(run: ScenarioRun, step: Step) -> None:
    """Take a step and judge it. Raises Broken, CannotTell, BadScenario, UnknownFact and EngineError."""
    expect: Expectation = step.expect
    if run.deck is not None:
        _judge_deck(run, run.deck, expect)
        return
    run.rule, earlier = expect.rule, len(run.taken)
    wish = wish_of(step)
    if wish is not None and run.restored:
        save_and_restore(run)
    if wish is not None:
        action = _resolved(run, worked_out(wish, run.target.values), effect=step.effect is not None)
        optional = step.attempt is not None and expect.legal is None and expect.illegal is None
        refused = expect.illegal is not None or expect.legal is False
        _act(run, action, None if optional else not refused, expect.illegal or "", step)
    _judge_places(run, expect)
    run.rule = expect.rule
    if expect.events:
        _judge_events(run, expect.events, run.taken[earlier:])
    if expect.offers is not None:
        _judge_offers(run, expect.offers)
    sights = [(each, True) for each in expect.sees.items()] + [
        (each, False) for each in expect.unseen.items()
    ]
    for (player, places), sees in sights:
        for path in places:
            run.rule = expect.rules.get(path, expect.rule)
            _judge_sight(run, player, path, sees=sees)


def _judge_places(run: ScenarioRun, expect: Expectation) -> None:
    """What stands at all places; where several are wrong, the rule of any of them may be broken."""
    first, suspects = None, dict[str, None]()
    for path, value in worked_out(expect.state, run.target.values).items():
        run.rule = expect.rules.get(path, expect.rule)
        try:
            _judge_place(run, path, value)
        except ExpectationFailed as failure:
            first = first or failure
            suspects |= dict.fromkeys(failure.finding.suspects)
        except CannotTell:
            if first is None:
                raise
    if first is not None:
        first.finding = msgspec.structs.replace(first.finding, suspects=list(suspects))
        raise first


def wish_of(step: Step) -> Action | None:
    """What a step does or tries. Raises BadScenario where it has several, or does what is not legal."""
    wishes = [wish for wish in (step.do, step.attempt, step.effect) if wish is not None]
    refused = step.expect.illegal is not None or step.expect.legal is False
    if len(wishes) > 1 or (step.do is not None and refused):
        raise BadScenario("a step has one of do, try and effect, and what it does is legal")
    return next(iter(wishes), None)


def _judge_deck(run: ScenarioRun, deck: Deck, expect: Expectation) -> None:
    reasons = run.adapter.validate_deck(run.cards.cards, deck, run.target.edition)
    if expect.illegal is not None or expect.legal is False:
        _judge_refusal(run, reasons, expect.illegal or "", "the deck")
        illegal_for_all_alike(run, deck, expect)
    elif reasons:
        raise ExpectationFailed(_cited(run, reasons), "the deck is legal", accepted_or_refused(reasons))
    run.expectations_met += 1


def _act(run: ScenarioRun, action: Action, legal: bool | None, rule: str, step: Step) -> None:
    """Send the action of a step, in two where the ruleset divides it and the engine does too.

    An engine may take both at once where the declaration sets nothing off, so what it offers decides. Where
    it offers neither, it is asked for the declaration of what has to be legal.
    """
    declaration = declaration_of(run, action, rule)
    if declaration is not None:
        offers = _offers(run, action)
        if offers is None:
            raise CannotTell(f"by {run.target.edition} an engine may take the action in two, and lists none")
        divides = _is_offered(declaration, offers) or (legal and not _is_offered(action, offers))
        if divides and not _carry_out(run, declaration, legal or None, "", step):
            if legal is False:
                _judge_refusal(run, run.taken[-1].refused, rule, "the action", declaration)
                run.expectations_met += 1
            return
    _carry_out(run, action, legal, rule, step)


def _carry_out(run: ScenarioRun, action: Action, legal: bool | None, rule: str, step: Step) -> bool:
    """Send an action, and say whether the engine carried it out: `legal` is what must come of it, None where
    either may; `rule` is why it is illegal."""
    before, offers = run.observation, _offers(run, action)
    action = _as_listed(run, action, offers)
    if run.cards.stand_ins and legal is not None:
        hold_for_stand_ins(run, action, legal, rule)
    try:
        run.observation = take(run.adapter, action)
    except EngineError:
        run.taken.append(Taken(action, before, before, broke=True))
        raise
    except Refused as refusal:
        if legal and (decision := _gone_over(run, action)) and not objects(run):
            _leave_to_engine(run, decision)
            return True
        after = run.adapter.observe() if "observe" in run.target.greeting.capabilities else before
        run.taken.append(Taken(action, before, after, refusal.reasons))
        if not same(before, after):
            expected = "a refused action changes nothing"
            raise ExpectationFailed(
                _cited(run, refusal.reasons), expected, "the refusal changed the game"
            ) from None
        if legal:
            suspects = _of_wrong_refusal(run, action, refusal.reasons)
            verdict = accepted_or_refused(refusal.reasons)
            raise ExpectationFailed(suspects, "the action is legal", verdict, legality=True) from None
        if legal is False:
            _judge_refusal(run, refusal.reasons, rule, "the action", action)
            run.expectations_met += 1
        return False
    run.taken.append(Taken(action, before, run.observation))
    if legal and offers is not None and not _is_offered(action, offers):
        raise _withheld(run, before, action, offers)
    if legal is not False:
        _answer_what_is_forced(run, step)
    if legal is False:
        under = f" under {rule}" if rule else ""
        suspects = run.suspects(run.rule, rule)
        raise ExpectationFailed(suspects, f"the action is refused{under}", CARRIED_OUT, legality=True)
    run.expectations_met += legal is True
    return True


def _withheld(
    run: ScenarioRun, before: Observation, action: Action, offers: Sequence[Action]
) -> ExpectationFailed:
    """The error of an engine that carries out what it does not offer."""
    game = run.target.game
    cards = {**run.cards.own, **run.start.known, **run.in_play}
    text = action_in_words(game, before, action, cards)
    withheld = missing(game, before, Offer(game.reader.identity(action), text), offers, cards)
    withheld = msgspec.structs.replace(withheld, after=len(run.taken) - 1)
    return ExpectationFailed(_granting(run, before, action), f"offered: {text}", NOT_OFFERED, withheld)


def _granting(run: ScenarioRun, before: Observation, action: Action) -> list[str]:
    """The rules by which the model grants an action, those of the scenario alone where it has such; else what
    the scenario suspects."""
    try:
        grounds = run.judge().grounds(before, [action])
    except CANNOT_JUDGE:
        grounds = []
    rules = list(dict.fromkeys(feature.rule for each in grounds for feature in each.granting))
    own = [rule for rule in rules if rule in run.scenario.rules]
    return own or rules or _suspects(run)


def _offers(run: ScenarioRun, action: Action) -> list[Action] | None:
    """The actions that the engine offers when a player takes this one; None where it does not list them."""
    if is_effect(action) or LEGAL_ACTIONS not in run.target.greeting.capabilities:
        return None
    return run.adapter.legal_actions()


def _as_listed(run: ScenarioRun, action: Action, offers: Sequence[Action] | None) -> Action:
    """The action as the engine lists it, with a number of its own for one; itself where it does not."""
    known = run.target.game.reader.identity
    return next((one for one in offers or () if known(one) == known(action)), action)


def _is_offered(action: Action, offers: Sequence[Action]) -> bool:
    """Whether an action is among the offers, as listed; one that says less or more of the same action is it
    too."""
    return any(one.items() <= action.items() or action.items() <= one.items() for one in offers)


def _gone_over(run: ScenarioRun, action: Action) -> str:
    """The decision that this action answers, where the engine may have answered that by itself; "" where it
    asks for it now, is still at what comes before it, or asks for every decision."""
    conventions, asked = run.target.game.reader.conventions, run.observation.get(run.words.asked)
    answered = [name for name, answers in conventions.unasked.items() if action.get(ACTION) in answers]
    if asked in answered or asked not in conventions.unasked:
        return ""
    return next((name for name in answered if _may_answer(run, name)), "")


def _may_answer(run: ScenarioRun, decision: str) -> bool:
    """Whether the engine says that it answers this decision by itself, or cannot be seen to ask for it."""
    return decision in run.answered_by_engine or not sets_up_positions(run)


def _leave_to_engine(run: ScenarioRun, decision: str) -> None:
    """Note that the engine answered a decision. Raises CannotTell where it does not say that it does."""
    if decision not in run.answered_by_engine:
        raise CannotTell(UNASKED) from None
    run.left_to_engine[decision] += 1


def _answer_what_is_forced(run: ScenarioRun, step: Step) -> None:
    """Give the engine the answer where it asks for a decision that has only one, after a step.

    Nothing is answered that the scenario asks about or answers itself: of equal things without ids an engine
    lists one alone. Raises EngineError where it does not leave off.
    """
    later = _next_wish(run, step).get(ACTION)
    for number in count():
        asked = run.observation.get(run.words.asked)
        if asked not in run.words.forced or LEGAL_ACTIONS not in run.target.greeting.capabilities:
            return
        answers = run.adapter.legal_actions()
        expected = asked == step.expect.state.get(run.words.asked)
        if len(answers) != 1 or expected or answers[0][ACTION] == later:
            return
        if number == FORCED_IN_A_ROW:
            what = (
                f"it asks {number} times in a row with one answer each time, at last for {quoted(str(asked))}"
            )
            raise EngineError(Misbehaviour.ENDLESS, what)
        before = run.observation
        run.answered_for_it[str(before[run.words.asked])] += 1
        run.observation = take(run.adapter, answers[0])
        run.taken.append(Taken(answers[0], before, run.observation))


def _next_wish(run: ScenarioRun, step: Step) -> Action:
    """What the step of the scenario that comes after this one does or tries; nothing after the last."""
    later = iter(run.scenario.steps)
    if not any(one is step for one in later):
        return {}
    return wish_of(next(later, Step())) or {}


def _judge_refusal(
    run: ScenarioRun, reasons: Sequence[Reason], rule: str, what: str, action: Action | None = None
) -> None:
    """Refused, and under the rule where the engine says under which.

    Of several rules that forbid an action, an engine may name any.
    """
    under = f" under {rule}" if rule else ""
    if not reasons:
        raise ExpectationFailed(run.suspects(rule), f"{what} is refused{under}", accepted_or_refused(reasons))
    if not rule:
        return
    cited = {reason.rule for reason in reasons if reason.rule}
    if not cited or "reasons" not in run.target.greeting.capabilities:
        run.not_compared["why it is refused"] = None
    elif rule not in cited and not cited & _forbidding(run, action):
        raise ExpectationFailed([rule], f"{what} is refused{under}", accepted_or_refused(reasons))


def _forbidding(run: ScenarioRun, action: Action | None) -> frozenset[str]:
    """The rules that forbid an action by the model where the game stands, as far as it can tell."""
    if action is None:
        return frozenset()
    try:
        return run.judge().forbidding(run.taken[-1].before, action)
    except CANNOT_JUDGE:
        return frozenset()


def _judge_place(run: ScenarioRun, path: str, wanted: Any) -> None:
    """What stands at a place. `none` is null or nothing there; names of players and cards are theirs."""
    try:
        expected = run.places.wanted(wanted)
    except NoSuchThing as missing:
        raise _nothing_at(run, missing) from None
    except NotObserved as place:
        raise CannotTell(f"the engine does not show {place}") from None
    try:
        observed = run.places.at(path)
    except NothingThere:
        observed = None
    except NotObserved:
        raise CannotTell(f"the engine does not show {path}") from None
    if observed is None and expected is not None and path in run.words.unknown_if_null:
        run.not_compared[path] = None
        return
    if not same(*(_in_order(run, path, value) for value in (expected, observed))):
        if path == run.words.asked and _is_gone_over(run, expected, observed):
            _leave_to_engine(run, expected)
            return
        raise ExpectationFailed(
            _suspects(run), f"{path} is {_json(expected)}", f"{path} is {_json(observed)}"
        )
    run.expectations_met += 1


def _in_order(run: ScenarioRun, path: str, value: Any) -> Any:
    """The value; sorted where it is a list of words whose order says nothing."""
    by = run.target.game.side_by_side
    sortable = isinstance(value, list) and all(isinstance(one, str) for one in value)
    return sorted(value) if sortable and by and path.rpartition(".")[2] in by.unordered else value


def _is_gone_over(run: ScenarioRun, expected: Any, observed: Any) -> bool:
    """Whether the engine asks for another decision than the expected one, which it may have answered by
    itself: it had one answer alone."""
    later = observed in run.target.game.reader.conventions.unasked
    return later and _may_answer(run, expected) and has_one_answer(run, expected)


def _judge_events(run: ScenarioRun, wanted: Sequence[str], taken: Sequence[Taken]) -> None:
    """These happened in this order, whatever else did between them, where the engine tells of them all:
    with the last action, or with all that were taken for the step."""
    seen = [each.after for each in taken if not each.refused] or [run.observation]
    lists = [observation.get(EVENTS) for observation in seen]
    if None in lists:
        run.not_compared["what happened, in which order"] = None
        return
    observed = [event[EVENT] for events in lists for event in events or ()]
    if untold := [name for name in dict.fromkeys(wanted) if name not in observed]:
        run.not_compared[f"when this happens: {', '.join(untold)}"] = None  # any may be left out
        return
    rest = iter(observed)
    if not all(name in rest for name in wanted):
        happened = ", ".join(observed) or "nothing"
        raise ExpectationFailed(_suspects(run), f"these happen in this order: {', '.join(wanted)}", happened)
    run.expectations_met += 1


def _judge_offers(run: ScenarioRun, wanted: Sequence[str]) -> None:
    """Actions of these names are legal, and none of another name."""
    expected = sorted(wanted)
    actions = run.adapter.legal_actions()
    observed = sorted({str(action.get(ACTION)) for action in actions})
    if observed != expected:
        if run.words.own and run.start.setup is not None and offers_rightly(run, actions):
            run.not_compared["what is offered, by what is in the decks of the engine's own cards"] = None
            return
        offers = Offers(
            after=len(run.taken),
            wrong=[Offer({ACTION: name}, name) for name in observed if name not in expected],
            missing=[Offer({ACTION: name}, name) for name in expected if name not in observed],
        )
        words = f"offered: {', '.join(expected)}", f"offered: {', '.join(observed)}"
        raise ExpectationFailed(_suspects(run), *words, offers)
    run.expectations_met += 1


def _judge_sight(run: ScenarioRun, player: str, path: str, *, sees: bool) -> None:
    """What stands at a place is what a player sees there, or the player sees nothing there."""
    if OBSERVE_PLAYER not in run.target.greeting.capabilities:
        raise CannotTell("the engine does not show what one player sees")
    shape = result_type(run.target.game, "observe")
    own = run.as_given(known_fields(shape, run.adapter.observe(run.words.sides.index(player))))
    there, seen = (_shown_at(shown, path) for shown in (run.places, run.in_view(own)))
    if there is None:
        raise CannotTell(_not_seen(run.places, path))
    if not (same(there, seen) if sees else seen is None):
        expected = f"{player} sees {path}" if sees else f"{player} does not see {path}"
        raise ExpectationFailed(_suspects(run), expected, f"{player} sees {_json(seen)} of {_json(there)}")
    run.expectations_met += 1


def _not_seen(view: NamedPlaces, path: str) -> str:
    """Why nothing can be said of a place: the engine leaves it out, or nothing is there."""
    try:
        view.at(path)
    except NotObserved:
        return f"the engine does not show {path}"
    except NothingThere:
        pass
    return f"nothing stands at {path}"


def _shown_at(view: NamedPlaces, path: str) -> Any:
    """What a view shows at a place; None where that is nothing."""
    try:
        return view.at(path)
    except (NothingThere, NotObserved):
        return None


def _suspects(run: ScenarioRun) -> list[str]:
    """The rules that a scenario suspects: the one by which it expects what failed; else of its own rules the
    one that a step broke by the model; else all of them."""
    if run.rule:
        return [run.rule]
    try:
        judge = run.judge()
        rules = [
            finding.rule
            for t in run.taken
            if not t.refused
            for finding in judge.step(t.before, t.action, t.after)
        ]
    except CANNOT_JUDGE:
        rules = []  # a step that the model cannot tell about leaves all rules of the scenario
    return run.suspects(*(rule for rule in rules if rule in run.scenario.rules))


def _resolved(run: ScenarioRun, action: Mapping[str, Any], effect: bool) -> Action:
    """The action with ids for the places that it names, and indexes for players. Raises CannotTell where
    the engine does not show a place."""
    try:
        sent = {key: run.places.argument(value) for key, value in action.items()}
    except NoSuchThing as missing:
        raise _nothing_at(run, missing) from None
    except NotObserved as place:
        raise CannotTell(f"the engine does not show {place}") from None
    if effect != is_effect(sent):
        raise BadScenario(f"{_json(action)} is {'no effect' if effect else 'an effect, not an action'}")
    return sent


def _nothing_at(run: ScenarioRun, missing: NoSuchThing) -> ExpectationFailed:
    return ExpectationFailed(run.suspects(), f"something stands at {missing}", "nothing stands there")


def _cited(run: ScenarioRun, reasons: Sequence[Reason]) -> list[str]:
    """The rules that a refusal may rest on: one of the scenario's that the engine names, else the first one
    that it names, else what the scenario suspects."""
    rules = [reason.rule for reason in reasons if reason.rule]
    return run.suspects(*(rule for rule in rules if rule in run.scenario.rules), *rules)


def _of_wrong_refusal(run: ScenarioRun, action: Action, reasons: Sequence[Reason]) -> list[str]:
    """The rules that a refusal of a legal action may rest on.

    Where the model forbids the action as well, as the game stands, the engine is right to refuse it, and the
    game stands wrong because of what came before. That may also be so where the engine names a rule that is
    none of the scenario's, and is so where it says that something else is being decided.
    """
    cited = dict.fromkeys(reason.rule for reason in reasons if reason.rule)
    elsewhere = run.words.decides in {*cited} - {*run.scenario.rules}
    if elsewhere or {*cited} & _forbidding(run, action):
        return run.suspects()
    suspects = _cited(run, reasons)
    if run.rule and not {*cited} & {*run.scenario.rules}:
        suspects = list(dict.fromkeys((run.rule, *suspects)))
    return suspects


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
