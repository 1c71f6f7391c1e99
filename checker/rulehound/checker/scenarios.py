"""Scenarios on engines: given a position, a new game or a deck, these steps are taken, and this is seen.

What a scenario may be given, and how its values are written, is told in `given`. Steps name things by where
they stand (`me.hand[0]`, `opponent.battle[1]`), and are sent with the ids that the engine shows there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rulehound.checker.declared import scenario_check
from rulehound.checker.engines import EngineError, EngineStartError
from rulehound.checker.given import (
    FILLER,
    NONE,
    PLAYERS,
    BadScenario,
    Cards,
    UnknownFact,
    Vocabulary,
    piled,
    position,
    worked_out,
)
from rulehound.checker.judge import Judge
from rulehound.checker.paths import ID, NothingThere, NotShown, look_up, parse, same
from rulehound.checker.records import CheckRecord, Finding, Trace, Verdict
from rulehound.checker.traces import EFFECT, Hunt, Start, Taken, plain, take, verdict_on
from rulehound.spec.formats import (
    Action,
    Adapter,
    Deck,
    Expectation,
    Handshake,
    Observation,
    Reason,
    Refused,
    Scenario,
    Setup,
    Step,
)
from rulehound.spec.language import MissingValue

RESTARTS = 3
"""How often an engine that breaks is started again before the rest of the scenarios is given up."""

STARTS = {"position": "position", "new_game": "new-game", "deck": "validate-deck"}
"""What a scenario may start from, and the capability that this takes."""


class _Broken(Exception):
    """The engine does otherwise than the scenario demands."""

    def __init__(self, rule: str, expected: str, observed: str) -> None:
        super().__init__(observed)
        self.finding = Finding(rule=rule, check="", expected=expected, observed=observed)


class _CannotTell(Exception):
    """The engine does not show what the scenario asks for, or cannot take what it is given."""


_WITHOUT_VERDICT: Mapping[type[Exception], tuple[Verdict, str]] = {
    UnknownFact: (Verdict.INCONCLUSIVE, "{}"),
    _CannotTell: (Verdict.UNSUPPORTED, "{}"),
    BadScenario: (Verdict.ERROR, "the scenario is not well written: {}"),
}
"""What a scenario comes to that could not be run to its end."""


@dataclass
class _Run:
    """One scenario under way on one engine."""

    hunt: Hunt
    scenario: Scenario
    words: Vocabulary
    adapter: Adapter
    greeting: Handshake
    cards: Cards
    start: Start = field(default_factory=Start)
    deck: Deck | None = None
    observation: Observation = field(default_factory=dict)
    taken: list[Taken] = field(default_factory=list)
    met: int = 0
    """Expectations that were judged and met."""

    def trace(self, finding: Finding) -> Trace:
        """The steps so far as a trace."""
        trace = self.hunt.trace(self.start, self.taken, finding)
        if self.deck is None:
            return trace
        return msgspec.structs.replace(trace, start=plain({"deck": self.deck, "cards": self.cards.cards}))


def run_scenarios(
    hunt: Hunt, open_adapter: Callable[[], Adapter], scenarios: Sequence[Scenario], words: Vocabulary
) -> list[CheckRecord]:
    """One record for each scenario that holds under the edition, in order.

    An engine that breaks in the middle is started anew for the next one, up to `RESTARTS` times. Raises
    EngineStartError only where it cannot be started at all.
    """
    adapter: Adapter | None = open_adapter()
    records, restarts, trouble = [], 0, ""
    try:
        for scenario in scenarios:
            if scenario.editions and hunt.edition not in scenario.editions:
                continue
            if adapter is None:
                gone = {"explanation": f"not asked: {trouble}"}
                records.append(_record(hunt, scenario, Verdict.ERROR, "nothing", **gone))
                continue
            records.append(run_scenario(hunt, adapter, scenario, words))
            if records[-1].verdict is Verdict.ERROR:
                trouble = records[-1].explanation
                adapter.close()
                adapter, restarts = None, restarts + 1
                if restarts <= RESTARTS:
                    try:
                        adapter = open_adapter()
                    except EngineStartError as error:
                        trouble = str(error)
    finally:
        if adapter is not None:
            adapter.close()
    return records


def run_scenario(hunt: Hunt, adapter: Adapter, scenario: Scenario, words: Vocabulary) -> CheckRecord:
    """Run one scenario to its verdict; whatever the engine does, it is a record."""
    greeting = adapter.handshake()
    lacking = _lacking(scenario, greeting, hunt.edition)
    if lacking:
        return _record(hunt, scenario, Verdict.UNSUPPORTED, "nothing", explanation=lacking)
    run = _Run(hunt, scenario, words, adapter, greeting, Cards(words.card, {}))
    try:
        _begin(run)
        for step in scenario.steps:
            _step(run, step)
    except (UnknownFact, _CannotTell, BadScenario) as error:
        verdict, text = _WITHOUT_VERDICT[type(error)]
        return _record(hunt, scenario, verdict, "nothing", explanation=text.format(error))
    except EngineError as error:
        finding = Finding(_first(scenario.rules), "", "the engine answers", str(error))
        told = {"explanation": str(error), "trace": run.trace(finding)}
        return _record(hunt, scenario, Verdict.ERROR, _shown(run), **told)
    except _Broken as broken:
        explanation = f"expected: {broken.finding.expected}; observed: {broken.finding.observed}"
        told = {"explanation": explanation, "trace": run.trace(broken.finding)}
        return _record(hunt, scenario, Verdict.VIOLATION, _shown(run), **told)
    if not run.met:
        return _record(hunt, scenario, Verdict.INCONCLUSIVE, "nothing", explanation="it expects nothing")
    counts = {"steps": len(run.taken), "expectations": run.met}
    return _record(hunt, scenario, Verdict.PASS, _shown(run), counts=counts)


def _record(hunt: Hunt, scenario: Scenario, verdict: Verdict, shown: str, **more: Any) -> CheckRecord:
    return CheckRecord(
        check=scenario_check(scenario),
        rules=list(scenario.rules),
        verdict=verdict,
        scope=scenario.title,
        shown=shown,
        edition=hunt.edition,
        engine=hunt.engine,
        **more,
    )


def _shown(run: _Run) -> str:
    steps, met = len(run.taken), run.met
    return f"{steps} step{'' if steps == 1 else 's'}, {met} expectation{'' if met == 1 else 's'} met"


def _lacking(scenario: Scenario, greeting: Handshake, edition: str) -> str:
    """Why this engine cannot be asked this; '' where it can."""
    if scenario.not_executable:
        return scenario.not_executable
    if greeting.editions and edition not in greeting.editions:
        return f"the engine does not follow {edition}"
    refused = [rule for rule in scenario.rules if rule in greeting.unsupported.get(edition, ())]
    if refused:
        return f"the engine says that it does not follow {', '.join(refused)} in {edition}"
    starts = [need for key, need in STARTS.items() if key in scenario.given]
    needs = dict.fromkeys([*scenario.needs, *starts])
    if any(step.do or step.attempt for step in scenario.steps):
        needs["apply"] = None
    if any(step.effect for step in scenario.steps):
        needs["effects"] = None
    missing = [need for need in needs if need not in greeting.capabilities]
    return f"the engine cannot: {', '.join(missing)}" if missing else ""


def _begin(run: _Run) -> None:
    """Start what the scenario is given."""
    given = worked_out(run.scenario.given, run.hunt.values)
    run.cards = Cards(run.words.card, given.get("cards", {}))
    starts = [key for key in STARTS if key in given]
    unknown = sorted(set(given) - {*STARTS, "cards"})
    if len(starts) != 1 or unknown:
        what = f"; nothing is given as {', '.join(unknown)}" if unknown else ""
        raise BadScenario(f"it is given one of {', '.join(STARTS)}, and has {len(starts)}{what}")
    edition = run.hunt.edition
    if "deck" in given:
        run.deck = Deck(_piles(run, given["deck"]))
        _require_card_facts(run)
        return
    if "position" in given:
        placed = position(given["position"], run.cards, run.words)
        run.start = Start(position=placed, cards=run.cards.cards, edition=edition)
    else:
        run.start = Start(setup=_setup(run, given["new_game"]), edition=edition)
    _require_card_facts(run)
    try:
        run.observation = run.start.begin(run.adapter)
    except Refused as refusal:
        rule = next((reason.rule for reason in refusal.reasons if reason.rule), "")
        if rule in run.scenario.rules or "new_game" in given:
            broken = rule or _first(run.scenario.rules)
            raise _Broken(broken, "the start is legal", verdict_on(refusal.reasons)) from None
        raise _CannotTell(f"the engine refuses the position: {refusal}") from None


def _require_card_facts(run: _Run) -> None:
    made_up = any(card.number != FILLER for card in run.cards.cards)
    if made_up and "card-facts" not in run.greeting.capabilities:
        raise _CannotTell("the engine cannot: card-facts")


def _piles(run: _Run, given: Mapping[str, Sequence[Any]]) -> dict[str, list[str]]:
    return {pile: piled(entries, run.cards) for pile, entries in given.items()}


def _setup(run: _Run, given: Mapping[str, Any]) -> Setup:
    """A new game: the game's own for a seed, with what the scenario says otherwise."""
    try:
        own = run.hunt.game.reader.setup(given.get("seed", 0), run.hunt.values)
    except KeyError as missing:
        raise UnknownFact(str(missing.args[0])) from None
    decks = [
        Deck({**deck.piles, **_piles(run, given.get(player, {}))})
        for player, deck in zip(PLAYERS, own.decks, strict=False)
    ]
    settings = {key: value for key, value in given.items() if key not in {*PLAYERS, "seed"}}
    unknown = sorted(set(settings) - {"first", "ordered"})
    if unknown:
        raise BadScenario(f"a new game is not given {', '.join(unknown)}")
    if settings.get("first") in PLAYERS:
        settings["first"] = PLAYERS.index(settings["first"])
    cards = [*own.cards, *run.cards.cards]
    return msgspec.structs.replace(own, cards=cards, decks=decks, edition=run.hunt.edition, **settings)


