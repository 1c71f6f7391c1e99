"""Engines that do not ask for what has one answer alone, whole turns among it: silence where they are right,
and the rule that is broken where they are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import pytest

from rulehound.checker.efforts import Bounds, Scope
from rulehound.checker.judging.target import target_of
from rulehound.checker.judging.traces import Start
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.exploration import explore
from rulehound.checker.suite.play import play
from rulehound.checker.suite.play.session import Session
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.given import load_vocabulary
from rulehound.checker.suite.scenarios.running import UNASKED
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.documents.store import load_store
from rulehound.spec.formats import Action, Adapter, Card, Handshake, Observation, Scenario
from rulehound_testing.dcg.values import values_of
from rulehound_testing.faults.engines import create as faulty_engine
from rulehound_testing.faults.sets import EXPECTED
from rulehound_testing.rotating import of_this_run
from rulehound_testing.unasked import Unasked, unasked

EDITION = "comprehensive-4.0"
RULES = BoundModel(game, EDITION, values_of(EDITION))
WORDS = load_vocabulary(game.directory / "scenarios" / "defaults.toml")
FEW = Scope(games=1, steps=120, examples=0, runs=10, search_steps=20)
HABITS: Sequence[tuple[str, ...]] = (("main",), ("breeding",), ("block", "would", "materials", "main"), ())
"""Decisions that are not asked for; () for all."""


def scenarios(*beginnings: str) -> list[Scenario]:
    return [one for one in load_store(game.directory).scenarios if one.id.startswith(beginnings)]


def verdicts(make: Callable[[], Adapter], asked: Sequence[Scenario]) -> dict[str, CheckRecord]:
    return {record.check: record for record in run_scenarios(target_of(RULES, "unasked", make), asked, WORDS)}


def broken(records: Sequence[CheckRecord]) -> set[str]:
    return {record.trace.rule for record in records if record.verdict is Verdict.VIOLATION and record.trace}


def in_play(make: Callable[[], Adapter], seed: int = 1) -> list[CheckRecord]:
    return list(play(target_of(RULES, "unasked", make), seed=seed, scope=FEW).records)


@pytest.mark.parametrize("habit", HABITS)
@pytest.mark.parametrize("tells", [True, False])
def test_no_scenario_accuses_such_an_engine(habit: tuple[str, ...], tells: bool) -> None:
    told = verdicts(unasked(DcgAdapter, *habit, tells=tells), of_this_run(scenarios(""), 12))
    accused = [record for record in told.values() if record.verdict is Verdict.VIOLATION]
    assert accused == []
    assert sum(record.verdict is Verdict.PASS for record in told.values()) > len(told) / 2


def test_what_is_not_asked_for_is_why_nothing_is_said() -> None:
    asked = scenarios("rules/memory-pay", "rules/assembly-", "rules/turn-phases")
    told = verdicts(unasked(DcgAdapter), asked)
    otherwise = [record.explanation for record in told.values() if record.verdict is Verdict.UNSUPPORTED]
    assert set(otherwise) == {UNASKED}
    assert len(otherwise) > 3


@pytest.mark.parametrize("tells", [True, False])
def test_cards_that_are_placed_unasked_for_accuse_nobody(tells: bool) -> None:
    habit = unasked(DcgAdapter, *game.reader.conventions.choices, tells=tells)
    told = verdicts(habit, scenarios("rules/assembly-", "rules/showing-", "rules/digixros-"))
    assert {record.verdict for record in told.values()} == {Verdict.PASS, Verdict.UNSUPPORTED}


@pytest.mark.parametrize("tells", [True, False])
def test_an_answer_with_which_the_card_could_not_be_paid_for_is_none(tells: bool) -> None:
    edition = "manual-2.3"  # where the materials of a DigiXros are placed before its cost is looked at
    target = target_of(
        BoundModel(game, edition, values_of(edition)), "unasked", unasked(DcgAdapter, tells=tells)
    )
    (record,) = run_scenarios(target, scenarios("rules/digixros-refused"), WORDS)
    assert (record.verdict, record.explanation) == (Verdict.UNSUPPORTED, UNASKED)


DIGIMON = {"kind": "digimon", "level": 3, "colors": ["red"], "play_cost": 3}
AMBUSH = {
    "timing": "security",
    "steps": [{"do": "delete", "target": {"of": "opponent", "role": "attacker"}}],
}
CHARGE = {
    "timing": "main",
    "steps": [{"do": "attack", "target": {"kind": ["digimon"]}, "on": "player"}],
}
SHY = {"timing": "continuous", "target": {"role": "this"}, "gives": {"cannot": ["attack-player"]}}
PEACE = {"timing": "continuous", "target": {"of": "both"}, "gives": {"cannot": ["attack"]}}
CARDS = [
    Card("plain", "Ember", {**DIGIMON, "dp": 3000}),
    Card("ambush", "Thorn", {**DIGIMON, "dp": 1000, "effects": [AMBUSH]}),
    Card("shy", "Mouse", {**DIGIMON, "dp": 5000, "effects": [SHY]}),
    Card("charge", "Rush In", {"kind": "option", "colors": ["red"], "play_cost": 0, "effects": [CHARGE]}),
    Card("peace", "Dove", {**DIGIMON, "dp": 2000, "play_cost": 1, "effects": [PEACE]}),
]


@pytest.mark.parametrize(
    ("edition", "field", "hand", "actions"),
    [
        # its target is chosen unasked, then the checked card deletes it
        ("fan-2020", ["plain"], [], [{"action": "attack", "attacker": "p1", "target": ""}]),
        # nobody on the field can attack then, so that the turn is passed unasked
        ("manual-2.3", ["plain"], ["peace"], [{"action": "play", "card": "a1"}]),
        # it cannot attack the player, so that the Digimon that is left is chosen unasked
        ("fan-2020", ["shy"], [], [{"action": "attack", "attacker": "p1", "target": ""}]),
        # the effect lets it attack the player alone, so that the target is chosen unasked
        (
            "fan-2020",
            ["plain"],
            ["charge"],
            [{"action": "use", "card": "a1"}, {"action": "attack", "attacker": "p1", "target": ""}],
        ),
    ],
)
def test_what_it_answers_before_an_effect_or_because_of_one_agrees(
    edition: str, field: list[str], hand: list[str], actions: list[Action]
) -> None:
    target = target_of(BoundModel(game, edition, values_of(edition)), "unasked", unasked(DcgAdapter))
    mine = {"battle": [{"cards": [number]} for number in field], "hand": hand, "deck": 5}
    other = {
        "battle": [{"cards": ["plain"], "suspended": field == ["shy"] or hand == ["charge"]}],
        "security": ["ambush"],
        "deck": 5,
    }
    position = {"turn": 0, "turn_number": 3, "phase": "main", "memory": 3, "players": [mine, other]}
    adapter = target.open()
    session = Session(adapter, Start(position=position, cards=CARDS, edition=edition), target.judge)
    detections = [each for action in actions for each in session.attempt(action)]
    assert not any(step.refused for step in session.taken)
    assert [each.finding for each in detections] == []
    assert session.judge.unasked


class Led(DcgAdapter):
    """The reference engine, which has to be led to positions."""

    def handshake(self) -> Handshake:
        whole = super().handshake()
        able = [name for name in whole.capabilities if name not in ("position", "save")]
        return msgspec.structs.replace(whole, capabilities=able)


def test_nor_is_it_accused_where_it_was_led() -> None:
    asked = scenarios("rules/attack-not-same-turn", "bounds/breeding-capacity", "rules/unsuspend-own")
    told = verdicts(unasked(Led), asked)
    assert {record.explanation for record in told.values()} == {UNASKED}


@pytest.mark.parametrize("tells", [True, False])
def test_such_an_engine_is_played_in_silence(tells: bool) -> None:
    verdicts = {record.verdict for record in in_play(unasked(DcgAdapter, tells=tells))}
    assert verdicts == {Verdict.PASS, Verdict.NOT_EXERCISED}


def test_such_an_engine_is_explored_in_silence() -> None:
    start = Start(setup=game.setup(1, RULES.values), edition=EDITION)
    records = explore(
        target_of(RULES, "unasked", unasked(DcgAdapter)),
        [start],
        Bounds(states=60, depth=4),
    )
    assert {record.verdict for record in records} == {Verdict.PASS}


class Impatient(Unasked):
    """It passes as soon as nobody on the field can attack, whatever there is in the hand."""

    def gone_on(self, seen: Observation) -> Observation:
        events = list(seen["events"])
        while seen["winner"] is None and seen["decision"] == "main" and not self.attacks():
            seen = self.inner.apply({"action": "pass"})
            events += seen["events"]
        return super().gone_on({**seen, "events": events})

    def attacks(self) -> list[Action]:
        return [action for action in self.inner.legal_actions() if action["action"] == "attack"]


class Skips(Unasked):
    """It leaves out the breeding phase, whatever there is to hatch."""

    def gone_on(self, seen: Observation) -> Observation:
        events = list(seen["events"])
        while seen["decision"] == "breeding":
            seen = self.inner.apply({"action": "skip"})
            events += seen["events"]
        return super().gone_on({**seen, "events": events})


@pytest.mark.parametrize("engine", of_this_run([Impatient, Skips], 2))
def test_who_leaves_out_what_has_more_answers_is_found(engine: type[Unasked]) -> None:
    assert broken(in_play(lambda: engine(DcgAdapter())))


FAULTS = (
    "pass-2",
    "suspended-blocker",
    "no-digivolve-draw",
    "attack-same-turn",
    "equal-dp-one-survives",
    "eggs-stay-eggs",
    "turn-goes-on-below-zero",
    "opponent-unsuspends-too",
)


@pytest.mark.parametrize("fault", of_this_run(FAULTS, 8))
def test_its_faults_are_found_all_the_same(fault: str) -> None:
    make = unasked(lambda: faulty_engine(fault))
    found = broken([*in_play(make), *verdicts(make, scenarios("bounds/", "rules/")).values()])
    assert found & set(EXPECTED[fault].rules)
