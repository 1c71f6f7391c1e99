"""The schemas of the game's messages: all that the reference engine shows is in them; actions by number."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.engine.adapter import create
from rulehound.spec.dcg import decks, game, protocol
from rulehound.spec.formats import Action
from rulehound_testing.dcg.values import VALUES

OPEN = (protocol.Grant,)
"""What is in the words of another language, of which the schema has a part."""


def strangers(kind: Any, value: Any, path: str = "") -> Iterator[str]:
    """The fields of a JSON value that its type does not have."""
    if isinstance(value, list):
        for entry in value:
            yield from strangers(kind, entry, path)
    elif isinstance(value, dict):
        fields = {field.encode_name: field.type for one in structs(kind) for field in one.fields}
        if fields:
            yield from (f"{path}.{name}" for name in value if name not in fields)
            for name in fields.keys() & value.keys():
                yield from strangers(fields[name], value[name], f"{path}.{name}")


def structs(kind: Any) -> Iterator[inspect.StructType]:
    """The structs that a value of a type can be, or be a list of."""
    if isinstance(kind, inspect.StructType) and kind.cls not in OPEN:
        yield kind
    for inner in (*getattr(kind, "types", ()), getattr(kind, "item_type", None), getattr(kind, "type", None)):
        if inner is not None:
            yield from structs(inner)


@pytest.mark.parametrize("made", [decks.setup, decks.probe_setup])
def test_nothing_that_the_reference_engine_shows_is_missing_from_the_schema(made: Any) -> None:
    found: set[str] = set()
    for seed in range(6):
        setup, chance, engine = made(seed, VALUES), random.Random(seed), create()
        for card in setup.cards:
            found |= set(strangers(inspect.type_info(protocol.Facts), dict(card.facts), "facts"))
        seen = engine.new_game(msgspec.structs.replace(setup, edition="comprehensive-4.0"))
        for _ in range(90):
            plain = msgspec.json.decode(msgspec.json.encode(seen))
            found |= set(strangers(inspect.type_info(protocol.Observation), plain))
            msgspec.convert(plain, protocol.Observation)
            if not (offered := engine.legal_actions()):
                break
            assert {action["action"] for action in offered} <= set(protocol.FIELDS)
            assert seen["decision"] in protocol.DECISIONS
            seen = engine.apply(chance.choice(offered))
    assert found == set()


def test_what_is_not_in_the_schema_is_seen() -> None:
    found = strangers(
        inspect.type_info(protocol.Observation), {"players": [{"sleeve": 1, "battle": [{"x": 1}]}]}
    )
    assert sorted(found) == [".players.battle.x", ".players.sleeve"]


def test_an_action_is_known_whatever_an_engine_adds_to_it() -> None:
    assert protocol.known({"number": 4, "action": "play", "card": "a"}) == {"action": "play", "card": "a"}
    for action in ({"action": "pass"}, {"action": "app-fusion", "with": 1}, {"card": "a"}):
        assert protocol.known(action) is action


def test_an_engine_that_numbers_its_actions_has_all_of_them() -> None:
    """They are the same actions: none of them is missing, and none of them illegal."""
    setup = msgspec.structs.replace(decks.setup(4, VALUES), edition="manual-2.3")
    judge = Judge(CompiledModel(game, VALUES), {card.number: card for card in setup.cards})
    engine, chance = create(), random.Random(4)
    seen = engine.new_game(setup)
    assert judge.state(seen) == []
    for _ in range(60):
        plain = engine.legal_actions()
        numbered: list[Action] = [{**action, "number": number} for number, action in enumerate(plain)]
        assert judge.legal(seen, numbered) == []
        if not plain:
            break
        number = chance.randrange(len(plain))
        after = engine.apply(plain[number])
        assert judge.step(seen, numbered[number], after) == []
        seen = after
    fewer = [{**action, "number": 1} for action in engine.legal_actions()[1:]]
    assert len(judge.legal(seen, fewer)) == 1
