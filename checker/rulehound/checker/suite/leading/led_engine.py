"""An adapter for an engine that cannot set up positions: it leads the engine to them by play that the model
plans.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import msgspec

from rulehound.checker.engines import unreadable_is_malformed
from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.target import Target
from rulehound.checker.suite.capabilities import LEADING, cannot
from rulehound.checker.suite.leading.plan import Plan, PlannedStep, plan
from rulehound.spec.formats import (
    Action,
    Adapter,
    Card,
    Deck,
    Handshake,
    Observation,
    Position,
    Quote,
    Reason,
    Refused,
    Setup,
    Value,
)
from rulehound.spec.game import Game, Goal
from rulehound.spec.language import By
from rulehound.spec.reading import Like, Move

POSITION = "position"
"""The capability that the engine gains by being led."""

NOT_LED = "not-led"
"""The reason of a refusal of a position to which the engine was not led."""

NOT_LED_TO = "the engine cannot be led to it:"
"""Beginning of the text of that reason."""


LED_THERE = "led there in"
"""Beginning of `shown` in the record of a scenario to whose position the engine was led."""

LOST = "led to the position; what came next depended on something beyond the position"
"""Why a scenario is not judged although the engine was led to its position."""


class Astray(Exception):
    """What comes next depends on something beyond the position."""


class LedPath(NamedTuple):
    """A plan by which an engine is led to a position."""

    goal: Goal
    plan: Plan
    setup: Setup


LedPaths = dict[bytes, LedPath | str]
"""Positions that were asked for, to the plan or the reason why there is none."""


class Led:
    """An adapter that sets up positions by leading the engine to them.

    It shows what the engine shows, cards beyond the position among it: the judge has to see the game that is
    really played. What a scenario says of its position is held against `as_given`.
    """

    def __init__(
        self, engine: Adapter, game: Game, model: CompiledModel, ways: LedPaths | None = None
    ) -> None:
        """`ways` keeps the plans for other engines that are led too."""
        if game.leading is None:
            raise ValueError(f"nobody is led in {game.name}")
        self.engine, self.game, self.leading, self.at_hand = engine, game, game.leading, model
        self._ways: LedPaths = {} if ways is None else ways
        self._without_more: Callable[[Observation], Observation | None] = lambda observation: observation
        self.way: int | None = None
        """Actions by which the engine was led to the position that it stands in; None in a new game."""
        self.cards: Mapping[str, Card] = {}
        """The cards of the game in which it was led there, by number; none in a new game."""

    def handshake(self) -> Handshake:
        """The engine's handshake, with one capability more."""
        return _greeting(self.engine.handshake())

    def position(self, cards: Sequence[Card], position: Position, edition: str) -> Observation:
        """Lead the engine to a position. Raises Refused where there is no plan, or the engine departs from
        it.
        """
        asked = msgspec.json.encode([cards, position, edition], order="sorted")
        if asked not in self._ways:
            self._ways[asked] = self._path_to(cards, position, edition)
        path = self._ways[asked]
        if isinstance(path, str):
            raise _not_led(path)
        return self._arrived(*path)

    def _path_to(self, cards: Sequence[Card], position: Position, edition: str) -> LedPath | str:
        """The plan for a position, or the reason why there is none."""
        try:
            goals = list(self.leading.goals(cards, position, edition, self.at_hand.values))
        except ValueError as error:
            return str(error)
        why, hopeless = "no path to it is known", set[Hashable]()
        for goal in goals:
            if goal.family in hopeless:
                continue
            path = plan(self.at_hand, goal, self.leading.actions)
            if path is None:
                hopeless.add(goal.family)
                continue
            try:
                return LedPath(goal, path, goal.setup(path.parts, path.end))
            except ValueError as error:
                why = str(error)
        return why

    def _arrived(self, goal: Goal, path: Plan, setup: Setup) -> Observation:
        """Take the actions of a plan, and check that they led to the position."""
        known = {card.number: card for card in setup.cards}
        observation = self.engine.new_game(setup)
        reader = self.game.reader
        first = reader.view(observation, known)
        with unreadable_is_malformed():
            lacking = first.left_out
        if lacking:
            raise _not_led(f"the engine does not show {', '.join(lacking)}")
        chosen = [step for step in path.steps if self.at_hand.model.actions[step.action].by is By.PLAYER]
        for step in chosen:
            observation = self._taken(step, observation, known)
        if not goal.reached(reader.view(observation, known, first.brought).state, observation):
            raise _not_led("the engine took another path than the model")
        self._without_more, self.way, self.cards = goal.without_more(observation), len(chosen), known
        return observation

    def _taken(self, step: PlannedStep, observation: Observation, cards: Mapping[str, Card]) -> Observation:
        """Take the offered action of a planned step; nothing where the engine takes it by itself."""
        for action in self.engine.legal_actions():
            move = self.game.reader.move(observation, action, cards)
            if move is not None and move.action == step.action and _is_meant(step, move):
                return self.engine.apply(action)
        if any(step.action in answers for answers in self.game.reader.conventions.choices.values()):
            return observation  # where it leads is looked at in the end
        raise _not_led(f"the engine does not offer the next action of the path: {step.action}")

    def as_given(self, observation: Observation) -> Observation:
        """An observation without the cards beyond the position.

        Raises Astray where a pile is used up but for such cards, or where they may be chosen.
        """
        given = self._without_more(observation)
        if given is None:
            raise Astray(LOST)
        return given

    def new_game(self, setup: Setup) -> Observation:
        """The engine's own."""
        self._without_more, self.way, self.cards = lambda observation: observation, None, {}
        return self.engine.new_game(setup)

    def observe(self, player: int | None = None) -> Observation:
        """The engine's own."""
        return self.engine.observe(player)

    def legal_actions(self) -> list[Action]:
        """The engine's own."""
        return self.engine.legal_actions()

    def apply(self, action: Action) -> Observation:
        """Carry out an action."""
        return self.engine.apply(action)

    def effect(self, effect: Action) -> Observation:
        """Carry out the effect of some card."""
        return self.engine.effect(effect)

    def validate_deck(self, cards: Sequence[Card], deck: Deck, edition: str) -> tuple[Reason, ...]:
        """The engine's own."""
        return self.engine.validate_deck(cards, deck, edition)

    def quote(self, action: Action) -> Quote:
        """The engine's own."""
        return self.engine.quote(action)

    def save(self) -> Value:
        """The engine's own."""
        return self.engine.save()

    def restore(self, token: Value) -> Observation:
        """Return to a saved state."""
        return self.engine.restore(token)

    def close(self) -> None:
        """Let go of the engine."""
        self.engine.close()


