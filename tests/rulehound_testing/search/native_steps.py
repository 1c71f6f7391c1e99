"""The generated C alone, without the search: one state expanded, through ctypes."""

from __future__ import annotations

import ctypes
import subprocess
from dataclasses import dataclass
from pathlib import Path

from rulehound.checker.model.search.native.c_source import c_source, most_steps
from rulehound.checker.model.search.native.compiler import compiler
from rulehound.checker.model.search.program.packing import WORD, Packing
from rulehound.checker.model.search.program.syntax import Program

WINDOW = """
static rh_expansion seen;
static uint64_t words[RH_MOST_STEPS * RH_WORDS + 1];
static uint16_t action[RH_MOST_STEPS + 1];

uint64_t expand(const uint64_t *state, uint64_t *out)
{
    memset(&seen, 0, sizeof seen);
    seen.words = words;
    seen.action = action;
    rh_expand(state, &seen);
    *out++ = seen.steps;
    *out++ = seen.moves;
    for (int i = 0; i < RH_ACTIONS; i++) *out++ = seen.taken[i];
    for (int i = 0; i < RH_BOUNDS; i++) *out++ = seen.cut[i];
    for (int i = 0; i < RH_GUARDS; i++) *out++ = seen.guard_held[i];
    for (int i = 0; i < RH_GUARDS; i++) *out++ = seen.guard_failed[i];
    for (int i = 0; i < RH_INVARIANTS; i++) *out++ = seen.broken_outside[i / 64] >> i % 64 & 1;
    uint64_t mask[(RH_INVARIANTS + RH_SOMETIMES) / 64 + 1] = {0}, met[RH_SOMETIMES / 64 + 1] = {0};
    rh_broken(state, mask);
    for (int i = 0; i < RH_INVARIANTS; i++) *out++ = mask[i / 64] >> i % 64 & 1;
    rh_meets(state, met);
    for (int i = 0; i < RH_SOMETIMES; i++) *out++ = met[i / 64] >> i % 64 & 1;
    *out++ = rh_over(state);
    for (uint32_t k = 0; k < seen.steps; k++) {
        *out++ = action[k];
        for (int i = 0; i < RH_WORDS; i++) *out++ = words[k * RH_WORDS + i];
    }
    return 0;
}
"""


@dataclass(frozen=True)
class Expanded:
    """What the C says of one state."""

    steps: list[tuple[str, int]]
    """Action and packed state after, within the bounds."""
    moves: int
    taken: dict[str, int]
    cut: dict[str, int]
    held: set[int]
    failed: set[int]
    broken_outside: set[str]
    broken: set[str]
    met: set[str]
    over: bool


class NativeSteps:
    """One program, compiled in this folder without optimization. Raises BackendMissing without a compiler."""

    def __init__(self, program: Program, packing: Packing, folder: Path) -> None:
        self.program, self.packing = program, packing
        source, library = folder / "steps.c", folder / f"steps-{len(list(folder.iterdir()))}.so"
        source.write_text(c_source(program, packing) + WINDOW, encoding="utf-8")
        command = [
            *compiler()[0],
            "-std=gnu11",
            "-shared",
            "-fPIC",
            "-O0",
            "-w",
            "-o",
            library,
            source,
        ]
        subprocess.run(command, check=True, capture_output=True, text=True)
        self._expand = ctypes.CDLL(str(library)).expand
        size = 3 + len(program.actions) + len(program.bounds) + 2 * len(program.guards)
        size += 2 * len(program.invariants) + len(program.sometimes)
        self._room = size + most_steps(program) * (1 + packing.words)

    def expand(self, packed: int) -> Expanded:
        """Everything that the C says of a state."""
        words, program = self.packing.words, self.program
        state = (ctypes.c_uint64 * words)(*(packed >> WORD * i & (1 << WORD) - 1 for i in range(words)))
        out = (ctypes.c_uint64 * self._room)()
        self._expand(state, out)
        told = iter(out)

        def take(count: int) -> list[int]:
            return [next(told) for _ in range(count)]

        steps, moves = take(2)
        taken = dict(
            zip((action.name for action in program.actions), take(len(program.actions)), strict=True)
        )
        cut = dict(zip(program.bounds, take(len(program.bounds)), strict=True))
        held, failed = (
            {number for number, flag in enumerate(take(len(program.guards))) if flag} for _ in range(2)
        )
        invariants = [invariant.name for invariant in program.invariants]
        outside, broken = (
            {name for name, flag in zip(invariants, take(len(invariants)), strict=True) if flag}
            for _ in range(2)
        )
        wanted = [wanted.name for wanted in program.sometimes]
        met = {name for name, flag in zip(wanted, take(len(wanted)), strict=True) if flag}
        (over,) = take(1)
        reached = []
        for _ in range(steps):
            number, *state_words = take(1 + words)
            after = sum(word << WORD * i for i, word in enumerate(state_words))
            reached.append((program.actions[number].name, after))
        return Expanded(
            steps=reached,
            moves=moves,
            taken={name: count for name, count in taken.items() if count},
            cut={name: count for name, count in cut.items() if count},
            held=held,
            failed=failed,
            broken_outside=outside,
            broken=broken,
            met=met,
            over=bool(over),
        )
