"""Fields that an engine shows of its own are told from those of the game, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from rulehound.checker.engines.known_fields import has_known_fields_alone, known_fields
from rulehound.checker.engines.messages import result_type
from rulehound.checker.rulebook.reading import open_game, read_rulebook
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.engine.dmb.adapter import DmbAdapter
from rulehound.spec.dcg import protocol
from rulehound.spec.formats import Adapter

OWN = {"clock": 7, "log": [{"said": "hello"}]}
STEPS = 60


def observations(name: str, adapter: Adapter) -> Iterator[Any]:
    """What an engine shows in a random game, as it comes over a pipe."""
    book = read_rulebook(open_game(name), None, None, lambda *_: None)
    lot, shown = Random(0), adapter.new_game(book.game.setup(0, book.values))
    for _ in range(STEPS):
        yield msgspec.json.decode(msgspec.json.encode(shown))
        offered = adapter.legal_actions()
        if not offered:
            return
        shown = adapter.apply(lot.choice(offered))


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """All objects within a value."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(inner)


@pytest.mark.parametrize(("name", "adapter"), [("dcg", DcgAdapter), ("dmb", DmbAdapter)])
def test_own_fields_are_left_out_and_all_others_stay(name: str, adapter: type[Adapter]) -> None:
    kind, lot = result_type(open_game(name), "observe"), Random(1)
    for shown in observations(name, adapter()):
        assert has_known_fields_alone(kind, shown)
        assert known_fields(kind, shown) == shown
        before = msgspec.json.encode(shown)
        lot.choice(list(objects(shown))).update(OWN)
        assert not has_known_fields_alone(kind, shown)
        assert known_fields(kind, shown) == msgspec.json.decode(before)


def test_what_is_given_may_be_given_in_any_words() -> None:
    given = {"gives": {"cannot": ["attack"]}, "mine": 1}
    assert known_fields(protocol.ShownLasting, given) == {"gives": {"cannot": ["attack"]}}


def test_a_value_of_another_type_is_left_as_it_is() -> None:
    assert known_fields(protocol.ShownSeat, [1, {"a": 2}]) == [1, {"a": 2}]
    assert not has_known_fields_alone(protocol.ShownSeat, [1])


def test_a_value_without_what_its_type_requires_is_none_of_the_type() -> None:
    assert has_known_fields_alone(protocol.ShownCard, {"card": "X-1"})
    assert not has_known_fields_alone(protocol.ShownCard, {"id": "a1"})
