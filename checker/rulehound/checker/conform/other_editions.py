"""Whether another edition allows what the edition at hand forbids: what is done there is no violation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from rulehound.checker.conform.second_look import look_again
from rulehound.checker.judge import Judge
from rulehound.checker.model_at_hand import ModelAtHand
from rulehound.checker.play.session import JudgeFor
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.scenarios.given import Vocabulary
from rulehound.checker.scenarios.running import run_scenario
from rulehound.checker.scenarios.steps import wish_of
from rulehound.checker.traces import Hunt
from rulehound.spec.formats import Adapter, Ruleset, Scenario
from rulehound.spec.language.interpreter import Interpreter as _Interpreter  # noqa: F401


@dataclass
class OtherEditions:
    """The other editions of the game of a hunt, the newest first."""

    hunt: Hunt
