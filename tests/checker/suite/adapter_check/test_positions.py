"""What is set up has to be shown back, and the remark names the area in which it is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rulehound.checker.engines import EngineLimits
from rulehound.checker.engines.channels import LocalChannel
from rulehound.checker.suite.adapter_check import Judged, Remark, talk
from rulehound.checker.suite.adapter_check.positions import position
from rulehound.checker.suite.adapter_check.talk import TriedAdapter
from rulehound.engine.adapter import create
from rulehound.spec.dcg import game
from rulehound.spec.formats import Observation, Reason, Refused
from rulehound_testing.dcg.values import values_of

VALUES = values_of("manual-2.3")


class Spoiled:
    """The reference engine, which refuses some positions and shows others wrongly."""

    def __init__(self, spoil: Callable[[Observation], Any], refuses: Callable[[Any], bool]) -> None:
        self.inner, self.spoil, self.refuses = create(), spoil, refuses

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def position(self, cards: Any, stated: Any, edition: str) -> Observation:
        if self.refuses(stated):
            raise Refused([Reason("no", text="not here")])
        return self.spoiled(self.inner.position(cards, stated, edition))

    def observe(self, player: int | None = None) -> Observation:
        return self.spoiled(self.inner.observe(player))

    def spoiled(self, shown: Observation) -> Observation:
        for seat in shown["players"]:
            self.spoil(seat)
        return shown


def tried(
    monkeypatch: pytest.MonkeyPatch,
    spoil: Callable[[Any], Any] = lambda _: None,
    refuses: Callable[[Any], bool] = lambda _: False,
) -> list[Remark]:
    """The remarks on such an engine."""
    monkeypatch.setattr(talk, "open_channel", lambda *_: (LocalChannel(Spoiled(spoil, refuses)), True))
    adapter = TriedAdapter("spoiled", game, EngineLimits(), (), lambda number: game.setup(number, VALUES))
    return list(position(adapter))


def test_everything_is_shown_back_by_the_reference_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    remarks = tried(monkeypatch)
    assert [remark.judged for remark in remarks] == [Judged.FINE, Judged.FINE]
    areas = "battle area, breeding area, hand, deck, Digi-Egg deck, security stack, trash"
    more = "cards under cards, suspended cards, memory, whose turn it is"
    assert remarks[-1].what == f"what is set up is shown back: {areas}, {more}"


def _only_top_cards(seat: Any) -> None:
    for stack in seat["battle"]:
        stack["cards"] = stack["cards"][:1]


def _without_flags(seat: Any) -> None:
    for stack in seat["battle"]:
        del stack["suspended"]


def _top_cards_and_how_many(seat: Any) -> None:
    for stack in seat["battle"]:
        stack.update(unseen=len(stack["cards"]) - 1, cards=stack["cards"][:1])


SPOILED: dict[str, tuple[Callable[[Any], Any], Judged, str]] = {
    "trash": (lambda seat: seat.update(trash=seat["trash"][1:]), Judged.MEND, "is shown"),
    "hand": (lambda seat: seat.update(hand=len(seat["hand"])), Judged.DOUBT, "how many cards"),
    "security stack": (lambda seat: seat.update(security=0), Judged.MEND, "2 was set up, and 0 is shown"),
    "deck": (lambda seat: seat.pop("deck"), Judged.DOUBT, "not shown back"),
    "Digi-Egg deck": (lambda seat: seat.update(egg_deck=5), Judged.MEND, "1 was set up, and 5 is shown"),
    "breeding area": (lambda seat: seat.update(breeding=None), Judged.MEND, "and nothing is shown"),
    "battle area": (lambda seat: seat["battle"].clear(), Judged.MEND, "and nothing is shown"),
    "cards under cards": (_only_top_cards, Judged.MEND, "and nothing is shown"),
    "suspended cards": (_without_flags, Judged.DOUBT, "not shown back"),
}
"""Area to what spoils it in a seat, and what is said of that."""


@pytest.mark.parametrize("area", SPOILED)
def test_the_area_is_named_in_which_something_else_is_shown(
    area: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil, judged, said = SPOILED[area]
    remarks = {remark.check: remark for remark in tried(monkeypatch, spoil)}
    remark = remarks.pop(f"position: {area}")
    assert (remark.judged, said in remark.what) == (judged, True), remark
    assert remark.remedy
    rest = {"position: cards under cards", "position: suspended cards"} if area == "battle area" else set()
    assert remarks.keys() - {"position"} == rest


def test_cards_under_others_may_be_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    remarks = {remark.check: remark.judged for remark in tried(monkeypatch, _top_cards_and_how_many)}
    assert remarks["position: cards under cards"] is Judged.DOUBT


def test_a_refused_situation_is_asked_area_by_area(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(stated: Any) -> bool:
        seats = stated.get("players", ())
        return any(seat.get("trash") or seat.get("breeding") for seat in seats)

    remark = tried(monkeypatch, refuses=refuses)[-1]
    assert remark.judged is Judged.DOUBT
    assert remark.what.endswith("not here; so it is with one of these alone: breeding area, trash")
