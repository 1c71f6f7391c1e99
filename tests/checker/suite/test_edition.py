"""Which edition an engine is judged by: as asked, as it says, as it behaves; and what another one allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import pytest

from rulehound.checker.diagnosis import other_editions
from rulehound.checker.diagnosis.causes import Occurrence
from rulehound.checker.diagnosis.other_editions import OtherEditions
from rulehound.checker.diagnosis.rerun import rerun
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.edition import found_by_witnesses, newest, said
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.witnesses.edition_scenarios import scenarios_of_some_editions
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.formats import (
    Action,
    Adapter,
    Card,
    Deck,
    Handshake,
    Observation,
    Position,
    Reason,
    Setup,
)
from rulehound_testing.faults.catching import bound, rulebook, words
from rulehound_testing.faults.engines import create as faulty_engine
from rulehound_testing.rotating import of_this_run

EDITIONS = ("fan-2020", "detailed-1.0", "manual-2.3", "chapter-7", "comprehensive-4.0")


class Silent(DcgAdapter):
    """The reference engine under one edition, whatever it is told, and it does not say which."""

    def __init__(self, edition: str, capabilities: Sequence[str] | None = None) -> None:
        super().__init__()
        self.edition, self.able = edition, capabilities

    def handshake(self) -> Handshake:
        greeting = super().handshake()
        able = greeting.capabilities if self.able is None else self.able
        return msgspec.structs.replace(greeting, editions=(), capabilities=able)

    def new_game(self, setup: Setup) -> Observation:
        return super().new_game(msgspec.structs.replace(setup, edition=self.edition))

    def position(self, cards: Sequence[Card], position: Position, edition: str) -> Observation:
        return super().position(cards, position, self.edition)

    def validate_deck(self, cards: Sequence[Card], deck: Deck, edition: str) -> tuple[Reason, ...]:
        return super().validate_deck(cards, deck, self.edition)


@pytest.mark.parametrize("edition", of_this_run(EDITIONS, 5))
def test_an_engine_that_says_nothing_is_told_by_what_it_does(edition: str) -> None:
    book = rulebook()
    scenarios = scenarios_of_some_editions(book.game, book.store)
    found = found_by_witnesses(target_of(book.bound, "x", lambda: Silent(edition)), scenarios, words())
    assert found.edition == edition
    agreed, differed = found.answers[edition]
    assert differed == 0
    assert agreed > 10


def test_an_engine_that_nothing_tells_of_is_judged_by_the_newest() -> None:
    book = rulebook()
    found = found_by_witnesses(
        target_of(book.bound, "x", lambda: Silent("fan-2020", ())),
        scenarios_of_some_editions(book.game, book.store),
        words(),
    )
    assert found.edition == newest(book.game) == "comprehensive-4.0"
    assert "no witness tells" in found.reason


@pytest.mark.parametrize(
    ("asked", "named", "edition"),
    [
        ("fan-2020", ("manual-2.3",), "fan-2020"),
        (None, ("chapter-7", "manual-2.3"), "chapter-7"),
        (None, ("of-its-own", "detailed-1.0"), "detailed-1.0"),
        (None, ("of-its-own",), None),
        (None, (), None),
    ],
)
def test_what_is_said_comes_first(asked: str | None, named: tuple[str, ...], edition: str | None) -> None:
    greeting = msgspec.structs.replace(DcgAdapter().handshake(), editions=named)
    found = said(rulebook().game, asked, greeting)
    assert (found.edition if found else None) == edition


def test_an_edition_asked_for_that_the_engine_does_not_follow_is_told_on_the_first_line() -> None:
    greeting = DcgAdapter().handshake()
    told = [
        said(rulebook().game, asked, msgspec.structs.replace(greeting, editions=named))
        for named in ((), ("fan-2020",))
        for asked in ("fan-2020", "manual-2.3")
    ]
    assert [found.reason for found in told if found] == [
        *["as asked for"] * 3,
        "as asked for, which the engine says it does not follow: nothing is asked of it",
    ]


def allowing(make: Callable[..., Adapter], edition: str, beginning: str = "") -> set[str]:
    """The editions that allow what scenarios find of an engine; '' for what none does."""
    book = rulebook()
    target = target_of(BoundModel(book.game, edition, bound(edition)), "x", make)
    others = OtherEditions(target, book.store.scenarios, words())
    asked = [one for one in book.store.scenarios if one.id.startswith(beginning)]
    found = set()
    for record in run_scenarios(target, asked, words()):
        if record.verdict is Verdict.VIOLATION:
            trace = record.trace
            look = trace and rerun(book.game, make(), target.judge, trace)
            found.add(others.allowing(Occurrence(record, look), make()))
    return found


@pytest.mark.parametrize(
    ("fault", "edition", "follows"),
    [
        ("every-colour-ever", "fan-2020", "comprehensive-4.0"),
        ("no-digivolve-draw", "comprehensive-4.0", ""),
    ],
)
def test_what_another_edition_allows_is_no_violation(fault: str, edition: str, follows: str) -> None:
    assert allowing(lambda: faulty_engine(fault), edition) == {follows}


class LosesACard(Silent):
    """And who exchanges a hand has a card less afterwards."""

    def apply(self, action: Action) -> Observation:
        seen = super().apply(action)
        if action["action"] != "redraw":
            return seen
        players = [{**shown, "hand": shown["hand"][1:]} for shown in seen["players"]]
        return {**seen, "players": players}


def test_who_never_asks_for_what_an_older_edition_lacks_follows_that_one() -> None:
    newest_one, older = "comprehensive-4.0", "chapter-7"
    assert allowing(lambda: Silent(older), newest_one, "rules/setup-redraw") == {older}
    assert allowing(lambda: LosesACard(newest_one), newest_one, "rules/setup-redraw") == {""}


def test_no_way_is_gone_again_where_the_last_step_tells_that_all_editions_forbid_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def gone_again(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(other_editions, "rerun", gone_again)
    assert allowing(lambda: faulty_engine("no-digivolve-draw"), "comprehensive-4.0", "rulings/") == {""}
