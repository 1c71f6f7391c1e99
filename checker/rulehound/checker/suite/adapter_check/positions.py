"""Trials of positions: one with nothing said of it, and one with something in every area, shown back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulehound.checker.engines import unreadable_is_malformed
from rulehound.checker.engines.misbehaviour import quoted
from rulehound.checker.judging.observations.json_paths import same
from rulehound.checker.suite.adapter_check.remarks import Judged, Remark
from rulehound.checker.suite.adapter_check.talk import Talk, TriedAdapter, shown
from rulehound.spec.formats import Observation, Position, Refused, Setup

CHECK = "position"
SET_UP = "set it up if it can be; what is asked in a situation that is refused is not judged"
"""What to do about a situation that is refused."""


def position(adapter: TriedAdapter) -> Iterator[Remark]:
    """A situation with nothing said of it can be set up, and so can one with something in every area."""
    setup = adapter.setup(0)
    with adapter.talk() as talk:
        try:
            seen = _set_up(talk, setup, {})
        except Refused as refusal:
            what = f"a situation with nothing said of it is refused: {quoted(str(refusal))}"
            yield Remark(CHECK, Judged.DOUBT, what, SET_UP)
            return
        if not same(talk.ask("observe"), seen):
            what = "observe shows another situation than position"
            yield Remark(CHECK, Judged.MEND, what, "answer with the game as it stands")
            return
        talk.ask("legal_actions")
        yield Remark(CHECK, Judged.FINE, "a situation of empty areas is set up")
        yield from _every_area(adapter, talk, setup)


def _set_up(talk: Talk, setup: Setup, stated: Position) -> Observation:
    """The answer to a position with the cards of a game. Raises Refused."""
    answer: Observation = talk.ask("position", cards=setup.cards, position=stated, edition=setup.edition)
    return answer


def _every_area(adapter: TriedAdapter, talk: Talk, setup: Setup) -> Iterator[Remark]:
    """What is set up in every area is what is shown there."""
    full = adapter.game.full_position
    if full is None:
        return
    cards = {card.number: card for card in setup.cards}
    stated = full.position(setup.cards)
    standing = adapter.game.reader.standing(stated, cards)
    if standing is None:
        return
    expected = full.areas(standing)
    try:
        seen = _set_up(talk, setup, stated)
    except Refused as refusal:
        refused = [area for area in expected if _is_refused(talk, setup, full.only(stated, area))]
        alone = f"; so it is with one of these alone: {', '.join(refused)}" if refused else ""
        what = f"a situation with something in every area is refused: {quoted(str(refusal))}{alone}"
        yield Remark(CHECK, Judged.DOUBT, what, SET_UP)
        return
    with unreadable_is_malformed():
        observed = full.areas(seen)
    differences = {area: _difference(expected[area], observed[area]) for area in expected}
    for area, (judged, what) in differences.items():
        if judged is Judged.MEND:
            remedy = "set up what is asked for, or refuse the situation"
            yield Remark(f"{CHECK}: {area}", judged, what, remedy, shown(seen))
        elif judged is Judged.DOUBT:
            remedy = "show it if you can; what hangs on it is not judged"
            yield Remark(f"{CHECK}: {area}", judged, what, remedy)
    fine = [area for area, (judged, _) in differences.items() if judged is Judged.FINE]
    if fine:
        yield Remark(CHECK, Judged.FINE, f"what is set up is shown back: {', '.join(fine)}")


def _is_refused(talk: Talk, setup: Setup, stated: Position) -> bool:
    try:
        _set_up(talk, setup, stated)
    except Refused:
        return True
    return False


def _difference(expected: Sequence[Any], observed: Sequence[Any]) -> tuple[Judged, str]:
    """How what is shown of an area differs from what was set up there, the worst of all players; fine where
    it does not differ.
    """
    differences = [_of_one(*pair) for pair in zip(expected, observed, strict=True)]
    worst = (Judged.MEND, Judged.DOUBT)
    found = [(judged, what) for kind in worst for judged, what in differences if judged is kind]
    return found[0] if found else (Judged.FINE, "")


def _of_one(expected: Any, observed: Any) -> tuple[Judged, str]:
    if observed is None:
        return Judged.DOUBT, "what is set up there is not shown back"
    if isinstance(expected, list) and not isinstance(observed, list):
        if observed == len(expected):
            return Judged.DOUBT, "how many cards are set up there is shown, and not which"
        return Judged.MEND, f"{len(expected)} were set up and {quoted(repr(observed))} are shown"
    if isinstance(observed, list) and not isinstance(expected, list):
        observed = len(observed)
    if same(expected, observed):
        return Judged.FINE, ""
    return Judged.MEND, f"{_text(expected)} was set up, and {_text(observed)} is shown"


def _text(value: Any) -> str:
    """What an area has, in words."""
    if isinstance(value, list):
        return quoted("; ".join(value)) if value else "nothing"
    return quoted(str(value))
