"""Ways to put a fault of this engine in force: other numbers, steps and guards than it has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import msgspec

from rulehound.engine.dmb import decisions, editions, flow
from rulehound.engine.dmb.reasons import Reason
from rulehound.engine.dmb.state import Stage, State
from rulehound_testing.faults.patching import Installed


def numbers(**changed: int) -> Callable[[], Installed]:
    """Other numbers, each so much larger."""

    @contextmanager
    def install() -> Iterator[None]:
        wrong = {
            name: msgspec.structs.replace(
                rules, **{fact: getattr(rules, fact) + more for fact, more in changed.items()}
            )
            for name, rules in editions.EDITIONS.items()
        }
        with patch.dict(editions.EDITIONS, wrong):
            yield

    return install


def step(stage: Stage, other: Callable[[State], None]) -> Callable[[], Installed]:
    """Another step for a stage."""
    return lambda: patch.dict(flow.STEPS, {stage: other})


def conduct(action: type, **changed: Callable[..., Any]) -> Callable[[], Installed]:
    """Another guard or another effect for a type of action."""
    return lambda: patch.dict(decisions.CONDUCT, {action: decisions.CONDUCT[action]._replace(**changed)})


def forgiving(action: type, *forgiven: Reason) -> Callable[[], Installed]:
    """A guard that overlooks some reasons."""
    sound = decisions.CONDUCT[action].why_not

    def why_not(state: State, move: Any) -> Iterator[Reason]:
        return (reason for reason in sound(state, move) if reason not in forgiven)

    return conduct(action, why_not=why_not)


def afterwards(action: type, more: Callable[[State], None]) -> Callable[[], Installed]:
    """An action after which something else happens as well."""
    sound = decisions.CONDUCT[action].carry_out

    def carry_out(state: State, move: Any) -> None:
        sound(state, move)
        more(state)

    return conduct(action, carry_out=carry_out)