def _step(run: _Run, step: Step) -> None:
    """Take a step and judge it. Raises _Broken."""
    expect: Expectation = step.expect
    if run.deck is not None:
        _judge_deck(run, run.deck, expect)
        return
    wishes = [wish for wish in (step.do, step.attempt, step.effect) if wish is not None]
    if len(wishes) > 1 or (step.do is not None and (expect.illegal is not None or expect.legal is False)):
        raise BadScenario("a step has one of do, try and effect, and what it does is legal")
    if wishes:
        action = _resolved(run, worked_out(wishes[0], run.hunt.values), effect=step.effect is not None)
        optional = step.attempt is not None and expect.legal is None and expect.illegal is None
        refused = expect.illegal is not None or expect.legal is False
        _carry_out(run, action, None if optional else not refused, expect.illegal or "")
    for path, value in worked_out(expect.state, run.hunt.values).items():
        _judge_place(run, path, value)


def _judge_deck(run: _Run, deck: Deck, expect: Expectation) -> None:
    reasons = run.adapter.validate_deck(run.cards.cards, deck, run.hunt.edition)
    if expect.illegal is not None or expect.legal is False:
        _judge_refusal(run, reasons, expect.illegal or "", "the deck")
    elif reasons:
        rule = _cited(run, reasons)
        raise _Broken(rule, "the deck is legal", verdict_on(reasons))
    run.met += 1


