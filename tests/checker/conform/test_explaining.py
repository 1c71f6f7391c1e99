"""What explains a violation: the rule without which the model would have done what the engine did."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import conform_faults
from rulehound.checker.conform.causes import Occurrence
from rulehound.checker.conform.explaining import explained
from rulehound.checker.conform.other_editions import Judges
from rulehound.checker.conform.second_look import look_again
from rulehound.checker.records import CheckRecord, Finding, Verdict
from rulehound.checker.rulebook import open_game, read_rulebook
from rulehound.checker.scenarios.given import load_vocabulary
from rulehound.checker.scenarios.running import run_scenario
from rulehound.checker.traces import Hunt, Start, Taken
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.formats import Action, Observation, Setup

GAME = open_game("dcg")
BOOK = read_rulebook(GAME, None, "comprehensive-4.0")
WORDS = load_vocabulary(GAME.directory / "scenarios/defaults.toml")
HUNT = Hunt(GAME, "comprehensive-4.0", BOOK.values, "x")
INVARIANTS = {"memory.turn-player", "battle.level-2"}
SCENARIOS = {scenario.id: scenario for scenario in BOOK.store.scenarios}


def met(fault: str, scenario: str) -> tuple[Occurrence, Judges]:
    """The violation that a faulty engine comes to in a scenario, looked at again."""
    judges = Judges(HUNT)
    with conform_faults.known():
        engine = conform_faults.create(fault)()
        record = run_scenario(HUNT, engine, SCENARIOS[scenario], WORDS)
        assert record.verdict is Verdict.VIOLATION
        assert record.trace is not None
        look = look_again(GAME, engine, judges.under(HUNT.edition), record.trace)
    return Occurrence(record, look), judges


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
    occurrence, judges = met(fault, scenario)
    assert occurrence.look is not None
    assert not named or occurrence.look.findings[0].rule == named
    (found,) = explained([occurrence], judges)
    assert set(found.explained) == explains
    places = found.explained
    assert all(places[rule] <= places[broken] for rule in explains for broken in INVARIANTS & explains)


class PlayedAtHatching(DcgAdapter):
    """What was hatched counts as played in this turn."""

    def new_game(self, setup: Setup) -> Observation:
        return self._shown(super().new_game(setup))

    def apply(self, action: Action) -> Observation:
        return self._shown(super().apply(action))

    def _shown(self, seen: Observation) -> Observation:
        for seat in seen["players"]:
            if seat["breeding"] is not None:
                seat["breeding"]["played_this_turn"] = True
        return seen


def test_where_an_invariant_alone_is_broken_no_rule_explains_more_than_it() -> None:
    """The model without any rule goes along with the steps as well: that would blame each of them."""
    judges, engine = Judges(HUNT), PlayedAtHatching()
    start = Start(setup=replace(GAME.reader.setup(0, BOOK.values), edition=HUNT.edition), edition=HUNT.edition)
    steps, seen = [], start.begin(engine)
    for action in ("keep", "keep", "hatch"):
        after = engine.apply({"action": action})
        steps.append(Taken({"action": action}, seen, after))
        seen = after
    trace = HUNT.trace(start, steps, Finding("", "", "", ""))
    look = look_again(GAME, engine, judges.under(HUNT.edition), trace)
    assert look is not None
    assert [finding.check for finding in look.findings] == ["invariant:breeding.no-battle"]
    record = CheckRecord("invariant:breeding.no-battle", ["breeding.no-battle"], Verdict.VIOLATION, "", "", trace=trace)
    (found,) = explained([Occurrence(record, look)], judges)
    assert set(found.explained) == {"breeding.no-battle"}


def test_what_the_judge_does_not_see_is_not_explained() -> None:
    occurrence, judges = met("other-player-first", "rules/deletion-of-both-turn-player-first")
    (found,) = explained([occurrence], judges)
    assert found.explained == {}
