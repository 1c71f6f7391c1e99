"""Planted faults: who decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rulehound.engine.dcg import decisions, game
from rulehound.engine.dcg.actions import Activate
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State
from rulehound_testing.faults.patching import Fault, function, rewritten

sound_untimely = decisions.untimely


def untimely_only_when_over(state: State, action: Any) -> Iterator[Reason]:
    """Anybody does anything at any time."""
    return (reason for reason in sound_untimely(state, action) if reason is Reason.GAME_OVER)


def timely_at(decision: str) -> Callable[[State, Any], Iterator[Reason]]:
    """Main effects are activated at a decision of another kind too."""

    def untimely(state: State, action: Any) -> Iterator[Reason]:
        timely = isinstance(action, Activate) and state.decision == decision
        return iter(()) if timely else sound_untimely(state, action)

    return untimely


FAULTS: Mapping[str, Fault] = {
    "decider-of-no-account": Fault(
        "turn.decider",
        "anything is done at any time",
        function(decisions, "untimely", untimely_only_when_over),
    ),
    "taken-without-effect": Fault(
        "turn.decider",
        "in the main phase an action of a sort that is not offered is taken, and nothing comes of it",
        rewritten(
            game.Game.apply,
            "    if reasons:\n",
            '    if self.decision == "main" and type(move) not in map(type, self.legal_actions()):\n'
            "        return\n"
            "    if reasons:\n",
        ),
    ),
    "main-effects-while-breeding": Fault(
        "turn.main-phase",
        "main effects are activated in the breeding phase",
        function(decisions, "untimely", timely_at("breeding")),
    ),
    "main-effects-while-blocking": Fault(
        "turn.main-phase",
        "main effects are activated while a block is decided",
        function(decisions, "untimely", timely_at("block")),
    ),
}
"""Faults by name."""
