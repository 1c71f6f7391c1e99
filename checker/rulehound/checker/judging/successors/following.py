"""Following an engine's step in the model: which states of the model fit what the engine shows after it.

From each state that the game may be in, the model takes the action that the engine took, then what the rules
demand and the effects that the engine reported, in the order in which it reported them, over every card that
chance may show. What the rules demand may come before, between and after the effects, but not between those
that happen at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from operator import eq
from typing import Any, NamedTuple, TypeVar

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.spec.language import By, Member, Parameters, Pool, State, TracedAction
from rulehound.spec.language.compiled import ByField, ParameterChoice, members
from rulehound.spec.language.interpreter import without
from rulehound.spec.reading import AtOnce, Becomes, First, Like, Move, Reported

Element = TypeVar("Element")

MOST_STATES = 20_000
"""States that one engine step may pass through in the model; beyond that the step is not judged."""

MOST_AT_ONCE = 200
"""Ways in which what happens at once may have happened; beyond that the step is not judged."""

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
    told: int = 0
    """How many of the reported effects have been carried out on the way."""
    before: Successor | None = None
    action: TracedAction | None = None
    """What led here from before; None where something was only seen to be different."""
    chosen: tuple[Any, ...] = ()
    """The parameters of the action, in its order."""

    @property
    def way(self) -> Sequence[tuple[State, TracedAction, Parameters]]:
        """The steps from the beginning: state before, action, parameters."""
        steps = []
        reached = self
        while reached.before is not None:
            if (action := reached.action) is not None:
                taken = dict(zip(action.parameters, reached.chosen, strict=True))
                steps.append((reached.before.state, action, taken))
            reached = reached.before
        return steps[::-1]

    @property
    def by_effect(self) -> bool:
        """Whether anything on the way was due to the effect of a card."""
        reached = self
        while reached.before is not None:
            if reached.action is None or reached.action.by is By.ENVIRONMENT:
                return True
            reached = reached.before
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
    """There are more ways than are looked at."""


class Steps:
    """The steps of one model with these cards in the game.

    `as_cards_lie` gives each state that an action leads to what the cards give it by where they lie.
    """

    def __init__(
        self, at_hand: CompiledModel, chance: Chance, as_cards_lie: Callable[[State], State] | None = None
    ) -> None:
        self.at_hand, self.chance, self.as_cards_lie = at_hand, chance, as_cards_lie
        self.most_states = MOST_STATES
        self.from_hand = frozenset(at_hand.game.reader.conventions.from_hand)
        self.model, self.interpreter = at_hand.model, at_hand.interpreter
        self.compiled = at_hand.compiled
        self.round = self.interpreter.index[self.model.round_field]
        self.by_chance = [one for one in at_hand.automatic.actions if _shows(one)]
        """What the rules demand and chance has a part in."""
        self.demanded = self._open(at_hand.automatic.actions, chance)
        self.undone = self._open(at_hand.silent.actions, chance)
        self.decisions = [
            (answers, self._open(answers.actions, chance))
            for answers in at_hand.decisions
            if self._tells(answers)
        ]

    def allowed(self, state: State, action: TracedAction, move: Move) -> bool:
        """Whether the action is legal for some choice of all that is not known."""
        wanted = self._wanted(action, move.arguments, self.chance)
        return bool(self.compiled.steps(state, action, wanted))

    def failed(self, state: State, action: TracedAction, move: Move) -> Failed:
        """The guards against an action that is not legal, for the choice for which the fewest fail.

        Of several it is the one for which most hold before the first that fails.
        """
        choices = self._choices(state, action, move.arguments)
        if not choices:  # nothing is there to be chosen
            return [(action.guards[-1].name, action.guards[-1].rule)]
        broken = (self.interpreter.failed_guards(state, action, parameters) for parameters in choices)
        places = {guard.name: place for place, guard in enumerate(action.guards)}
        nearest = min(broken, key=lambda guards: (len(guards), *(-places[one.name] for one in guards)))
        return [(guard.name, guard.rule) for guard in nearest]

    def after(
        self, reached: Successor, action: TracedAction, given: Mapping[str, Any], told: int = 0
    ) -> list[Successor]:
        """One step further, by an action of whose parameters this is given, over all that is not known."""
        told, wanted = reached.told + told, self._wanted(action, given, self.chance)
        steps = self._steps(reached.state, action, wanted)
        return [Successor(state, told, reached, action, chosen) for chosen, state in steps]

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
        told: Sequence[Reported],
        fits: Callable[[State], bool],
        *,
        settled: bool,
        chance: Chance = EVERYTHING,
        free: Sequence[Move] = (),
        held: Held | None = None,
        leads: Leads = lambda _, __: True,
    ) -> Successors:
        """Where the model can be after a step from one of these states.

        `move` is None for a choice inside an effect, which is no action of the model. With `settled` the
        rules have nothing left to do before a player decides; else the engine waits somewhere on the way.
        `chance` is all that the rules can have turned over in this step, by the name of the record, where
        that is known. `free` may come anywhere on the way, any number of times; with `held`, so may the only
        answer that a decision has: not every engine asks for it. `leads` says of where the model is and where
        it would be next whether what is seen can still follow.
        """
        begun, failed = self._begun(starts, move)
        if not begun:
            return Successors((), (), failed)
        seen = {(reached.state, reached.told): reached for reached in begun}
        waiting, fitting, ends = list(seen.values()), [], []
        demanded = {**self.demanded, **self._open(self.by_chance, chance)} if chance else self.demanded
        while waiting:
            if len(seen) > self.most_states:
                return Successors((), (), [], outgrown=True)
            reached = waiting.pop()
            following = list(self._taken(reached, self.at_hand.automatic, demanded))
            over = reached.told == len(told)
            if over and not (settled and following) and fits(reached.state):
                fitting.append(reached)
            if not over:
                try:
                    following += self._reported(reached, told[reached.told])
                except Outgrown:
                    return Successors((), (), [], outgrown=True)
            if not following:
                ends.append(reached)
                if held is not None:
                    following += self._alone(reached, held)
            following += self._taken(reached, self.at_hand.silent, self.undone)
            for each in free:
                following += self.after(reached, self.model.actions[each.action], each.parameters)
            for further in following:
                if not leads(reached, further):
                    continue
                if seen.setdefault((further.state, further.told), further) is further:
                    waiting.append(further)
        others = ends or list(seen.values())
        most = max(end.told for end in others)
        return Successors(fitting, [end for end in others if end.told == most], [])

    def _begun(self, starts: Iterable[State], move: Move | None) -> tuple[list[Successor], Failed]:
        if move is None:
            return [Successor(state) for state in starts], []
        action, begun = self.model.actions[move.action], list[Successor]()
        states = list(starts)
        for state in states:
            begun += self.after(Successor(state), action, move.arguments)
        reasons = [] if begun else [self.failed(state, action, move) for state in states]
        return begun, min(reasons, key=len, default=[] if begun else [("", action.rules[0])])

    def _taken(
        self, reached: Successor, actions: ByField, wanted: Mapping[str, Sequence[ParameterChoice]]
    ) -> Iterator[Successor]:
        """Where one of these actions leads, on what is there."""
        for action in actions.of(reached.state):
            for chosen, state in self._steps(reached.state, action, wanted[action.name]):
                yield Successor(state, reached.told, reached, action, chosen)

    def _alone(self, reached: Successor, held: Held) -> Iterable[Successor]:
        """The answer to each decision that has one alone here; where that needs a card which is not followed,
        each that it may be. What is possible with cards that are held is another answer."""
        state, actions = reached.state, self.model.actions
        tried = held.get(state[self.round], ())
        if any(self.allowed(state, actions[move.action], move) for move in tried):
            return
        for answers, open_to in self.decisions:
            sure, perhaps = list[Successor](), list[Successor]()
            for found in self._taken(reached, answers, open_to):
                named = found.action.name if found.action else ""
                (perhaps if named in self.from_hand else sure).append(found)
            if len(sure) < 2:
                yield from sure or perhaps

    def _reported(self, reached: Successor, told: Reported) -> list[Successor]:
        """What a reported effect may have done here."""
        if isinstance(told, AtOnce):
            return self._at_once(reached, told.parts)
        if isinstance(told, First):
            ways = (self._reported(reached, way) for way in told.ways)
            nothing = [] if told.needed else [reached._replace(told=reached.told + 1)]
            return next((found for found in ways if found), nothing)
        if isinstance(told, Move):
            action = self.model.actions[told.action]
            return self.after(reached, action, told.parameters, told=1)
        there = dict.fromkeys(reached.state[self.interpreter.index[told.path]])
        return [self._become(reached, element, told) for element in there if told.element.fits(element)]

    def _at_once(self, reached: Successor, parts: Iterable[Reported]) -> list[Successor]:
        """What several effects may have done one after the other, with nothing between them."""
        counted = _counted(parts)
        found = self._together(reached, counted, every=False) or self._together(reached, counted, every=True)
        return [each._replace(told=reached.told + 1) for each in found]

    def _together(
        self, reached: Successor, parts: Iterable[tuple[Reported, int]], *, every: bool
    ) -> list[Successor]:
        """The same; what elements become, they become by the first way alone by which enough of them can, or
        by `every` way."""
        found: dict[tuple[State, Made], Successor] = {(reached.state, ()): reached}
        for part, times in parts:
            ways = _becoming(part)
            for _ in range(1 if ways else times):
                afters = (
                    after
                    for (_, made), each in found.items()
                    for after in (
                        self._become_apart(each, ways, times, made, every=every)
                        if ways
                        else ((after, made) for after in self._reported(each, part))
                    )
                )
                found = {(after.state, made): after for after, made in afters}
                if len(found) > MOST_AT_ONCE:
                    raise Outgrown
        return list({each.state: each for each in found.values()}.values())

    def _become_apart(
        self, reached: Successor, ways: Sequence[Becomes], times: int, made: Made, *, every: bool
    ) -> Iterator[tuple[Successor, Made]]:
        """So many elements become what is seen, none of them one that has just become something.

        Of equal ones it does not matter which.
        """
        path = ways[0].path
        left: tuple[Any, ...] = reached.state[self.interpreter.index[path]]
        for where, element in made:
            left = without(left, element) if where == path else left
        for some in [ways] if every else [[way] for way in ways]:
            ways_of = ((element, [way for way in some if way.element.fits(element)]) for element in left)
            fitting = [(element, fits[0]) for element, fits in ways_of if fits]
            if len(fitting) >= times:
                for chosen in islice(_some_of(fitting, times), MOST_AT_ONCE + 1):
                    yield self._all_become(reached, chosen, made)
                return

    def _all_become(
        self, reached: Successor, chosen: Iterable[tuple[tuple[Any, ...], Becomes]], made: Made
    ) -> tuple[Successor, Made]:
        """Where each of these has become what is seen, and what has just become something by then."""
        for element, way in chosen:
            at = self.interpreter.index[way.path]
            others = Counter(without(reached.state[at], element))
            reached = self._become(reached, element, way)
            there: tuple[tuple[Any, ...], ...] = reached.state[at]
            made += tuple((way.path, become) for become in Counter(there) - others)
        return reached, tuple(sorted(made))

    def _become(self, reached: Successor, element: tuple[Any, ...], seen: Becomes) -> Successor:
        """One element becomes what is seen, through an action where one does that."""
        position, value = seen.values[0]
        through = seen.through
        amount = 0 if through is None else value - element[position]
        if through is not None and amount:
            state, changed = self._with(reached.state, element, seen.path, seen.besides)
            given = {through.element: changed, through.amount: amount}
            ready = Successor(state, reached.told, reached)
            legal = self.after(ready, self.model.actions[through.action], given, told=1)
            if legal:
                return legal[0]
        state, _ = self._with(reached.state, element, seen.path, (*seen.values, *seen.besides))
        return Successor(state, reached.told + 1, reached)

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
        return [chosen for chosen in choices if self.interpreter.there(state, action, chosen)]


def within_round(place: int, target: State, before_round: int = 0, rounds: int = 1) -> Leads:
    """What does not leave the round in which the game is seen to be, nor goes there before so many of the
    effects: else each step, and free moves even more, would be followed from round to round.

    `place` is where in a state the field stands that changes with the round, `rounds` how many are seen to
    have begun: where there are more than one, any may be passed through.
    """

    def leads(reached: Successor, further: Successor) -> bool:
        if reached.state[place] == further.state[place]:
            return True
        return (rounds > 1 or further.state[place] == target[place]) and reached.told >= before_round

    return leads


def _shows(action: TracedAction) -> bool:
    """Whether chance chooses any parameter of an action."""
    return any(isinstance(kind, Pool) for kind in action.parameters.values())


def _counted(parts: Iterable[Reported]) -> list[tuple[Reported, int]]:
    """The different ones among these, in order, and how often each is there."""
    found: list[tuple[Reported, int]] = []
    for part in parts:
        at = next((place for place, (known, _) in enumerate(found) if known == part), None)
        if at is None:
            found.append((part, 1))
        else:
            found[at] = (part, found[at][1] + 1)
    return found


def _becoming(part: Reported) -> list[Becomes]:
    """The ways in which an element becomes what is seen, where that is all that a part is."""
    ways = part.ways if isinstance(part, First) and part.needed else [part]
    found = [way for way in ways if isinstance(way, Becomes)]
    return found if len(found) == len(ways) and len({way.path for way in found}) == 1 else []


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
