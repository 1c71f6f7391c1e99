"""Planted faults: who decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulehound.engine.dcg import decisions
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State
from rulehound_testing.faults.patching import Fault, function

sound_untimely = decisions.untimely


def untimely_only_when_over(state: State, action: Any) -> Iterator[Reason]:
    """Anybody does anything at any time."""
    return (reason for reason in sound_untimely(state, action) if reason is Reason.GAME_OVER)


FAULTS: Mapping[str, Fault] = {
    "decider-of-no-account": Fault(
        "turn.decider",
        "anything is done at any time",
        function(decisions, "untimely", untimely_only_when_over),
    ),
}
"""Faults by name."""
