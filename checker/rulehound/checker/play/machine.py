"""The Hypothesis state machine over an engine: its rules are the engine's own legal actions.

Hypothesis draws and shrinks; a run hunts for one finding that is not yet known, the first that it meets, so
that shrinking cannot slip from one fault to another.
"""

from __future__ import annotations

import tempfile
from collections.abc import Collection
from dataclasses import dataclass

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis import strategies as st
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import Flaky
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from rulehound.checker.engines import EngineError
from rulehound.checker.play.ground import Ground, Stop
from rulehound.checker.play.notes import Key
from rulehound.checker.play.session import How, Seen, Session
from rulehound.checker.play.shorten import action_name
from rulehound.spec.formats import Action

GAMES = 16
"""Different new games that a run draws from."""

PICKS = 60
"""Picks that a choice is drawn from, taken modulo what there is to choose from: divides evenly by most."""


class Found(Exception):
    """The finding that is hunted for has been met."""


@dataclass
class Quarry:
    """What one run of Hypothesis hunts for."""

    muted: Collection[str]
    """Rules that are known to be broken."""
    target: Key | None = None
    """The first finding met whose rule is not muted; nothing else counts from then on."""

    def met(self, found: list[Seen]) -> bool:
        """Whether the finding that is hunted for is among these."""
        for seen in found:
            if self.target is None and seen.finding.rule not in self.muted:
                self.target = seen.key
            if seen.key == self.target:
                return True
        return False


def hypothesis_run(
    ground: Ground, examples: int, steps: int, seed: int, muted: Collection[str], offers_every: int = 1
) -> Key | None:
    """Let Hypothesis play; the finding that it met and shrank, or None. Raises Stop as the ground does.

    Findings under the muted rules do not count.

    The shortest way to it is in the notes of the ground. The outcome depends on the seed and the engine
    alone: there is no database, no deadline, and nothing is written.
    """
    quarry = Quarry(muted)
    machine = hypothesis.seed(seed)(_machine(ground, quarry, offers_every))
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        database=None,
        deadline=None,
        derandomize=False,
        print_blob=False,
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    with tempfile.TemporaryDirectory() as home:
        set_hypothesis_home_dir(home)
        try:
            run_state_machine_as_test(machine, settings=chosen)
        except (Found, Flaky):
            return quarry.target
        finally:
            set_hypothesis_home_dir(None)
    return None


def _machine(ground: Ground, quarry: Quarry, offers_every: int) -> type[RuleBasedStateMachine]:
    picks = st.integers(0, PICKS - 1)

    class EngineMachine(RuleBasedStateMachine):
        """One game; every rule picks among what the engine or the game offers."""

        def __init__(self) -> None:
            super().__init__()
            self.session: Session | None = None
            self.offered: list[Action] = []

        @initialize(game=st.integers(0, GAMES - 1))
        def new_game(self, game: int) -> None:
            """Start one of the games."""
            try:
                self.session = ground.begin(game)
                if self.session is not None:
                    self._see(self.session, self.session.at_start)
            except EngineError as error:
                self._broke(error)

        @rule(name=picks, pick=picks)
        def act(self, name: int, pick: int) -> None:
            """Take an offered action: one of those of some name, so that all names are as likely."""
            names = list(dict.fromkeys(map(action_name, self.offered)))
            alike = [action for action in self.offered if action_name(action) == names[name % len(names)]]
            self._do(alike, pick, offered=True)

        @rule(pick=picks)
        def attempt(self, pick: int) -> None:
            """Try an action that is not offered."""
            if self.session is not None:
                try:
                    self._do(ground.others(self.session, self.offered), pick, offered=False)
                except EngineError as error:
                    self._broke(error)

        @precondition(lambda _: ground.plays_effects)
        @rule(pick=picks)
        def effect(self, pick: int) -> None:
            """Let the effect of a card resolve."""
            if self.session is not None:
                self._do(list(ground.effects(self.session.observation)), pick, offered=False)

        def teardown(self) -> None:
            """Note the game, unless it only serves to shrink another."""
            if self.session is not None and quarry.target is None:
                ground.notes.examples += 1
                ground.notes.ended(self.session.judge)

        def _do(self, choices: list[Action], pick: int, offered: bool) -> None:
            if self.session is None or self.session.judge.given_up or not choices:
                return
            ground.check_time()
            action = choices[pick % len(choices)]
            try:
                found = self.session.take(action) if offered else self.session.attempt(action)
                if quarry.target is None:
                    ground.notes.took(action)
                    if offered:
                        ground.note_reached(self.session)
                self._see(self.session, found)
            except EngineError as error:
                self._broke(error)

        def _see(self, session: Session, found: list[Seen]) -> None:
            """Look at what is offered too; a spoiled game is not played on."""
            spoiled = any(seen.how is How.STATE for seen in found) and bool(session.taken)
            self.offered = [] if spoiled else session.offered()
            if not spoiled and len(session.taken) % offers_every == 0:
                found = [*found, *session.look(How.LEGAL, self.offered)]
            ground.notes.saw(session.start, session.taken, found)
            if spoiled:
                self.session = None
            if quarry.met(found):
                raise Found

        def _broke(self, error: EngineError) -> None:
            """Hypothesis does not go on with an engine that breaks: to shrink a hang takes hours."""
            ground.broke(error, self.session)
            raise Stop

    return EngineMachine
