"""Floors of the evidence: the minimum of each count, and the rules that may be weak.

Floors only rise. `reached.toml` beside them has the highest floor of each count so far; recording evidence
raises it to the count. A floor below that needs a reason.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from rulehound.checker.errors import UserError
from rulehound.checker.evidence.digests import keep_digests
from rulehound.checker.evidence.storage import FOLDER
from rulehound.checker.files import write_whole

NAME, REACHED = "floors.toml", "reached.toml"

HEAD = "# The highest floor of each count. Written by rulehound trace --record; not to be edited.\n\n"

DEMANDS_OF = "demands of "
"""Begins the name of a floor of demands; the document and version follow."""

MARGIN = 0.02
"""How far below a share its floor may stay: which mutants there are changes with the code."""


class ExcusedRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that may be weak, and why."""

    rule: str
    reason: str


class LoweredFloor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A floor that is lower than it was, and why."""

    floor: str
    """Its name; of clauses the document and version."""
    reason: str


class Floors(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The least that each count has to reach."""

    verified: Mapping[str, int] = {}
    """Clauses, by document and version: "dcg-comprehensive-rules-en 4.0"."""
    demands: Mapping[str, int] = {}
    """Demands of clauses that are met: "demands of dcg-comprehensive-rules-en 4.0"."""
    rules_seen_to_fail: float = 0.0
    """Share of the rules with a check of which a caught fault is on record."""
    model_guards: float = 0.0
    """Mutation score of the guards of the model: caught of those that can matter."""
    engine_code: float = 0.0
    """Mutation score of the engine's code that cites rules."""
    citations: float = 0.0
    """Share of the engine's citations, of those tried, where a mutant fails a check of the rule cited."""
    excused: tuple[ExcusedRule, ...] = ()
    lowered: tuple[LoweredFloor, ...] = ()

    @property
    def by_name(self) -> dict[str, float]:
        """Every floor by its name in the file; of clauses the document and version."""
        shares = {name: getattr(self, field) for name, field in SHARES.items()}
        return {**shares, **self.verified, **self.demands}


SHARES = {
    "rules-seen-to-fail": "rules_seen_to_fail",
    "model-guards": "model_guards",
    "engine-code": "engine_code",
    "citations": "citations",
}
"""The floors that are shares, by their names in the file."""


def read_floors(directory: Path) -> Floors:
    """Read the floors of a game; without a file there are none. Raises UserError for a bad file."""
    return _read(directory / FOLDER / NAME)


def read_reached(directory: Path) -> Floors:
    """Read the highest floors of a game; without a file there are none. Raises UserError for a bad file."""
    return _read(directory / FOLDER / REACHED)


def raise_floors(directory: Path, counts: Mapping[str, float]) -> None:
    """Raise the floors of a game to these counts by name; those of shares to `MARGIN` below.

    No floor is set that there was not, and none raised that a reason keeps lower.
    Raises UserError where a file cannot be written.
    """
    floors = read_floors(directory)
    before, now = read_reached(directory).by_name, floors.by_name
    lowered = {entry.floor for entry in floors.lowered}
    reached = {name: max(before.get(name, 0), now.get(name, 0)) for name in {**before, **now}}
    reached |= {
        name: max(reached[name], _floor_of(name, counts.get(name, 0)))
        for name, floor in now.items()
        if floor and name not in lowered
    }
    text = [HEAD, *(f"{name} = {reached.pop(name)}\n" for name in SHARES)]
    lines = {name: f'"{name}" = {highest}\n' for name, highest in sorted(reached.items())}
    of_demands = [line for name, line in lines.items() if name.startswith(DEMANDS_OF)]
    text += ["\n[verified]\n", *(line for line in lines.values() if line not in of_demands)]
    text += ["\n[demands]\n", *of_demands] if of_demands else []
    path = directory / FOLDER / REACHED
    write_whole(path, "".join(text).encode())
    keep_digests(directory, [path])
    file = directory / FOLDER / NAME
    highest = {name: to for name, to in read_reached(directory).by_name.items() if name not in lowered}
    if raised := {name: to for name, to in highest.items() if 0 < now.get(name, 0) < to}:
        write_whole(file, _with_floors(file.read_text(encoding="utf-8"), raised).encode())


def _floor_of(name: str, count: float) -> float:
    """The floor that a count allows: itself; of a share, `MARGIN` below it in whole hundredths."""
    if name not in SHARES:
        return count
    return 1.0 if count == 1 else max(0.0, math.floor((count - MARGIN) * 100 + 1e-9) / 100)


def _with_floors(text: str, raised: Mapping[str, float]) -> str:
    """The text of the file of floors, with other numbers in the lines of some floors."""
    for name, to in raised.items():
        line = re.compile(rf'^("?{re.escape(name)}"? *= *)[0-9.]+', re.MULTILINE)
        text = line.sub(rf"\g<1>{to}", text)
    return text


def lowered_problems(floors: Floors, reached: Floors) -> Iterator[str]:
    """Floors that are lower than they were and give no reason, and reasons of floors that are not."""
    reasons = {entry.floor: entry.reason.strip() for entry in floors.lowered}
    now, before = floors.by_name, reached.by_name
    for name, highest in before.items():
        if now.get(name, 0) < highest and not reasons.get(name):
            what = f"the floor of {name} is {now.get(name, 0)}, and was {highest}"
            yield f"{what}: raise it in {NAME}, or give the reason there under [[lowered]]"
    for name in reasons:
        if now.get(name, 0) >= before.get(name, 0):
            yield f"{NAME} gives a reason for a lower floor of {name}, which is not lower"


def _read(path: Path) -> Floors:
    if not path.exists():
        return Floors()
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Floors)
    except (OSError, ValueError) as error:
        keys = "verified, demands, rules-seen-to-fail, model-guards, engine-code, citations, [[excused]]"
        raise UserError(f"{path}: {error}", f"write {keys} and [[lowered]] alone") from None
