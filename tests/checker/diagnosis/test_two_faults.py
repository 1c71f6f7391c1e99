"""One fault is one cause, whatever comes of it; two that do the same to the game stay two."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulehound.checker.diagnosis.causes import Cause
from rulehound.checker.diagnosis.naming_causes import causes_by_edition
from rulehound.checker.diagnosis.other_editions import OtherEditions
from rulehound.checker.judging.target import target_of
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import open_game, read_rulebook
from rulehound.checker.suite.scenarios.given import load_vocabulary
from rulehound.checker.suite.scenarios.running import run_scenario
from rulehound_testing.faults.catalogue import FAULTS
from rulehound_testing.faults.engines import FaultyAdapter
from rulehound_testing.faults.patching import Fault, together
from rulehound_testing.rotating import of_this_run

GAME = open_game("dcg")
EDITION = "comprehensive-4.0"
BOOK = read_rulebook(GAME, None, EDITION)
WORDS = load_vocabulary(GAME.directory / "scenarios/defaults.toml")
RULES = BoundModel(GAME, EDITION, BOOK.values)


def causes_of(faults: Sequence[str], asked: Sequence[str]) -> list[Cause]:
    """The causes that scenarios about these rules show of an engine with all of these faults."""
    scenarios = [
        each
        for each in BOOK.store.scenarios
        if set(each.rules) & set(asked) and EDITION in (each.editions or [EDITION]) and each.name != ALONE
    ]
    several = Fault("", "several at once", lambda: together(*(FAULTS[name].install() for name in faults)))
    target = target_of(RULES, "x", lambda: FaultyAdapter("several", several))
    engine = target.open()
    records = [run_scenario(target, engine, each, WORDS) for each in scenarios]
    return causes_by_edition(records, target, OtherEditions(target, (), WORDS))[""]


ALONE = "rules/effects-put-elsewhere/1"
"""An effect moves a Digimon out of the breeding area there, which the model does not follow: that an Option
stays is seen by an expectation about another rule, and the model, which would name the rule, is silent."""

SUSPENDING = ("unsuspend.own", "unsuspend.all", "attack.suspends")
"""What is suspended and should not be, or the other way round, is seen in scenarios about these."""
TO_THE_TRASH = ("option.trash", "deletion.stack", "token.played")
"""What should lie in the trash is seen in these."""
OF_OPTIONS = ("option.trash", "token.played")
"""The same, without stacks that go to the trash while the Option stays: there two things are wrong."""


@pytest.mark.parametrize(
    ("faults", "asked", "rules"),
    of_this_run(
        [
            (["opponent-unsuspends-too"], SUSPENDING, ["unsuspend.own"]),
            (
                ["opponent-unsuspends-too", "attacker-upright"],
                SUSPENDING,
                ["attack.suspends", "unsuspend.own"],
            ),
            (["used-options-stay", "stack-not-trashed"], TO_THE_TRASH, ["cards.one-place", "option.trash"]),
            (["used-options-stay"], OF_OPTIONS, ["option.trash"]),
        ],
        2,
    ),
)
def test_as_many_causes_as_faults(faults: Sequence[str], asked: Sequence[str], rules: Sequence[str]) -> None:
    found = causes_of(faults, asked)
    told = [(cause.rule, cause.element, [each.record.check for each in cause.occurrences]) for cause in found]
    assert sorted(cause.rule for cause in found) == rules, told
