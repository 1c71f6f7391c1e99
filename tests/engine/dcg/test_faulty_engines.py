"""The planted faults show: each faulty engine differs from the reference in what its fault is about."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from rulehound.engine.adapter import create
from rulehound.engine.dcg.reasons import EXPLAINED
from rulehound.spec.formats import Adapter, Deck, Observation, Refused
from rulehound_testing.dcg import probe_cards
from rulehound_testing.dcg.probe_cards import CARDS, deck, setup, stack
from rulehound_testing.faults.catalogue import FAULTS
from rulehound_testing.faults.engines import create as faulty_engine
from rulehound_testing.faults.sets import COMMON
from rulehound_testing.folders import ROOT

Side = Mapping[str, Any]
Probe = Callable[[Adapter], Any]


def situation(
    *steps: Mapping[str, Any], me: Side | None = None, opponent: Side | None = None, **rest: Any
) -> Probe:
    """What is to be seen, step for step, from this position; a refusal is seen as its rules."""

    def probe(adapter: Adapter) -> list[Any]:
        players = [{"deck": 5, **(me or {})}, {"deck": 5, "security": 2, **(opponent or {})}]
        seen: list[Any] = [adapter.position(CARDS, {"players": players, **rest}, "manual-2.3")]
        for step in steps:
            seen.append(taken(adapter, step))
            seen.append(adapter.legal_actions())
        return seen

    return probe


def taken(adapter: Adapter, step: Mapping[str, Any]) -> Observation | list[str]:
    """The observation after a step, or the rules that it is refused under."""
    try:
        return adapter.effect(dict(step)) if "effect" in step else adapter.apply(dict(step))
    except Refused as refused:
        return [reason.rule for reason in refused.reasons]


def new_game(*steps: Mapping[str, Any], **changed: Any) -> Probe:
    """What is to be seen in a new game."""

    def probe(adapter: Adapter) -> list[Any]:
        changes = {"first": 0, "ordered": True, **changed}
        return [adapter.new_game(setup(**changes)), *(taken(adapter, step) for step in steps)]

    return probe


def decks(main: Sequence[str] = deck().piles["main"], eggs: Sequence[str] = deck().piles["eggs"]) -> Probe:
    """Why a deck is not legal."""
    return lambda adapter: adapter.validate_deck(CARDS, Deck({"main": main, "eggs": eggs}), "")


MAIN, EGGS = list(deck().piles["main"]), list(deck().piles["eggs"])
PASS, SKIP, HATCH = {"action": "pass"}, {"action": "skip"}, {"action": "hatch"}


def attack(attacker: str = "p1", target: str = "player") -> dict[str, str]:
    """A declaration; p1 is player 0's first stack."""
    return {"action": "attack", "attacker": attacker, "target": target}


def play(card: str = "a1") -> dict[str, str]:
    """A play; a1 is the first card of player 0's hand."""
    return {"action": "play", "card": card}


def digivolve(onto: str = "p1") -> dict[str, Any]:
    """A digivolution with the first card of player 0's hand."""
    return {"action": "digivolve", "card": "a1", "onto": onto, "requirement": 0}


def block(blocker: str) -> dict[str, str]:
    """A block."""
    return {"action": "block", "blocker": blocker}


def change(effect: str, **arguments: Any) -> dict[str, Any]:
    """An effect."""
    return {"effect": effect, **arguments}