def _carry_out(run: _Run, action: Action, legal: bool | None, rule: str) -> None:
    """Send an action: `legal` is what must come of it, None where either may; `rule` is why it is illegal."""
    before = run.observation
    try:
        run.observation = take(run.adapter, action)
    except Refused as refusal:
        after = run.adapter.observe() if "observe" in run.greeting.capabilities else before
        run.taken.append(Taken(action, before, after, refusal.reasons))
        if not same(before, after):
            expected = "a refused action changes nothing"
            raise _Broken(_cited(run, refusal.reasons), expected, "the refusal changed the game") from None
        if legal:
            broken = _cited(run, refusal.reasons)
            raise _Broken(broken, "the action is legal", verdict_on(refusal.reasons)) from None
        if legal is False:
            _judge_refusal(run, refusal.reasons, rule, "the action")
            run.met += 1
        return
    run.taken.append(Taken(action, before, run.observation))
    if legal is False:
        under = f" under {rule}" if rule else ""
        broken = rule or _first(run.scenario.rules)
        raise _Broken(broken, f"the action is refused{under}", "it was carried out")
    run.met += legal is True


def _judge_refusal(run: _Run, reasons: Sequence[Reason], rule: str, what: str) -> None:
    """Refused, and under the rule where the engine says under which."""
    under = f" under {rule}" if rule else ""
    if not reasons:
        broken = rule or _first(run.scenario.rules)
        raise _Broken(broken, f"{what} is refused{under}", verdict_on(reasons))
    cited = {reason.rule for reason in reasons if reason.rule}
    if rule and cited and rule not in cited and "reasons" in run.greeting.capabilities:
        raise _Broken(rule, f"{what} is refused{under}", verdict_on(reasons))


