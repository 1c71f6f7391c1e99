"""The schemas of the protocol: what the reference engine says fits them, and what is broken does not."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from rulehound.checker.cli.main import run
from rulehound.checker.engines.messages import protocol_schema, result_fault
from rulehound.engine.adapter import create
from rulehound.engine.server import Session
from rulehound.spec.dcg import decks, game
from rulehound.spec.formats import METHODS, Adapter
from rulehound_testing.dcg.values import VALUES

DOCUMENT = protocol_schema(game)
GAMES, STEPS = 30, 30


def validator(part: str) -> Draft202012Validator:
    """What validates a message by a part of the document."""
    return Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": DOCUMENT["$defs"]})


VALIDATORS = {
    f"{name}.{way}": validator(f"{name}.{way}") for name in METHODS for way in ("request", "answer")
}


class Wire:
    """A conversation with the reference engine in which every message is held against its schema."""

    def __init__(self, sampled: bool) -> None:
        self.session, self.sampled, self.asked = Session(create), sampled, 0
        self.ask("handshake", protocol="1.0", game="dcg")

    def ask(self, method: str, **params: Any) -> Any:
        """The result of a request, or None where it is refused."""
        self.asked += 1
        line = msgspec.json.encode({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params})
        answer = json.loads(msgspec.json.encode(self.session.answer(line)))
        if self.sampled:
            VALIDATORS[f"{method}.request"].validate(json.loads(line))
            VALIDATORS[f"{method}.answer"].validate(answer)
        if "result" in answer:
            assert result_fault(game, method, answer["result"]) == ""
        return answer.get("result")


def test_the_document_is_a_schema_with_every_message() -> None:
    Draft202012Validator.check_schema(DOCUMENT)
    assert {name for name in DOCUMENT["$defs"] if "." in name} == set(VALIDATORS)
    assert {"Observation", "Action", "Effect", "Position", "Facts"} <= set(DOCUMENT["$defs"])
    assert set(METHODS) == {
        name for name, value in vars(Adapter).items() if callable(value) and not name.startswith("_")
    }


@pytest.mark.parametrize("number", range(GAMES))
def test_every_message_of_a_random_game_fits(number: int) -> None:
    """All of every game by the types; those of every tenth by the JSON Schema as well."""
    chance, wire = random.Random(number), Wire(sampled=number % 10 == 0)
    made = decks.probe_setup(number, VALUES) if number % 2 else decks.setup(number, VALUES)
    edition = tuple(game.rulesets)[number % len(game.rulesets)]
    setup = msgspec.to_builtins(msgspec.structs.replace(made, edition=edition))
    for card in setup["cards"]:
        assert fault_of_facts(card) is None
    assert wire.ask("validate_deck", cards=setup["cards"], deck=setup["decks"][0], edition=edition) == []
    seen = wire.ask("new_game", setup=setup)
    for step in range(STEPS):
        offered = wire.ask("legal_actions")
        if not offered:
            break
        for effect in game.reader.effects(seen)[:1]:
            seen = wire.ask("effect", effect=effect) or seen
            offered = wire.ask("legal_actions")
        if not offered:
            break
        action = chance.choice(offered)
        wire.ask("quote", action=action)
        seen = wire.ask("apply", action=action)
        wire.ask("observe", player=step % 2)
    wire.ask("restore", token=wire.ask("save"))
    wire.ask("position", cards=setup["cards"], position={"players": [{"deck": 3}]}, edition=edition)
    wire.ask("close")


def fault_of_facts(card: dict[str, Any]) -> str | None:
    """What is wrong with a card as it is sent; None where nothing is."""
    try:
        msgspec.convert(card["facts"], game.schemas["Facts"])
    except msgspec.ValidationError as error:
        return str(error)
    return None


SEAT: dict[str, Any] = {"hand": 5, "battle": [], "breeding": None}
LEAST: dict[str, Any] = {"turn": 0, "decider": None, "decision": None, "players": [SEAT, SEAT]}


@pytest.mark.parametrize(
    ("method", "result", "said"),
    [
        ("observe", [], "Expected `object`, got `array`"),
        ("observe", {**LEAST, "turn": 2}, "Invalid enum value 2"),
        ("observe", {**LEAST, "memory": "3"}, "Expected `int | null`, got `str` - at `$.memory`"),
        ("observe", {**LEAST, "players": [SEAT]}, "length >= 2"),
        ("observe", {**LEAST, "players": [SEAT, {"hand": -1}]}, ">= 0"),
        (
            "observe",
            {**LEAST, "players": [SEAT, {"battle": [{"id": "p"}]}]},
            "missing required field `cards`",
        ),
        ("observe", {**LEAST, "players": [SEAT, {"battle": [{"cards": []}]}]}, "length >= 1"),
        ("observe", {**LEAST, "players": [SEAT, {"trash": [{"id": "a"}]}]}, "missing required field `card`"),
        ("legal_actions", {}, "Expected `array`"),
        ("legal_actions", [{"action": "play"}], "entry 0 (play): Object missing required field `card`"),
        (
            "legal_actions",
            [{"action": "pass"}, {"card": "a"}],
            "entry 1: Object missing required field `action`",
        ),
        (
            "legal_actions",
            [{"action": "attack", "attacker": 3, "target": "player"}],
            "Expected `str`, got `int`",
        ),
        ("quote", {"cost": "3", "payable": True}, "Expected `int`, got `str`"),
        ("validate_deck", [{"rule": "deck.size"}], "missing required field `reason`"),
        ("handshake", {"protocol": "1.0", "game": "dcg", "engine": "x"}, "missing required field `version`"),
    ],
)
def test_a_broken_result_does_not_fit(method: str, result: Any, said: str) -> None:
    assert said in result_fault(game, method, result)
    with pytest.raises(ValidationError):
        VALIDATORS[f"{method}.answer"].validate({"jsonrpc": "2.0", "id": 1, "result": result})


@pytest.mark.parametrize(
    ("method", "result"),
    [
        ("observe", LEAST),
        ("observe", {**LEAST, "memory": None, "clock": 3.5}),
        ("legal_actions", [{"action": "app-fusion", "with": 3}, {"action": "pass", "number": 17}]),
        ("save", {"anything": [1, None]}),
    ],
)
def test_what_is_unknown_or_left_out_fits(method: str, result: Any) -> None:
    assert result_fault(game, method, result) == ""
    VALIDATORS[f"{method}.answer"].validate({"jsonrpc": "2.0", "id": 1, "result": result})


@pytest.mark.parametrize(
    "answer",
    [
        {"id": 1},
        {"id": 1, "result": LEAST, "error": {"code": 1, "message": ""}},
        {"id": 1, "error": {"code": "x"}},
    ],
)
def test_an_answer_has_one_of_result_and_error(answer: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        VALIDATORS["observe.answer"].validate(answer)


def test_the_command_prints_the_document(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["adapter", "schema"]) == 0
    assert json.loads(capsysbinary.readouterr().out) == json.loads(json.dumps(DOCUMENT))
