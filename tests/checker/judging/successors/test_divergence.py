"""What is named where the model goes nowhere where an engine went."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rulehound.checker.diagnosis.rerun import rerun
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Finding, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import open_game, read_rulebook
from rulehound.checker.suite.scenarios.given import load_vocabulary
from rulehound.checker.suite.scenarios.running import run_scenario
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.formats import Action, Adapter, Observation, Scenario
from rulehound_testing.faults.engines import create as faulty_engine

GAME = open_game("dcg")
BOOK = read_rulebook(GAME, None, "comprehensive-4.0")
WORDS = load_vocabulary(GAME.directory / "scenarios/defaults.toml")
RULES = BoundModel(GAME, "comprehensive-4.0", BOOK.values)

SUSPENDED = {"cards": [{"blocker": True}], "suspended": True}
ATTACK = {"action": "attack", "attacker": "me.battle[0]", "target": "player"}


def named(
    fault: str, position: Any, action: Any, expected: Any, edition: str = "comprehensive-4.0"
) -> tuple[str, str]:
    """The rule and the check that the judge names in a situation of a faulty engine."""
    return named_on(lambda: faulty_engine(fault), position, action, expected, edition)


def named_on(
    opened: Callable[[], Adapter], position: Any, action: Any, expected: Any, edition: str
) -> tuple[str, str]:
    """The same of any engine that goes wrong there."""
    made = {
        "id": "rules/made-up",
        "title": "made up",
        "rules": ["turn.main-phase"],
        "given": {"position": position},
        "step": [{"do": action, "expect": {"state": expected}}],
    }
    target = target_of(RULES, "x", opened).under(edition)
    engine = target.open()
    record = run_scenario(target, engine, msgspec.convert(made, Scenario), WORDS)
    assert record.verdict is Verdict.VIOLATION, record.explanation
    assert record.trace is not None
    again = rerun(GAME, engine, target.judge, record.trace)
    assert again is not None
    finding: Finding = again.findings[0]
    return finding.rule, finding.check


@pytest.mark.parametrize(
    ("fault", "others", "rule"),
    [
        ("suspended-blocker", [SUSPENDED], "block.unsuspended"),
        ("suspended-blocker", [{"cards": [{}]}, SUSPENDED], "block.unsuspended"),
        ("anybody-blocks", [{"cards": [{}]}], "block.blocker"),
    ],
)
def test_a_decision_that_nobody_has_is_named_by_what_speaks_against_it(
    fault: str, others: Any, rule: str
) -> None:
    """And not by the security check that does not come while the engine waits for the answer."""
    security = [{"kind": "option", "count": 3}]
    position = {"me": {"battle": [{"cards": [{}]}]}, "opponent": {"battle": others, "security": security}}
    found = named(fault, position, ATTACK, {"opponent.security.count": 2})
    assert found == (rule, f"guard:block:{rule}")


@pytest.mark.parametrize("cost", [0, 3])
def test_what_has_to_stay_is_named_also_where_the_turn_ends_in_the_same_step(cost: int) -> None:
    position = {
        "memory": 1,
        "me": {
            "battle": [{"cards": [{}], "suspended": True}],
            "deck": 5,
            "hand": [{"level": 4, "digivolve": [{"color": "red", "level": 3, "cost": cost}]}],
        },
        "opponent": {"deck": 5},
    }
    action = {"action": "digivolve", "card": "me.hand[0]", "onto": "me.battle[0]", "requirement": 0}
    found = named("digivolve-unsuspends", position, action, {"me.battle[0].suspended": True})
    assert found == ("digivolve.orientation", "effect:digivolve.orientation")


class EndsOnPassing(DcgAdapter):
    """It says that the game is over once a player passes."""

    ended_by = "deck-out"

    def apply(self, action: Action) -> Observation:
        over = {"winner": 1, "ended_by": self.ended_by, "decision": None, "decider": None}
        return {**super().apply(action), **(over if action["action"] == "pass" else {})}


class WonByPassing(EndsOnPassing):
    ended_by = "attack"


class EndsSomehow(EndsOnPassing):
    ended_by = "rain"


@pytest.mark.parametrize(
    ("engine", "rule"), [(EndsOnPassing, "game.deck-out"), (WonByPassing, "game.win-attack")]
)
def test_a_game_that_ends_wrongly_is_named_by_how_the_engine_ends_it(engine: type[Any], rule: str) -> None:
    position = {"memory": 1, "me": {"deck": 5, "battle": [{"cards": [{}]}]}, "opponent": {"deck": 5}}
    expected = {"winner": "none"}
    found = named_on(engine, position, {"action": "pass"}, expected, "comprehensive-4.0")
    assert found == (rule, f"effect:{rule}")
    other, _ = named_on(EndsSomehow, position, {"action": "pass"}, expected, "comprehensive-4.0")
    assert not other.startswith("game.")


@pytest.mark.parametrize(
    ("edition", "level", "dp", "rule"),
    [("fan-2020", 2, 1000, "battle.level-2"), ("comprehensive-4.0", 3, None, "battle.no-dp")],
)
def test_a_rule_that_the_edition_does_not_have_is_no_suspect(
    edition: str, level: int, dp: int | None, rule: str
) -> None:
    card = {"level": level, "play_cost": 0, **({"without": ["dp"]} if dp is None else {"dp": dp})}
    position = {"memory": 1, "me": {"hand": [card], "deck": 5, "battle": [{"cards": [{}]}]}}
    play = {"action": "play", "card": "me.hand[0]"}
    found = named("no-dp-stays", position, play, {"me.battle.count": 1}, edition)
    assert found == (rule, f"effect:{rule}")


class StandsUpAll(DcgAdapter):
    """When a turn begins, the cards of both players are shown unsuspended."""

    def apply(self, action: Action) -> Observation:
        seen: Any = msgspec.to_builtins(super().apply(action))
        for player in seen["players"] if action["action"] == "pass" else ():
            for stack in player["battle"]:
                stack["suspended"] = False
        return dict(seen)


def test_what_is_done_where_it_should_not_be_is_named_by_what_would_do_it() -> None:
    position = {
        "memory": 1,
        "me": {"deck": 5, "battle": [{"cards": [{}], "suspended": True}]},
        "opponent": {"deck": 5},
    }
    action = {"action": "pass"}
    found = named_on(StandsUpAll, position, action, {"me.battle[0].suspended": True}, "comprehensive-4.0")
    assert found == ("keyword.reboot", "effect:keyword.reboot")
