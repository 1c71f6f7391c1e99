"""Long play in shares: each is kept when it is done, and a run that was ended goes on where it stopped."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import msgspec

from rulehound.checker.errors import UserError
from rulehound.checker.play.playing import Played, Scope
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.traces import Hunt

STEPS = 10_000
"""Steps of random games in one share."""
GAMES = 1_000
"""Numbers of games that a share has for itself; its steps are over long before."""

WORST = (Verdict.VIOLATION, Verdict.ERROR, Verdict.INCONCLUSIVE, Verdict.PASS, Verdict.UNSUPPORTED)
"""What several shares say of one check: the first of these that any of them says."""


class Share(msgspec.Struct, frozen=True):
    """A share that was played: what it rests on, its number, and what came of it."""

    of: str
    number: int
    played: Played


def shares(scope: Scope) -> list[Scope]:
    """The shares of a scope of so many steps in all; Hypothesis plays in the first."""
    if scope.enough is None:
        return [scope]
    return [
        replace(
            scope,
            first=scope.first + GAMES * number,
            enough=min(STEPS, scope.enough - STEPS * number),
            examples=0 if number else scope.examples,
        )
        for number in range(max(1, -(-scope.enough // STEPS)))
    ]


def play_shares(scope: Scope, kept: Kept, play: Callable[[Scope], Played]) -> Played:
    """Play the shares that are not kept yet; what came of all of them."""
    played = []
    for number, share in enumerate(shares(scope)):
        done = kept.get(number)
        played.append(kept.add(number, play(share)) if done is None else done)
    return merged(played, scope)


class Kept:
    """Shares in a file, one JSON object a line; those that rest on something else are not looked at.

    Raises UserError where the file holds something else, or cannot be read or written.
    """

    def __init__(self, path: Path | None, of: str) -> None:
        self._path, self._of = path, of
        self._known: dict[int, Played] = {}
        if path is None or not path.exists():
            return
        try:
            *lines, cut_off = path.read_bytes().split(b"\n")
            for number, line in enumerate(lines, 1):
                self._read(line, number)
            if cut_off:  # its run was ended while it wrote
                path.write_bytes(b"".join(line + b"\n" for line in lines))
        except OSError as error:
            raise UserError(f"{path}: cannot be read ({error.strerror})", "give another file") from None

    def get(self, number: int) -> Played | None:
        """What came of a share, where that is known."""
        return self._known.get(number)

    def add(self, number: int, played: Played) -> Played:
        """A share that was played, kept; one that was not finished is not."""
        whole = all(record.verdict is not Verdict.INCONCLUSIVE for record in played.records)
        if self._path is not None and whole:
            try:
                with self._path.open("ab") as file:
                    file.write(msgspec.json.encode(Share(self._of, number, played)) + b"\n")
            except OSError as error:
                raise UserError(
                    f"{self._path}: cannot be written ({error.strerror})", "give another file"
                ) from None
        return played

    def _read(self, line: bytes, number: int) -> None:
        try:
            share = msgspec.json.decode(line, type=Share)
        except msgspec.MsgspecError:
            raise UserError(f"{self._path}:{number}: is not what play keeps", "give another file") from None
        if share.of == self._of:
            self._known[share.number] = share.played


def rests_on(hunt: Hunt, seed: int, scope: Scope) -> str:
    """A hash of what a share rests on, this program included; of a command that is an engine, its words."""
    law = (hunt.game.name, hunt.edition, sorted(hunt.values.items()), hunt.engine)
    found = hashlib.sha256(repr((*law, seed, replace(scope, enough=None))).encode())
    for folder in sorted(map(Path, import_module("rulehound").__path__)):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml", ".c"):
                found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def merged(played: Sequence[Played], scope: Scope) -> Played:
    """What came of all shares together, as of one run of the whole scope."""
    if len(played) == 1:
        return played[0]
    games, steps = sum(one.games for one in played), sum(one.steps for one in played)
    by_check: dict[tuple[str, tuple[str, ...]], list[CheckRecord]] = {}
    for one in played:
        for record in one.records:
            by_check.setdefault((record.check, tuple(record.rules)), []).append(record)
    violated = {check for check, _ in by_check if _worst(by_check[check, _]).verdict is Verdict.VIOLATION}
    records = []
    for (check, _), found in by_check.items():
        worst = _worst(found)
        if check in violated and worst.verdict is not Verdict.VIOLATION:
            continue  # it is violated under another rule
        counts = _summed(record.counts for record in found if record.verdict is worst.verdict)
        judged = f"judged {counts['judged']:,} times in " if "judged" in counts else ""
        shown = f"{judged}{games:,} games, {steps:,} steps"
        if "steps" in worst.counts:
            counts["steps"] = worst.counts["steps"]
        records.append(msgspec.structs.replace(worst, scope=str(scope), shown=shown, counts=counts))
    names = ("actions", "effects", "taken", "mechanics", "seen", "not_judged", "given_up")
    counted = {name: _summed(getattr(one, name) for one in played) for name in names}
    return Played(records, games, steps, **counted)


def _worst(records: Sequence[CheckRecord]) -> CheckRecord:
    """The worst of what was said of a check; of violations the one with the shortest trace."""
    worst = min(WORST.index(record.verdict) for record in records)
    return min(
        (record for record in records if record.verdict is WORST[worst]),
        key=lambda record: len(record.trace.steps) if record.trace else 0,
    )


def _summed(counts: Iterable[Counter[str] | dict[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for one in counts:
        total.update(one)
    return dict(sorted(total.items()))
