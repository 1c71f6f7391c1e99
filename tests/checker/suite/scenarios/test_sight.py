"""What a player sees, and does not see, by the scenarios of the toy game."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from rulehound.checker.records import Verdict
from rulehound.checker.suite.scenarios.writing import faults
from rulehound_testing.toy.play import ALL, WORDS, Heap, target
from rulehound_testing.toy.scenarios import AT_SIX, judge, scenario

STEP = AT_SIX + '[[step]]\ndo = { action = "add", amount = 1 }\n'
SEES = STEP + 'expect = { sees = { me = ["count"], opponent = ["secret"] }, unseen = { me = ["secret"] } }'


class Results(Heap):
    """Shows a secret to the second player, and to everybody together."""

    capabilities = (*ALL, "observe-player")
    told: ClassVar[dict[int | None, dict[str, int]]] = {0: {}, 1: {"secret": 7}, None: {"secret": 7}}

    def observe(self, player: int | None = None) -> dict[str, Any]:
        return {**super().observe(), **self.told[player]}


class ShownToBoth(Results):
    told: ClassVar = {0: {"secret": 7}, 1: {"secret": 7}, None: {"secret": 7}}


class ShownToNobody(Results):
    told: ClassVar = {0: {}, 1: {}, None: {"secret": 7}}


class ShownOtherwise(Results):
    told: ClassVar = {0: {}, 1: {"secret": 8}, None: {"secret": 7}}


class Without(Results):
    told: ClassVar = {0: {}, 1: {}, None: {}}


class Unable(Results):
    capabilities = ALL


@pytest.mark.parametrize(
    ("engine", "verdict", "said"),
    [
        (Results, Verdict.PASS, ""),
        (ShownToBoth, Verdict.VIOLATION, "expected: me does not see secret; observed: me sees 7 of 7"),
        (
            ShownToNobody,
            Verdict.VIOLATION,
            "expected: opponent sees secret; observed: opponent sees null of 7",
        ),
        (ShownOtherwise, Verdict.VIOLATION, "expected: opponent sees secret; observed: opponent sees 8 of 7"),
        (Without, Verdict.UNSUPPORTED, "the engine does not show secret"),
        (Unable, Verdict.UNSUPPORTED, "the engine does not show what one player sees"),
    ],
)
def test_what_a_player_sees(engine: type[Heap], verdict: Verdict, said: str) -> None:
    record = judge(SEES, engine)
    assert (record.verdict, record.explanation) == (verdict, said)


def test_who_sees_what_is_written_well() -> None:
    text = STEP + 'expect = { sees = { judge = ["count"] }, unseen = { me = ["a b["] } }'
    assert list(faults(scenario(text), target(), WORDS)) == [
        "step 1: 'judge' is no player; there are me and opponent",
        "step 1: 'a b[' is not a path",
    ]
