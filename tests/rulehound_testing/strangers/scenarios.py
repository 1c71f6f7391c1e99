"""Scenarios of the heap that strangers are asked."""

from __future__ import annotations

import msgspec

from rulehound.spec.formats import Scenario

STEPS = """
id = "one"
title = "Two steps"
rules = ["heap.full"]
given.position = { count = 0 }
[[step]]
do = { action = "add", amount = 2 }
[[step]]
do = { action = "add", amount = 1 }
expect = { state = { count = 3 } }
"""


def scenarios(count: int) -> list[Scenario]:
    one = msgspec.toml.decode(STEPS, type=Scenario)
    return [msgspec.structs.replace(one, id=f"scenario-{number}") for number in range(count)]
