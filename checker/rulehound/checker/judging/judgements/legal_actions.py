"""Judging what an engine offers: actions that are offered and illegal, or legal and missing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rulehound.checker.judging.belief import Belief, why_unknown
from rulehound.checker.judging.coverage import OFFERS, Assessment, Coverage, combined
from rulehound.checker.judging.judged_game import UNDECIDED, UNKNOWN, JudgedGame
from rulehound.checker.judging.traces import ACTION, missing
from rulehound.checker.records import Finding, Offer, Offers
from rulehound.spec.formats import Action, Reason
from rulehound.spec.language import Guard, State, TracedAction
from rulehound.spec.reading import Move, View

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
    obligations = _obligations(game, view, actions)
    states = belief.states_at(view)
    if not states and view.unobserved:
        skipped = Coverage.without(f"offered: {why_unknown(view)}", len(actions))
        seen = Coverage(seen={OFFERS: len(actions)})
        return combined((obligations, Assessment((), seen + skipped)))
    identity, observation = game.reader.identity, view.observation
    offered = {_key(identity(action)): action for action in actions}
    thinkable = {_key(action): action for action in game.reader.candidates(observation, game.cards)}
    if view.unobserved and any(game.meant(view, action) == UNKNOWN for action in actions):
        thinkable = {}  # the engine may call by other names what seems to be missing
    known: dict[Any, FailedGuards] = {}

    def judged() -> Iterator[Assessment]:
        for key, action in (thinkable | offered).items():
            legality, coverage = _legality(game, belief, view, states, action, key in offered, known)
            yield Assessment((), coverage)
            if legality is None or (key in offered) == (not legality[1]):
                continue
            name, failed = legality
            if key in offered:
                yield _wrong(game, belief, view, action, name, failed[0])
            else:
                reasons = refusals(action) if refusals else ()
                yield _missing(game, belief, view, action, name, actions, reasons)

    return combined((obligations, *judged()))


def forbidding(game: JudgedGame, belief: Belief, view: View, action: Action) -> frozenset[str]:
    """The rules that forbid an action in every state that the game may be in; none where it is not known."""
    meant, states = game.meant(view, action), belief.states_at(view)
    if meant is None or isinstance(meant, str) or not states:
        return frozenset()
    failed = ({rule for _, rule in game.steps.failed(state, *meant)} for state in states)
    return frozenset[str](set.intersection(*failed))


def _obligations(game: JudgedGame, view: View, actions: Sequence[Action]) -> Assessment:
    """What an engine has to offer by what it shows itself, and does not: choices inside effects."""
    findings, checks = list[Finding](), list[str]()
    for obligation in view.obligations:
        check = f"observation:{obligation.rule}"
        checks.append(check)
        if not any(obligation.is_met(action) for action in actions):
            fields = {ACTION: obligation.action, obligation.argument: obligation.value}
            like = {name: value for name, value in fields.items() if name and value != ""}
            wanted = missing(game.game, view.given, Offer(like, str(obligation)), actions, game.cards)
            expected = f"offered: {obligation}"
            findings.append(Finding([obligation.rule], check, expected, "not offered", offers=wanted))
    return Assessment(findings, Coverage.of_checks(checks))


def _wrong(
    game: JudgedGame,
    belief: Belief,
    view: View,
    action: Action,
    name: str,
    failed: tuple[str, str],
) -> Assessment:
    """The finding that an action is offered which a guard forbids, where anything can be said of that."""
    text = game.depiction.describe(view.observation, action, game.cards)
    guard, rule = failed
    if doubt := game.doubt(belief, view, action, rule):
        return Assessment((), Coverage.without(f"offered: {doubt}"))
    wrong = Offers(wrong=[Offer(game.reader.identity(action), text)])
    expected, observed = f"not offered: {text}", f"offered: {text}"
    check = f"guard:{name}:{guard}"
    return Assessment([Finding([rule], check, expected, observed, guard=guard, offers=wrong)])


def _missing(
    game: JudgedGame,
    belief: Belief,
    view: View,
    action: Action,
    name: str,
    actions: Sequence[Action],
    reasons: Sequence[Reason],
) -> Assessment:
    """The finding that an action is missing which all guards allow, where anything can be said of that.

    Where the engine names no rule, all those are suspects that grant the action or demand something of it.
    """
    text = game.depiction.describe(view.observation, action, game.cards)
    rules = [reason.rule for reason in reasons if reason.rule]
    if any(_in_another_form(game, rule) for rule in rules) or _other_form_is_offered(
        game, view, action, actions
    ):
        return Assessment()
    if any(rule in game.conventions.excuses for rule in rules):
        return Assessment((), Coverage.without(FORBIDDEN))
    if not rules and view.may_be_forbidden(action):
        return Assessment((), Coverage.without(PERHAPS_FORBIDDEN))
    guards = game.model.actions[name].guards
    undecided = view.undecided(action)
    if any(rule in undecided for rule in rules or [guard.rule for guard in guards]):
        return Assessment((), Coverage.without(f"offered: {UNDECIDED}"))
    granting = [ground.rule for ground in game.reader.grounds(view.observation, action, game.cards)]
    last = guards[-1].rule if guards else game.model.actions[name].rules[0]
    suspects = rules[:1] or list(dict.fromkeys([*granting, last, *(guard.rule for guard in guards)]))
    if doubt := next(filter(None, (game.doubt(belief, view, action, rule) for rule in suspects)), ""):
        return Assessment((), Coverage.without(f"offered: {doubt}"))
    finding = Finding(
        suspects=suspects,
        check=f"guard:{name}:{next(iter(rules), last)}",
        expected=f"offered: {text}",
        observed="not offered" + "".join(f"; {r.text or r.reason}" for r in reasons),
        guard=next(iter(rules), ""),
        offers=missing(game.game, view.observation, Offer(action, text), actions, game.cards),
    )
    return Assessment([finding])


def _legality(
    game: JudgedGame,
    belief: Belief,
    view: View,
    states: Sequence[State],
    action: Action,
    offered: bool,
    known: dict[Any, FailedGuards],
) -> tuple[tuple[str, FailedGuards] | None, Coverage]:
    """The model's name of an action with the guards that fail, None where the model cannot tell; and the
    guards that were judged.

    `known` keeps the guards of equal moves: two copies of a card are judged once.
    """
    meant = game.meant(view, action)
    if meant is None:
        return None, Coverage(seen={OFFERS: 1})
    if isinstance(meant, str):
        return None, Coverage(seen={OFFERS: 1}, not_judged={f"offered: {meant}": 1})
    traced, move = meant
    key = (move.action, offered, tuple(move.arguments.values()))
    if key in known:
        return (move.action, known[key]), Coverage(seen={OFFERS: 1})
    if not offered:  # it is missing if it is legal in every state that the game may be in
        legal, alone = _decided(game, states, traced, move)
        known[key] = [] if legal else [("", "")]  # which guards fail does not matter
        deciding = [guard for guard in alone if not game.doubt(belief, view, action, guard.rule)]
    else:
        legal = any(game.steps.allowed(state, traced, move) for state in states)
        reasons = () if legal else (game.steps.failed(state, traced, move) for state in states)
        known[key] = min(reasons, key=len, default=[])
        deciding = list(traced.guards) if legal and _is_owed(game, belief, view, action, traced) else []
    checks = {f"guard:{traced.name}:{guard.name}": 1 for guard in traced.guards}
    exercised = {f"guard:{traced.name}:{guard.name}": 1 for guard in deciding}
    coverage = Coverage(checks, exercised, {} if offered else exercised, seen={OFFERS: 1})
    return (move.action, known[key]), coverage


def _decided(
    game: JudgedGame, states: Sequence[State], action: TracedAction, move: Move
) -> tuple[bool, Sequence[Guard]]:
    """Whether an action is legal in all of these states; and the guards of which each alone forbids it in
    every one of them."""
    legal, alone = bool(states), None
    for state in states:
        here, forbidding = game.steps.decided(state, action, move)
        legal, alone = legal and here, forbidding if alone is None else alone & forbidding
        if not legal and not alone:
            break
    return legal, [action.guards[place] for place in sorted(alone or ())]


def _is_owed(game: JudgedGame, belief: Belief, view: View, action: Action, traced: TracedAction) -> bool:
    """Whether it would be found that a legal action is missing, of an engine that gives no reasons."""
    if view.may_be_forbidden(action):
        return False
    return not any(game.doubt(belief, view, action, guard.rule) for guard in traced.guards)


def _in_another_form(game: JudgedGame, rule: str) -> bool:
    """Whether the edition has by this rule what an action means in another action."""
    forms = game.conventions.other_forms
    return rule in forms and game.values.get(rule) == forms[rule]


def _other_form_is_offered(game: JudgedGame, view: View, action: Action, actions: Sequence[Action]) -> bool:
    """Whether the engine offers, for what is missing, the form that the edition has for it: an equal action
    but for what the edition leaves open until later."""
    for offered in actions:
        meant = game.meant(view, offered)
        if not isinstance(meant, tuple):
            continue
        guards = game.model.actions[meant[1].action].guards
        if any(_in_another_form(game, guard.rule) for guard in guards) and all(
            offered.get(name) in (value, "") for name, value in action.items()
        ):
            return True
    return False


def _key(action: Action) -> str:
    return json.dumps(action, sort_keys=True)
