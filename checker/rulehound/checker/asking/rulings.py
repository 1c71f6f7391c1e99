"""The judge's rulings on actions in a position, by one edition: legal or not, and by which rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import msgspec

from rulehound.checker.asking.answers import ActionRuling, RuleCitation, Ruling
from rulehound.checker.asking.asked_position import AskedPosition
from rulehound.checker.asking.consequences import Consequences
from rulehound.checker.asking.questions import AskedQuestion, Meant, fitting, meant
from rulehound.checker.asking.remedies import remedies
from rulehound.checker.judging.belief import why_unknown
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.judgements.legal_actions import PERHAPS_FORBIDDEN
from rulehound.checker.judging.traces import ACTION
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.spec.asking import Asking, FieldChange
from rulehound.spec.formats import Action, Observation
from rulehound.spec.language import Guard, Parameters, State, TracedAction
from rulehound.spec.language.nodes import walk
from rulehound.spec.reading import PLAYER, Move, View

IN_EFFECT = "it is a choice within the effect of a card, for which the model has no words"
NOTHING_THERE = "the position holds nothing with which that can be done"
NOTHING_ELSE = "nothing is printed on the cards but what is stated"
NOT_UP = ("nothing is up to you now", "nothing is up to the opponent now")
NOT_ASKED = tuple(f"anything: {words}" for words in NOT_UP)
"""What is condition of all actions of whoever asks, and of the other player, while they are not asked."""
HANGS = "it hangs on what the position does not show"
NOT_ALL_FOLLOWED = "there are more ways than these"

Cite = Callable[[str], RuleCitation]
"""Gives a rule with its words and clauses."""


@dataclass(frozen=True)
class Ruler:
    """Rules on actions in one position, by one edition."""

    asking: Asking
    position: AskedPosition
    judge: Judge
    cite: Cite

    @classmethod
    def by(cls, rules: BoundModel, position: AskedPosition, cite: Cite) -> Ruler:
        """By these rules. Raises MissingValue."""
        assert rules.game.asking is not None
        return cls(rules.game.asking, position, position.judge(rules), cite)

    def rulings(self, question: AskedQuestion) -> list[ActionRuling]:
        """The rulings on all actions that a question is about. Raises UserError for words of it that mean
        nothing here."""
        whole = self.judge.completed(self.position.observation)
        if question.kind == "what":
            return self._of_decision(whole, question.player or 0)
        wanted = meant(self.asking, question, whole, self.position.cards)
        if wanted.phrase.in_turn is None:
            return self._of_either(whole, question, wanted)
        turn = wanted.player if wanted.phrase.in_turn else 1 - wanted.player
        in_turn = self.asking.turn(whole) == turn
        place = whole if in_turn else self.asking.in_turn_of(whole, turn)
        thinkable = self.asking.thinkable(place, self.position.cards)
        actions = fitting(wanted, [self.judge.known(each) for each in thinkable])
        follow = question.kind == "happens"
        if not actions:
            return [self._of_nothing(place, question, wanted)]
        return self._once(
            self._ruling(place, action, wanted.player, out_of_turn=not in_turn, follow=follow)
            for action in actions
        )

    def _of_either(self, whole: Observation, question: AskedQuestion, wanted: Meant) -> list[ActionRuling]:
        """The rulings on actions that either player may come to: where it is not up to that player now, one
        ruling that says so, but for actions that name their player, which the model knows at any time."""
        actions = fitting(wanted, self.asking.thinkable(whole, self.position.cards))
        named = bool(actions) and all(PLAYER in action for action in actions)
        if not named and wanted.player not in self.asking.deciders(whole):
            rule = wanted.phrase.out_of_turn or self.asking.out_of_turn
            text = f"{question.action}: {NOT_UP[wanted.player]}"
            return [ActionRuling({}, text, "no", [self.cite(rule)])]
        if not actions:
            return [self._of_nothing(whole, question, wanted)]
        follow = question.kind == "happens"
        return self._once(self._ruling(whole, action, wanted.player, follow=follow) for action in actions)

    def _of_nothing(self, whole: Observation, question: AskedQuestion, wanted: Meant) -> ActionRuling:
        """The ruling where no action that is meant is thinkable: by the rule against what lies where nothing
        does that, else by the rules that grant such an action."""
        game, name = self.judge.game, wanted.phrase.action
        never = self.asking.never.get(name, {})
        named = frozenset[str]().union(*wanted.values.values())
        for thing in self.asking.things(whole, self.position.cards):
            if thing.place in never and not named.isdisjoint(thing.ids):
                text = f"{question.action}: {thing.name} is in the {thing.place}"
                return ActionRuling({}, text, "no", [self.cite(never[thing.place])])
        grounds = game.reader.grounds(whole, {ACTION: name}, game.cards)
        assumptions = [NOTHING_ELSE] if self.position.not_stated else []
        why = [self.cite(ground.rule) for ground in grounds]
        text = f"{question.action}: {NOTHING_THERE}"
        return ActionRuling({}, text, "no", why, taken_for_granted=assumptions)

    def _of_decision(self, whole: Observation, player: int) -> list[ActionRuling]:
        """The rulings on all that a player could mean; one ruling on all where another player decides."""
        if player not in self.asking.deciders(whole):
            return [ActionRuling({}, NOT_ASKED[player], "no", [self.cite(self.asking.out_of_turn)])]
        actions = self.judge.game.reader.candidates(whole, self.position.cards)
        own = [action for action in actions if action.get(PLAYER, player) == player]
        return self._once(self._ruling(whole, action, player) for action in own)

    def _once(self, rulings: Iterable[ActionRuling]) -> list[ActionRuling]:
        """Equal rulings in equal words once, on copies of a card, say; other rulings in equal words with the
        numbers of the things that they name."""
        results: dict[tuple[object, ...], ActionRuling] = {}
        for ruling in rulings:
            results.setdefault((outline(ruling), ruling.unknown), ruling)
        times = Counter(ruling.text for ruling in results.values())
        return [
            msgspec.structs.replace(ruling, text=f"{ruling.text} ({self._numbered(ruling.action)})")
            if times[ruling.text] > 1
            else ruling
            for ruling in results.values()
        ]

    def _numbered(self, action: Action) -> str:
        """The things that an action names and that share their name, with their numbers."""
        whole = self.judge.completed(self.position.observation)
        things = self.asking.things(whole, self.position.cards)
        ids = {value for value in action.values() if isinstance(value, str)}
        numbered = []
        for thing in things:
            alike = [one for one in things if (one.name, one.player) == (thing.name, thing.player)]
            if len(alike) > 1 and not ids.isdisjoint(thing.ids):
                numbered.append(f"{thing.name} {alike.index(thing) + 1}")
        return ", ".join(numbered)

    def _ruling(
        self,
        whole: Observation,
        action: Action,
        player: int,
        *,
        out_of_turn: bool = False,
        follow: bool = False,
    ) -> ActionRuling:
        """The ruling on one action of a player, where the game stands like this.

        `out_of_turn` says that it does not, since it is not that player's turn: what would hold then is told
        as a remedy.
        """
        game, belief = self.judge.game, self.judge.belief
        text = game.depiction.describe(whole, action, game.cards)
        view = game.reader.view(whole, game.cards, belief.brought)
        states, meaning = belief.states_at(view), game.meant(view, action)
        unknown = partial(ActionRuling, action, text, "unknown")
        if given_up := self.judge.given_up:
            return unknown(unknown=given_up)
        if not isinstance(meaning, tuple):
            return unknown(unknown=meaning or IN_EFFECT)
        if not states:
            return unknown(unknown=why_unknown(view))
        traced, move = meaning
        assumptions = self._taken_for_granted(traced.guards, action)
        legal = [game.steps.allowed(state, traced, move) for state in states]
        other = PLAYER not in action and player not in self.asking.deciders(whole)
        if any(legal) and not all(legal):
            return unknown(unknown=HANGS, taken_for_granted=assumptions)
        if all(legal) and (doubt := self._doubt(view, action, traced)):
            return unknown(unknown=doubt, taken_for_granted=assumptions)
        if all(legal) and not out_of_turn and not other:
            grounds = dict.fromkeys(ground.rule for ground in game.reader.grounds(whole, action, game.cards))
            checked = [rule for rule in dict.fromkeys(g.rule for g in traced.guards) if rule not in grounds]
            why = [self.cite(rule) for rule in grounds]
            ruling = ActionRuling(action, text, "yes", why, checked, taken_for_granted=assumptions)
            return self._followed(ruling, whole, states, traced, move) if follow else ruling
        nearest = [game.steps.nearest(state, traced, move) for state in states]
        if any(nearest):
            against, ways = self._against(view, states, action, traced, nearest)
        else:
            against, ways = self._without_choice(view, action, traced), []
            text = f"{text}: {NOTHING_THERE}"
        if not all(legal) and not against:
            return unknown(unknown=HANGS, taken_for_granted=assumptions)
        if out_of_turn or other:
            against = [self.asking.out_of_turn, *against]
            ways = self._in_turn(whole, player, ways, nothing_else=all(legal)) if out_of_turn else []
        why = [self.cite(rule) for rule in dict.fromkeys(against)]
        assumptions = self._taken_for_granted([g for g in traced.guards if g.rule in against], action)
        return ActionRuling(action, text, "no", why, remedies=ways, taken_for_granted=assumptions)

    def _in_turn(
        self, whole: Observation, player: int, ways: Sequence[Sequence[str]], *, nothing_else: bool
    ) -> list[Sequence[str]]:
        """Remedies of an action that would be legal, or come to be, in another turn."""
        own = self.asking.turn(whole) == player
        turn = "it were your turn" if own == (player == 0) else "it were the opponent's turn"
        return [[turn]] if nothing_else else [[turn, *way] for way in ways]

    def _doubt(self, view: View, action: Action, traced: TracedAction) -> str:
        """Why it is not certain that an action is legal which no guard forbids; "" where it is."""
        if view.may_be_forbidden(action):
            return PERHAPS_FORBIDDEN.partition(": ")[2].partition(",")[0]
        game, belief = self.judge.game, self.judge.belief
        return next(filter(None, (game.doubt(belief, view, action, g.rule) for g in traced.guards)), "")

    def _against(
        self,
        view: View,
        states: Sequence[State],
        action: Action,
        traced: TracedAction,
        nearest: Sequence[tuple[Parameters, Sequence[Guard]] | None],
    ) -> tuple[list[str], list[Sequence[str]]]:
        """The rules that forbid an action in every state that the position may be, without those of which
        nothing can be said; and what would make it legal, where there is one state alone. For each state,
        `nearest` has what is chosen for the action and the guards that fail; None where nothing is there."""
        game, belief = self.judge.game, self.judge.belief
        failing = [list(traced.guards[-1:]) if one is None else list(one[1]) for one in nearest]
        rules = [
            guard.rule
            for guard in failing[0]
            if all(guard in guards for guards in failing) and not game.doubt(belief, view, action, guard.rule)
        ]
        if len(states) > 1 or nearest[0] is None or len(rules) < len(failing[0]):
            return rules, []
        return rules, list(self._remedies(view, states[0], traced, nearest[0][0]))

    def _without_choice(self, view: View, action: Action, traced: TracedAction) -> list[str]:
        """The rules that grant an action for which nothing is there; none where that is in doubt."""
        game, belief = self.judge.game, self.judge.belief
        if any(game.doubt(belief, view, action, guard.rule) for guard in traced.guards[-1:]):
            return []
        grounds = game.reader.grounds(view.observation, action, game.cards)
        return list(dict.fromkeys(ground.rule for ground in grounds))

    def _remedies(
        self, view: View, state: State, traced: TracedAction, parameters: Parameters
    ) -> list[tuple[str, ...]]:
        turn, game = self.asking.turn(view.observation), self.judge.game
        condition = partial(self._condition, turn)
        return remedies(game.compiled_model.interpreter, state, traced, parameters, condition)

    def _condition(self, turn: int, change: FieldChange) -> str:
        return self.asking.condition(change, turn, self.judge.game.cards)

    def _followed(
        self,
        ruling: ActionRuling,
        whole: Observation,
        states: Sequence[State],
        traced: TracedAction,
        move: Move,
    ) -> ActionRuling:
        """The ruling on a legal action with what happens then."""
        turn = self.asking.turn(whole)
        consequences = Consequences(self.judge.game, self.asking, whole, turn)
        ways, every = consequences.outcomes(states, traced, move)
        return msgspec.structs.replace(ruling, outcomes=ways, unknown="" if every else NOT_ALL_FOLLOWED)

    def _taken_for_granted(self, guards: Sequence[Guard], action: Action) -> list[str]:
        """The facts of cards that an action names which nobody has stated, and which these guards read."""
        names = self.asking.names_of_facts
        read = {
            node.args[2]
            for node in walk([guard.condition for guard in guards])
            if node.op in ("field", "attribute")
        }
        numbers = dict.fromkeys(self._numbers(action))
        return [
            f"{self.position.cards[number].name}: {fact.replace('_', ' ')} {_plain(value)}"
            for number in numbers
            for fact, value in self.position.not_stated.get(number, {}).items()
            if names.get(fact, fact) in read
        ]

    def _numbers(self, action: Action) -> list[str]:
        """The numbers of the cards that an action names."""
        whole = self.judge.completed(self.position.observation)
        ids = {value for value in action.values() if isinstance(value, str)}
        things = self.asking.things(whole, self.position.cards)
        return [thing.number for thing in things if not ids.isdisjoint(thing.ids)]


def _plain(value: object) -> str:
    return "/".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def overall(rulings: Sequence[ActionRuling]) -> Ruling:
    """Yes where any action is legal, else unknown where any may be, else no."""
    every: set[Ruling] = {ruling.ruling for ruling in rulings}
    order: tuple[Ruling, ...] = ("yes", "unknown")
    return next((one for one in order if one in every), "no")


def outline(ruling: ActionRuling) -> tuple[object, ...]:
    """What two editions must agree on, of an action, to rule alike."""
    against = tuple(cited.rule for cited in ruling.why) if ruling.ruling == "no" else ()
    changes = tuple(
        (way.then, *(change for step in way.steps for change in step.changes)) for way in ruling.outcomes
    )
    return ruling.text, ruling.ruling, against, changes