def cards_in_play(adapter: Adapter, start: Mapping[str, Card]) -> Mapping[str, Card]:
    """The cards that may turn up in a game, with those of the decks by which an engine was led."""
    return {**adapter.cards, **start} if isinstance(adapter, Led) else start


def _is_meant(step: PlannedStep, move: Move) -> bool:
    """Whether an engine's action is the planned step."""
    return all(
        known.fits(step.parameters[name]) if isinstance(known, Like) else known == step.parameters[name]
        for name, known in move.parameters.items()
    )


def _not_led(why: str) -> Refused:
    return Refused([Reason(NOT_LED, text=f"{NOT_LED_TO} {why}")])


def with_positions(target: Target) -> Target:
    """The target, whose engine is led to positions where it cannot set them up and can be led."""
    if (
        target.game.leading is None
        or POSITION in target.greeting.capabilities
        or cannot(target.greeting, LEADING)
    ):
        return target
    ways: LedPaths = {}

    def opened() -> Adapter:
        return Led(target.open(), target.game, target.compiled_model, ways)

    return replace(target, open=opened, greeting=_greeting(target.greeting))


def _greeting(own: Handshake) -> Handshake:
    """The greeting of an engine that is led: its own, with one capability more."""
    return msgspec.structs.replace(own, capabilities=[*own.capabilities, POSITION])
