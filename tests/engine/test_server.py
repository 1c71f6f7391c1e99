"""The engine behind the adapter: in process, and as a child process that is fed garbage."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.engine import server
from rulehound.engine.adapter import create
from rulehound.engine.dcg.view import seen_by
from rulehound.spec.formats import CAPABILITIES, PROTOCOL, Adapter, Deck, Handshake, Refused, Setup
from rulehound_testing.dcg.probe_cards import CARDS, deck, setup

HANDSHAKE = {"protocol": PROTOCOL, "game": "dcg"}
CARDS_AS_JSON = msgspec.to_builtins(CARDS)


def line(method: str, params: Any = None, identity: Any = 1) -> bytes:
    """A request as it is sent."""
    message = {"jsonrpc": "2.0", "id": identity, "method": method}
    return json.dumps(message if params is None else {**message, "params": params}).encode() + b"\n"


def talk(*lines: bytes) -> list[dict[str, Any]]:
    """The answers to these lines."""
    answers = io.BytesIO()
    server.serve(create, io.BytesIO(b"".join(lines)), answers)
    return [json.loads(answer) for answer in answers.getvalue().splitlines()]


def as_json(value: Any) -> Any:
    """A value as it arrives over the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


def code(answer: dict[str, Any]) -> int | None:
    """The error code of an answer."""
    error: dict[str, int] = answer.get("error", {})
    return error.get("code")


def test_the_adapter_follows_the_protocol() -> None:
    adapter = create()
    assert isinstance(adapter, Adapter)
    shake = adapter.handshake()
    assert (shake.protocol, shake.game, shake.engine) == ("1.0", "dcg", "rulehound-reference")
    assert shake.capabilities == tuple(CAPABILITIES)
    assert len(shake.editions) == 5


def test_without_a_game_everything_is_refused() -> None:
    adapter = create()
    for call in (
        adapter.observe,
        adapter.legal_actions,
        adapter.save,
        lambda: adapter.apply({"action": "pass"}),
    ):
        with pytest.raises(Refused, match="no game"):
            call()


def test_there_is_no_engine_for_other_games() -> None:
    with pytest.raises(LookupError, match="dcg"):
        create("chess")


def test_a_refused_position_leaves_the_game_under_way() -> None:
    adapter = create()
    before = adapter.new_game(setup())
    with pytest.raises(Refused):
        adapter.position(CARDS, {"memory": 99}, "")
    with pytest.raises(Refused):
        adapter.new_game(setup(edition="house"))
    with pytest.raises(Refused):
        adapter.restore({})
    assert adapter.observe() == before


def test_a_game_over_the_wire_is_the_game_in_process() -> None:
    adapter = create()
    observation = adapter.new_game(setup(11))
    requests, expected = [line("handshake", HANDSHAKE)], [as_json(adapter.handshake())]
    requests.append(line("new_game", {"setup": msgspec.to_builtins(setup(11))}))
    expected.append(observation)
    for _ in range(40):
        actions = adapter.legal_actions()
        requests += [line("legal_actions"), line("apply", {"action": actions[0]})]
        expected += [actions, adapter.apply(actions[0])]
    requests += [line("save"), line("observe"), line("close")]
    expected += [adapter.save(), adapter.observe(), None]
    answers = talk(*requests)
    assert [answer["result"] for answer in answers] == expected


def test_every_method_over_the_wire() -> None:
    position = {"players": [{"hand": ["red-3"], "deck": 3}, {"deck": 3}]}
    bad = Deck({"main": ["red-3"] * 49})
    answers = talk(
        line("handshake", HANDSHAKE, "first"),
        line("position", {"cards": CARDS_AS_JSON, "position": position, "edition": "manual-2.3"}),
        line("effect", {"effect": {"effect": "memory", "player": 0, "amount": 3}}),
        line("save"),
        line("validate_deck", {"cards": CARDS_AS_JSON, "deck": msgspec.to_builtins(deck()), "edition": ""}),
        line("validate_deck", {"cards": CARDS_AS_JSON, "deck": msgspec.to_builtins(bad), "edition": ""}),
        line("apply", {"action": {"action": "hatch"}}),
    )
    assert answers[0]["id"] == "first"
    assert msgspec.convert(answers[0]["result"], Handshake).game == "dcg"
    assert answers[2]["result"]["memory"] == 3
    assert (
        talk(line("handshake", HANDSHAKE), line("restore", {"token": answers[3]["result"]}))[1]["result"]
        == (answers[2]["result"])
    )
    assert answers[4]["result"] == []
    assert [reason["rule"] for reason in answers[5]["result"]] == ["deck.size", "deck.copies"]
    assert code(answers[6]) == 1
    reasons = answers[6]["error"]["data"]["reasons"]
    assert {reason["rule"] for reason in reasons} == {
        "turn.decider",
        "breeding.one-action",
        "breeding.hatch-eggs",
    }
    assert all(reason["text"] and reason["reason"] for reason in reasons)


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"garbage\n", -32700),
        (b"\xff\xfe\x00\n", -32700),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "observe"\n', -32700),
        (b"[" * 100_000 + b"\n", -32700),
        (b'{"a": NaN}\n', -32700),
        (b"[]\n", -32600),
        (b"3\n", -32600),
        (b"{}\n", -32600),
        (b'{"jsonrpc": "1.0", "id": 1, "method": "observe"}\n', -32600),
        (b'{"jsonrpc": "2.0", "id": {}, "method": "observe"}\n', -32600),
        (b'{"jsonrpc": "2.0", "id": 1, "method": 7}\n', -32600),
        (line("fly"), -32601),
        (line("__init__"), -32601),
        (line("observe", {"player": "first"}), -32602),
        (line("apply"), -32602),
        (line("apply", {"action": 3}), -32602),
        (line("new_game", {"setup": {}}), -32602),
        (line("handshake", {"protocol": 1, "game": "dcg"}), -32602),
        (line("observe"), 1),
        (line("handshake", {"protocol": "2.0", "game": "dcg"}), 1),
        (line("handshake", {"protocol": PROTOCOL, "game": "chess"}), 1),
    ],
)
def test_bad_lines_get_their_error_and_the_next_line_is_served(sent: bytes, expected: int) -> None:
    answers = talk(sent, b"\n", line("handshake", HANDSHAKE, 2))
    assert [code(answer) for answer in answers] == [expected, None]
    assert all(
        answer["jsonrpc"] == "2.0" and answer.get("error", {}).get("message", "x") for answer in answers
    )


