"""What explains a violation: the rule without which the model would have done what the engine did."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulehound.checker.diagnosis.causes import Occurrence
from rulehound.checker.diagnosis.explaining import with_explanations
from rulehound.checker.diagnosis.rerun import Rerun, rerun
from rulehound.checker.judging.target import Target, target_of
from rulehound.checker.judging.traces import Start, Taken
from rulehound.checker.records import CheckRecord, Finding, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import open_game, read_rulebook
from rulehound.checker.suite.play.session import Detection, Oracle
from rulehound.checker.suite.scenarios.given import load_vocabulary
from rulehound.checker.suite.scenarios.running import run_scenario
from rulehound.engine.adapter import create
from rulehound_testing.faults.engines import create as faulty_engine

GAME = open_game("dcg")
BOOK = read_rulebook(GAME, None, "comprehensive-4.0")
WORDS = load_vocabulary(GAME.directory / "scenarios/defaults.toml")
RULES = BoundModel(GAME, "comprehensive-4.0", BOOK.values)
INVARIANTS = {"memory.turn-player", "battle.level-2"}
SCENARIOS = {scenario.id: scenario for scenario in BOOK.store.scenarios}


def met(fault: str, scenario: str) -> tuple[Occurrence, Target]:
    """The violation that a faulty engine comes to in a scenario, looked at again."""
    target = target_of(RULES, "x", lambda: faulty_engine(fault))
    engine = target.open()
    record = run_scenario(target, engine, SCENARIOS[scenario], WORDS)
    assert record.verdict is Verdict.VIOLATION
    assert record.trace is not None
    return Occurrence(record, rerun(GAME, engine, target.judge, record.trace)), target


@pytest.mark.parametrize(
    ("fault", "scenario", "named", "explains"),
    [
        # a payment that is forgotten is seen at the turn that does not end
        ("cost-ignored", "rules/turn-ends-at-one", "turn.end", {"memory.pay", "play.cost"}),
        (
            "no-digivolve-draw",
            "bounds/digivolve-draw",
            "digivolve.draw",
            {"digivolve.draw", "digivolve.draw-empty"},
        ),
        # the step that lowers the cost is not the one that pays it
        ("placed-for-nothing", "rules/digixros-once", "memory.pay", {"digixros.cost"}),
        ("placed-for-nothing", "examples/assembly-cost", "", {"assembly.cost"}),
        # what is done too often is named, and not what was to end it
        (
            "check-after-attacker-died",
            "rulings/security-attack-01",
            "security.check",
            {"security.attacker-gone"},
        ),
        # an invariant that is broken by a step says less than the rule of the step, which explains it as well
        (
            "turn-goes-on-below-zero",
            "rules/memory-of-the-turn-player",
            "turn.end",
            {"turn.end", "turn.end-after-processing", "memory.turn-player"},
        ),
        # without a step there is nothing else
        (
            "no-dp-stays",
            "rules/battle-hatched-egg-goes",
            "battle.no-dp",
            {"battle.no-dp", "battle.level-2"},
        ),
        # what is forbidden and done is broken itself
        ("attack-same-turn", "rules/attack-not-same-turn", "attack.not-same-turn", {"attack.not-same-turn"}),
    ],
)
def test_the_rule_is_found_without_which_nothing_is_wrong(
    fault: str, scenario: str, named: str, explains: set[str]
) -> None:
    occurrence, target = met(fault, scenario)
    assert occurrence.rerun is not None
    assert not named or occurrence.rerun.findings[0].rule == named
    (found,) = with_explanations([occurrence], target)
    assert set(found.explanations) == explains
    places = found.explanations
    assert all(places[rule] <= places[broken] for rule in explains for broken in INVARIANTS & explains)


def test_where_the_model_goes_along_with_the_steps_an_invariant_alone_explains_them() -> None:
    """It goes along without a rule that has nothing to do with them as well, which would explain them."""
    setup = replace(GAME.setup(0, BOOK.values), edition=RULES.edition)
    target = target_of(RULES, "x", create)
    start, engine = Start(setup=setup, edition=RULES.edition), create()
    steps, seen = list[Taken](), start.begin(engine)
    for name in ("keep", "keep", "hatch"):
        before, seen = seen, engine.apply({"action": name})
        steps.append(Taken({"action": name}, before, seen))
    finding = Finding(["breeding.no-battle"], "invariant:breeding.no-battle", "it holds", "it does not")
    trace = target.trace(start, steps, finding)
    rules = [finding.rule, "digixros.once"]
    record = CheckRecord(finding.check, rules, Verdict.VIOLATION, "", "", RULES.edition, trace=trace)
    again = Rerun([Detection(finding, Oracle.STATE)], True, len(steps), (), steps)
    (found,) = with_explanations([Occurrence(record, again)], target)
    assert set(found.explanations) == {"breeding.no-battle"}


def test_what_the_judge_does_not_see_is_not_explained() -> None:
    occurrence, target = met("other-player-first", "rules/deletion-of-both-turn-player-first")
    (found,) = with_explanations([occurrence], target)
    assert found.explanations == {}


def test_what_happens_although_it_is_forbidden_is_explained_by_the_rule_that_forbids_it() -> None:
    """After a battle the engine checks security; where that is seen once alone, nothing else points there."""
    one, target = met("attack-goes-on", "rules/attack-on-a-digimon-leaves-security")
    other, _ = met("attack-goes-on", "rules/attack-on-a-digimon-leaves-security")
    both = with_explanations([one, other], target)
    assert [set(each.explanations) for each in both] == [{"keyword.piercing"}] * 2
    (alone,) = with_explanations([one], target)
    assert not alone.explanations
