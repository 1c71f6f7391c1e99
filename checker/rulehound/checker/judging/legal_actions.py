"""Judging what an engine offers: actions that are offered and illegal, or legal and missing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rulehound.checker.judging.belief import Belief, why_unknown
from rulehound.checker.judging.coverage import OFFERS, Assessment, Coverage
from rulehound.checker.judging.judged_game import UNDECIDED, UNKNOWN, JudgedGame
from rulehound.checker.judging.traces import ACTION, missing
from rulehound.checker.records import Finding, Offer, Offers
from rulehound.spec.formats import Action, Reason
from rulehound.spec.language import State
from rulehound.spec.reading import View

FORBIDDEN = "offered: an effect forbids it, says the engine"
"""Why it is not judged that something legal is missing."""

PERHAPS_FORBIDDEN = "offered: an effect may forbid it, and the engine names no rule"
"""Why it is not judged that something legal is missing, where an engine does not say why."""

Refusals = Callable[[Action], Sequence[Reason]]
"""Asks the engine why it does not offer an action; empty where it accepts or gives no reasons."""

FailedGuards = list[tuple[str, str]]
"""Guards that do not hold, each with its rule."""


def offers(
    game: JudgedGame,
    belief: Belief,
    view: View,
    actions: Sequence[Action],
    refusals: Refusals | None = None,
) -> Assessment:
    """What is wrong with the actions that an engine offers where the game looks like this."""
    coverage = Coverage()
    findings = [*_obligations(game, view, actions, coverage)]
    states = belief.states_at(view)
    if not states and view.unobserved:
        coverage.see(OFFERS, len(actions))
        coverage.skip(f"offered: {why_unknown(view)}", len(actions))
        return Assessment(findings, coverage)
    identity, observation = game.reader.identity, view.observation
    offered = {_key(identity(action)): action for action in actions}
    thinkable = {_key(action): action for action in game.reader.candidates(observation, game.cards)}
    if view.unobserved and any(game.meant(view, action) == UNKNOWN for action in actions):
        thinkable = {}  # the engine may call by other names what seems to be missing
    known: dict[Any, FailedGuards] = {}
    for key, action in (thinkable | offered).items():
        coverage.see(OFFERS)
        verdict = _failed(game, view, states, action, key in offered, known, coverage)
        if verdict is None or (key in offered) == (not verdict[1]):
            continue
        name, failed = verdict
        if key in offered:
            findings += _wrong(game, belief, view, action, name, failed[0], coverage)
        else:
            reasons = refusals(action) if refusals else ()
            findings += _missing(game, belief, view, action, name, actions, reasons, coverage)
    return Assessment(findings, coverage)


def _obligations(
    game: JudgedGame, view: View, actions: Sequence[Action], coverage: Coverage
) -> Iterator[Finding]:
    """What an engine has to offer by what it shows itself, and does not: choices inside effects."""
    for obligation in view.obligations:
        check = f"observation:{obligation.rule}"
        coverage.count(check)
        if not any(obligation.is_met(action) for action in actions):
            fields = {ACTION: obligation.action, obligation.argument: obligation.value}
            like = {name: value for name, value in fields.items() if name and value != ""}
            wanted = missing(game.game, view.given, Offer(like, str(obligation)), actions, game.cards)
            yield Finding([obligation.rule], check, f"offered: {obligation}", "not offered", offers=wanted)


def _wrong(
    game: JudgedGame,
    belief: Belief,
    view: View,
    action: Action,
    name: str,
    failed: tuple[str, str],
    coverage: Coverage,
) -> Iterator[Finding]:
    """The finding that an action is offered which a guard forbids, where anything can be said of that."""
    text = game.depiction.describe(view.observation, action, game.cards)
    guard, rule = failed
    if doubt := game.doubt(belief, view, action, rule):
        coverage.skip(f"offered: {doubt}")
        return
    wrong = Offers(wrong=[Offer(game.reader.identity(action), text)])
    told = f"not offered: {text}", f"offered: {text}"
    yield Finding([rule], f"guard:{name}:{guard}", *told, guard=guard, offers=wrong)


def _missing(
    game: JudgedGame,
    belief: Belief,
    view: View,
    action: Action,
    name: str,
    actions: Sequence[Action],
    reasons: Sequence[Reason],
    coverage: Coverage,
) -> Iterator[Finding]:
    """The finding that an action is missing which all guards allow, where anything can be said of that."""
    text = game.depiction.describe(view.observation, action, game.cards)
    rules = [reason.rule for reason in reasons if reason.rule]
    if any(_in_another_form(game, rule) for rule in rules):
        return
    if any(rule in game.conventions.excuses for rule in rules):
        coverage.skip(FORBIDDEN)
        return
    if not rules and view.may_be_forbidden(action):
        coverage.skip(PERHAPS_FORBIDDEN)
        return
    undecided = view.undecided(action)
    if any(rule in undecided for rule in rules or [guard.rule for guard in game.model.actions[name].guards]):
        coverage.skip(f"offered: {UNDECIDED}")
        return
    rule = next(iter(rules), _last_guard(game, name))
    if doubt := game.doubt(belief, view, action, rule):
        coverage.skip(f"offered: {doubt}")
        return
    yield Finding(
        suspects=[rule],
        check=f"guard:{name}:{rule}",
        expected=f"offered: {text}",
        observed="not offered" + "".join(f"; {r.text or r.reason}" for r in reasons),
        guard=rule,
        offers=missing(game.game, view.observation, Offer(action, text), actions, game.cards),
    )


def _failed(
    game: JudgedGame,
    view: View,
    states: Sequence[State],
    action: Action,
    offered: bool,
    known: dict[Any, FailedGuards],
    coverage: Coverage,
) -> tuple[str, FailedGuards] | None:
    """The model action meant, and the guards that fail; None where the model cannot tell.

    `known` keeps the guards of equal moves: two copies of a card are judged once.
    """
    meant = game.meant(view, action)
    if meant is None:
        return None
    if isinstance(meant, str):
        coverage.skip(f"offered: {meant}")
        return None
    traced, move = meant
    key = (move.action, offered, tuple(move.arguments.values()))
    if key not in known:
        if not offered:  # it is missing if it is legal in every state that the game may be in
            legal = states and all(
                game.compiled.thinkable(state, traced) and game.steps.allowed(state, traced, move)
                for state in states
            )
            known[key] = [] if legal else [("", "")]  # which guards fail does not matter
        else:
            legal = any(game.steps.allowed(state, traced, move) for state in states)
            reasons = () if legal else (game.steps.failed(state, traced, move) for state in states)
            known[key] = min(reasons, key=len, default=[])
        for guard in traced.guards:
            coverage.count(f"guard:{traced.name}:{guard.name}")
    return move.action, known[key]


def _in_another_form(game: JudgedGame, rule: str) -> bool:
    """Whether the edition has by this rule what an action means in another action."""
    forms = game.conventions.other_forms
    return rule in forms and game.values.get(rule) == forms[rule]


def _last_guard(game: JudgedGame, action: str) -> str:
    guards = game.model.actions[action].guards
    return guards[-1].rule if guards else game.model.actions[action].rules[0]


def _key(action: Action) -> str:
    return json.dumps(action, sort_keys=True)
