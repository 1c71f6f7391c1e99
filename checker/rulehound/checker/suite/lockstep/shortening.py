"""Shorter walks on which two engines part in the same way: steps that do not matter are left out.

That is delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulehound.checker.engines import EngineError, RestartedEngine
from rulehound.checker.judging.target import Target
from rulehound.checker.suite.lockstep.other_engine import OtherEngine, Parting
from rulehound.checker.suite.lockstep.walking import Walk, walk
from rulehound.spec.formats import Action

RUNS = 60
"""Walks gone again to leave steps out of one, at most."""


def way_to_differ(gone: Walk) -> str:
    """The last action of a walk and what differs after it, whatever the things and amounts."""
    how = gone.parting or Parting()
    last = str(gone.taken[-1].action.get("action", "effect")) if gone.taken else ""
    places = sorted({re.sub(r"\[[^\]]*\]", "[]", path) for path in how.differences})
    offers = sorted({str(one.get("action")) for one in (*how.wrong, *how.missing)})
    return f"{last}: {', '.join(places)}; {', '.join(offers)}; {bool(how.refused)}"


def shortened(target: Target, engine: RestartedEngine, beside: OtherEngine, gone: Walk) -> Walk:
    """A walk with as few steps as can be found after which the engines part in the same way.

    It stays as it is where the engine breaks over it.
    """
    way, best, runs = way_to_differ(gone), gone, 0
    size = max(len(gone.path) // 2, 1)
    while size and not beside.decides:
        for actions in _with_fewer([step[0] for step in best.path if step], size):
            runs += 1
            if runs > RUNS:
                return best
            route = replace(gone.route, first=actions)
            try:
                again = walk(target, engine.adapter, beside, route, 0, "")
            except EngineError:
                engine.restart()
                return best
            if len(again.taken) < len(best.taken) and way_to_differ(again) == way:
                best = again
                break
        else:
            size //= 2
    return best


def _with_fewer(actions: Sequence[Action], size: int) -> Iterator[Sequence[Action]]:
    """The actions without so many in a row, but with the last one."""
    for first in range(0, len(actions) - 1, size):
        yield [*actions[:first], *actions[min(first + size, len(actions) - 1) :]]
