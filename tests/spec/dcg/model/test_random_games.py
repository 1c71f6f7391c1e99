"""A guard of the model that lets in more or less changes how many steps its action has in random games.

That many is pinned for every action and edition: from 3,000 states, and from as many as mutants of guards are
tried on where the variable RULEHOUND_STEPS is "all".
"""

from __future__ import annotations

import os

import pytest

from rulehound.checker.mutation.random_games import STATES
from rulehound_testing.dcg.random_steps import SHORT, editions, pinned, steps
from rulehound_testing.rotating import of_this_run

COUNT = STATES if os.environ.get("RULEHOUND_STEPS") == "all" else SHORT


@pytest.mark.parametrize("edition", of_this_run(editions(), 3))
def test_every_action_has_as_many_steps_as_when_somebody_looked(edition: str) -> None:
    assert steps(edition, COUNT) == pinned(edition, COUNT)


def test_nearly_every_action_has_some() -> None:
    never = {action for action, count in pinned("manual-2.3", STATES).items() if not count}
    assert len(never) <= len(pinned("manual-2.3", STATES)) // 10
