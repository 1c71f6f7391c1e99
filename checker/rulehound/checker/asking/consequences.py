"""What happens: where the model goes from an action, up to the next decision, effect or unknown card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulehound.checker.asking.answers import Outcome, OutcomeStep
from rulehound.checker.judging.judged_game import JudgedGame
from rulehound.checker.judging.successors.following import Successor
from rulehound.spec.asking import Asking
from rulehound.spec.language import State, TracedAction
from rulehound.spec.reading import Move

MOST_OUTCOMES = 8
"""Ways that an answer tells."""

MOST_FOLLOWED = 2_000
"""States that are passed through; those after more are left out, and the answer says so."""


def outcomes(
    game: JudgedGame, asking: Asking, states: Sequence[State], action: TracedAction, move: Move, turn: int
) -> tuple[list[Outcome], bool]:
    """The ways in which things go on after an action, and whether these are all; `turn` is 0 in the turn of
    who asks, else 1."""
    ends, whole = _ends(game, states, action, move)
    different = {end.state: end for end in ends}
    results = [_outcome(game, asking, end, turn) for end in different.values()]
    return results[:MOST_OUTCOMES], whole and len(results) <= MOST_OUTCOMES


def _ends(
    game: JudgedGame, states: Sequence[State], action: TracedAction, move: Move
) -> tuple[list[Successor], bool]:
    """Where the rules demand nothing more, or what they demand hangs on a card that nobody knows."""
    steps = game.steps
    waiting = [each for state in states for each in steps.after(Successor(state), action, move.arguments)]
    seen, ends = {each.state for each in waiting}, list[Successor]()
    while waiting:
        if len(seen) > MOST_FOLLOWED:
            return ends, False
        successor = waiting.pop()
        demanded = [
            each for each in game.compiled_model.automatic.of(successor.state) if each not in steps.by_chance
        ]
        further = [each for one in demanded for each in steps.after(successor, one, {})]
        if not further:
            ends.append(successor)
        for each in further:
            if each.state not in seen:
                seen.add(each.state)
                waiting.append(each)
    return ends, True


def _outcome(game: JudgedGame, asking: Asking, end: Successor, turn: int) -> Outcome:
    """One way, step by step."""
    path = end.path
    after = [state for state, _, _ in path[1:]] + [end.state]
    first = path[0][0][game.round] if path else end.state[game.round]
    steps = []
    for (state, action, parameters), later in zip(path, after, strict=True):
        now = turn ^ int(state[game.round] != first)
        active = game.compiled_model.interpreter.active_rules(state, action, parameters)
        before, then = _readable(game, state), _readable(game, later)
        steps.append(
            OutcomeStep(
                action.name,
                game.model.says(action.name),
                list(asking.happenings(before, then, now, game.cards)),
                list(dict.fromkeys(rule for rules in active.values() for rule in rules)),
            )
        )
    last = turn ^ int(end.state[game.round] != first)
    return Outcome(steps, asking.waiting(_readable(game, end.state), last))


def _readable(game: JudgedGame, state: State) -> Mapping[str, Any]:
    return game.model.as_dict(state)