PROBES: Mapping[str, Probe] = {
    "memory-limit-11": situation(play(), me={"hand": ["red-6"]}),
    "memory-limit-9": situation(change("memory", player=0, amount=10)),
    "gain-past-limit": situation(change("memory", player=0, amount=11)),
    "cost-ignored": situation(play(), me={"hand": ["red-3"]}, memory=3),
    "pass-2": situation(PASS),
    "turn-goes-on-below-zero": situation(change("memory", player=1, amount=1)),
    "memory-not-carried": situation(play(), me={"hand": ["red-3"]}),
    "dp-effects-stay": situation(
        change("dp", target="p1", amount=500), PASS, me={"battle": [stack("red-3")]}
    ),
    "opponent-unsuspends-too": situation(PASS, me={"battle": [stack("red-3", suspended=True)]}),
    "no-deck-out": situation(PASS, opponent={"deck": 0}),
    "first-player-draws": new_game(),
    "security-4": new_game(),
    "hand-6": new_game(),
    "security-order-reversed": new_game(),
    "copies-5-allowed": decks(main=[*MAIN[:-2], "red-3", "red-3"]),
    "deck-51-allowed": decks(main=[*MAIN, "blue-3"]),
    "eggs-6-allowed": decks(eggs=["red-egg"] * 3 + ["blue-egg"] * 3),
    "hatch-onto-occupied": situation(HATCH, me={"egg_deck": 1, "breeding": stack("red-3")}, phase="breeding"),
    "opponent-decides-breeding": new_game(),
    "two-breeding-actions": situation(HATCH, me={"egg_deck": 1}, phase="breeding"),
    "level-2-moves": situation({"action": "move"}, me={"breeding": stack("red-egg")}, phase="breeding"),
    "no-dp-stays": situation({"action": "move"}, me={"breeding": stack("red-egg")}, phase="breeding"),
    "dp-zero-stays": situation(change("dp", target="p1", amount=-3000), me={"battle": [stack("red-3")]}),
    "card-duplicated": situation(play(), me={"hand": ["red-3"]}, memory=3),
    "no-digivolve-draw": situation(digivolve(), me={"hand": ["red-4"], "battle": [stack("red-3")]}),
    "digivolve-unsuspends": situation(
        digivolve(), me={"hand": ["red-4"], "battle": [stack("red-3", suspended=True)]}, memory=3
    ),
    "digivolve-below": situation(digivolve(), me={"hand": ["red-4"], "battle": [stack("red-3")]}, memory=3),
    "wrong-level-digivolve": situation(
        digivolve(), me={"hand": ["red-5"], "battle": [stack("red-3")]}, memory=3
    ),
    "attack-same-turn": situation(attack(), me={"battle": [stack("red-3", played_this_turn=True)]}),
    "tamer-attacks": situation(attack(), me={"battle": [stack("red-tamer")]}),
    "attack-unsuspended-target": situation(
        attack(target="p2"), me={"battle": [stack("red-4")]}, opponent={"battle": [stack("blue-3")]}
    ),
    "blocker-not-suspended": situation(
        attack(), block("p2"), me={"battle": [stack("red-3")]}, opponent={"battle": [stack("blue-4-blocker")]}
    ),
    "suspended-blocker": situation(
        attack(),
        me={"battle": [stack("red-3")]},
        opponent={"battle": [stack("blue-4-blocker", suspended=True)]},
    ),
    "block-twice": situation(
        attack(),
        block("p2"),
        me={"battle": [stack("red-3")]},
        opponent={"battle": [stack("blue-4-blocker"), stack("blue-3-blocker")]},
    ),
    "equal-dp-one-survives": situation(
        attack(target="p2"),
        me={"battle": [stack("red-4")]},
        opponent={"battle": [stack("blue-4", suspended=True)]},
    ),
    "stack-not-trashed": situation(change("delete", target="p1"), me={"battle": [stack("red-4", "red-3")]}),
    "check-after-attacker-died": situation(
        attack(), me={"battle": [stack("red-3-twice")]}, opponent={"security": ["blue-6", "blue-6"]}
    ),
    "checked-card-stays": situation(attack(), me={"battle": [stack("red-4")]}),
    "security-attack-wins-early": situation(
        attack(), me={"battle": [stack("red-4-twice")]}, opponent={"security": 1}
    ),
}


@pytest.mark.parametrize("fault", COMMON)
def test_every_fault_shows(fault: str) -> None:
    sound, faulty = create(), faulty_engine(fault)
    assert isinstance(faulty, Adapter)
    before = PROBES[fault](sound)
    assert PROBES[fault](faulty) != before
    assert PROBES[fault](sound) == before, "the fault stays with its own engine"


def test_there_is_a_probe_for_every_fault() -> None:
    assert PROBES.keys() == set(COMMON)
    assert len(COMMON) >= 30


@pytest.mark.parametrize("fault", COMMON)
def test_a_faulty_engine_still_plays_whole_games(fault: str) -> None:
    """A fault that crashes or hangs the engine would be caught for the wrong reason."""
    adapter = faulty_engine(fault)
    adapter.new_game(setup(2))
    for step in range(150):
        actions = adapter.legal_actions()
        if not actions:
            break
        adapter.apply(actions[step % len(actions)])


def test_faults_break_rules_that_the_engine_cites() -> None:
    from rulehound.engine.citations import citations

    cited = {citation.rule for citation in citations()} | {rule for rule, _text in EXPLAINED.values()}
    assert {FAULTS[name].rule for name in COMMON} <= cited
    assert all(fault.description for fault in FAULTS.values())


def test_the_file_serves_a_faulty_engine() -> None:
    file = str(ROOT / "tests/faulty_engines.py")
    sent = b'{"jsonrpc":"2.0","id":1,"method":"handshake","params":{"protocol":"1.0","game":"dcg"}}\n'
    command = [sys.executable, "-P", file, "pass-2"]
    done = subprocess.run(command, input=sent, capture_output=True, timeout=60, check=False)
    assert b"rulehound-faulty-pass-2" in done.stdout
    unknown = subprocess.run([*command[:-1], "nothing"], capture_output=True, timeout=60, check=False)
    assert unknown.returncode == 1
    assert b"pass-2" in unknown.stderr
    with pytest.raises(LookupError, match="pass-2"):
        faulty_engine("nothing")


def test_probe_decks_are_legal() -> None:
    assert [create().validate_deck(CARDS, probe_cards.deck(color), "") for color in probe_cards.COLORS] == [
        (),
        (),
    ]
