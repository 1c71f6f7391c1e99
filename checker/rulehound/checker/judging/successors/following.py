"""Following an engine's step in the model: which states of the model fit what the engine shows after it.

From each state that the game may be in, the model takes the action that the engine took, then what the rules
demand and the effects that the engine reported, in the order in which it reported them, over every card that
chance may show. What the rules demand may come before, between and after the effects, but not between those
that happen at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from operator import eq
from typing import Any, NamedTuple, TypeVar

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.spec.language import By, Guard, Member, Parameters, Pool, State, TracedAction
from rulehound.spec.language.compiled import ByField, ParameterChoice, members
from rulehound.spec.language.interpreter import without
from rulehound.spec.reading import AtOnce, Becomes, First, Like, Move, Reported

Element = TypeVar("Element")

MOST_STATES = 20_000
"""States that one engine step may pass through in the model; beyond that the step is not judged."""

MOST_AT_ONCE = 200
"""Ways in which what happens at once may have happened; beyond that the step is not judged."""

MOST_TAKEN_BACK = 4
"""Steps of the rules in which they undo a move; those after more are not looked at."""

Chance = Mapping[str, Sequence[Any]]
"""Record name to the records that chance may show."""

EVERYTHING: Chance = {}
"""Nothing more is known of what chance showed."""

Made = tuple[tuple[str, tuple[Any, ...]], ...]
"""Elements that have just become something, each with the bag that it is in."""

Held = Mapping[Any, Sequence[Move]]
"""What players could try with the cards that they have at hand, by the round in which it is their turn."""

Failed = list[tuple[str, str]]
"""Guards that do not hold, each with its rule."""


class Successor(NamedTuple):
    """A state of the model, and how it was reached."""

    state: State
    effects_done: int = 0
    """How many of the reported effects have been carried out on the path."""
    before: Successor | None = None
    action: TracedAction | None = None
    """What led here from before; None where something was only seen to be different."""
    chosen: tuple[Any, ...] = ()
    """The parameters of the action, in its order."""

    @property
    def path(self) -> Sequence[tuple[State, TracedAction, Parameters]]:
        """The steps that led here from the beginning: state before, action, parameters."""
        steps = []
        successor = self
        while successor.before is not None:
            if (action := successor.action) is not None:
                taken = dict(zip(action.parameters, successor.chosen, strict=True))
                steps.append((successor.before.state, action, taken))
            successor = successor.before
        return steps[::-1]

    @property
    def by_effect(self) -> bool:
        """Whether anything on the path was due to the effect of a card."""
        successor = self
        while successor.before is not None:
            if successor.action is None or successor.action.by is By.ENVIRONMENT:
                return True
            successor = successor.before
        return False


Leads = Callable[[Successor, Successor], bool]
"""Whether what is seen can still follow where the model goes from one to the other."""


@dataclass(frozen=True)
class Successors:
    """Where a step can have led."""

    fitting: Sequence[Successor]
    """States that fit what the engine shows."""
    others: Sequence[Successor]
    """Where the model would be instead, if nothing fits: what most of the reported effects led to."""
    failed: Failed
    """If the action is nowhere legal: the guards against it, where the fewest fail."""
    outgrown: bool = False
    """The step passes through more states than are looked at."""


class Outgrown(Exception):
    """What happens at once can have happened in more ways than are looked at."""


class Steps:
    """The steps of one model with these cards in the game.

    `as_cards_lie` gives each state that an action leads to what the cards give it by where they lie.
    """

    def __init__(
        self,
        compiled_model: CompiledModel,
        chance: Chance,
        as_cards_lie: Callable[[State], State] | None = None,
    ) -> None:
        self.compiled_model, self.chance, self.as_cards_lie = compiled_model, chance, as_cards_lie
        self.most_states = MOST_STATES
        self.from_hand = frozenset(compiled_model.game.reader.conventions.from_hand)
        self.model, self.interpreter = compiled_model.model, compiled_model.interpreter
        self.compiled = compiled_model.compiled
        self.round = self.interpreter.index[self.model.round_field]
        self.by_chance = [one for one in compiled_model.automatic.actions if _shows(one)]
        """What the rules demand and chance has a part in."""
        self.demanded = self._open(compiled_model.automatic.actions, chance)
        self.undone = self._open(compiled_model.silent.actions, chance)
        self.decisions = [
            (answers, self._open(answers.actions, chance))
            for answers in compiled_model.decisions
            if self._tells(answers)
        ]

    def allowed(self, state: State, action: TracedAction, move: Move) -> bool:
        """Whether the action is legal for some choice of all that is not known."""
        wanted = self._wanted(action, move.arguments, self.chance)
        return bool(self.compiled.steps(state, action, wanted))

    def legal_choice(self, state: State, action: TracedAction, move: Move) -> Parameters | None:
        """Parameters with which the action is legal, of all that is not known; None where there are none."""
        steps = self.compiled.steps(state, action, self._wanted(action, move.arguments, self.chance))
        return dict(zip(action.parameters, steps[0][0], strict=True)) if steps else None

    def decided(self, state: State, action: TracedAction, move: Move) -> tuple[bool, frozenset[int]]:
        """Whether the action is legal for some choice of all that is not known; where not, the guards, by
        their places, of which each alone forbids it for some choice."""
        return self.compiled.deciding(state, action, self._wanted(action, move.arguments, self.chance))

    def nearest(
        self, state: State, action: TracedAction, move: Move
    ) -> tuple[Parameters, Sequence[Guard]] | None:
        """The choice of all that is not known for which the fewest guards fail, with those that do.

        Of several it is the one for which most hold before the first that fails. None where nothing is there
        to be chosen.
        """
        choices = self._choices(state, action, move.arguments)
        places = {guard.name: place for place, guard in enumerate(action.guards)}
        broken = [(chosen, self.interpreter.failed_guards(state, action, chosen)) for chosen in choices]
        return min(
            broken, key=lambda one: (len(one[1]), *(-places[guard.name] for guard in one[1])), default=None
        )

    def failed(self, state: State, action: TracedAction, move: Move) -> Failed:
        """The guards against an action that is not legal, for the choice for which the fewest fail."""
        nearest = self.nearest(state, action, move)
        if nearest is None:  # nothing is there to be chosen, or the same for two of the parameters
            rule = self.compiled_model.game.reader.conventions.different.get(action.name)
            guard = next((one for one in action.guards if one.rule == rule), action.guards[-1])
            return [(guard.name, guard.rule)]
        return [(guard.name, guard.rule) for guard in nearest[1]]

    def after(
        self, successor: Successor, action: TracedAction, given: Mapping[str, Any], effects_done: int = 0
    ) -> list[Successor]:
        """One step further, by an action of whose parameters this is given, over all that is not known."""
        done, wanted = successor.effects_done + effects_done, self._wanted(action, given, self.chance)
        steps = self._steps(successor.state, action, wanted)
        return [Successor(state, done, successor, action, chosen) for chosen, state in steps]

    def _steps(
        self, state: State, action: TracedAction, wanted: Sequence[ParameterChoice]
    ) -> Sequence[tuple[tuple[Any, ...], State]]:
        """What the action is taken with, and where that leads."""
        steps = self.compiled.steps(state, action, wanted)
        if self.as_cards_lie is None:
            return steps
        return [(chosen, self.as_cards_lie(after)) for chosen, after in steps]

    def follow(
        self,
        starts: Iterable[State],
        move: Move | None,
        effects: Sequence[Reported],
        fits: Callable[[State], bool],
        *,
        settled: bool,
        chance: Chance = EVERYTHING,
        free: Sequence[Move] = (),
        held: Held | None = None,
        doubtful: Set[str] = frozenset(),
        leads: Leads = lambda _, __: True,
    ) -> Successors:
        """Where the model can be after a step from one of these states.

        `move` is None for a choice inside an effect, which is no action of the model. With `settled` the
        rules have nothing left to do before a player decides; else the engine waits somewhere on the way.
        `chance` is all that the rules can have turned over in this step, by the name of the record, where
        that is known. `free` may come anywhere on the way, any number of times; with `held`, so may the only
        answer that a decision has: not every engine asks for it; actions that are `doubtful` need not be
        answers. `leads` says of where the model is and where
        it would be next whether what is seen can still follow.
        """
        beginnings, failed = self._after_move(starts, move)
        if not beginnings:
            return Successors((), (), failed)
        seen = {(successor.state, successor.effects_done): successor for successor in beginnings}
        waiting, fitting, ends = list(seen.values()), [], []
        demanded = {**self.demanded, **self._open(self.by_chance, chance)} if chance else self.demanded
        while waiting:
            if len(seen) > self.most_states:
                return Successors((), (), [], outgrown=True)
            successor = waiting.pop()
            successors = list(self._taken(successor, self.compiled_model.automatic, demanded))
            decided = not successors  # the rules demand nothing: somebody decides, or an effect goes on
            over = successor.effects_done == len(effects)
            if over and not (settled and successors) and fits(successor.state):
                fitting.append(successor)
            if not over:
                try:
                    successors += self._reported(successor, effects[successor.effects_done])
                except Outgrown:
                    return Successors((), (), [], outgrown=True)
            if not successors:
                ends.append(successor)
            if decided and held is not None:  # what is reported next may come after the answer
                successors += self._alone(successor, held, doubtful)
            successors += self._taken(successor, self.compiled_model.silent, self.undone)
            for each in free:
                successors += self.after(successor, self.model.actions[each.action], each.parameters)
            for further in successors:
                if not leads(successor, further):
                    continue
                if seen.setdefault((further.state, further.effects_done), further) is further:
                    waiting.append(further)
        others = ends or list(seen.values())
        most = max(end.effects_done for end in others)
        return Successors(fitting, [end for end in others if end.effects_done == most], [])

    def _after_move(self, starts: Iterable[State], move: Move | None) -> tuple[list[Successor], Failed]:
        """Where the player's move leads from these states; where it is legal in none, the guards against
        it."""
        if move is None:
            return [Successor(state) for state in starts], []
        action, successors = self.model.actions[move.action], list[Successor]()
        states = list(starts)
        for state in states:
            successors += self.after(Successor(state), action, move.arguments)
        reasons = [] if successors else [self.failed(state, action, move) for state in states]
        return successors, min(reasons, key=len, default=[] if successors else [("", action.rules[0])])

    def _taken(
        self, successor: Successor, actions: ByField, wanted: Mapping[str, Sequence[ParameterChoice]]
    ) -> Iterator[Successor]:
        """Where one of these actions leads, on what is there."""
        for action in actions.of(successor.state):
            for chosen, state in self._steps(successor.state, action, wanted[action.name]):
                yield Successor(state, successor.effects_done, successor, action, chosen)

    def _alone(self, successor: Successor, held: Held, doubtful: Set[str]) -> Iterable[Successor]:
        """The answer to each decision that has one alone here; where that needs a card which is not followed
        or may be forbidden, each that it may be. What is possible with cards that are held is another
        answer."""
        state, actions = successor.state, self.model.actions
        tried = (move for move in held.get(state[self.round], ()) if move.action not in doubtful)
        if any(self.allowed(state, actions[move.action], move) for move in tried):
            return
        for answers, open_to in self.decisions:
            sure, perhaps = list[Successor](), list[Successor]()
            for after in self._taken(successor, answers, open_to):
                name = after.action.name if after.action else ""
                (perhaps if name in self.from_hand or name in doubtful else sure).append(after)
            sure = [after for after in sure if not self._takes_back(after)]
            if len(sure) < 2:
                yield from sure or perhaps

    def _takes_back(self, successor: Successor) -> bool:
        """Whether the rules then undo all that has been done since the beginning: no engine has an answer
        for that, since the move would not be legal."""
        state, beginning = successor.state, successor
        while beginning.before is not None:
            beginning = beginning.before
        for _ in range(MOST_TAKEN_BACK):
            if state == beginning.state:
                return True
            steps = list(self._taken(Successor(state), self.compiled_model.automatic, self.demanded))
            if len(steps) != 1 or steps[0].state[self.round] != state[self.round]:
                return False
            state = steps[0].state
        return False

    def _reported(self, successor: Successor, effect: Reported) -> list[Successor]:
        """The states to which a reported effect can have led."""
        if isinstance(effect, AtOnce):
            here = all(successor.state[self.interpreter.index[path]] == value for path, value in effect.where)
            return self._at_once(successor, effect.parts) if here else []
        if isinstance(effect, First):
            ways = (self._reported(successor, way) for way in effect.ways)
            nothing = [] if effect.needed else [successor._replace(effects_done=successor.effects_done + 1)]
            return next((successors for successors in ways if successors), nothing)
        if isinstance(effect, Move):
            action = self.model.actions[effect.action]
            return self.after(successor, action, effect.parameters, effects_done=1)
        there = dict.fromkeys(successor.state[self.interpreter.index[effect.path]])
        return [self._become(successor, element, effect) for element in there if effect.element.fits(element)]

    def _at_once(self, successor: Successor, parts: Iterable[Reported]) -> list[Successor]:
        """What several effects may have done one after the other, with nothing between them."""
        counted = _counted(parts)
        for every in (False, True):
            if successors := self._together(successor, counted, every=every):
                return [each._replace(effects_done=successor.effects_done + 1) for each in successors]
        return []

    def _together(
        self, successor: Successor, parts: Iterable[tuple[Reported, int]], *, every: bool
    ) -> list[Successor]:
        """The states to which effects that happen at once can lead; each part stands with how often it
        happens.

        Where elements may become something in several ways, they do by the first way by which enough of them
        can; with `every`, by any of the ways. Raises Outgrown.
        """
        results: dict[tuple[State, Made], Successor] = {(successor.state, ()): successor}
        for part, times in parts:
            ways = _becoming(part)
            for _ in range(1 if ways else times):
                afters = (
                    after
                    for (_, made), each in results.items()
                    for after in (
                        self._become_apart(each, ways, times, made, every=every)
                        if ways
                        else ((after, made) for after in self._reported(each, part))
                    )
                )
                results = {(after.state, made): after for after, made in afters}
                if len(results) > MOST_AT_ONCE:
                    raise Outgrown
        return list({each.state: each for each in results.values()}.values())

    def _become_apart(
        self, successor: Successor, ways: Sequence[Becomes], times: int, made: Made, *, every: bool
    ) -> Iterator[tuple[Successor, Made]]:
        """The states in which so many elements have become what is seen, none of which has just become
        something.

        Which of equal elements does so does not matter.
        """
        path = ways[0].path
        left: tuple[Any, ...] = successor.state[self.interpreter.index[path]]
        for where, element in made:
            left = without(left, element) if where == path else left
        for some in [ways] if every else [[way] for way in ways]:
            ways_of = ((element, [way for way in some if way.element.fits(element)]) for element in left)
            fitting = [(element, fits[0]) for element, fits in ways_of if fits]
            if len(fitting) >= times:
                for chosen in islice(_some_of(fitting, times), MOST_AT_ONCE + 1):
                    yield self._all_become(successor, chosen, made)
                return

    def _all_become(
        self, successor: Successor, chosen: Iterable[tuple[tuple[Any, ...], Becomes]], made: Made
    ) -> tuple[Successor, Made]:
        """Where each of these has become what is seen, and what has just become something by then."""
        for element, way in chosen:
            at = self.interpreter.index[way.path]
            others = Counter(without(successor.state[at], element))
            successor = self._become(successor, element, way)
            there: tuple[tuple[Any, ...], ...] = successor.state[at]
            made += tuple((way.path, become) for become in Counter(there) - others)
        return successor, tuple(sorted(made))

    def _become(self, successor: Successor, element: tuple[Any, ...], seen: Becomes) -> Successor:
        """One element becomes what is seen, through an action where one does that."""
        position, value = seen.values[0]
        through = seen.through
        amount = 0 if through is None else value - element[position]
        if through is not None and amount:
            state, changed = self._with(successor.state, element, seen.path, seen.besides)
            given = {through.element: changed, through.amount: amount}
            ready = Successor(state, successor.effects_done, successor)
            legal = self.after(ready, self.model.actions[through.action], given, effects_done=1)
            if legal:
                return legal[0]
        state, _ = self._with(successor.state, element, seen.path, (*seen.values, *seen.besides))
        return Successor(state, successor.effects_done + 1, successor)

    def _with(
        self, state: State, element: tuple[Any, ...], path: str, values: Iterable[tuple[int, Any]]
    ) -> tuple[State, tuple[Any, ...]]:
        """The state in which one element of a bag has these values, and that element."""
        new = list(element)
        for position, value in values:
            new[position] = value
        at, become = self.interpreter.index[path], tuple(new)
        there = tuple(sorted([*without(state[at], element), become])) if become != element else state[at]
        return (*state[:at], there, *state[at + 1 :]), become

    def _tells(self, actions: ByField) -> bool:
        """Whether chance tells all that these actions may be taken with."""
        kinds = [kind for action in actions.actions for kind in action.parameters.values()]
        return all(kind.record.__name__ in self.chance for kind in kinds if isinstance(kind, Pool))

    def _open(self, actions: Iterable[TracedAction], chance: Chance) -> dict[str, list[ParameterChoice]]:
        """What is wanted of the parameters of each action where none is given."""
        known = {**self.chance, **chance}
        return {action.name: self._wanted(action, {}, known) for action in actions}

    def _wanted(
        self, action: TracedAction, given: Mapping[str, Any], chance: Chance
    ) -> list[ParameterChoice]:
        """What is given of the parameters, and over chance the rest."""
        wanted: list[ParameterChoice] = []
        for name, kind in action.parameters.items():
            known = given.get(name)
            if isinstance(kind, Member):
                wanted.append(known.fits if isinstance(known, Like) else known and partial(eq, known))
            elif isinstance(kind, Pool) and known is None:
                wanted.append(chance[kind.record.__name__])
            else:
                wanted.append((known,))
        return wanted

    def _choices(
        self, state: State, action: TracedAction, given: Mapping[str, Any]
    ) -> list[Mapping[str, Any]]:
        """Every choice of parameters that fits what is given: elements of bags, and over chance the rest."""
        ranges: dict[str, Iterable[Any]] = {}
        wanted_of = self._wanted(action, given, self.chance)
        for (name, kind), wanted in zip(action.parameters.items(), wanted_of, strict=True):
            if isinstance(kind, Member) and not isinstance(wanted, Sequence):
                ranges[name] = members(wanted, state[self.interpreter.index[kind.path]])
            elif isinstance(wanted, Sequence):
                ranges[name] = wanted
        choices = [dict(zip(ranges, chosen, strict=True)) for chosen in product(*ranges.values())]
        return [chosen for chosen in choices if self.interpreter.has_chosen(state, action, chosen)]


def within_round(place: int, target: State, before_round: int = 0, rounds: int = 1) -> Leads:
    """What does not leave the round in which the game is seen to be, nor goes there before so many of the
    effects: else each step, and free moves even more, would be followed from round to round.

    `place` is where in a state the field stands that changes with the round, `rounds` how many are seen to
    have begun: where there are more than one, any may be passed through.
    """

    def leads(successor: Successor, further: Successor) -> bool:
        if successor.state[place] == further.state[place]:
            return True
        return (
            rounds > 1 or further.state[place] == target[place]
        ) and successor.effects_done >= before_round

    return leads


def _shows(action: TracedAction) -> bool:
    """Whether chance chooses any parameter of an action."""
    return any(isinstance(kind, Pool) for kind in action.parameters.values())


def _counted(parts: Iterable[Reported]) -> list[tuple[Reported, int]]:
    """The different parts, in order, each with how often it is among these."""
    counts: list[tuple[Reported, int]] = []
    for part in parts:
        at = next((place for place, (known, _) in enumerate(counts) if known == part), None)
        if at is None:
            counts.append((part, 1))
        else:
            counts[at] = (part, counts[at][1] + 1)
    return counts


def _becoming(part: Reported) -> list[Becomes]:
    """The ways in which an element becomes what is seen, where that is all that a part is."""
    ways = part.ways if isinstance(part, First) and part.needed else [part]
    changes = [way for way in ways if isinstance(way, Becomes)]
    return changes if len(changes) == len(ways) and len({way.path for way in changes}) == 1 else []


def _some_of(elements: Sequence[Element], many: int) -> Iterator[tuple[Element, ...]]:
    """The different choices of so many of these, of which equal ones are next to each other."""
    if len(elements) < many:
        return
    if not many:
        yield ()
        return
    first = elements[0]
    equal = next((place for place, one in enumerate(elements) if one != first), len(elements))
    for taken in range(min(equal, many), -1, -1):
        for others in _some_of(elements[equal:], many - taken):
            yield (first,) * taken + others
