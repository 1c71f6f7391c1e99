"""A position that a scenario is given, as a person would type it: so that it can be changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulehound.checker.asking.position_text import CARDS, NAME, PRINTED, PositionText
from rulehound.checker.errors import UserError
from rulehound.checker.serving.open_game import TypedPosition
from rulehound.checker.suite.scenarios.given import BadScenario, UnknownFact, Vocabulary, worked_out
from rulehound.checker.suite.witnesses.files import inline_toml
from rulehound.spec.asking import Area, Asking
from rulehound.spec.formats import Ruleset

COUNT = "count"
"""Key of a requirement that says how many such cards there are."""

MOST = 100
"""Cards of one requirement that are written one by one."""

POSITION, CARD_NAMES = "position", "cards"
"""What a scenario is given that can be typed, and the names of cards that it uses."""


class NotTypable(Exception):
    """A position for which the typed words do not suffice."""


def as_typed(
    given: Mapping[str, Any], asking: Asking, words: Vocabulary, values: Ruleset
) -> TypedPosition | None:
    """What a scenario is given, typed; None where the words of a typed position do not suffice."""
    if POSITION not in given or set(given) - {POSITION, CARD_NAMES}:
        return None
    try:
        whole = worked_out(given, values)
        naming = Naming(asking, words, whole.get(CARD_NAMES, {}))
        position = naming.position(whole[POSITION])
        text = PositionText(asking.position, words.printed).written(position)
        again = PositionText(asking.position, words.printed).read(text)
    except (NotTypable, BadScenario, UnknownFact, UserError, LookupError, TypeError, AttributeError):
        return None
    if again != position:
        return None
    tables = (f"[{inline_toml(name)}]\n" + _rows(facts) for name, facts in naming.more.items() if facts)
    return TypedPosition(text.replace("; ", "\n"), "\n\n".join(tables))


def _rows(facts: Mapping[str, Any]) -> str:
    return "\n".join(f"{name} = {inline_toml(value)}" for name, value in facts.items())


@dataclass(frozen=True)
class Naming:
    """Gives every card of a position a name, and splits its facts into those that can be typed and others."""

    asking: Asking
    words: Vocabulary
    named: Mapping[str, Any]
    """The requirements that the scenario has names for."""
    more: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Name of a card to its facts beyond those that can be typed."""
    names: dict[str, str] = field(default_factory=dict)
    """Requirement, as text, to the name of its card."""

    def position(self, position: Mapping[str, Any]) -> dict[str, Any]:
        """The position with cards as they are typed. Raises NotTypable."""
        spoken = self.asking.position
        known = {each.key for each in spoken.settings.values()} | set(spoken.counters.values())
        if set(position) - known - set(spoken.sides):
            raise NotTypable
        whole = {key: value for key, value in position.items() if key in known}
        for side in spoken.sides:
            whole[side] = self._seat(position.get(side, {}))
        return whole

    def _seat(self, seat: Mapping[str, Any]) -> dict[str, Any]:
        areas = {area.key: area for area in self.asking.position.areas.values()}
        stated = {one.key for one in self.asking.position.of_sides.values()}
        if set(seat) - {*areas, *stated}:
            raise NotTypable
        empty = {key: 0 for key, area in areas.items() if area.usual and not seat.get(key)}
        there = {
            key: value if key in stated else self._area(areas[key], value)
            for key, value in seat.items()
            if value not in ([], None)
        }
        return {**there, **empty}

    def _area(self, area: Area, there: Any) -> Any:
        if isinstance(there, int):
            return there
        if area.holds != "stacks":
            return self._cards(there)
        stacks = [
            {
                **{key: value for key, value in one.items() if key != CARDS and value},
                CARDS: self._cards(one[CARDS]),
            }
            for one in ([there] if area.single else there)
        ]
        return stacks[0] if area.single else stacks

    def _cards(self, entries: Any) -> list[dict[str, Any]]:
        return [card for entry in entries for card in self._card(entry)]

    def _card(self, entry: Any) -> list[dict[str, Any]]:
        """The cards of an entry of a pile, as they are typed."""
        requirement = {NAME: entry, **self.named[entry]} if isinstance(entry, str) else dict(entry)
        number = requirement.pop(COUNT, 1)
        if not isinstance(number, int) or number > MOST:
            raise NotTypable
        if PRINTED in requirement:
            return [{PRINTED: requirement[PRINTED]}] * number
        typed, more = self._split(requirement)
        key = inline_toml({NAME: requirement.get(NAME, ""), "typed": typed, "more": more})
        if key not in self.names:
            name = str(requirement.get(NAME) or f"Card {len(self.names) + 1}")
            if name in self.more:
                raise NotTypable  # two cards of one name: typed, they would be one card
            self.names[key], self.more[name] = name, more
        return [{NAME: self.names[key], **typed}] * number

    def _split(self, requirement: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """The facts of a card that can be typed, at least its sort, and the others."""
        spoken, by = self.asking.position, self.words.card.by
        plain = {*spoken.numbers, *spoken.choices, *spoken.lists}
        flags = set(spoken.flags.values())
        facts = {by: self.words.card.default, **requirement}
        typed = {
            key: value
            for key, value in facts.items()
            if key in plain
            or (key in flags and value is True)
            or (key in spoken.entries and self._said(key, value))
        }
        return typed, {key: value for key, value in facts.items() if key not in {*typed, NAME}}

    def _said(self, key: str, entries: Any) -> bool:
        """Whether all tables of a fact have the parts by which one is typed."""
        _, parts = self.asking.position.entries[key]
        return all(isinstance(one, Mapping) and set(one) == set(parts) for one in entries)
