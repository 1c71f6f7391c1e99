"""The Hypothesis state machine over an engine: its rules are the engine's own legal actions.

Hypothesis draws; a run seeks one finding that is not yet known, and ends with the first one. Its game is made
shorter as any other (`shrinking`): to shrink what was drawn takes many times as long.
"""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar
from unittest.mock import patch

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis import strategies as st
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import Flaky
from hypothesis.internal.conjecture.providers import HypothesisProvider
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from rulehound.checker.engines import EngineError
from rulehound.checker.suite.play.play_log import Key
from rulehound.checker.suite.play.played_engine import PlayedEngine, Stop
from rulehound.checker.suite.play.session import Detection, Oracle, Session
from rulehound.checker.suite.play.shrinking import action_name
from rulehound.spec.formats import Action

GAMES = 1_000
"""Different new games that a run draws from."""

PICKS = 60
"""Picks that a choice is drawn from."""

Choice = TypeVar("Choice")


TASTES = 100
"""What an example may like: the first likes all names of actions alike, each other some of them more, and
some not at all as long as there are others. That is swarm testing; Hypothesis draws which."""

WEIGHTS = (0, 1, 1, 4)
"""How much a name may be liked."""

TRIALS = 6
"""One of so many steps tries what is not offered."""


def weighed(names: Sequence[str], taste: int) -> Sequence[str]:
    """The different names, each as often as it is liked; all of them once where none is."""
    different = list(dict.fromkeys(names))
    if not taste:
        return different
    weights = {name: Random(f"{taste}/{name}").choice(WEIGHTS) for name in different}
    return [name for name in different for _ in range(weights[name])] or different


class FindingMade(Exception):
    """The finding that is sought has been made: the run of Hypothesis ends."""


@dataclass
class SoughtFinding:
    """The finding that one run of Hypothesis seeks."""

    muted: Collection[str]
    """Rules that are known to be broken."""
    target: Key | None = None
    """The first finding whose rule is not muted; nothing else counts from then on."""

    def is_among(self, detections: Sequence[Detection]) -> bool:
        """Whether the finding that is sought is among these."""
        for each in detections:
            if self.target is None and each.finding.rule not in self.muted:
                self.target = each.key
            if each.key == self.target:
                return True
        return False


def hypothesis_run(
    engine: PlayedEngine, examples: int, steps: int, seed: int, muted: Collection[str], offers_every: int = 1
) -> Key | None:
    """Let Hypothesis play; the finding that it made, or None. Raises Stop where play ends.

    Findings under the muted rules do not count.

    The shortest game that shows it is in the log of the engine. The outcome depends on the seed and the
    engine alone: there is no database, no deadline, and nothing is written.
    """
    sought = SoughtFinding(muted)
    machine = hypothesis.seed(seed)(_machine(engine, sought, offers_every))
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        database=None,
        deadline=None,
        derandomize=False,
        print_blob=False,
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    with tempfile.TemporaryDirectory() as home:
        set_hypothesis_home_dir(home)
        try:
            with patch.object(HypothesisProvider, "_maybe_draw_constant", _no_constant):
                run_state_machine_as_test(machine, settings=chosen)
        except (FindingMade, Flaky):
            return sought.target
        finally:
            set_hypothesis_home_dir(None)
    return None


def _no_constant(*_: object, **__: object) -> None:
    """Hypothesis likes to draw numbers that stand in the source of whatever has been imported from outside
    site-packages. They mean nothing here, and the same seed would draw others in another process."""


def _machine(engine: PlayedEngine, sought: SoughtFinding, offers_every: int) -> type[RuleBasedStateMachine]:
    picks = st.integers(0, PICKS - 1)

    class EngineMachine(RuleBasedStateMachine):
        """One game; every rule picks among what the engine or the game offers."""

        def __init__(self) -> None:
            super().__init__()
            self.session: Session | None = None
            self.offered: list[Action] = []
            self.game = self.taste = 0

        @initialize(game=st.integers(0, GAMES - 1), taste=st.integers(0, TASTES - 1))
        def new_game(self, game: int, taste: int) -> None:
            """Start one of the games, in which some names of actions are liked more than others."""
            self.game, self.taste = game, taste
            self._begin()

        @rule(name=picks, pick=picks, trial=st.integers(0, TRIALS - 1))
        def act(self, name: int, pick: int, trial: int) -> None:
            """Take an offered action, or try one that is not; where the game is over, start another."""
            if self.session is not None and not self.offered and not self.session.judge.given_up:
                if sought.target is None:
                    engine.log.add_game(self.session.judge)
                self.game += GAMES
                self._begin()
            choices = self.offered
            if self.session is not None and trial == TRIALS - 1:
                try:
                    choices = engine.others(self.session, self.offered)
                except EngineError as error:
                    self._broke(error)
            names = weighed([action_name(action) for action in choices], self.taste)
            chosen = self._picked(name, names)
            alike = [action for action in choices if action_name(action) == chosen]
            self._do(alike, pick, offered=choices is self.offered)

        @precondition(lambda _: engine.plays_effects)
        @rule(pick=picks)
        def effect(self, pick: int) -> None:
            """Let the effect of a card resolve."""
            if self.session is not None:
                try:
                    self._do(list(engine.effects(self.session.observation)), pick, offered=False)
                except EngineError as error:
                    self._broke(error)

        def teardown(self) -> None:
            """Note the game, unless it only shows another again."""
            if self.session is not None and sought.target is None:
                engine.log.examples += 1
                engine.log.add_game(self.session.judge)

        def _begin(self) -> None:
            try:
                self.session = engine.begin(self.game)
                if self.session is not None:
                    self._see(self.session, self.session.at_start)
            except EngineError as error:
                self._broke(error)

        def _picked(self, pick: int, choices: Sequence[Choice]) -> Choice | None:
            """The choice that a pick stands for: 0 is the first, any other number another one at each step,
            since Hypothesis draws the same numbers again and again."""
            steps = len(self.session.taken) if self.session is not None else 0
            at = Random(f"{pick}/{steps}").randrange(len(choices)) if pick and choices else 0
            return choices[at] if choices else None

        def _do(self, choices: list[Action], pick: int, offered: bool) -> None:
            if self.session is None or self.session.judge.given_up or not choices:
                return
            engine.check_time()
            action = self._picked(pick, choices)
            assert action is not None
            try:
                detections = self.session.take(action) if offered else self.session.attempt(action)
                if sought.target is None:
                    engine.log.add_step(action)
                    if offered:
                        engine.note_reached(self.session)
                self._see(self.session, detections)
            except EngineError as error:
                self._broke(error)

        def _see(self, session: Session, detections: Sequence[Detection]) -> None:
            """Look at what is offered too; a spoiled game is not played on."""
            spoiled = any(each.oracle is Oracle.STATE for each in detections) and bool(session.taken)
            self.offered = [] if spoiled else session.offered()
            if not spoiled and len(session.taken) % offers_every == 0:
                detections = [*detections, *session.look(Oracle.LEGAL, self.offered)]
            engine.log.add_findings(session.start, session.taken, detections)
            if spoiled:
                self.session = None
            if sought.is_among(detections):
                raise FindingMade

        def _broke(self, error: EngineError) -> None:
            """Hypothesis does not go on with an engine that breaks: to meet a hang again takes long."""
            engine.broke(error, self.session)
            raise Stop

    return EngineMachine
