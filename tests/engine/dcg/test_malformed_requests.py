"""Requests that make no sense: each is refused, none is a failure of the engine, and nothing changes."""

from __future__ import annotations

import io
import json
from typing import Any

import msgspec
import pytest

from rulehound.engine import server
from rulehound.engine.adapter import create
from rulehound.spec.formats import PROTOCOL
from rulehound_testing.dcg.effect_games import effect, tamer
from rulehound_testing.dcg.probe_cards import CARDS, setup, stack

REFUSED, WRONG_PARAMETERS = 1, -32602

MADE = [msgspec.to_builtins(one) for one in (*CARDS, tamer("caller", effect("main", {"do": "draw"})))]
BATTLE = [stack("red-4", "red-3"), stack("caller")]
POSITION = {
    "memory": 3,
    "players": [
        {"hand": ["red-5", "red-3"], "deck": 5, "battle": BATTLE, "breeding": stack("red-egg")},
        {"deck": 5, "security": 2, "battle": [stack("red-3")]},
    ],
}
SET_UP = {"cards": MADE, "position": POSITION, "edition": ""}
SETUP = msgspec.to_builtins(setup())
OVER = {"players": [{"deck": 5, "battle": [stack("red-4")]}, {"deck": 5}]}

Sent = tuple[str, Any]
AT_END = (
    ("position", {**SET_UP, "position": OVER}),
    ("apply", {"action": {"action": "attack", "attacker": "p1", "target": "player"}}),
)


def talk(*sent: Sent) -> list[dict[str, Any]]:
    """The answers to these requests, after the handshake."""
    handshake = ("handshake", {"protocol": PROTOCOL, "game": "dcg"})
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"
        for number, (method, params) in enumerate((handshake, *sent))
    ]
    answers = io.BytesIO()
    server.serve(create, io.BytesIO(b"".join(lines)), answers)
    return [json.loads(answer) for answer in answers.getvalue().splitlines()][1:]


def doing(name: str, **arguments: Any) -> dict[str, Any]:
    """The parameters of an action."""
    return {"action": {"action": name, **arguments}}


def new_game(**changed: Any) -> Sent:
    """A setup of which something is different."""
    return "new_game", {"setup": {**SETUP, **changed}}


def position(**changed: Any) -> Sent:
    """A position of which something is different."""
    return "position", {**SET_UP, "position": {**POSITION, **changed}}


def with_stack(*cards: Any, **condition: Any) -> Sent:
    """A position with this stack."""
    return position(players=[{"battle": [stack(*cards, **condition)]}])


def resealed(**changed: Any) -> Sent:
    """A saved game of which something is different."""
    adapter = create()
    adapter.new_game(setup())
    token: Any = adapter.save()
    return "restore", {"token": {**token, **changed}}


WRONG: tuple[Sent, ...] = (
    *((method, {}) for method in ("new_game", "position", "apply", "effect", "quote", "validate_deck")),
    ("restore", {}),
    ("observe", {"player": 2}),
    ("observe", {"player": -1}),
    ("observe", {"player": "me"}),
    *((method, {"action": what}) for method in ("apply", "quote") for what in (None, 5, [], {}, "pass")),
    *(
        (method, action)
        for method in ("apply", "quote")
        for action in (
            doing("fly"),
            doing("pass", to="b"),
            doing("play"),
            doing("play", card=5),
            doing("play", card="a99"),
            doing("play", card="Doll#a1"),
            doing("use", card="player"),
            doing("digivolve", card="a1", onto="p1"),
            doing("digivolve", card="a1", onto="p1", requirement="0"),
            doing("digivolve", card="a1", onto="p1", requirement=-1),
            doing("digivolve", card="b1", onto="b1", requirement=0),
            doing("dna-digivolve", card="a1", left="p1", right="p1", requirement=7),
            doing("attack", attacker="p9", target="p9"),
            doing("activate", card="p1", effect=-5),
            doing("target", id="p1"),
            doing("place", card="a1", place=-1),
            doing("requirement", requirement=10**30),
            doing("suspend-for", digimon=""),
            doing("resolve", effect="e1"),
        )
    ),
    ("effect", {"effect": {"effect": "fly"}}),
    ("effect", {"effect": {"effect": "memory", "player": 2, "amount": 1}}),
    ("effect", {"effect": {"effect": "dp", "target": "p9", "amount": 1}}),
    ("effect", {"effect": {"effect": "dp", "target": "p2", "amount": 1}}),
    ("effect", {"effect": {"effect": "delete", "target": "player"}}),
    ("restore", {"token": None}),
    ("restore", {"token": "lost"}),
    ("restore", {"token": {"saved_game": "dcg", "version": 5}}),
    resealed(version={}),
    resealed(edition="house"),
    resealed(numbers={}),
    resealed(memory=4),
    ("position", {**SET_UP, "edition": "house"}),
    ("position", {**SET_UP, "cards": [5]}),
    ("position", {**SET_UP, "position": []}),
    position(turn=2),
    position(memory=11),
    position(phase="over"),
    position(players=[{}, {}, {}]),
    position(players=[{"hand": ["nobody"]}]),
    position(players=[{"deck": -1}]),
    with_stack(),
    with_stack("nobody"),
    with_stack("nobody", token=True),
    with_stack("red-3", "red-3", token=True),
    with_stack("red-3", keywords=["flying"]),
    with_stack("red-3", lasting=[{"gives": {"dp": {"which": {"kind": ["digimon"], "dp_at_least": 1}}}}]),
    with_stack("red-3", lasting=[{"gives": {}, "player": 2}]),
    new_game(edition="house"),
    new_game(first=2),
    new_game(seed="x"),
    new_game(decks=[]),
    new_game(decks=[{"piles": {}}, {"piles": {"main": ["nobody"]}}]),
    new_game(cards=[{"number": "X", "name": "X", "facts": {"kind": "digimon", "level": 10**30}}]),
    ("validate_deck", {"cards": MADE, "deck": 5, "edition": ""}),
    ("validate_deck", {"cards": MADE, "deck": {"piles": {}}, "edition": "house"}),
)


@pytest.mark.parametrize("sent", WRONG, ids=lambda sent: sent[0])
def test_it_is_refused_and_changes_nothing(sent: Sent) -> None:
    begun, refused, after = talk(("position", SET_UP), sent, ("observe", {}))
    assert refused["error"]["code"] in (REFUSED, WRONG_PARAMETERS), refused
    assert refused["error"]["message"]
    assert after["result"] == begun["result"]


@pytest.mark.parametrize(
    "action",
    [doing("play", card="a1"), doing("digivolve", card="a1", onto="p1", requirement=0), doing("pass")],
)
def test_after_the_end_of_a_game_nothing_is_done_and_nothing_costs_anything(action: dict[str, Any]) -> None:
    *_, ended, applied, quoted, tried, legal = talk(
        *AT_END,
        ("apply", action),
        ("quote", action),
        ("effect", {"effect": {"effect": "memory", "player": 0, "amount": 1}}),
        ("legal_actions", {}),
    )
    assert (ended["result"]["decision"], legal["result"]) == (None, [])
    assert [answer["error"]["code"] for answer in (applied, quoted, tried)] == [REFUSED] * 3
