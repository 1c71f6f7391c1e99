"""What the model is told of the DP that an engine shows."""

from __future__ import annotations

import pytest

from rulehound.spec.dcg.model import Stack, model
from rulehound.spec.dcg.reading import states
from rulehound.spec.formats import Card
from rulehound.spec.language import Interpreter
from rulehound_testing.dcg.values import VALUES

CARDS = {
    "digimon": Card("digimon", "Digimon", {"kind": "digimon", "level": 3, "colors": ["red"], "dp": 3000}),
    "tamer": Card("tamer", "Tamer", {"kind": "tamer", "colors": ["red"]}),
}
FIELDS = [name for name, _ in Stack.fields()]


@pytest.mark.parametrize(
    ("card", "shown", "change", "broken"),
    [
        ("digimon", 3000, 0, False),
        ("digimon", 5000, 2000, False),
        ("digimon", 1000, -2000, False),
        ("digimon", 0, -3000, False),
        ("digimon", -1000, -4000, True),
        ("tamer", None, 0, False),
    ],
)
def test_dp_below_zero_is_seen_and_what_led_there_worked_out(
    card: str, shown: int | None, change: int, broken: bool
) -> None:
    entry = {"id": "p1", "dp": shown, "suspended": False, "played_this_turn": False}
    stack = states.stack({**entry, "cards": [{"id": "a1", "card": card}]}, CARDS, {})
    assert (stack[FIELDS.index("dp")], stack[FIELDS.index("dp_change")]) == (shown or 0, change)
    state = list(model.from_dict({}))
    state[states.PLACES["me.breeding"]] = (stack,)
    failed = {invariant.name for invariant in Interpreter(model, VALUES).failed_invariants(tuple(state))}
    assert ("dp.floor" in failed) == broken


def test_fields_that_an_engine_adds_to_what_it_shows_face_down_are_no_piles() -> None:
    deck = [{"id": "a1", "card": "digimon"}]
    seen = {"players": [{}, {}], "hidden": [{"deck": deck, "looked_at": 3, "notes": [1]}, {"looked_at": 3}]}
    assert states.face_down(seen, 0) == [deck]
    assert states.face_down(seen, 1) == []
    assert states.face_down({"players": [{}, {}]}, 0) == []
