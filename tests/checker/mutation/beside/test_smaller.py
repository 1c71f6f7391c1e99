"""Scenarios are made smaller as long as they hold, and places move up with what is taken out before them."""

from __future__ import annotations

from typing import Any

import msgspec

from rulehound.checker.mutation.beside.smaller import smaller
from rulehound.spec.formats import Scenario

LARGE = """
id = "large"
title = "A title"
rules = []
given.cards = { striker = { dp = 9000, cost = 3 }, idle = {} }
given.position = { memory = 3, me = { hand = ["idle", "idle", "striker", "idle"], battle = [] } }
[[step]]
do = { action = "pass" }
[[step]]
do = { action = "play", card = "me.hand[2]" }
expect.state = { "me.hand[0].dp" = 1, memory = 2 }
"""


def test_what_is_not_needed_is_left_out() -> None:
    def holds(scenario: Scenario) -> bool:
        """Whether the last step plays the striker, and its fact and the memory are there."""
        given: Any = scenario.given
        last: Any = scenario.steps[-1]
        hand = given["position"].get("me", {}).get("hand", [])
        played = dict(enumerate(hand)).get(int(last.do["card"][-2:-1]))
        card = given.get("cards", {}).get("striker", {})
        return played == "striker" and card.get("dp") == 9000 and "memory" in last.expect.state

    found = smaller(msgspec.toml.decode(LARGE, type=Scenario), holds)
    assert found.given == {
        "cards": {"striker": {"dp": 9000}},
        "position": {"me": {"hand": ["striker"]}},
    }
    assert [step.do for step in found.steps] == [{"action": "play", "card": "me.hand[0]"}]
    assert found.steps[0].expect.state == {"memory": 2}


def test_it_ends_after_so_many_tries() -> None:
    tried = list[Scenario]()
    large = msgspec.toml.decode(LARGE, type=Scenario)
    assert smaller(large, lambda one: bool(tried.append(one)), runs=5) == large
    assert len(tried) == 5
