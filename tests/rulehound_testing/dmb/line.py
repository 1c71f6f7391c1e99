"""A line of play on the interpreter: one position, then action after action, each checked as it is taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulehound.spec.dmb.model import model
from rulehound.spec.language import By, Configuration, Interpreter, Member, record
from rulehound.spec.language.model import TracedAction
from rulehound_testing.dmb.values import VALUES

Facts = Mapping[str, Any]


def digimon(number: int = 1, level: str = "r", hp: int = 50, power: int = 20, **facts: Any) -> dict[str, Any]:
    """A Digimon of the first type, of equal Power in all attacks unless they are given."""
    attacks = dict.fromkeys(("circle", "triangle", "cross"), power)
    return {"number": number, "level": level, "types": ("first",), "hp": hp, **attacks, **facts}


def with_ability(*names: str, **facts: Any) -> dict[str, Any]:
    """A Digimon whose Cross has these abilities."""
    return digimon(special="cross", abilities=names, **facts)


def active(top: Facts, *under: Facts, **state: Any) -> dict[str, Any]:
    """An active Digimon, its cards from the uppermost to the lowest; its HP is that printed unless given."""
    cards = (top, *under)
    counts = {
        "partners": sum(bool(card.get("partner")) for card in cards),
        "destined": sum(bool(card.get("destiny")) for card in cards),
    }
    return {"top": top, "under": under, "hp": top["hp"], **counts, **state}


def brought(given: Mapping[str, Any], part: str) -> tuple[int, int]:
    """How many cards of a player a position holds, and how many of these are of the Destiny Zone."""
    zones = ("deck", "hand", "trash", "deleted", "dp_cards", "destiny", "destiny_deleted")
    there = given.get(f"{part}.active", ())
    support = given.get(f"{part}.support", {})
    cards = sum(given.get(f"{part}.{name}", 0) for name in zones)
    cards += sum(1 + len(one["under"]) + one.get("attachments", 0) for one in there)
    cards += bool(support) + given.get(f"{part}.face_down", False)
    destiny = given.get(f"{part}.destiny", 0) + given.get(f"{part}.destiny_deleted", 0)
    destiny += sum(one["destined"] for one in there) + bool(support.get("destiny"))
    return cards, destiny


class Line:
    """A state of the model, and what can be done from it."""

    def __init__(self, stage: str, **fields: Any) -> None:
        """`fields` are those of the state by path, a dot as two underscores."""
        given = {"stage": stage, **{name.replace("__", "."): value for name, value in fields.items()}}
        for part in ("me", "opponent"):
            cards, destiny = brought(given, part)
            given |= {f"{part}.cards": cards, f"{part}.brought_destiny": destiny}
        bare = Configuration(name="line", says="", bounds={})
        self.interpreter = Interpreter(model, VALUES, bare)
        self.state = model.from_dict(given)
        assert self.broken() == [], "the position itself breaks an invariant"
        self.rules: set[str] = set()
        """The rules whose writing changed something."""

    def __getitem__(self, path: str) -> Any:
        """A field of the state, as a person reads it."""
        return model.as_dict(self.state)[path]

    def hp(self, part: str) -> int:
        """The HP of a player's Digimon."""
        value: int = self[f"{part}.active"][0]["hp"]
        return value

    def broken(self) -> list[str]:
        """The names of the invariants that fail here."""
        return [invariant.name for invariant in self.interpreter.failed_invariants(self.state)]

    def parameters(self, action: TracedAction, given: Mapping[str, Any]) -> dict[str, Any]:
        """Concrete parameters: the only element of a bag, records by their fields."""
        made: dict[str, Any] = {}
        for name, kind in action.parameters.items():
            if isinstance(kind, Member):
                (made[name],) = self.state[self.interpreter.index[kind.path]]
            else:
                made[name] = record(kind.record, given[name]) if hasattr(kind, "record") else given[name]
        return made

    def refused(self, name: str, **given: Any) -> list[str]:
        """The names of the guards that an action fails here; empty where it is legal."""
        action = model.actions[name]
        failed = self.interpreter.failed_guards(self.state, action, self.parameters(action, given))
        return [guard.name for guard in failed]

    def do(self, name: str, **given: Any) -> Line:
        """Take a legal action, check the invariants of the state after it, and note the rules at work."""
        assert self.refused(name, **given) == [], name
        action = model.actions[name]
        chosen = self.parameters(action, given)
        changed = self.interpreter.active_rules(self.state, action, chosen)
        self.rules |= {rule for rules in changed.values() for rule in rules}
        self.state = self.interpreter.apply(self.state, action, chosen)
        assert self.broken() == [], name
        return self

    def due(self) -> list[str]:
        """What the rules demand now, chance aside."""
        plain = (
            action for action in model.actions.values() if action.by is By.RULES and not action.parameters
        )
        return [action.name for action in plain if not self.interpreter.failed_guards(self.state, action, {})]

    def settle(self, until: str = "") -> Line:
        """Take what the rules demand until a player decides, or the game comes to a stage."""
        while self["stage"] != until and (due := self.due()):
            (name,) = due
            self.do(name)
        return self
