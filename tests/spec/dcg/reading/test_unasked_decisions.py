"""What tells that a decision has more answers than one: cards that stay in hands; positions as they stand."""

from __future__ import annotations

from typing import Any

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.scenarios.arranging import arrange
from rulehound.checker.suite.scenarios.given import load_vocabulary
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.dcg.reading.cards import model_card
from rulehound.spec.dcg.reading.complete import completed
from rulehound.spec.dcg.reading.unasked_decisions import held, rounds, standing
from rulehound.spec.documents.store import load_store
from rulehound.spec.formats import Card
from rulehound_testing.dcg.values import VALUES
from rulehound_testing.rotating import of_this_run

CARDS = {
    "A": Card("A", "Low", {"kind": "digimon", "level": 3, "dp": 1000, "play_cost": 3, "colors": ["red"]}),
    "B": Card("B", "High", {"kind": "digimon", "level": 4, "dp": 4000, "play_cost": 5, "colors": ["red"],
                            "digivolve": [{"color": "red", "level": 3, "cost": 2}]}),
    "C": Card("C", "Free", {"kind": "digimon", "level": 3, "dp": 1000, "colors": ["red"]}),
}  # fmt: skip


def shown(mine: list[str], theirs: list[str], **more: Any) -> Any:
    """A main phase of player 0, who has a Low on the field, with these hands."""
    position = {"turn": 0, "players": [{"hand": mine, "battle": [{"cards": ["A"]}]}, {"hand": theirs}]}
    stood = standing(position, CARDS)
    assert stood is not None
    return completed({**stood, **more}, CARDS)


def test_what_is_held_before_and_after_can_be_tried() -> None:
    found = held(shown(["A", "B"], ["C"]), shown(["B", "A"], ["C", "A"]), CARDS)
    names = [(move.action, move.parameters["card"]) for move in found[False]]
    low, high = model_card(CARDS["A"]), model_card(CARDS["B"])
    assert {("play", low), ("play", high), ("digivolve", high)} <= set(names)
    assert not any(move.action in ("play", "digivolve") for move in found[True]), "Free cannot be paid"
    assert [move.action for move in held(shown(["B"], []), shown(["A"], []), CARDS)[False]] == []


def test_rounds_are_counted_where_turns_are_told() -> None:
    before, after = shown([], [], turn_number=3), shown([], [], turn_number=6)
    assert (rounds(before, after), rounds(before, before)) == (3, 0)
    untold = completed({**standing({}, {}), "turn_number": None}, {})  # type: ignore[dict-item]
    assert rounds(before, untold) > 1


def test_a_position_stands_as_the_engine_shows_it_that_asks_for_everything() -> None:
    target = BoundModel(game, "manual-2.3", VALUES)
    words = load_vocabulary(game.directory / "scenarios" / "defaults.toml")
    engine, at_hand, compared = DcgAdapter(), CompiledModel(game, VALUES), 0
    whole = [one for one in load_store(game.directory).scenarios if "position" in one.given]
    for scenario in of_this_run(whole, 4):
        start = arrange(scenario, target, words, engine.handshake()).start
        stood = standing(start.position or {}, start.known)
        if stood is None or any(card.facts.get("effects") for card in start.cards):
            continue
        given = (start.position or {}).get("players", ())
        if any((player.get("breeding") or {}).get("keywords") for player in given):
            continue  # `standing` does not reckon with keywords in the breeding area
        seen, judge = start.begin(engine), Judge(at_hand, start.known)
        trashed = [[len(player["trash"]) for player in one["players"]] for one in (stood, seen)]
        if "FILLER" in str(seen) or trashed[0] != trashed[1]:
            continue  # piles are filled up with cards of the engine's own, or the rules act at once
        assert (judge.goes_on(stood, seen), judge.unasked) == (True, False), scenario.name
        compared += 1
    assert compared > 20


def test_a_phase_in_which_nobody_decides_does_not_stand() -> None:
    assert standing({"phase": "draw"}, {}) is None
