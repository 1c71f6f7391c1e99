"""Judging a step: whether the model can go where the engine went, and what is believed of the game then.

An engine's step is a step of the model when the model reaches what the engine shows: by the action that was
taken, then by what the rules demand until somebody decides again and by the effects of cards that the engine
reported, with every card that chance may show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from rulehound.checker.judging.belief import Belief, why_unknown
from rulehound.checker.judging.coverage import BY_EFFECT, IN_PART, Assessment, Coverage
from rulehound.checker.judging.judged_game import INFLUENCED, JudgedGame
from rulehound.checker.judging.observations.unobserved import NOT_TOLD
from rulehound.checker.judging.successors.following import (
    MOST_STATES,
    Successor,
    Successors,
    within_round,
)
from rulehound.checker.records import Finding
from rulehound.spec.language import By, State, TracedAction
from rulehound.spec.reading import Influence, Move, StepEvidence, View

OUTGROWN = f"one step passes through more than {MOST_STATES} states of the model"
"""Why a step is not judged that may have gone too many ways."""


@dataclass(frozen=True)
class Transition(Assessment):
    """The judgement of a step, and what is believed of the game after it."""

    belief: Belief = field(default_factory=Belief)
    unasked: bool = False
    """The step agreed once a decision in it was given its only answer, for which the engine did not ask."""


def transition(game: JudgedGame, belief: Belief, evidence: StepEvidence, move: Move | None) -> Transition:
    """Judge a step from one belief to the next; `move` is None for a choice inside an effect.

    The belief stays where the step cannot be judged, or fits no state of the model.
    """
    before, after, reported = evidence.before, evidence.after, evidence.reported
    states = belief.states_at(before)
    unknown = reported.unknown or ("" if belief.from_start else reported.unknown_from_position)
    if unknown or not states:
        return Transition((), Coverage.without(unknown or why_unknown(before)), belief)
    successors, unasked = _successors(game, states, move, evidence)
    if successors.outgrown:
        return Transition((), Coverage.without(OUTGROWN), belief, unasked)
    if successors.fitting:
        unobserved = Coverage(not_judged=Counter(NOT_TOLD.format(thing) for thing in after.left_out))
        doubtful = partial(game.doubt, belief, before, evidence.action)
        coverage = _coverage(game, successors.fitting[0], frozenset(after.unobserved)) + unobserved
        if move is not None:
            coverage += _of_move(game.model.actions[move.action], doubtful)
        ends = list(dict.fromkeys(successor.state for successor in successors.fitting))
        return Transition((), coverage, belief.moved(after, ends), unasked)
    disagreement = _disagreement(game, belief, evidence, states, move, successors)
    return Transition(disagreement.findings, disagreement.coverage, belief, unasked)


def agrees(game: JudgedGame, belief: Belief, evidence: StepEvidence) -> tuple[bool, bool]:
    """Whether the game can have come from one view to the other without anybody being asked.

    The second part says whether it needed an answer to a decision for which the engine did not ask.
    """
    states = belief.states_at(evidence.before)
    if evidence.reported.unknown:
        return False, False
    successors, unasked = _successors(game, states, None, evidence)
    return bool(successors.fitting), unasked


def _disagreement(
    game: JudgedGame,
    belief: Belief,
    evidence: StepEvidence,
    states: Sequence[State],
    move: Move | None,
    successors: Successors,
) -> Assessment:
    """What is wrong with a step that no state of the model explains, as far as anything can be said of it."""
    before, action, after, effects = (
        evidence.before,
        evidence.action,
        evidence.after,
        evidence.reported.moves,
    )
    text = game.depiction.describe(before.observation, action, game.cards)
    if move is not None and successors.failed:
        guard, rule = successors.failed[0]
        if doubt := game.doubt(belief, before, action, rule):
            return Assessment((), Coverage.without(doubt))
        check = f"guard:{move.action}:{guard}"
        return Assessment([Finding([rule], check, f"refused: {text}", f"carried out: {text}", guard=guard)])
    influence, hidden = evidence.influence(belief.unmodelled), frozenset[str]()
    if influence is not None:
        if effects or set(influence.places) == set(game.model.paths):
            return Assessment((), Coverage.without(INFLUENCED))
        part = _agreement_in_part(game, states, move, evidence, influence)
        if part is not None:
            return Assessment((), part)
        hidden = frozenset(influence.places)
    target = _visible(game, after.state, after, hidden)

    def visible(state: State) -> State:
        return _visible(game, state, after, hidden)

    finding = game.divergence.finding(text, successors, visible, target, after.observation, effects)
    return Assessment([finding])


def _successors(
    game: JudgedGame, states: Sequence[State], move: Move | None, evidence: StepEvidence
) -> tuple[Successors, bool]:
    """Where the model can be after a step, and where else it would be where nothing fits.

    The second part says whether that needed an answer for which the engine did not ask.
    """
    after, reported = evidence.after, evidence.reported
    target = after.state
    seen = after.visible(target)
    follow = partial(
        game.steps.follow,
        states,
        move,
        reported.moves,
        lambda state: bool(after.visible(state) == seen),
        settled=after.settled,
        chance=reported.chance,
    )
    successors = follow(leads=within_round(game.round, target, reported.before_round))
    if successors.fitting or successors.outgrown:
        return successors, False
    leads = within_round(game.round, target, reported.before_round, evidence.rounds)
    unasked = follow(held=evidence.held, doubtful=evidence.doubtful, leads=leads)
    found = bool(unasked.fitting)
    return (unasked if found or unasked.outgrown else follow()), found


def _agreement_in_part(
    game: JudgedGame,
    states: Sequence[State],
    move: Move | None,
    evidence: StepEvidence,
    influence: Influence,
) -> Coverage | None:
    """What was covered of a step that the rules alone do not explain, if it has left alone what no card can
    have changed; None if it has not.

    Where the game is then, its next observation tells, or the next one that tells enough.
    """
    hidden, after = frozenset(influence.places), evidence.after
    target = _visible(game, after.state, after, hidden)
    successors = game.steps.follow(
        states,
        move,
        (),
        lambda state: _visible(game, state, after, hidden) == target,
        settled=False,
        free=influence.moves,
        held=evidence.held,
        doubtful=evidence.doubtful,
        leads=within_round(game.round, target, rounds=evidence.rounds),
    )
    if successors.outgrown:
        return Coverage.without(OUTGROWN)
    if not successors.fitting:
        return None
    covered = _coverage(game, successors.fitting[0], frozenset(after.unobserved), hidden)
    return Coverage(seen={IN_PART: 1}) + covered


def _visible(game: JudgedGame, state: State, view: View, hidden: frozenset[str]) -> State:
    """What a view like this one tells of a state, but for what is hidden."""
    visible: State = view.visible(state)
    if not hidden:
        return visible
    paths = zip(game.model.paths, visible, game.nothing, strict=True)
    return tuple(nothing if path in hidden else value for path, value, nothing in paths)


def _coverage(
    game: JudgedGame,
    successor: Successor,
    unobserved: frozenset[str],
    hidden: frozenset[str] = frozenset(),
) -> Coverage:
    """What the engine did as the model does it: guards, and rules that changed what is not hidden.

    A rule that only changed what is unobserved was not exercised.
    """
    checks, exercised, actions = list[str](), list[str](), list[str]()
    for state, action, parameters in successor.path:
        actions.append(action.name)
        # only what a player tries can be tried against a guard
        for guard in action.guards if action.by is By.PLAYER else ():
            checks.append(f"guard:{action.name}:{guard.name}")
        active = game.compiled.active_rules(state, action, parameters)
        changed = {at: rules for at, rules in active.items() if at not in hidden}
        checks += _effects(changed.values())
        exercised += _effects(rules for at, rules in changed.items() if at not in unobserved)
    seen = {BY_EFFECT: 1} if successor.by_effect or hidden else {}
    return Coverage(Counter(checks), Counter(exercised), taken=Counter(actions), seen=seen)


def _effects(rules: Iterable[Sequence[str]]) -> list[str]:
    """The checks of the rules that changed several fields, each once."""
    return [f"effect:{rule}" for rule in dict.fromkeys(rule for each in rules for rule in each)]


def _of_move(action: TracedAction, doubt: Callable[[str], str]) -> Coverage:
    """The guards that a player's move has exercised: with any of them false, the step would be none of the
    model's, and that would be found where the guard's rule is beyond doubt."""
    allowed = (guard for guard in action.guards if not doubt(guard.rule))
    return Coverage(exercised={f"guard:{action.name}:{guard.name}": 1 for guard in allowed})
