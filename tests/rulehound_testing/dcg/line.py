"""A line of play on the interpreter: one position, then action after action, each checked as it is taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulehound.spec.dcg.model import Card, model
from rulehound.spec.language import By, Configuration, Interpreter, Member, record
from rulehound.spec.language.model import TracedAction
from rulehound_testing.dcg.values import values_of

Facts = Mapping[str, Any]


def card(number: int, kind: str = "digimon", **facts: Any) -> dict[str, Any]:
    """A card of a test; a Digimon has DP unless it says otherwise."""
    dp = {"has_dp": True, "dp": 5} if kind == "digimon" else {}
    return {"number": number, "kind": kind, "colours": ("red",), **dp, **facts}


def stack(top: Facts, *under: Facts, **state: Any) -> dict[str, Any]:
    """A stack of a test, its digivolution cards from the uppermost to the lowest."""
    printed = top.get("dp", 0)
    return {
        "top": top,
        "under": under,
        "dp": printed,
        "dp_change": state.get("dp", printed) - printed,
        **state,
    }


def brought(given: Mapping[str, Any], part: str) -> int:
    """How many cards of a player a position holds."""
    piles = sum(given.get(f"{part}.{name}", 0) for name in ("deck", "hand", "security", "egg_deck", "trash"))
    stacks = [*given.get(f"{part}.battle", ()), *given.get(f"{part}.breeding", ())]
    cards: int = piles + sum(1 + len(entry["under"]) for entry in stacks if not entry.get("token"))
    return cards


class Line:
    """A state of the model under an edition, and what can be done from it."""

    def __init__(self, edition: str = "manual-2.3", **fields: Any) -> None:
        """`fields` are those of the state by path, a dot as two underscores; in the main phase if unsaid."""
        given = {"stage": "main", **{name.replace("__", "."): value for name, value in fields.items()}}
        for part in ("me", "opponent"):
            given.setdefault(f"{part}.cards", brought(given, part))
        bare = Configuration(name="line", says="", bounds={})
        self.interpreter = Interpreter(model, values_of(edition), bare)
        self.state = model.from_dict(given)
        self.rules: list[str] = []
        """The rules whose writing changed something, in order, with repetitions."""

    def __getitem__(self, path: str) -> Any:
        """A field of the state, as a person reads it."""
        return model.as_dict(self.state)[path]

    def top(self, path: str, number: int = 0) -> int:
        """The number of the top card of a stack, by its place in the bag."""
        found: int = self[path][number]["top"]["number"]
        return found

    def element(self, path: str, number: int) -> tuple[Any, ...]:
        """The one stack of a bag whose top card has this number."""
        position = [name for name, _ in Card.fields()].index("number")
        bag = self.state[self.interpreter.index[path]]
        (found,) = [entry for entry in bag if entry[0][position] == number]
        element: tuple[Any, ...] = found
        return element

    def parameters(self, action: TracedAction, given: Mapping[str, Any]) -> dict[str, Any]:
        """Concrete parameters: members by the number of their top card, records by their fields."""
        made: dict[str, Any] = {}
        for name, kind in action.parameters.items():
            if isinstance(kind, Member) and name not in given:
                (made[name],) = self.state[self.interpreter.index[kind.path]]  # the only one there is
            elif isinstance(kind, Member):
                made[name] = self.element(kind.path, given[name])
            elif hasattr(kind, "record"):
                made[name] = record(kind.record, given[name])
            else:
                made[name] = given[name]
        return made

    def refused(self, name: str, **given: Any) -> list[str]:
        """The names of the guards that an action fails here; empty where it is legal."""
        action = model.actions[name]
        return [
            guard.name
            for guard in self.interpreter.failed_guards(self.state, action, self.parameters(action, given))
        ]

    def do(self, name: str, **given: Any) -> Line:
        """Take a legal action, check the invariants of the state after it, and note the rules at work."""
        assert self.refused(name, **given) == [], name
        action = model.actions[name]
        chosen = self.parameters(action, given)
        self._take(action, chosen)
        return self

    def _take(self, action: TracedAction, chosen: Mapping[str, Any]) -> None:
        active = self.interpreter.active_rules(self.state, action, chosen)
        self.rules += [rule for rules in active.values() for rule in rules]
        self.state = self.interpreter.apply(self.state, action, chosen)
        broken = [invariant.name for invariant in self.interpreter.failed_invariants(self.state)]
        assert broken == [], action.name

    def due(self) -> list[tuple[TracedAction, Any]]:
        """What the rules demand now, chance aside."""
        return [
            (action, chosen)
            for action in model.actions.values()
            if action.by is By.RULES and self._without_chance(action)
            for chosen in self.interpreter.choices(self.state, action)
            if not self.interpreter.failed_guards(self.state, action, chosen)
        ]

    def follow(self) -> str:
        """Take the one thing that the rules demand now; its name."""
        ((action, chosen),) = self.due()
        self._take(action, chosen)
        return action.name

    def settle(self) -> Line:
        """Take what the rules demand until a player decides, or the next turn begins."""
        while self.due() and self["stage"] != "unsuspend":
            self.follow()
        return self

    @staticmethod
    def _without_chance(action: TracedAction) -> bool:
        return all(isinstance(kind, Member) for kind in action.parameters.values())
