"""Engines that are given what cannot be read: they refuse it, and go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from rulehound.checker.engines.channels import LocalChannel
from rulehound.checker.engines.client import EngineClient
from rulehound.checker.judging.target import target_of
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.trials import checks
from rulehound.checker.suite.trials.unreadable import UNKNOWN, Damage, damages
from rulehound.engine import reading
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.engine.dmb.adapter import DmbAdapter
from rulehound.spec import dcg, dmb
from rulehound.spec.dcg.decks import setup
from rulehound.spec.dcg.kept import KEPT
from rulehound.spec.formats import Card, Handshake, Observation, Refused, Setup
from rulehound.spec.game import Game
from rulehound_testing.dcg.values import values_of
from rulehound_testing.dmb.values import VALUES

EDITION = "manual-2.3"
UNREADABLE = dcg.game.unreadable
assert UNREADABLE is not None
NEW_GAME = msgspec.structs.replace(setup(0, values_of(EDITION)), edition=EDITION)
DAMAGES = list(damages(UNREADABLE, NEW_GAME))
SENSELESS = [
    damage for damage in DAMAGES if damage.path == f"{KEPT.cards[0].number}.effects" and damage.refused
]
REFUSED = {damage.path: damage for damage in DAMAGES if damage.refused and damage not in SENSELESS}
OTHERS = {damage.path: damage for damage in DAMAGES if not damage.refused}


def judged(make: Callable[[], Any], game: Game = dcg.game, edition: str = EDITION) -> CheckRecord:
    """The record of the trial."""
    values = values_of(edition) if game is dcg.game else {**game.rulesets[edition], **VALUES}

    def opened() -> EngineClient:
        engine = make()
        return EngineClient(LocalChannel(engine), engine.handshake())

    target = target_of(BoundModel(game, edition, values), "it", opened)
    return checks._verdict(checks._Trial(target, 0), checks.REFUSES_UNREADABLE, target.greeting)


@pytest.mark.parametrize("edition", dcg.game.rulesets)
def test_the_reference_engine_refuses_all_of_it_in_every_edition(edition: str) -> None:
    record = judged(DcgAdapter, edition=edition)
    assert (record.verdict, record.shown) == (Verdict.PASS, "370 unreadable starts")


@pytest.mark.parametrize("edition", dmb.game.rulesets)
def test_so_does_the_engine_of_the_other_game(edition: str) -> None:
    record = judged(DmbAdapter, dmb.game, edition)
    assert (record.verdict, record.shown) == (Verdict.PASS, "83 unreadable starts")


class Recorder(DcgAdapter):
    """Sets up nothing, and keeps what it was asked for."""

    asked: bytes = b""

    def position(self, cards: Sequence[Card], position: Any, edition: str) -> Observation:
        self.asked = msgspec.json.encode([cards, position, edition])
        return {}

    def new_game(self, setup: Setup) -> Observation:
        self.asked = msgspec.json.encode(setup)
        return {}


def asked(damage: Damage) -> bytes:
    """What an engine is asked for where something is damaged."""
    recorder = Recorder()
    damage.begin(recorder, EDITION)
    return recorder.asked


def test_each_place_is_damaged_once_and_by_words_first() -> None:
    assert list(REFUSED) == list(UNREADABLE.senseless)
    assert [[effect] for effect in UNREADABLE.effects] == [damage.value for damage in SENSELESS]
    begun = len(REFUSED) + len(SENSELESS)
    assert [damage.refused for damage in DAMAGES] == [True] * begun + [False] * len(OTHERS)
    assert len({asked(damage) for damage in DAMAGES}) == len(DAMAGES)


@pytest.mark.parametrize("path", ["position.phase", "RK-4.effects.0.timing", "setup.decks.0.piles.main.0"])
def test_a_damage_is_of_one_place(path: str) -> None:
    """The word stands there once, and all else is as it was."""
    begun = asked(REFUSED[path])
    assert begun.count(b"no-such-word") == 1
    others = [asked(damage) for damage in DAMAGES if damage.path == path and not damage.refused]
    for other in others:
        assert other.count(b"x-unknown") in (1, 2)


class Lenient(DcgAdapter):
    """Begins something else in the place of one unreadable start."""

    def __init__(self, damage: Damage) -> None:
        super().__init__()
        self.unread = asked(damage)

    def position(self, cards: Sequence[Card], position: Any, edition: str) -> Observation:
        if msgspec.json.encode([cards, position, edition]) == self.unread:
            cards, position = (), {}
        return super().position(cards, position, edition)

    def new_game(self, setup: Setup) -> Observation:
        if msgspec.json.encode(setup) == self.unread:
            return super().position((), {}, EDITION)
        return super().new_game(setup)


@pytest.mark.parametrize("path", UNREADABLE.senseless)
def test_an_engine_that_takes_a_word_without_a_meaning_is_found(path: str) -> None:
    record = judged(lambda: Lenient(REFUSED[path]))
    assert record.verdict is Verdict.VIOLATION
    assert f"observed: it takes a start where `{path}` is " in record.explanation


@pytest.mark.parametrize("damage", SENSELESS, ids=[str(number) for number in range(len(SENSELESS))])
def test_an_engine_that_takes_an_effect_without_sense_is_found(damage: Damage) -> None:
    record = judged(lambda: Lenient(damage))
    assert record.verdict is Verdict.VIOLATION
    assert f"observed: it takes a start where `{damage.path}` is " in record.explanation


@pytest.mark.parametrize("path", ["position.players.0.hand", f"RK-1.{UNKNOWN}"])
def test_it_may_take_another_type_or_an_unknown_field(path: str) -> None:
    assert judged(lambda: Lenient(OTHERS[path])).verdict is Verdict.PASS


class Fragile(DcgAdapter):
    """Breaks where a refusal says that a field is unknown."""

    def position(self, cards: Sequence[Card], position: Any, edition: str) -> Observation:
        try:
            return super().position(cards, position, edition)
        except Refused as refusal:
            if "unknown field" in str(refusal):
                raise KeyError(UNKNOWN) from None
            raise


def test_an_engine_that_breaks_is_an_error_that_says_where() -> None:
    record = judged(Fragile)
    assert (record.verdict, record.label) == (Verdict.ERROR, "failed")
    assert "given a start where `RK-4.effects.0.no-such-word` is 1: " in record.explanation


class Shaken(DcgAdapter):
    """Has one memory less after it has refused something."""

    refused = 0

    def position(self, cards: Sequence[Card], position: Any, edition: str) -> Observation:
        try:
            return {
                **(seen := super().position(cards, position, edition)),
                "memory": seen["memory"] - self.refused,
            }
        except Refused:
            self.refused = 1
            raise


def test_an_engine_that_goes_on_otherwise_is_found() -> None:
    record = judged(Shaken)
    assert record.verdict is Verdict.VIOLATION
    assert record.explanation.endswith(
        "observed: set up again after 370 unreadable starts, memory was 3 and is 2"
    )


class Choosy(DcgAdapter):
    """Takes cards of some words only."""

    def handshake(self) -> Handshake:
        return msgspec.structs.replace(super().handshake(), card_words=["blocker"])


class Plain(DcgAdapter):
    """Takes no effects."""

    def handshake(self) -> Handshake:
        return msgspec.structs.replace(super().handshake(), capabilities=["position", "card-facts"])


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (Choosy, "the engine takes only cards with the words that it names"),
        (Plain, "the engine cannot: new-game"),
    ],
)
def test_engines_that_take_some_cards_are_not_asked(make: Callable[[], DcgAdapter], why: str) -> None:
    record = judged(make)
    assert (record.verdict, record.explanation) == (Verdict.UNSUPPORTED, why)


def test_a_message_about_what_is_known_cannot_break_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "names", lambda struct: iter([struct.tag.upper()]))
    assert judged(DcgAdapter).verdict is Verdict.ERROR