def _judge_place(run: _Run, path: str, wanted: Any) -> None:
    """What stands at a place. `none` is null or nothing there; names of players and cards are theirs."""
    expected = _named(run, path, wanted)
    try:
        observed = _at(run, path)
    except NothingThere:
        observed = None
    except NotShown:
        raise _CannotTell(f"the engine does not show {path}") from None
    if not same(expected, observed):
        raise _Broken(_blamed(run), f"{path} is {_json(expected)}", f"{path} is {_json(observed)}")
    run.met += 1


def _blamed(run: _Run) -> str:
    """Of the rules that the scenario is about, the one that a step broke by the model; else the first."""
    judge = Judge(run.hunt.game, run.hunt.values, run.start.known)
    try:
        found = [
            finding.rule
            for t in run.taken
            if not t.refused
            for finding in judge.step(t.before, t.action, t.after)
        ]
    except (MissingValue, LookupError, TypeError, ValueError):
        found = []  # a step that the model cannot tell about leaves the scenario's own order of its rules
    return next((rule for rule in found if rule in run.scenario.rules), _first(run.scenario.rules))


def _named(run: _Run, path: str, wanted: Any) -> Any:
    """An expected value as an engine would show it."""
    if wanted == NONE:
        return None
    if isinstance(wanted, str) and wanted in PLAYERS:
        return PLAYERS.index(wanted)
    if isinstance(wanted, Mapping) or (isinstance(wanted, str) and wanted in run.cards.named):
        return run.cards.numbers(wanted)[0]
    if isinstance(wanted, str) and _is_place(wanted):
        return _thing(run, wanted)
    if isinstance(wanted, list):
        return [_named(run, path, entry) for entry in wanted]
    return wanted


def _resolved(run: _Run, action: Mapping[str, Any], effect: bool) -> Action:
    """The action with ids for the places that it names, and indexes for players."""
    sent = {key: _argument(run, value) for key, value in action.items()}
    if effect != (EFFECT in sent):
        raise BadScenario(f"{_json(action)} is {'no effect' if effect else 'an effect, not an action'}")
    return sent


def _argument(run: _Run, value: Any) -> Any:
    if isinstance(value, str) and value in PLAYERS:
        return PLAYERS.index(value)
    return _thing(run, value) if isinstance(value, str) and _is_place(value) else value


def _is_place(value: str) -> bool:
    return value.startswith(tuple(f"{player}." for player in PLAYERS))


def _thing(run: _Run, place: str) -> Any:
    """The id of what stands at a place, or the value itself where it is no thing with an id."""
    try:
        found = _at(run, place)
    except (NothingThere, NotShown):
        rule = _first(run.scenario.rules)
        raise _Broken(rule, f"something stands at {place}", "nothing stands there") from None
    return found[ID] if isinstance(found, Mapping) and ID in found else found


def _at(run: _Run, path: str) -> Any:
    """What the observation has at a path that may start with a player's name."""
    try:
        steps = parse(path)
    except ValueError as error:
        raise BadScenario(str(error)) from None
    if steps[0] not in PLAYERS:
        return look_up(run.observation, steps)
    player, name = PLAYERS.index(str(steps[0])), steps[1] if len(steps) > 1 else ""
    if isinstance(name, str) and name in run.words.sided and len(steps) == 2:
        number = look_up(run.observation, [name])
        side = look_up(run.observation, [run.words.sided[name]])
        return number if side == player else -number
    return look_up(run.observation, [run.words.players, player, *steps[1:]])


def _cited(run: _Run, reasons: Sequence[Reason]) -> str:
    """The rule that a refusal rests on: one of the scenario's if it can be, else the first one named."""
    rules = [reason.rule for reason in reasons if reason.rule]
    return next((rule for rule in rules if rule in run.scenario.rules), _first([*rules, *run.scenario.rules]))


def _first(rules: Sequence[str]) -> str:
    return rules[0] if rules else ""


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
