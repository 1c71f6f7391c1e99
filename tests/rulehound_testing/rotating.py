"""Sets of cases that take too long for every run: a part of them each time, all of them in a deep run.

Which part the variable RULEHOUND_SEED tells (0 where it is not set); all where RULEHOUND_CASES is "all".
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

Case = TypeVar("Case")

ALL = os.environ.get("RULEHOUND_CASES", "") == "all"
SEED = int(os.environ.get("RULEHOUND_SEED", "0"))


def of_this_run(cases: Iterable[Case], parts: int) -> list[Case]:
    """One of so many parts of the cases, none empty: so many seeds one after another have them all."""
    every = list(cases)
    assert len(every) >= parts
    return every if ALL else every[SEED % parts :: parts]
