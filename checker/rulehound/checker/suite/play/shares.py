"""Play in shares: by several processes at once, each share kept when it is done.

How a scope is shared out, and what a share knows of those before it, is the same however many processes there
are and whichever share is done first: so is the outcome.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from rulehound.checker.efforts import Scope
from rulehound.checker.judging.coverage import JUDGED, how_often
from rulehound.checker.judging.target import Target
from rulehound.checker.model.content_hashes import spec_hash
from rulehound.checker.processes.kept_answers import Answers, program_hash
from rulehound.checker.processes.worker_pool import Task, WorkerError, WorkerPool
from rulehound.checker.progress import Progress, silent
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.suite.play.playing import Played, PriorFindings, lost_play, play
from rulehound.checker.wording import counted

GAMES = 5
"""Random games in a share, where games are counted."""
STEPS = 2_000
"""Steps of random games in a share, where steps are counted."""
NUMBERS = 1_000
"""Numbers of games that such a share has for itself; its steps are over long before."""
EXAMPLES = 25
"""Games of Hypothesis in a share: not too few, since it builds on those that it has made up before."""

AHEAD = 8
"""So many shares may be under way: each knows of those that are so far before it, and of no later ones."""

WORST = (
    Verdict.VIOLATION,
    Verdict.ERROR,
    Verdict.INCONCLUSIVE,
    Verdict.PASS,
    Verdict.NOT_EXERCISED,
    Verdict.UNSUPPORTED,
)
"""What several shares say of one check: the first of these that any of them says."""


def shares(scope: Scope) -> list[Scope]:
    """The shares of a scope: random games, then games of Hypothesis."""
    first, shares = scope.first, list[Scope]()
    if scope.enough_steps is None:
        for games in _portions(scope.games, GAMES):
            shares.append(replace(scope, first=first, games=games, examples=0))
            first += games
    else:
        for number, steps in enumerate(_portions(scope.enough_steps, STEPS)):
            shares.append(replace(scope, first=first + NUMBERS * number, enough_steps=steps, examples=0))
    none = replace(scope, games=0, enough_steps=None if scope.enough_steps is None else 0)
    for number, examples in enumerate(_portions(scope.examples, EXAMPLES)):
        shares.append(replace(none, first=number, examples=examples))
    return shares or [scope]


def _portions(many: int, most: int) -> list[int]:
    """So many in portions of at most so many: where there are more, the first ones stay the same."""
    return [min(most, many - first) for first in range(0, many, most)]


class SharedPlay:
    """Play of an engine in shares, under way from now on. `kept` holds what is done of it already.

    `before` is play of the same engine with other cards: what that has shown is no news here.

    Raises EngineStartError where the engine cannot be started, if not here then where the result is asked
    for. A share whose process ends on the way is an error of the engine, and leaves every check inconclusive.
    """

    def __init__(
        self,
        target: Target,
        *,
        seed: int,
        scope: Scope,
        workers: WorkerPool,
        kept: Answers[Played] | None = None,
        before: Sequence[Played] = (),
    ) -> None:
        self._target, self._seed, self._scope = target, seed, scope
        self._crew, self._kept = workers, kept or Answers(None, "", Played, "play")
        self._before = before
        self._shares = shares(scope)
        self._tasks: list[tuple[str, Task[Played] | Played]] = []
        """Shares under their names, each being played or kept from before."""
        self._played: list[Played] = []
        self._begin()

    def first(self) -> Played:
        """What came of the first share, which shows most of what an engine breaks; the others are begun."""
        if not self._played:
            self._played.append(self._done(0))
            self._begin()
        return self._played[0]

    def result(self, progress: Progress = silent) -> Played:
        """What came of all shares together, as of one run of the whole scope."""
        while len(self._played) < len(self._shares):
            progress("shares of play", len(self._played), len(self._shares))
            self._played.append(self._done(len(self._played)))
            self._begin()
        progress("shares of play", len(self._played), len(self._shares))
        return merged(self._played, self._scope)

    def _begin(self) -> None:
        """Begin as many shares as may be under way; the first alone.

        It shows most of what an engine breaks, and the others need not shorten games that show it as well.
        """
        while len(self._tasks) < min(len(self._shares), len(self._played) + AHEAD if self._played else 1):
            number = len(self._tasks)
            before = max(min(number, 1), number + 1 - AHEAD)
            share, prior = self._shares[number], PriorFindings.of([*self._before, *self._played[:before]])
            name = f"{number} {hashlib.sha256(repr((share, prior)).encode()).hexdigest()}"
            given = self._target, self._seed, share, prior
            self._tasks.append((name, self._kept.get(name) or self._crew.begin(_play, *given)))

    def _done(self, number: int) -> Played:
        """What came of a share; it is kept if it was finished."""
        name, task = self._tasks[number]
        if isinstance(task, Played):
            return task
        try:
            played = task.result()
        except WorkerError as error:
            return lost_play(self._target, self._seed, self._scope, str(error))
        whole = all(record.verdict is not Verdict.INCONCLUSIVE for record in played.records)
        return self._kept.add(name, played) if whole else played


def _play(target: Target, seed: int, scope: Scope, prior: PriorFindings) -> Played:
    return play(target, seed=seed, scope=scope, prior=prior)


def rests_on(target: Target, seed: int) -> str:
    """A hash of what all shares rest on, this program included; of a command that is an engine, its words."""
    bound = (
        target.game.name,
        target.edition,
        sorted(target.values.items()),
        spec_hash(target.game.directory),
    )
    pool = target.game.pool.sha256 if target.game.pool else ""
    return hashlib.sha256(repr((*bound, pool, target.engine, seed, program_hash())).encode()).hexdigest()


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
    for (check, _), own in by_check.items():
        worst = _worst(own)
        if check in violated and worst.verdict is not Verdict.VIOLATION:
            continue  # it is violated under another rule
        counts = _summed(record.counts for record in own if record.verdict is worst.verdict)
        judged = f"{how_often(counts)} in " if JUDGED in counts else ""
        shown = f"{judged}{counted(games, 'game')}, {counted(steps, 'step')}"
        if "steps" in worst.counts:
            counts["steps"] = worst.counts["steps"]
        records.append(msgspec.structs.replace(worst, scope=str(scope), shown=shown, counts=counts))
    names = ("actions", "effects", "taken", "mechanics", "seen", "not_judged", "given_up")
    sums: dict[str, Any] = {name: _summed(getattr(one, name) for one in played) for name in names}
    return Played(records, games, steps, **sums)


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
