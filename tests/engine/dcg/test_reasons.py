"""Every reason for which an action is refused, all of them at once, each with its rule; nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any

import msgspec
import pytest

from rulehound.engine.dcg import Game, IllegalAction, Reason
from rulehound.engine.dcg.reasons import explain
from rulehound.spec.dcg import game as GAME
from rulehound.spec.documents.store import load_store
from rulehound_testing.dcg.made_up_cards import gain, option, playing, red, tamer
from rulehound_testing.dcg.probe_cards import stack

THIS = {"role": "this"}


def flags_of(names: str) -> Reason:
    """The reasons of these names."""
    return reduce(or_, (Reason[name] for name in names.split(" | ")))


def forbids(*words: str) -> dict[str, Any]:
    """An effect under which a Digimon cannot do this."""
    return {"timing": "continuous", "target": THIS, "gives": {"cannot": list(words)}}


CARDS = {
    "Shy": red(4, forbids("attack", "block"), blocker=True),
    "Polite": red(4, forbids("attack-player")),
    "Hidden": red(4, forbids("be-attacked")),
    "Stiff": red(4, forbids("suspend"), blocker=True),
    "Stuck": red(4, forbids("digivolve")),
    "Worker": tamer(
        gain(limit=1),
        gain(turn="opponent"),
        {**gain(), "if": {"memory_at_least": 9}},
        gain(cost=[{"do": "put", "target": {"area": "hand", "kind": ["option"]}, "to": "trash"}]),
    ),
    "Burster": red(4, gain(cost=[{"do": "digi-burst", "count": 2}])),
    "Both": red(5, dna=[{"left": {"color": "red", "level": 4}, "right": {"color": "blue", "level": 4}}]),
    "Late": option({"timing": "delay", "steps": [{"do": "draw"}]}, gain(), delay=True),
    "Band": red(
        4,
        play_cost=5,
        digixros={"cards": [{"name": "Red-3"}, {"name": "Red-4"}, {"name": "Red-5"}], "reduces": 1},
    ),
    "Set": red(4, play_cost=5, assembly={"cards": [{"name": "Red-3"}, {"name": "Red-4"}], "reduces": 4}),
    "Picker": option(
        {"timing": "main", "steps": [{"do": "suspend", "target": {"kind": ["digimon"], "count": 2}}]}
    ),
    "Caller": option(
        {"timing": "main", "steps": [{"do": "attack", "target": {"level": 4}, "on": "digimon"}]}
    ),
    "Doll": {**red(3), "token": True},
    "Sorber": red(5, digisorption=2),
    "Saved": red(4, {"timing": "would", "event": {"happens": "deleted"}, "steps": [{"do": "draw"}]}),
    "Doom": option(
        {"timing": "main", "steps": [{"do": "delete", "target": {"name": "Saved", "count": "all"}}]}
    ),
    "Slow": red(5, *[{"timing": "when", "event": {"happens": "blocked"}, "steps": [{"do": "draw"}]}] * 2),
    "Martyr": red(
        5,
        {"timing": "when-attacking", "steps": [{"do": "delete", "target": THIS}]},
        *[gain(timing="on-deletion")] * 2,
    ),
    "Costless": {"kind": "option", "colors": ["blue"]},
    "Priceless": {"kind": "digimon", "level": 3, "dp": 1000},
}


def game(me: dict[str, Any] | None = None, opponent: dict[str, Any] | None = None, **more: Any) -> Game:
    """A game at a position with these cards."""
    return playing(CARDS, me, opponent, **more)


def after(game: Game, *actions: dict[str, Any]) -> Game:
    """The game once these have been carried out."""
    game.replay(actions)
    return game


def do(name: str, **arguments: Any) -> dict[str, Any]:
    """An action in its JSON form."""
    return {"action": name, **arguments}


FIELD: dict[str, Any] = {
    "hand": ["red-3", "red-5", "Picker", "Both", "Costless", "Priceless", "giant"],
    "battle": [stack("red-4"), stack("red-4", suspended=True), stack("red-tamer")],
    "breeding": stack("red-3", "red-egg"),
}
"""Hand a1 to a7; stacks p1 to p3, and p4 in the breeding area."""

ENEMY: dict[str, Any] = {"battle": [stack("blue-4"), stack("blue-4-blocker")], "breeding": stack("blue-3")}
"""Stacks p5 and p6, and p7 in the breeding area."""

PLAY_A1 = do("play", card="a1")


def attacked(*mine: dict[str, Any], by: str = "red-5", edition: str = "manual-2.3") -> Game:
    """The opponent of player 0 may block, with p2 to start with."""
    enemy = {"battle": list(mine), "breeding": stack("red-4-blocker"), "security": 3}
    attacking = game({"battle": [stack(by)]}, enemy, edition=edition)
    return after(attacking, do("attack", attacker="p1", target="player"))


def materials(card: str, edition: str = "manual-2.3", memory: int = 9, **areas: list[str]) -> Game:
    """A card is being played that lists cards; it is a1."""
    areas = {"hand": [], "trash": [], **areas}
    areas["hand"] = [card, *areas["hand"]]
    return after(game(areas, memory=memory, edition=edition), PLAY_A1)


def over() -> Game:
    """A game that is over."""
    return after(
        game({"battle": [stack("red-4")]}, {"security": 0}), do("attack", attacker="p1", target="player")
    )


EARLY: dict[str, Any] = {"edition": "detailed-1.0"}

CASES: list[tuple[str, Callable[[], Game], dict[str, Any]]] = [
    ("UNKNOWN_ACTION", lambda: game(FIELD, ENEMY), do("play")),
    ("UNKNOWN_ACTION", lambda: game(FIELD, ENEMY), do("fly", card="a1")),
    ("GAME_OVER", over, do("pass")),
    ("GAME_OVER", over, do("play", card="a1")),
    (
        "NOT_BEING_DECIDED | BREEDING_ACTION_TAKEN | BREEDING_AREA_OCCUPIED | NO_DIGI_EGGS",
        lambda: game(FIELD, ENEMY),
        do("hatch"),
    ),
    ("NOT_BEING_DECIDED | NO_REDRAW", lambda: game(FIELD, ENEMY), do("redraw")),
    ("NOT_BEING_DECIDED", lambda: game(FIELD, ENEMY), do("accept")),
    (
        "BREEDING_AREA_OCCUPIED | NO_DIGI_EGGS",
        lambda: game({"breeding": stack("red-egg")}, phase="unsuspend"),
        do("hatch"),
    ),
    ("NO_DP_TO_MOVE", lambda: game({"breeding": stack("red-egg")}, phase="unsuspend"), do("move")),
    (
        "LEVEL_TOO_LOW_TO_MOVE",
        lambda: game({"breeding": stack("red-egg")}, phase="unsuspend", **EARLY),
        do("move"),
    ),
    ("BREEDING_AREA_EMPTY", lambda: game({"egg_deck": 2}, phase="unsuspend"), do("move")),
    (
        "NOT_BEING_DECIDED | NOT_OWN_MAIN_PHASE",
        lambda: game({"egg_deck": 2, **FIELD}, phase="unsuspend"),
        PLAY_A1,
    ),
    ("NOT_PLAYED_FROM_HAND", lambda: game(FIELD, ENEMY), do("play", card="nobody")),
    ("KIND_NOT_PLAYED", lambda: game(FIELD, ENEMY), do("play", card="a3")),
    ("NO_PLAY_COST", lambda: game(FIELD, ENEMY), do("play", card="a6")),
    ("MEMORY_SHORT", lambda: game(FIELD, ENEMY), do("play", card="a7")),
    ("NOT_PLAYED_FROM_HAND | MEMORY_SHORT", lambda: game({"deck": ["giant"]}), do("play", card="a1")),
    ("NOT_AN_OPTION", lambda: game(FIELD, ENEMY), do("use", card="a1")),
    ("NO_USE_COST | COLOURS_NOT_MET", lambda: game(FIELD, ENEMY), do("use", card="a5")),
    ("NOT_USED_FROM_HAND | COLOURS_NOT_MET", lambda: game({"deck": ["red-option"]}), do("use", card="a1")),
    ("NO_SUCH_MAIN_EFFECT", lambda: game(FIELD, ENEMY), do("activate", card="a1", effect=0)),
    (
        "EFFECT_USED_UP",
        lambda: after(game({"battle": [stack("Worker")]}), do("activate", card="a6", effect=0)),
        do("activate", card="a6", effect=0),
    ),
    (
        "EFFECT_OF_ANOTHER_TURN",
        lambda: game({"battle": [stack("Worker")]}),
        do("activate", card="a6", effect=1),
    ),
    (
        "EFFECT_CONDITION_NOT_MET",
        lambda: game({"battle": [stack("Worker")]}),
        do("activate", card="a6", effect=2),
    ),
    (
        "EFFECT_COST_UNPAYABLE",
        lambda: game({"battle": [stack("Worker")]}),
        do("activate", card="a6", effect=3),
    ),
    (
        "TOO_FEW_CARDS_TO_BURST",
        lambda: game({"battle": [stack("Burster", "red-3")]}),
        do("activate", card="a6", effect=0),
    ),
    (
        "DELAY_IN_TURN_OF_PLACING",
        lambda: game({"battle": [stack("Late", played_this_turn=True)]}),
        do("activate", card="a6", effect=0),
    ),
    (
        "NOT_ONTO_OWN_DIGIMON",
        lambda: game(FIELD, ENEMY),
        do("digivolve", card="a2", onto="p3", requirement=0),
    ),
    ("REQUIREMENT_NOT_MET", lambda: game(FIELD, ENEMY), do("digivolve", card="a2", onto="p4", requirement=0)),
    (
        "NOT_ONTO_OWN_DIGIMON | NO_SUCH_REQUIREMENT",
        lambda: game(FIELD, ENEMY),
        do("digivolve", card="a2", onto="p5", requirement=3),
    ),
    (
        "NOT_A_DIGIMON_CARD | NO_SUCH_REQUIREMENT",
        lambda: game(FIELD, ENEMY),
        do("digivolve", card="a3", onto="p1", requirement=0),
    ),
    (
        "NOT_DIGIVOLVED_FROM_HAND",
        lambda: game({"deck": ["red-5"], "battle": [stack("red-4")]}),
        do("digivolve", card="a1", onto="p1", requirement=0),
    ),
    (
        "MEMORY_SHORT",
        lambda: game({"hand": ["costly-4"], "battle": [stack("red-3")]}),
        do("digivolve", card="a1", onto="p1", requirement=1),
    ),
    (
        "CANNOT_DIGIVOLVE",
        lambda: game({"hand": ["red-5"], "battle": [stack("Stuck")]}),
        do("digivolve", card="a1", onto="p1", requirement=0),
    ),
    (
        "REQUIREMENT_NOT_MET | TOKEN_DIGIVOLVES_NOT",
        lambda: game({"hand": ["red-5"], "battle": [stack("Doll", token=True)]}),
        do("digivolve", card="a1", onto="p1", requirement=0),
    ),
    (
        "DNA_UNKNOWN | DNA_REQUIREMENT_NOT_MET",
        lambda: game(FIELD, ENEMY, **EARLY),
        do("dna-digivolve", card="a4", left="p1", right="p2", requirement=0),
    ),
    (
        "DNA_TAKES_TWO | NO_SUCH_DNA_REQUIREMENT",
        lambda: game(FIELD, ENEMY),
        do("dna-digivolve", card="a4", left="p1", right="p1", requirement=1),
    ),
    (
        "DNA_NOT_IN_BATTLE_AREA",
        lambda: game(FIELD, ENEMY),
        do("dna-digivolve", card="a4", left="p1", right="p4", requirement=0),
    ),
    (
        "DIGISORPTION_TAKES_UNSUSPENDED",
        lambda: after(
            game({"hand": ["Sorber"], "battle": [stack("red-4"), stack("red-3", suspended=True)]}, memory=5),
            do("digivolve", card="a1", onto="p1", requirement=0),
        ),
        do("suspend-for", digimon="p2"),
    ),
    (
        "DIGISORPTION_CANNOT_SUSPEND",
        lambda: after(
            game({"hand": ["Sorber"], "battle": [stack("red-4"), stack("Stiff")]}, memory=5),
            do("digivolve", card="a1", onto="p1", requirement=0),
        ),
        do("suspend-for", digimon="p2"),
    ),
    (
        "ATTACKER_NOT_OWN_DIGIMON | TARGET_NOT_SUSPENDED",
        lambda: game(FIELD, ENEMY),
        do("attack", attacker="p3", target="p5"),
    ),
    (
        "ATTACKER_IN_BREEDING_AREA | TARGET_IN_BREEDING_AREA",
        lambda: game(FIELD, ENEMY),
        do("attack", attacker="p4", target="p7"),
    ),
    (
        "ATTACKER_SUSPENDED | NO_SUCH_TARGET",
        lambda: game(FIELD, ENEMY),
        do("attack", attacker="p2", target="p1"),
    ),
    (
        "ATTACKER_PLAYED_THIS_TURN | TARGET_NOT_CHOSEN_NOW",
        lambda: game({"battle": [stack("red-4", played_this_turn=True)]}),
        do("attack", attacker="p1", target=""),
    ),
    (
        "ATTACKER_CANNOT_ATTACK",
        lambda: game({"battle": [stack("Shy"), stack("Polite"), stack("Stiff")]}),
        do("attack", attacker="p1", target="player"),
    ),
    (
        "ATTACKER_CANNOT_ATTACK_PLAYER",
        lambda: game({"battle": [stack("Shy"), stack("Polite"), stack("Stiff")]}),
        do("attack", attacker="p2", target="player"),
    ),
    (
        "TARGET_CANNOT_BE_ATTACKED",
        lambda: game({"battle": [stack("red-4")]}, {"battle": [stack("Hidden", suspended=True)]}),
        do("attack", attacker="p1", target="p2"),
    ),
    (
        "ATTACKER_CANNOT_SUSPEND",
        lambda: game({"battle": [stack("Shy"), stack("Polite"), stack("Stiff")]}),
        do("attack", attacker="p3", target="player"),
    ),
    (
        "ATTACKER_SUSPENDED",
        lambda: attacked(stack("Shy"), stack("Stiff"), stack("red-4")),
        do("attack", attacker="p1", target="player"),
    ),
    (
        "BLOCKER_CANNOT_BLOCK",
        lambda: attacked(stack("Shy"), stack("red-4-blocker")),
        do("block", blocker="p2"),
    ),
    (
        "BLOCKER_CANNOT_SUSPEND",
        lambda: attacked(stack("Stiff"), stack("red-4-blocker")),
        do("block", blocker="p2"),
    ),
    (
        "BLOCKER_LACKS_BLOCKER | BLOCKER_SUSPENDED",
        lambda: attacked(stack("red-4-blocker"), stack("red-4", suspended=True)),
        do("block", blocker="p3"),
    ),
    ("BLOCKER_IN_BREEDING_AREA", lambda: attacked(stack("red-4-blocker")), do("block", blocker="p3")),
    (
        "ATTACKER_NOT_ALLOWED | TARGET_NOT_ALLOWED",
        lambda: after(
            game(
                {"hand": ["Caller"], "battle": [stack("red-4"), stack("red-3")]},
                {"battle": [stack("red-4", suspended=True)]},
            ),
            do("use", card="a1"),
        ),
        do("attack", attacker="p2", target="player"),
    ),
    (
        "ATTACK_NEEDS_TARGET",
        lambda: after(
            game({"battle": [stack("red-4")]}, {"battle": [stack("red-4", suspended=True)]}, **EARLY),
            do("attack", attacker="p1", target=""),
        ),
        do("decline"),
    ),
    (
        "ATTACK_UNDER_WAY | NO_SUCH_TARGET",
        lambda: after(
            game({"battle": [stack("red-4")]}, {"battle": [stack("red-4", suspended=True)]}, **EARLY),
            do("attack", attacker="p1", target=""),
        ),
        do("attack", attacker="p2", target="p1"),
    ),
    (
        "NOT_TO_BE_CHOSEN | EFFECT_ON_BREEDING_AREA",
        lambda: after(
            game({"hand": ["Picker"], "battle": [stack("red-3")] * 3, "breeding": stack("red-3")}),
            do("use", card="a1"),
        ),
        do("target", id="p4"),
    ),
    (
        "MORE_TO_BE_CHOSEN",
        lambda: after(game({"hand": ["Picker"], "battle": [stack("red-3")] * 3}), do("use", card="a1")),
        do("done"),
    ),
    ("EFFECT_ON_BREEDING_AREA", lambda: game(FIELD, ENEMY), {"effect": "delete", "target": "p7"}),
    ("NO_DP_TO_CHANGE", lambda: game(FIELD, ENEMY), {"effect": "dp", "target": "p3", "amount": 1000}),
    ("NO_SUCH_EFFECT_TARGET", lambda: game(FIELD, ENEMY), {"effect": "delete", "target": "p99"}),
    ("UNKNOWN_ACTION", lambda: game(FIELD, ENEMY), {"effect": "burn"}),
    (
        "DIGIXROS_CARD_NOT_LISTED",
        lambda: materials("Band", hand=["red-3", "red-4", "red-5"]),
        do("place", card="a4", place=0),
    ),
    (
        "DIGIXROS_PLACE_PASSED",
        lambda: after(materials("Band", hand=["red-3", "red-4", "red-5"]), do("place", card="a3", place=1)),
        do("place", card="a2", place=0),
    ),
    (
        "DIGIXROS_CARD_NOT_THERE",
        lambda: materials("Band", hand=["red-3", "red-4"]),
        do("place", card="a9", place=7),
    ),
    (
        "ASSEMBLY_IN_PART",
        lambda: materials("Set", "chapter-7", trash=["red-3", "red-4"]),
        do("place", card="a8", place=1),
    ),
    (
        "ASSEMBLY_CARD_NOT_THERE",
        lambda: materials("Set", "chapter-7", trash=["red-3", "red-4"]),
        do("place", card="a2", place=0),
    ),
    (
        "ASSEMBLY_CARD_NOT_LISTED | ASSEMBLY_IN_PART",
        lambda: materials("Set", "chapter-7", trash=["red-3", "red-4"]),
        do("place", card="a8", place=0),
    ),
    ("NOT_BEING_DECIDED | LISTS_NO_MATERIALS", lambda: game(FIELD, ENEMY), do("place", card="a1", place=0)),
    ("NOT_BEING_DECIDED | NO_SUCH_REQUIREMENT", lambda: game(FIELD, ENEMY), do("requirement", requirement=0)),
    (
        "DIGIXROS_CARD_NOT_LISTED | DIGIXROS_PLACE_PASSED",
        lambda: after(materials("Band", hand=["red-3", "red-4", "red-5"]), do("place", card="a3", place=1)),
        do("place", card="a2", place=-1),
    ),
    (
        "EFFECT_NOT_OPTIONAL",
        lambda: after(
            game({"hand": ["Doom"], "battle": [stack("Saved"), stack("Saved")]}), do("use", card="a1")
        ),
        do("decline"),
    ),
    (
        "EFFECT_NOT_PENDING",
        lambda: after(
            game({"hand": ["Doom"], "battle": [stack("Saved"), stack("Saved")]}), do("use", card="a1")
        ),
        do("resolve", effect="e99"),
    ),
    (
        "EFFECT_OUTSIDE_MAIN_PHASE",
        lambda: after(
            game({"hand": ["Doom"], "battle": [stack("Saved"), stack("Saved")]}), do("use", card="a1")
        ),
        {"effect": "memory", "player": 0, "amount": 1},
    ),
    (
        "NOT_BEING_DECIDED | BLOCKER_SUSPENDED | ALREADY_BLOCKED | BLOCKER_IS_TARGET",
        lambda: after(attacked(stack("red-4-blocker"), by="Slow"), do("block", blocker="p2")),
        do("block", blocker="p2"),
    ),
    (
        "NOT_BEING_DECIDED | BLOCK_WITHOUT_ATTACKER",
        lambda: attacked(stack("red-4-blocker"), by="Martyr", edition="comprehensive-4.0"),
        do("block", blocker="p2"),
    ),
]
"""What is tried in which situation, and everything that speaks against it."""


@pytest.mark.parametrize(("names", "situation", "tried"), CASES)
def test_all_that_speaks_against_an_action_is_told_and_nothing_changes(
    names: str, situation: Callable[[], Game], tried: dict[str, Any]
) -> None:
    game = situation()
    before, hashed = game.state, hash(game)
    with pytest.raises(IllegalAction) as refused:
        game.replay([tried])
    illegal = refused.value
    assert illegal.flags == flags_of(names)
    assert sorted(reason.reason for reason in illegal.reasons) == sorted(
        name.lower().replace("_", "-") for name in names.split(" | ")
    )
    assert all(reason.text for reason in illegal.reasons)
    assert game.state is before
    assert hash(game) == hashed
    if "effect" not in tried:
        assert game.reasons_against(tried) is not None
        assert tried not in [msgspec.to_builtins(action) for action in game.legal_actions()]


def test_every_reason_is_given_in_some_situation() -> None:
    assert reduce(or_, (flags_of(names) for names, _, _ in CASES)) == reduce(or_, Reason)


def test_every_reason_rests_on_a_rule_but_for_what_is_no_matter_of_rules() -> None:
    without = {reason for reason in Reason if not explain(reason).rule}
    assert without == {Reason.UNKNOWN_ACTION, Reason.NO_SUCH_EFFECT_TARGET}
    rules = set(load_store(GAME.directory, tuple(GAME.rulesets)).rules)
    assert {explain(reason).rule for reason in set(Reason) - without} <= rules


def test_what_cannot_be_read_is_told_with_what_could_stand_there() -> None:
    with pytest.raises(IllegalAction, match="unknown field `cards`; known: action, card"):
        game().apply({"action": "play", "cards": "a1"})
    with pytest.raises(IllegalAction, match="Invalid value 'fly'; known: accept, activate, attack"):
        game().apply({"action": "fly"})


@pytest.mark.parametrize("tried", [None, [], "pass", 3, {}, {"action": None}, {"action": ["pass"]}])
def test_what_is_no_action_at_all_is_refused_too(tried: Any) -> None:
    standing = game()
    with pytest.raises(IllegalAction) as refused:
        standing.apply(tried)
    assert refused.value.flags == Reason.UNKNOWN_ACTION
    found = standing.reasons_against(tried)
    assert found is not None
    assert found.flags == Reason.UNKNOWN_ACTION
