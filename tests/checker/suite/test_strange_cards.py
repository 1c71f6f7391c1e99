"""Engines that play cards of which nothing is known: sound ones get silence, and what only the rules can have
changed is judged."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from rulehound.checker.efforts import Scope
from rulehound.checker.judging.coverage import BY_EFFECT, IN_PART, STEPS
from rulehound.checker.judging.judged_game import INFLUENCED
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.play import play
from rulehound.checker.suite.play.own_cards import with_own_cards
from rulehound.spec.dcg import game
from rulehound.spec.dcg.decks import pool
from rulehound_testing.dcg.strange_cards import Stranger, in_words, judged_games
from rulehound_testing.dcg.values import VALUES
from rulehound_testing.faults.engines import create
from rulehound_testing.rotating import of_this_run


def test_a_sound_stranger_gets_silence_and_most_of_it_is_judged() -> None:
    """2,000 steps with a third of the cards unknown: of one in twenty nothing was said, at most."""
    came = judged_games(range(24))
    assert came.found == []
    steps = came.seen[STEPS]
    assert steps >= 2_000
    unjudged = sum(
        n for why, n in came.not_judged.items() if not why.startswith(("offered", "stacks", "not compared"))
    )
    assert came.seen[IN_PART] > 50
    assert came.seen[IN_PART] <= came.seen[BY_EFFECT] < 0.2 * steps
    assert 0 < came.not_judged[INFLUENCED] <= unjudged < 0.05 * steps, came.not_judged


@pytest.mark.parametrize("edition", of_this_run(["detailed-1.0", "comprehensive-4.0"], 2))
def test_nor_is_anything_found_where_no_card_is_known(edition: str) -> None:
    came = judged_games(range(4), edition, with_text=20)
    assert came.found == []
    assert came.seen[IN_PART] > 10


IN_RULE_STEPS: Mapping[str, tuple[str, ...]] = {
    "digivolve-at-play-cost": ("memory 4", "memory.limit holds"),
    "no-digivolve-draw": (".deck 37",),
    "pass-2": ("after “pass”: memory 3",),
    "cost-ignored": ("memory 5",),
    "draw-2": (".deck 39",),
    "level-2-moves": ("refused: move",),
    "attacker-upright": ("suspended yes",),
}
"""Faults in what the rules themselves do, to what each finding of the first of it expects instead."""

AMONG_UNKNOWN = {
    "pass-2": ("after “pass”: memory 3",),
    "draw-2": (".deck 39",),
    "memory-not-carried": ("memory 7",),
}
"""The same where next to nothing is known of any card: what stands there may have changed other things."""


@pytest.mark.parametrize(
    ("fault", "expected", "with_text"),
    of_this_run(
        [
            *((fault, expected, 6) for fault, expected in IN_RULE_STEPS.items()),
            *((fault, expected, 20) for fault, expected in AMONG_UNKNOWN.items()),
        ],
        2,
    ),
)
def test_what_only_the_rules_can_have_changed_is_judged(
    fault: str, expected: tuple[str, ...], with_text: int
) -> None:
    came = judged_games(range(12), with_text=with_text, engine=lambda: Stranger(create(fault)), findings=1)
    assert len(came.found) == len(expected), came
    assert all(text in one.expected for text, one in zip(expected, came.found, strict=True)), came


EGGS_WITH_TEXT = [
    replace(card, inherited_text="[Your Turn] This Digimon gets +1000 DP.")
    if card.kind == "digi-egg"
    else card
    for card in map(in_words, pool())
]
"""Cards without text, and Digi-Eggs whose only text does nothing while they lie on top."""


@pytest.mark.parametrize("fault", ["", "level-2-moves"])
def test_a_text_for_the_cards_above_does_nothing_on_top(fault: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_bytes(msgspec.json.encode(EGGS_WITH_TEXT))
    rules = BoundModel(with_own_cards(game, path), "manual-2.3", VALUES)
    engine = target_of(rules, "stranger", lambda: Stranger(create(fault) if fault else None))
    played = play(engine, seed=0, scope=Scope(games=2, steps=80, examples=0, findings=1))
    violated = {(r.rules[0], r.check) for r in played.records if r.verdict is Verdict.VIOLATION}
    assert violated == ({("breeding.move-dp", "guard:move:breeding.move-dp")} if fault else set())
