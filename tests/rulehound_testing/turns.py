"""Tests that take turns, by the table `tests/turns.toml`: which of them a run leaves to others.

What `rotating.py` is to the cases of one test in its own file, the table is to tests wherever they stand.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Sequence

import msgspec

from rulehound_testing.folders import TESTS

TABLE = TESTS / "turns.toml"

BLOCK = 12
"""After so many runs the turns shift by one. Cases that a test chooses by the same seed (`of_this_run`) would
otherwise never be asked where its turn comes with the seeds that choose others."""


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What takes turns with each other: a run asks one of so many parts of it.

    Tests go by the beginning of what pytest calls them: a file, a function, or one case of it.
    """

    why: str
    """What they have in common, or what sees the same fault in the other runs."""
    one_of: tuple[tuple[str, ...], ...] = ()
    """Tests that are asked together, each tuple as one."""
    cases_of: tuple[str, ...] = ()
    """Functions each case of which is asked by itself."""
    parts: int = 0
    """Of what is listed; 0: as many as `one_of` has. Where they are more, some runs ask none."""

    def listed(self) -> list[str]:
        """Every file, function and case that is named."""
        return [*(one for together in self.one_of for one in together), *self.cases_of]


def read_turns() -> tuple[Turn, ...]:
    """The table. Raises msgspec.ValidationError where it is not as `Turn` says."""
    return msgspec.convert(tomllib.loads(TABLE.read_text(encoding="utf-8"))["turn"], tuple[Turn, ...])


def left_out(names: Sequence[str], turns: Sequence[Turn], seed: int) -> frozenset[str]:
    """Of the names of tests, as pytest collects them, those whose turn comes with another seed."""
    listed: defaultdict[str, list[str]] = defaultdict(list)
    for name in names:
        for beginning in beginnings(name):
            listed[beginning].append(name)
    place = seed + seed // BLOCK
    waiting: set[str] = set()
    for turn in turns:
        units = [[name for one in together for name in listed[one]] for together in turn.one_of]
        units += [[name] for one in turn.cases_of for name in listed[one]]
        parts = turn.parts or len(turn.one_of)
        for number, unit in enumerate(units):
            if number % parts != place % parts:
                waiting.update(unit)
    return frozenset(waiting)


def beginnings(name: str) -> frozenset[str]:
    """What a test can be listed by: its file, its function, and itself."""
    return frozenset({name.partition("::")[0], name.partition("[")[0], name})
