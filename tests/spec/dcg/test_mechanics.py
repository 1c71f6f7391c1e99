"""The mechanics that a game reaches are counted for engines that leave things out too."""

from __future__ import annotations

import random

import msgspec
import pytest

from rulehound.engine.adapter import create
from rulehound.spec.dcg import decks, mechanics
from rulehound_testing.dcg.incomplete import OPTIONAL, without
from rulehound_testing.dcg.values import VALUES


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_what_is_left_out_breaks_nothing(seed: int) -> None:
    """Another field at every step, each in a game of cards with effects."""
    engine, chance = create(), random.Random(seed)
    setup = msgspec.structs.replace(decks.probe_setup(seed, VALUES), edition="manual-2.3")
    cards = {card.number: card for card in setup.cards}
    before = msgspec.to_builtins(engine.new_game(setup))
    for path in chance.sample(OPTIONAL, len(OPTIONAL)):
        if not (offered := engine.legal_actions()):
            break
        action = chance.choice(offered)
        after = msgspec.to_builtins(engine.apply(action))
        mechanics.reached(without(before, path), action, without(after, path), cards, VALUES)
        before = after


def test_effects_of_which_only_the_card_is_shown_are_none_that_are_known() -> None:
    before = {"turn": 0, "decider": 0, "decision": "main", "players": [], "events": []}
    waits = [{"card": "A"}, {"card": "B"}]
    after = {**before, "effect": {"card": "A"}, "pending": waits}
    assert mechanics.reached(before, {"action": "pass"}, after, {}, VALUES) == ["passing"]
