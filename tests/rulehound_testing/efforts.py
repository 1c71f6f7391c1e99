"""A little effort: what finds most faults of an engine in seconds, for tests of what comes of a run."""

from __future__ import annotations

from dataclasses import replace

from rulehound.checker.efforts import EFFORTS, Bounds, Scope

FEW = Scope(games=1, steps=80, examples=0, runs=20, search_steps=60)
LITTLE = replace(EFFORTS["quick"], play=FEW, with_effects=FEW, exploration=Bounds(states=60, starts=6))
