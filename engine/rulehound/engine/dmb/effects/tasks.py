"""What is still to be carried out of effects that have come up, in order."""

from __future__ import annotations

from typing import Literal

import msgspec

from rulehound.engine.dmb.effects.language import Step


class Task(msgspec.Struct, frozen=True, gc=False):
    """A step of an effect that is carried out next, or after others."""

    owner: int
    """Who has the card."""
    source: str
    """The card."""
    step: Step
    part: Literal["", "cost", "support", "attack"] = ""
    """What makes a difference to how it is carried out: that it is a cost, or of what the effect is one."""
