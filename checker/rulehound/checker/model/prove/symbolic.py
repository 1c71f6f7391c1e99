"""A model's states and steps as z3 terms.

Numbers are unbounded integers, bags have a fixed number of slots, piles any height unless one is given.
Records that chance or a player chooses are free symbols, so that what is proved holds for any card; so are
those that come to light where a pile is taken apart, so that it holds for any pile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import z3

from rulehound.checker.model.prove import terms
from rulehound.checker.model.prove.symbols import Symbols
from rulehound.checker.model.prove.terms import AnyTerm, Fields, SymbolicBag, SymbolicPile, Term, merge
from rulehound.checker.model.prove.translation import Frame, Translation
from rulehound.spec.language import Amount, Member, Model, Record, TracedAction
from rulehound.spec.language.fields import BagField, NumberField, PileField, ValueField
from rulehound.spec.language.nodes import Node, Sort, make, walk
from rulehound.spec.language.records import Field
from rulehound.spec.language.values import truth

__all__ = ["Frame", "SymbolicBag", "SymbolicModel", "SymbolicPile", "Term"]


class SymbolicModel(Symbols):
    """The states and steps of one model as terms, under given facts and switches.

    A step that needs more slots than a bag has, or a higher pile than `capacities` allows, is left out, which
    every proof says.
    """

    def __init__(
        self, model: Model, values: Mapping[str, Any], slots: int, capacities: Mapping[str, int] | None = None
    ) -> None:
        super().__init__(model, values, slots, capacities)
        self._shapes: dict[type[Record], tuple[Fields, Term]] = {}

    def well_formed(self, state: Mapping[str, AnyTerm]) -> list[Term]:
        """Conditions that every state meets by the types of its fields, whatever the rules are.

        Enumerations stay within their names, values are possible or nothing, a pile is not lower than empty
        and has nothing above its height.
        """
        return [
            condition
            for path, (declared, name) in self.model.fields.items()
            for condition in self._shape(declared, name, state[path])
        ]

    def initial(self) -> tuple[dict[str, AnyTerm], list[Term]]:
        """The initial state over free settings, and the conditions on the settings."""
        frame = Frame({})
        state = {effect.path: self.term(frame, effect.value) for effect in self.model.start}
        frame.side = self._free_slots(frame, [effect.value for effect in self.model.start])
        state = self._fitted(frame, state)
        return state, [*self._settings_shape(), *frame.choices, *frame.side]

    def step(
        self, state: Mapping[str, AnyTerm], action: TracedAction, prefix: str
    ) -> tuple[Frame, list[Term], dict[str, AnyTerm]]:
        """A step by this action: the frame with its free parameters, its guards, and the state after."""
        frame = self.choice(state, action, prefix)
        guards = [self.term(frame, guard.condition) for guard in action.guards]
        after = dict(state)
        for effect in action.effects:
            after[effect.path] = self.term(frame, effect.value)
        frame.side = self._free_slots(frame, [effect.value for effect in action.effects])
        after = self._fitted(frame, after)
        return frame, [*self._settings_shape(), *frame.choices, *guards, *frame.side], after

    def choice(self, state: Mapping[str, AnyTerm], action: TracedAction, prefix: str) -> Frame:
        """The frame of a step with its free parameters, before anything is asked of them or done."""
        frame = Frame(state)
        for name, kind in action.parameters.items():
            if isinstance(kind, Amount):
                frame.parameters[name] = z3.Int(f"{prefix}.{name}")
            elif isinstance(kind, Member):
                self._choose(frame, action, name, kind.path, z3.Int(f"{prefix}.{name}"))
            else:
                made = self.record(kind.record, f"{prefix}.{name}")
                frame.parameters[name] = (None, made)
                frame.choices += self._record_shape(kind.record, made)
        frame.choices += [self.term(frame, condition) for condition in action.possible]
        return frame

    def _settings_shape(self) -> list[Term]:
        return [value >= 0 for value in self.settings.values()]

    def _choose(self, frame: Frame, action: TracedAction, name: str, path: str, chosen: Term) -> None:
        """Make an element of a bag a parameter, another one than those chosen before."""
        slots = frame.state[path]
        assert isinstance(slots, SymbolicBag)
        frame.choices.append(z3.Or(*(z3.And(chosen == i, here) for i, here in enumerate(slots.occupied))))
        for other in frame.parameters:
            kind = action.parameters[other]
            if isinstance(kind, Member) and kind.path == path:
                frame.choices.append(chosen != frame.parameters[other][0])
        picked = slots.fields[-1]
        for i, fields in reversed(list(enumerate(slots.fields[:-1]))):
            picked = merge(chosen == i, fields, picked)
        frame.parameters[name] = (chosen, picked)

    def term(self, frame: Frame, node: Node) -> Any:
        """The term of a node in a frame. Raises MissingValue."""
        return Translation(self, frame, self.revealed).of(node)

    def _free_slots(self, frame: Frame, roots: list[Node]) -> list[Term]:
        """Conditions: the slots of new elements are free, where the element comes into the state after."""
        uses: dict[Node, list[Term]] = {root: [z3.BoolVal(True)] for root in roots}
        conditions = []
        for node in reversed(walk(roots)):
            used = z3.simplify(z3.Or(*uses[node]))
            if node in frame.added:
                conditions.append(z3.Implies(used, frame.added[node]))
            branches = node.nodes[1:] if node.op == "if" and not node.nodes[0].free else ()
            for argument in node.nodes:
                uses.setdefault(argument, [])
                if argument not in branches:
                    uses[argument].append(used)
            if branches:
                test = self.term(frame, node.nodes[0])
                for branch, side in zip(branches, (test, z3.Not(test)), strict=True):
                    uses[branch].append(z3.And(used, side))
        return conditions

    def revealed(self, frame: Frame, kind: type[Record]) -> Fields:
        """A value that comes to light in a frame: any at all that is possible, or nothing."""
        made = self.record(kind, self.fresh("revealed"))
        frame.choices += self._value_shape(kind, made)
        return made

    def _shape(self, declared: Field, bounds_name: str, term: Any) -> Iterator[Term]:
        """The conditions that a field's value meets by its type."""
        if isinstance(declared, BagField):
            for fields in term.fields:
                yield from self._record_shape(declared.element, fields)
        elif isinstance(declared, ValueField):
            yield from self._value_shape(declared.kind, term)
        elif isinstance(declared, PileField):
            yield term.height >= 0
            if bounds_name in self.capacities:
                yield term.height <= self.capacities[bounds_name]
            for i, value in enumerate(term.known):
                yield from self._value_shape(declared.kind, value)
                yield z3.Implies(term.height <= i, terms.are_zeros(value))
        elif isinstance(declared, NumberField) and declared.names is not None:
            yield term >= 0
            yield term <= max(declared.names)

    def _record_shape(self, kind: type[Record], fields: Fields) -> Iterator[Term]:
        for (name, declared), term in zip(kind.fields(), fields, strict=True):
            yield from self._shape(declared, f"{kind.__name__}.{name}", term)

    def _value_shape(self, kind: type[Record], fields: Fields) -> Iterator[Term]:
        """A value is nothing, or a record that can be."""
        one, shape = self._of_one(kind)
        if not z3.is_true(shape):
            # there are many values, so it is built for one of them and then said of the others
            yield z3.substitute(shape, *zip(terms.flat(one), terms.flat(fields), strict=True))

    def _of_one(self, kind: type[Record]) -> tuple[Fields, Term]:
        """A value, and the conditions that it meets by its type."""
        if kind not in self._shapes:
            one = self.record(kind, f"one.{kind.__name__}")
            possible = truth(kind.possible(kind.value(make("param", "it", sort=Sort.RECORD))))
            can_be = z3.Or(terms.are_zeros(one), self.term(Frame({}, {"it": (None, one)}), possible))
            self._shapes[kind] = one, z3.simplify(z3.And(*self._record_shape(kind, one), can_be))
        return self._shapes[kind]

    def _fitted(self, frame: Frame, state: Mapping[str, AnyTerm]) -> dict[str, AnyTerm]:
        """The state in the shape of a free one, with so many values known of every pile.

        That an exact pile has not grown too high is said on the frame's side.
        """
        return {
            path: self._fit(frame, z3.BoolVal(True), declared, name, state[path])
            for path, (declared, name) in self.model.fields.items()
        }

    def _fit(self, frame: Frame, there: Term, declared: Field, name: str, term: Any) -> AnyTerm:
        if isinstance(declared, BagField):
            fields = zip(term.occupied, term.fields, strict=True)
            return SymbolicBag(
                term.occupied,
                tuple(self._fit_record(frame, here, declared.element, inner) for here, inner in fields),
            )
        if isinstance(declared, ValueField):
            return self._fit_record(frame, there, declared.kind, term)
        if isinstance(declared, PileField):
            return self._fit_pile(frame, there, declared.kind, name, term)
        return term

    def _fit_record(self, frame: Frame, there: Term, kind: type[Record], fields: Fields) -> Fields:
        return tuple(
            self._fit(frame, there, declared, f"{kind.__name__}.{name}", term)
            for (name, declared), term in zip(kind.fields(), fields, strict=True)
        )

    def _fit_pile(
        self, frame: Frame, there: Term, kind: type[Record], name: str, pile: SymbolicPile
    ) -> SymbolicPile:
        exactly = self.capacities.get(name)
        count = self.known if exactly is None else exactly
        known = list(pile.known[:count])
        while len(known) < count:
            nothing = self.nothing(kind)
            unknown = self.revealed(frame, kind) if pile.beyond else nothing
            known.append(merge(pile.height > len(known), unknown, nothing))
        if exactly is not None and len(pile.known) > exactly:
            frame.side.append(z3.Implies(there, pile.height <= exactly))
        fitted = tuple(self._fit_record(frame, there, kind, value) for value in known)
        return SymbolicPile(pile.height, fitted, kind if exactly is None else None)
