"""Scenarios for the heap of the toy game, and how they are asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from rulehound.checker.records import CheckRecord
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.given import CardWords, Vocabulary
from rulehound.spec.formats import Action, Adapter, Observation, Scenario
from rulehound_testing.toy.play import ALL, WORDS, Heap, opener, target


def scenario(text: str, id: str = "one", rules: str = '["heap.full"]') -> Scenario:
    head = f'id = "{id}"\ntitle = "A title"\nrules = {rules}\n'
    return msgspec.toml.decode(head + text, type=Scenario)


def judge(text: str, make: Callable[[], Adapter] = Heap, **head: Any) -> CheckRecord:
    (record,) = run_scenarios(target(opener(make)), [scenario(text, **head)], WORDS)
    return record


AT_SIX = """
[given.position]
count = "=heap.full - 1"
turn = "me"
"""
ONE_FITS = (
    AT_SIX
    + """
[[step]]
do = { action = "add", amount = 1 }
expect = { state = { count = "=heap.full", decider = "none", turn = "opponent", "me.count" = -7 } }
"""
)
TWO_DO_NOT = (
    AT_SIX
    + """
[[step]]
try = { action = "add", amount = 2 }
expect = { illegal = "heap.full", state = { count = 6 } }
"""
)
TWO_THEN_THREE = """
given = { new_game = { seed = 1 } }
[[step]]
do = { action = "add", amount = 2 }
[[step]]
do = { action = "add", amount = 2 }
[[step]]
try = { action = "add", amount = 3 }
expect = { illegal = "add.few" }
"""


class Noting(Heap):
    """Tells what has happened since the last action, and shows what was added as things of a list."""

    capabilities = (*ALL, "card-effects")
    added: tuple[int, ...] = ()
    happened: tuple[str, ...] = ()

    def apply(self, action: Action) -> Observation:
        super().apply(action)
        self.added = (*self.added, action["amount"])
        self.happened = ("touched", "added", "passed")
        return self.observe()

    def observe(self) -> Observation:
        stones = [{"id": f"s{n}", "size": size, "card": "RH-01"} for n, size in enumerate(self.added)]
        told = [{"event": name} for name in self.happened]
        return {**super().observe(), "stones": stones, "events": told}


TWO_ADDED = TWO_THEN_THREE.partition("[[step]]\ntry")[0]


DCG_WORDS = Vocabulary(
    CardWords(
        "kind",
        "digimon",
        {
            "digimon": {"level": 3, "dp": 3000, "play_cost": 3, "colors": ["red"]},
            "digi-egg": {"level": 2, "colors": ["red"]},
        },
    ),
    ("hand", "deck", "security", "egg_deck", "trash", "cards", "main", "eggs"),
    sides=("me", "opponent"),
    sided={"memory": "turn"},
)