def test_fields_that_nobody_knows_are_ignored() -> None:
    answers = talk(
        line("handshake", {**HANDSHAKE, "colour": "red"}),
        line("new_game", {"setup": {**msgspec.to_builtins(setup(3)), "arena": [1]}, "x": None}),
        line("observe", {"x": 1}),
        line("observe"),
    )
    assert [code(answer) for answer in answers] == [None] * 4
    assert answers[1]["result"] == answers[2]["result"] == answers[3]["result"] == create().new_game(setup(3))


def test_one_player_sees_less_than_everything() -> None:
    adapter = create()
    whole = adapter.new_game(setup(3))
    for player in (0, 1):
        seen = adapter.observe(player)
        assert "hidden" not in seen
        assert seen["players"][player] == whole["players"][player]
        assert seen["players"][1 - player] == {**whole["players"][1 - player], "hand": 5}
        assert seen["turn"] == whole["turn"]
    with pytest.raises(Refused, match="there is no player 2"):
        adapter.observe(2)
    assert adapter.observe() == whole


def test_what_is_chosen_from_is_shown_to_whoever_chooses() -> None:
    choice = {"min": 1, "max": 1, "candidates": ["a1"], "chosen": []}
    seat = {"hand": []}
    whole = {"decider": 1, "players": [seat, seat], "choice": choice, "hidden": []}
    assert seen_by(whole, 1)["choice"] == choice
    assert seen_by(whole, 0)["choice"] is None


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(st.binary(max_size=60).filter(lambda text: b"\n" not in text and text.strip()), max_size=5))
def test_every_line_of_garbage_is_answered_once(garbage: list[bytes]) -> None:
    answers = talk(*(text + b"\n" for text in garbage), line("handshake", HANDSHAKE))
    assert len(answers) == len(garbage) + 1
    assert "result" in answers[-1]


def test_a_notification_is_carried_out_and_not_answered() -> None:
    silent = json.dumps({"jsonrpc": "2.0", "method": "handshake", "params": HANDSHAKE}).encode() + b"\n"
    (answer,) = talk(silent, line("observe"))
    assert answer["error"]["data"]["reasons"][0]["reason"] == "no-game"


def test_an_overlong_line_is_refused_and_the_next_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "LONGEST_LINE", 100)
    answers = talk(b"[" + b"1," * 500 + b"1]\n", line("fly"))
    assert [code(answer) for answer in answers] == [-32700, -32601]


def test_a_failure_inside_the_engine_is_an_internal_error() -> None:
    class Broken:
        """An engine that fails."""

        def handshake(self) -> Handshake:
            """Introduce the engine."""
            raise ZeroDivisionError("oops")

    answers = io.BytesIO()
    server.serve(lambda _game: Broken(), io.BytesIO(line("handshake", HANDSHAKE)), answers)  # type: ignore[arg-type, return-value]
    answer = json.loads(answers.getvalue())
    assert code(answer) == -32603
    assert "ZeroDivisionError: oops" in answer["error"]["message"]


def test_the_module_serves_on_standard_streams_in_any_folder(tmp_path: Any) -> None:
    (tmp_path / "rulehound").mkdir()
    (tmp_path / "rulehound" / "__init__.py").write_text("raise SystemExit(9)")
    command = [sys.executable, "-P", "-m", "rulehound.engine"]
    sent = line("handshake", HANDSHAKE) + b"garbage\n" + line("close") + line("observe")
    done = subprocess.run(command, input=sent, capture_output=True, cwd=tmp_path, timeout=60, check=False)
    answers = [json.loads(answer) for answer in done.stdout.splitlines()]
    assert [code(answer) for answer in answers] == [None, -32700, None], "after close it is silent"
    assert (done.returncode, done.stderr) == (0, b"")


def test_setups_survive_the_wire() -> None:
    made = setup(3, first=1, ordered=True)
    again = msgspec.convert(json.loads(json.dumps(msgspec.to_builtins(made))), Setup)
    assert create().new_game(again) == create().new_game(made)
