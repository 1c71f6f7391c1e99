"""Judging what an engine shows and does by the model: invariants, legal actions, steps.

An engine's step is a step of the model when the model reaches what the engine shows: by the action that was
taken, then by what the rules demand until somebody decides again and by the effects of cards that the engine
reported, with every card that chance may show. What an engine does not show is followed: the judge keeps
every state of the model that fits all that was seen.

From where an engine uses what the model does not know, its game is not judged any more: whatever follows may
be due to that.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from rulehound.checker.judging.compiled_model import ModelAtHand
from rulehound.checker.judging.divergence import Elsewhere
from rulehound.checker.judging.following import MOST_STATES, Followed, Reached, Steps, within_round
from rulehound.checker.judging.memo import Looks
from rulehound.checker.judging.minimise import breaking
from rulehound.checker.judging.traces import ACTION, EFFECT, is_effect, missing
from rulehound.checker.judging.unmodelled import named
from rulehound.checker.judging.unobserved import NOT_FOLLOWED, NOT_TOLD
from rulehound.checker.judging.unobserved import judged as told_enough
from rulehound.checker.judging.unobserved import named as untold_things
from rulehound.checker.offers import Offer, Offers
from rulehound.checker.records import Finding
from rulehound.spec.formats import Action, Card, Observation, Reason
from rulehound.spec.language import By, State, TracedAction, TracedInvariant
from rulehound.spec.reading import Influence, Move, Reported, StepEvidence, View

STACKING = "stacking:reachable"
"""Check that what lies on each other can have come to lie so by play."""

IN_THE_MIDDLE = "it begins in the middle of an effect that could not be followed"
"""Why a step is not judged that follows one which fits no state of the model."""

FORBIDDEN = "offered: an effect forbids it, says the engine"
"""Why it is not judged that something legal is missing."""

PERHAPS_FORBIDDEN = "offered: an effect may forbid it, and the engine names no rule"
"""Why it is not judged that something legal is missing, where an engine does not say why."""

DOUBTED = "whether it can be paid hangs on more than the model knows"
"""Why it is not judged that something is legal or not."""

UNKNOWN = "an action names something that the observation does not show"
"""Why a step or an offer is not judged that the reader cannot make sense of."""

STEPS, OFFERS, STACKS = "steps", "offers", "stacks"
"""What there was to judge: steps, actions that were offered or could have been, stacks as they were shown."""

BY_EFFECT = "steps that needed an effect"
"""Steps that the rules alone do not explain."""

IN_PART = "steps judged in part"
"""Of those, the steps of which only that was judged which no card can have changed that was there."""

SWAYED = "a card was there of which it is not known what it does"
"""Why a step or an offer is not judged that the rules alone do not explain."""

Refusals = Callable[[Action], Sequence[Reason]]
"""Asks the engine why it does not offer an action; empty where it accepts or gives no reasons."""


class Judge:
    """Judges one game of one engine by a model under facts and switches; `cards` are those in the game.

    Nothing is found against the rules of `unsupported`, which the engine says that it does not follow.
    """

    def __init__(
        self, at_hand: ModelAtHand, cards: Mapping[str, Card], unsupported: Iterable[str] = ()
    ) -> None:
        self.at_hand, self.game, self.values, self.cards = at_hand, at_hand.game, at_hand.values, cards
        self.reader = self.game.reader
        self.model, self.interpreter = self.at_hand.model, self.at_hand.interpreter
        in_play = self.reader.cards_in_play(cards)
        self.steps = Steps(self.at_hand, in_play.chance, in_play.as_cards_lie)
        self.elsewhere = Elsewhere(self.at_hand, self.steps, cards)
        self.unsupported = frozenset(unsupported)
        self.view = Looks(lambda seen: self.reader.view(seen, cards, self.brought))
        self.left_out = Looks(self.at_hand.left_out.of_observation)
        self.stack = cache(lambda numbers: self.at_hand.stack([cards[number] for number in numbers]))
        self.nothing = self.model.from_dict({})
        self.round = self.interpreter.index[self.model.round_field]
        self.begun = False
        """The start of the game has been seen."""
        self.brought: Sequence[int] = ()
        """How many cards each player brought; nothing while that has not been told."""
        self.last: tuple[Observation, Sequence[State]] | None = None
        """What was seen last, and the states of the model that fit all that was seen."""
        self.judged: dict[str, int] = {}
        """How often each check was judged; checks that never came up are not in it."""
        self.taken: dict[str, int] = {}
        """How often each action of the model was taken by a step that was judged and agreed."""
        self.seen: dict[str, int] = {}
        """How much there was to judge, by what it is, and how many of the steps needed an effect."""
        self.not_judged: dict[str, int] = {}
        """Why steps, offers and stacks could not be judged, and how many."""
        self.unmodelled: Mapping[str, int] = {}
        """The cards that may have done something which the model does not know, each with when that was."""
        self.given_up = ""
        """Why the game is not judged any more; "" where it is."""
        self.unasked = False
        """A step agreed once a decision in it was given its only answer, for which the engine did not ask."""
        self.untold = ""
        """Why stacks are not judged; "" where they are."""

    def state(self, observation: Observation) -> list[Finding]:
        """The invariants that one observation breaks, and stacks that play cannot have built."""
        if not self._known(observation):
            return []
        view = self.view(observation)
        not_told = view.unobserved
        self.unmodelled = {**self.unmodelled, **view.unmodelled}
        if not self.begun:
            self.begun, self.untold = True, self._untold(view.observation)
        state = self._state(view)
        found = [
            Finding(
                rule=problem.rule,
                check=f"observation:{problem.rule}",
                expected="every card in one place",
                observed=problem.text,
            )
            for problem in view.problems
        ]
        for rule in self.reader.conventions.problems:
            self._count(f"observation:{rule}")
        broken = []
        if view.settled:  # else the states that are followed stand for it, and keep them
            asked = [one.name for one in told_enough(self.model, not_told)]
            broken = [one for one in self.at_hand.compiled.failed_invariants(state) if one.name in asked]
            for name in asked:
                self._count(f"invariant:{name}")
        found += [
            Finding(
                rule=invariant.rules[0],
                check=f"invariant:{invariant.name}",
                expected=f"{invariant.name} holds",
                observed=self._breaking(invariant, state, view.observation),
            )
            for invariant in broken
        ]
        return self._kept([*found, *self._stacks(view.observation)])

    def known(self, action: Action) -> Action:
        """An action without what an engine has added to it."""
        return self.reader.identity(action)

    def completed(self, observation: Observation) -> Observation:
        """An observation with everything completed that it leaves out."""
        return self.view(observation).observation

    def evidence(self, before: Observation, action: Action, after: Observation) -> StepEvidence:
        """What two observations tell of the step between them."""
        return self.reader.step(self.view(before), action, self.view(after))

    def legal(
        self, observation: Observation, actions: Sequence[Action], refusals: Refusals | None = None
    ) -> list[Finding]:
        """Actions that are offered and illegal, or legal and missing."""
        if not self._known(observation):
            return []
        view = self.view(observation)
        return self._kept([*self._owed(view, actions), *self._legal(view, actions, refusals)])

    def follows(self, observation: Observation) -> bool:
        """Whether it is known in which states the game can be that was seen to stand like this last."""
        return self.last is not None and self.last[0] == self.completed(observation)

    def against(self, observation: Observation, action: Action) -> Sequence[str] | None:
        """The rules that forbid an action here, none where it is legal; None where the model cannot tell."""
        view = self.view(observation)
        states, meant = self._possible(view), self._meant(view, action)
        if not states or not isinstance(meant, tuple):
            return None
        traced, move = meant
        legal = [self.steps.allowed(state, traced, move) for state in states]
        if any(legal):
            return [] if all(legal) else None
        return [rule for state in states for _, rule in self.steps.failed(state, traced, move)]

    def _owed(self, view: View, actions: Sequence[Action]) -> Iterable[Finding]:
        """What an engine has to offer by what it shows itself, and does not: choices inside effects."""
        for owed in view.obligations:
            check = f"observation:{owed.rule}"
            self._count(check)
            if not any(owed.is_met(action) for action in actions):
                fields = {ACTION: owed.action, owed.argument: owed.value}
                like = {name: value for name, value in fields.items() if name and value != ""}
                offers = missing(self.game, view.given, Offer(like, str(owed)), actions, self.cards)
                yield Finding(owed.rule, check, f"offered: {owed}", "not offered", offers=offers)

    def _legal(self, view: View, actions: Sequence[Action], refusals: Refusals | None) -> list[Finding]:
        """Actions of the model that are offered and illegal, or legal and missing."""
        observation, states = view.observation, self._possible(view)
        if not states and view.unobserved:
            self._see(OFFERS, len(actions))
            self._skip(f"offered: {self._lost(view)}", len(actions))
            return []
        offered = {_key(self.reader.identity(action)): action for action in actions}
        found = []
        thinkable = {_key(action): action for action in self.reader.candidates(observation, self.cards)}
        if view.unobserved and any(self._meant(view, action) == UNKNOWN for action in actions):
            thinkable = {}  # the engine may call by other names what seems to be missing
        known: dict[Any, list[tuple[str, str]]] = {}
        for key, action in (thinkable | offered).items():
            self._see(OFFERS)
            verdict = self._failed(view, states, action, key in offered, known)
            if verdict is None or (key in offered) == (not verdict[1]):
                continue
            name, failed = verdict
            text = self.game.depiction.describe(observation, action, self.cards)
            if key in offered:
                guard, rule = failed[0]
                if doubt := self._doubt(view, action, rule):
                    self._skip(f"offered: {doubt}")
                    continue
                offers = Offers(wrong=[Offer(self.reader.identity(action), text)])
                told = f"not offered: {text}", f"offered: {text}"
                found.append(Finding(rule, f"guard:{name}:{guard}", *told, guard=guard, offers=offers))
            else:
                reasons = refusals(action) if refusals else ()
                named = [reason.rule for reason in reasons if reason.rule]
                if any(self._in_another_form(rule) for rule in named):
                    continue
                if any(rule in self.reader.conventions.excuses for rule in named):
                    self._skip(FORBIDDEN)
                    continue
                if not named and view.may_be_forbidden(action):
                    self._skip(PERHAPS_FORBIDDEN)
                    continue
                doubted = view.undecided(action)
                asked = named or [guard.rule for guard in self.model.actions[name].guards]
                if any(rule in doubted for rule in asked):
                    self._skip(f"offered: {DOUBTED}")
                    continue
                rule = next(iter(named), self._last_guard(name))
                if doubt := self._doubt(view, action, rule):
                    self._skip(f"offered: {doubt}")
                    continue
                found.append(
                    Finding(
                        rule=rule,
                        check=f"guard:{name}:{rule}",
                        expected=f"offered: {text}",
                        observed="not offered" + "".join(f"; {r.text or r.reason}" for r in reasons),
                        guard=rule,
                        offers=missing(self.game, observation, Offer(action, text), actions, self.cards),
                    )
                )
        return found

    def _in_another_form(self, rule: str) -> bool:
        """Whether the edition has by this rule what an action means in another action."""
        forms = self.reader.conventions.other_forms
        return rule in forms and self.values.get(rule) == forms[rule]

    def step(self, before: Observation, action: Action, after: Observation) -> list[Finding]:
        """Whether the model can go where the engine went; also for effects."""
        self._see(STEPS)
        if not self._known(before):
            self._skip(self.given_up)
            return []
        view = self.view(before)
        if not self.brought and view.settled:
            self.brought = view.brought
        evidence = self.evidence(before, action, after)
        self.unmodelled = {**self.unmodelled, **evidence.unmodelled}
        meant = self._meant(view, action)
        if isinstance(meant, str):
            self.given_up = "" if meant == UNKNOWN else meant
            self._skip(meant)
            return []
        if not self._known(after):
            self._skip(self.given_up)
            return []
        stacks = self.game.stacks
        if stacks is not None and is_effect(action) and action[EFFECT] not in stacks.harmless:
            self.untold = f"the effect {action[EFFECT]} may have changed what lies in them"
        return self._kept(self._step(evidence, meant))

    def _step(self, evidence: StepEvidence, meant: tuple[TracedAction, Move] | None) -> list[Finding]:
        before, action, after, told = evidence.before, evidence.action, evidence.after, evidence.reported
        starts = self._possible(before)
        if told.unknown or not starts:
            self._skip(told.unknown or self._lost(before))
            return []
        followed = self._followed(starts, meant[1] if meant else None, evidence)
        if followed.outgrown:
            self._skip(f"one step passes through more than {MOST_STATES} states of the model")
            return []
        if followed.fitting:
            self.last = after.observation, list(dict.fromkeys(reached.state for reached in followed.fitting))
            self._count_way(followed.fitting[0])
            for thing in untold_things(after.unobserved):
                self._skip(NOT_TOLD.format(thing))
            return []
        text = self.game.depiction.describe(before.observation, action, self.cards)
        if meant is not None and followed.failed:
            guard, rule = followed.failed[0]
            if doubt := self._doubt(before, action, rule):
                self._skip(doubt)
                return []
            check = f"guard:{meant[1].action}:{guard}"
            return [Finding(rule, check, f"refused: {text}", f"carried out: {text}", guard=guard)]
        swayed = evidence.influence(self.unmodelled)
        if swayed is None:
            return [self._elsewhere(text, followed, after, told.moves)]
        if told.moves or set(swayed.places) == set(self.model.paths):
            self._skip(SWAYED)
            return []
        if self._in_part(starts, meant[1] if meant else None, evidence, swayed):
            return []
        return [self._elsewhere(text, followed, after, told.moves, frozenset(swayed.places))]

    def _followed(
        self,
        starts: Sequence[State],
        move: Move | None,
        evidence: StepEvidence,
    ) -> Followed:
        """Where the model can be after a step, and where else it would be where nothing fits."""
        after, told = evidence.after, evidence.reported
        target = self._state(after)
        seen = after.visible(target)
        follow = partial(
            self.steps.follow,
            starts,
            move,
            told.moves,
            lambda state: bool(after.visible(state) == seen),
            settled=after.settled,
            chance=told.chance,
        )
        followed = follow(leads=within_round(self.round, target, told.before_round))
        if followed.fitting or followed.outgrown:
            return followed
        held, rounds = evidence.held, evidence.rounds
        unasked = follow(held=held, leads=within_round(self.round, target, told.before_round, rounds))
        self.unasked = self.unasked or bool(unasked.fitting)
        return unasked if unasked.fitting or unasked.outgrown else follow()

    def goes_on(self, stood: Observation, shown: Observation) -> bool:
        """Whether a game that stood like this can have come to what is shown without anybody being asked, by
        what the rules demand and by the only answers to decisions."""
        evidence = self.evidence(stood, {}, shown)
        starts = self._possible(evidence.before)
        return not evidence.reported.unknown and bool(self._followed(starts, None, evidence).fitting)

    def _in_part(
        self,
        starts: Sequence[State],
        move: Move | None,
        evidence: StepEvidence,
        swayed: Influence,
    ) -> bool:
        """Whether a step that the rules alone do not explain has left alone what no card can have changed.

        Where the game is then, its next observation tells, or the next one that tells enough.
        """
        hidden, after = frozenset(swayed.places), evidence.after
        target = self._told_of(self._state(after), after, hidden)
        followed = self.steps.follow(
            starts,
            move,
            (),
            lambda state: self._told_of(state, after, hidden) == target,
            settled=False,
            free=swayed.moves,
            held=evidence.held,
            leads=within_round(self.round, target, rounds=evidence.rounds),
        )
        if followed.outgrown:
            self._skip(f"one step passes through more than {MOST_STATES} states of the model")
        elif followed.fitting:
            self._see(IN_PART)
            self._count_way(followed.fitting[0], hidden)
        return followed.outgrown or bool(followed.fitting)

    def _told_of(self, state: State, view: View, hidden: frozenset[str] = frozenset()) -> State:
        """What an observation like this one tells of a state, but for what is hidden."""
        told: State = view.visible(state)
        if not hidden:
            return told
        paths = zip(self.model.paths, told, self.nothing, strict=True)
        return tuple(nothing if path in hidden else value for path, value, nothing in paths)

    def _doubt(self, view: View, action: Action, rule: str) -> str:
        """Why nothing can be said of this rule for this action here; "" where it can."""
        if rule in view.undecided(action):
            return DOUBTED
        swayed = view.influence(self.unmodelled, action)
        return SWAYED if swayed is not None and rule in swayed.rules else ""

    def _elsewhere(
        self,
        text: str,
        followed: Followed,
        after: View,
        told: Sequence[Reported],
        hidden: frozenset[str] = frozenset(),
    ) -> Finding:
        """The finding that the model goes nowhere where the engine went; what is hidden is not compared."""
        target = self._told_of(self._state(after), after, hidden)
        return self.elsewhere.finding(
            text, followed, lambda state: self._told_of(state, after, hidden), target, after.observation, told
        )

    def _possible(self, view: View) -> Sequence[State]:
        """The states that the game may be in; none in the middle of what could not be followed."""
        if self.last is not None and self.last[0] == view.observation:
            return self.last[1]
        if not view.settled:
            return []
        self._state(view)
        return view.estimates

    def _lost(self, view: View) -> str:
        """Why it is not known in which state the game is."""
        things = untold_things(view.unobserved)
        return NOT_FOLLOWED.format(", ".join(things)) if things else IN_THE_MIDDLE

    def _known(self, observation: Observation) -> bool:
        """Whether the game is still judged: it is not from where an observation shows what is left out."""
        self.given_up = self.given_up or self.left_out(observation)
        return not self.given_up

    def _untold(self, first: Observation) -> str:
        """Why stacks are not judged in a game with these cards that begins like this."""
        if self.game.stacks is None:
            return ""
        standing = self.game.stacks.seen(first)
        if any("" in numbers for numbers in standing):
            return "not all of them were shown from the start"
        return "some stood there from the start" if standing else self.game.stacks.untold(self.cards)

    def _stacks(self, observation: Observation) -> list[Finding]:
        """The stacks that no play can have built, each with the rule that forbids it."""
        stacks = self.game.stacks
        found: list[Finding] = []
        for numbers in stacks.seen(observation) if stacks is not None else ():
            self._see(STACKS)
            brought = all(number in self.cards for number in numbers)
            untold = self.untold or ("" if brought else "a card that nobody brought")
            answer = self.stack(tuple(numbers)) if not untold else None
            if answer is None or answer.reachable is None:
                self._skip(f"stacks: {untold or (answer.reason if answer else '')}")
                continue
            self._count(STACKING)
            if not answer.reachable and stacks is not None:
                step, rule, demand = answer.history.broken[0]
                names = " on ".join(self.cards[number].name for number in numbers)
                shown = f"{names}: {step} breaks {rule}" + ("" if demand == rule else f" ({demand})")
                found.append(Finding(rule, STACKING, "a stack that play can build", shown))
        return found

    def _state(self, view: View) -> State:
        """The state that a view shows; what it tells of the cards that players brought holds from then on."""
        self.brought = self.brought or view.brought
        return view.state

    def _failed(
        self,
        view: View,
        states: Sequence[State],
        action: Action,
        offered: bool,
        known: dict[Any, list[tuple[str, str]]],
    ) -> tuple[str, list[tuple[str, str]]] | None:
        """The model action meant, and the guards that fail; None where the model cannot tell.

        `known` keeps what was found for equal moves: two copies of a card are judged once.
        """
        meant = self._meant(view, action)
        if meant is None:
            return None
        if isinstance(meant, str):
            self._skip(f"offered: {meant}")
            return None
        traced, move = meant
        key = (move.action, offered, tuple(move.parameters.values()))
        if key not in known:
            if not offered:  # it is missing if it is legal in every state that the game may be in
                legal = states and all(
                    self.at_hand.compiled.thinkable(state, traced) and self.steps.allowed(state, traced, move)
                    for state in states
                )
                known[key] = [] if legal else [("", "")]  # which guards fail does not matter
            else:
                legal = any(self.steps.allowed(state, traced, move) for state in states)
                reasons = () if legal else (self.steps.failed(state, traced, move) for state in states)
                known[key] = min(reasons, key=len, default=[])
            for guard in traced.guards:
                self._count(f"guard:{traced.name}:{guard.name}")
        return move.action, known[key]

    def _meant(self, view: View, action: Action) -> tuple[TracedAction, Move] | str | None:
        """The action of the model that an engine's action is, or why there is none; None inside an effect."""
        if left_out := self.at_hand.left_out.of_action(action):
            return left_out
        try:
            move = self.reader.move(view.observation, action, self.cards)
        except (KeyError, IndexError):
            return UNKNOWN
        if move is None:
            return None
        traced = self.model.actions.get(move.action)
        return (traced, move) if traced is not None else f"unknown action {named(action) or move.action}"

    def _breaking(self, invariant: TracedInvariant, state: State, observation: Observation) -> str:
        """What of a state breaks an invariant."""

        def breaks(less: State) -> bool:
            return not self.at_hand.compiled.holds(invariant.condition, less)

        return breaking(self.model, self.game.depiction, self.cards, invariant, breaks, state, observation)

    def _last_guard(self, action: str) -> str:
        guards = self.model.actions[action].guards
        return guards[-1].rule if guards else self.model.actions[action].rules[0]

    def _kept(self, found: list[Finding]) -> list[Finding]:
        return [finding for finding in found if finding.rule not in self.unsupported]

    def _count_way(self, reached: Reached, hidden: frozenset[str] = frozenset()) -> None:
        """What the engine did as the model does it: guards met, and rules that changed what is not hidden."""
        if reached.by_effect or hidden:
            self._see(BY_EFFECT)
        for state, action, parameters in reached.way:
            self.taken[action.name] = self.taken.get(action.name, 0) + 1
            # only what a player tries can be tried against a guard
            for guard in action.guards if action.by is By.PLAYER else ():
                self._count(f"guard:{action.name}:{guard.name}")
            active = self.at_hand.compiled.active_rules(state, action, parameters)
            for rule in dict.fromkeys(r for at, rules in active.items() if at not in hidden for r in rules):
                self._count(f"effect:{rule}")

    def _count(self, check: str) -> None:
        self.judged[check] = self.judged.get(check, 0) + 1

    def _see(self, what: str, times: int = 1) -> None:
        self.seen[what] = self.seen.get(what, 0) + times

    def _skip(self, why: str, times: int = 1) -> None:
        self.not_judged[why] = self.not_judged.get(why, 0) + times


def _key(action: Action) -> str:
    return json.dumps(action, sort_keys=True)
