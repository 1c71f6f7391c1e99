"""Attacks of scenarios in editions in which the target is chosen after the declaration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.engine_checks import SCENARIO_WORDS
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.given import load_vocabulary
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game as dcg
from rulehound.spec.formats import Action, Handshake, Observation, Reason, Refused
from rulehound_testing.dcg.values import values_of
from rulehound_testing.toy.scenarios import scenario

WORDS = load_vocabulary(dcg.directory / SCENARIO_WORDS)

GIVEN = """
[given.cards.watcher]
effects = [{ timing = "when-attacking", steps = [{ do = "memory", amount = 1 }] }]
[given.position]
memory = 1
me = { deck = 5, battle = [{ cards = [{}] }, { cards = ["watcher"], suspended = true }] }
[given.position.opponent]
deck = 5
security = 3
battle = [{ cards = [{}] }, { cards = [{ dp = 1000 }], suspended = true }]
"""
ATTACKS = (
    GIVEN
    + """
[[step]]
do = { action = "attack", attacker = "me.battle[0]", target = "opponent.battle[1]" }
expect = { state = { "opponent.battle.count" = 1 }, events = ["attack-declared", "deleted"] }
"""
)


def refused(attacker: str, target: str, rule: str, state: str) -> str:
    """A scenario of an attack that is refused under a rule, and of what is seen then."""
    action = f'{{ action = "attack", attacker = "{attacker}", target = "{target}" }}'
    return f'{GIVEN}[[step]]\ntry = {action}\nexpect = {{ illegal = "{rule}", state = {{ {state} }} }}\n'


NO_TARGET = refused("me.battle[0]", "opponent.battle[0]", "attack.targets", '"opponent.battle.count" = 2')
NO_ATTACKER = refused("me.battle[1]", "player", "attack.unsuspended", '"opponent.security.count" = 3')
AT_ONCE = refused("me.battle[0]", "player", "attack.target-when", '"opponent.security.count" = 3')


def judged(text: str, make: Callable[[], DcgAdapter] = DcgAdapter, edition: str = "fan-2020") -> CheckRecord:
    rules = BoundModel(dcg, edition, values_of(edition))
    (record,) = run_scenarios(target_of(rules, "reference", make), [scenario(text)], WORDS)
    return record


@pytest.mark.parametrize("text", [ATTACKS, NO_TARGET, NO_ATTACKER])
@pytest.mark.parametrize("edition", ["fan-2020", "detailed-1.0", "manual-2.3"])
def test_an_attack_of_a_scenario_is_one_step_in_every_edition(text: str, edition: str) -> None:
    record = judged(text, edition=edition)
    assert (record.verdict, record.explanation) == (Verdict.PASS, "")


def test_it_is_declared_first_where_the_target_is_chosen_later() -> None:
    class Listening(DcgAdapter):
        def apply(self, action: Action) -> Observation:
            targets.append(action["target"])
            return super().apply(action)

    targets: list[Any] = []
    for edition in ("fan-2020", "manual-2.3"):
        judged(ATTACKS, Listening, edition)
    assert targets[0] == ""
    assert len(targets) == 3
    assert targets[1] == targets[2] != ""


def test_a_target_that_may_not_be_attacked_has_to_be_refused_once_it_is_chosen() -> None:
    class Reckless(DcgAdapter):
        def apply(self, action: Action) -> Observation:
            there = self.observe()
            if there["decision"] == "attack":
                action = {**action, "target": "player"}
            return super().apply(action)

    record = judged(NO_TARGET, Reckless)
    assert (record.verdict, record.explanation) == (
        Verdict.VIOLATION,
        "expected: the action is refused under attack.targets; observed: it was carried out",
    )


def test_whether_a_declaration_names_a_target_can_be_asked() -> None:
    assert judged(AT_ONCE).verdict is Verdict.PASS
    assert judged(AT_ONCE, edition="manual-2.3").verdict is Verdict.VIOLATION


def test_a_declaration_that_is_wrongly_refused_is_a_violation() -> None:
    class Peaceful(DcgAdapter):
        def legal_actions(self) -> list[Action]:
            return [one for one in super().legal_actions() if one["action"] != "attack"]

        def apply(self, action: Action) -> Observation:
            raise Refused([Reason("no", "attack.unsuspended")])

    record = judged(ATTACKS, Peaceful)
    assert record.verdict is Verdict.VIOLATION
    assert record.explanation.startswith("expected: the action is legal; observed: ")


def test_a_declaration_that_is_refused_under_another_rule_is_a_violation() -> None:
    class Misnaming(DcgAdapter):
        def apply(self, action: Action) -> Observation:
            try:
                return super().apply(action)
            except Refused:
                raise Refused([Reason("no", "attack.one-at-a-time")]) from None

    assert judged(NO_ATTACKER, Misnaming).verdict is Verdict.VIOLATION


def test_an_engine_that_lists_no_actions_cannot_be_asked_where_it_may_divide_them() -> None:
    class Silent(DcgAdapter):
        def handshake(self) -> Handshake:
            greeting = super().handshake()
            named = [each for each in greeting.capabilities if each != "legal-actions"]
            return msgspec.structs.replace(greeting, capabilities=named)

    record = judged(ATTACKS, Silent)
    assert record.verdict is Verdict.UNSUPPORTED
    assert record.explanation == "by fan-2020 an engine may take the action in two, and lists none"
    assert judged(ATTACKS, Silent, "manual-2.3").verdict is Verdict.PASS
