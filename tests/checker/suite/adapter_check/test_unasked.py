"""An adapter that answers decisions by itself and does not say so is told what saying it would bring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from rulehound.checker.judging.target import target_of
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.adapter_check import Judged, Remark
from rulehound.checker.suite.adapter_check.unasked import unasked
from rulehound.engine.adapter import create
from rulehound.spec.dcg import game
from rulehound.spec.formats import Handshake
from rulehound_testing.dcg.values import values_of
from rulehound_testing.unasked import Unasked

EDITION = "comprehensive-4.0"
RULES = BoundModel(game, EDITION, values_of(EDITION))


class Said(Unasked):
    """It says what it does not ask."""

    def handshake(self) -> Handshake:
        return msgspec.structs.replace(super().handshake(), unasked=("breeding",))


def remarks_on(make: Any) -> Sequence[Remark]:
    target = target_of(RULES, "tried", make)
    setups = [msgspec.structs.replace(game.setup(n, RULES.values), edition=EDITION) for n in (0, 1)]
    return list(unasked(target, setups))


def test_an_engine_that_asks_for_everything_is_fine() -> None:
    (remark,) = remarks_on(create)
    assert remark.judged is Judged.FINE


@pytest.mark.parametrize("decisions", [(), ("breeding",)])
def test_an_engine_that_does_not_ask_and_does_not_say_so_is_told(decisions: Sequence[str]) -> None:
    (remark,) = remarks_on(lambda: Unasked(create(), decisions))
    assert (remark.check, remark.judged) == ("handshake.unasked", Judged.DOUBT)
    assert "where they have one answer alone" in remark.what
    assert 'name in `unasked` of the handshake which of "breeding"' in remark.remedy
    assert "block" not in remark.remedy
    assert "without it nothing is said" in remark.remedy


def test_an_engine_that_says_so_is_told_nothing() -> None:
    assert remarks_on(lambda: Said(create(), ["breeding"])) == []
