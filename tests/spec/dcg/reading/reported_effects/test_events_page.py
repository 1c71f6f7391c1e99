"""The table of events in docs/adapters.md says which events are read, and which fields of each."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, ClassVar
from unittest.mock import patch

import msgspec

from rulehound.checker.suite.play.played_engine import setups
from rulehound.engine.adapter import create
from rulehound.spec.dcg import game, protocol
from rulehound.spec.dcg.reading.reported_effects import events as reading
from rulehound.spec.dcg.reading.reported_effects.field_effects import KEYWORDS_USED
from rulehound_testing.dcg.values import values_of
from rulehound_testing.folders import ROOT

PAGE = ROOT / "docs" / "adapters.md"
NOTED = {"turn-began", "security-checked", "option-used"}
"""Events that are read whoever brought them about, to know where the game is."""
OF_ALL = {"event", "subjects", "cause", "source"}
"""What is read of every event."""


def table() -> dict[str, set[str]]:
    """Event to the fields that the page names for it."""
    part = PAGE.read_text("utf-8").split("### Events")[1].split("\n### ")[0]
    rows = [line.split("|")[1:-1] for line in part.splitlines() if line.startswith("| `")]
    return {
        name: set(re.findall(r"`(\w+)`", fields))
        for names, _, fields, _ in rows
        for name in re.findall(r"`([a-z-]+)`", names)
    }


class Watched(dict[str, Any]):
    """An event that tells which of its fields are read."""

    read: ClassVar[dict[str, set[str]]] = defaultdict(set)

    def __getitem__(self, field: str) -> Any:
        self.read[self.get_name()].add(field)
        return super().__getitem__(field)

    def get(self, field: str, default: Any = None) -> Any:
        self.read[self.get_name()].add(field)
        return super().get(field, default)

    def get_name(self) -> str:
        return str(super().__getitem__("event"))


def test_the_page_names_the_events_that_are_read() -> None:
    assert set(table()) == {*reading.EVENTS, *KEYWORDS_USED, *NOTED, reading.CHANGED}


def test_the_page_names_fields_that_events_have() -> None:
    of_events = {field.name for field in msgspec.structs.fields(protocol.Event)}
    assert {field for fields in table().values() for field in fields} <= of_events
    described = PAGE.read_text("utf-8").split("### Events")[1].split("|")[0]
    assert all(f"`{field}`" in described for field in of_events)


def steps(seeds: int) -> Iterator[tuple[Any, Any, Any]]:
    values = values_of("comprehensive-4.0")
    for seed in range(seeds):
        setup = msgspec.structs.replace(setups(game, "probe")(seed, values), edition="comprehensive-4.0")
        engine, chance = create(), random.Random(seed)
        seen = engine.new_game(setup)
        while (offered := engine.legal_actions()) and seen["turn_number"] < 25:
            after = engine.apply(chance.choice(offered))
            yield seen, {**after, "events": [Watched(event) for event in after["events"]]}, setup.cards
            seen = after


def test_no_field_of_an_event_is_read_that_the_page_does_not_name() -> None:
    with patch.object(Watched, "read", defaultdict(set)):
        for before, after, cards in steps(6):
            reading.reported_effects(before, after, {card.number: card for card in cards})
        read = {name: fields - OF_ALL for name, fields in Watched.read.items()}
    page = table()
    unnamed = {name: fields - page.get(name, set()) for name, fields in read.items()}
    assert {name: fields for name, fields in unnamed.items() if fields} == {}
    assert len([name for name in page if name in read]) > 25
