"""An engine beside another one: sound engines agree whatever they are like, and others are caught."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rulehound.checker.efforts import Scope, Walks
from rulehound.checker.engines import EngineError, Misbehaviour, open_engine
from rulehound.checker.judging.target import Target, target_of
from rulehound.checker.pipeline.play import play_engine
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.reading import Rulebook, read_rulebook
from rulehound.checker.suite.engine_checks import words_of
from rulehound.checker.suite.lockstep import AGREES, BESIDE, lockstep
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.formats import Action, Adapter, Handshake, Observation
from rulehound_testing.dcg.sound_variants import VARIANTS

WALKS = Walks(scenarios=60, steps=4, games=1, game_steps=40)


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return read_rulebook(game, None, None)


def reference(book: Rulebook) -> Target:
    return target_of(book.bound, "reference", lambda: open_engine("reference", "dcg"))


def records(book: Rulebook, opened: Callable[[], Adapter], seed: int = 0) -> list[CheckRecord]:
    target = target_of(book.bound, "test", opened)
    rules = list(book.store.rules)
    return lockstep(target, reference(book), book.store.scenarios, rules, words_of(book), WALKS, seed)


@pytest.mark.parametrize("name", VARIANTS)
def test_sound_engines_agree(book: Rulebook, name: str) -> None:
    (record,) = records(book, VARIANTS[name](3))
    assert (record.check, record.verdict, record.explanation) == (AGREES, Verdict.PASS, "")
    assert record.rules == []
    assert record.shown.endswith(" steps")


class OtherIds(DcgAdapter):
    """The same engine with other ids, and hands and areas in another order."""

    def observe(self, player: int | None = None) -> Observation:
        seen: Any = _renamed(msgspec.to_builtins(super().observe(player)), "z-")
        for seat in seen["players"]:
            seat["hand"], seat["battle"] = seat["hand"][::-1], seat["battle"][::-1]
        return dict(seen)

    def legal_actions(self) -> list[Action]:
        offers: Any = [_renamed(dict(action), "z-", ARGUMENTS) for action in super().legal_actions()]
        return list(offers)[::-1]

    def apply(self, action: Action) -> Observation:
        super().apply({key: _without(value) for key, value in action.items()})
        return self.observe()


ARGUMENTS = ("card", "onto", "left", "right", "attacker", "target", "blocker", "effect", "id", "digimon")
PLAIN = ("player",)


def _without(value: Any) -> Any:
    return value.removeprefix("z-") if isinstance(value, str) else value


def _renamed(value: Any, before: str, keys: tuple[str, ...] = ("id",)) -> Any:
    if isinstance(value, dict):
        ids = (*keys, "attacker", "target", "candidates", "checked", "source", "stack", "subjects")
        return {
            key: before + inner
            if key in ids and isinstance(inner, str) and inner and inner not in PLAIN
            else [before + one if isinstance(one, str) else one for one in inner]
            if key == "candidates" and isinstance(inner, list)
            else _renamed(inner, before, keys)
            for key, inner in value.items()
        }
    return [_renamed(one, before, keys) for one in value] if isinstance(value, list) else value


def test_ids_and_orders_that_say_nothing_do_not_matter(book: Rulebook) -> None:
    (record,) = records(book, OtherIds)
    assert (record.verdict, record.explanation) == (Verdict.PASS, "")


class ShowsOtherwise(DcgAdapter):
    """The memory is one more in the third turn."""

    def observe(self, player: int | None = None) -> Observation:
        seen = super().observe(player)
        return {**seen, "memory": seen["memory"] + (seen["turn_number"] == 3)}


class Withholds(DcgAdapter):
    """Nobody is offered to block."""

    def legal_actions(self) -> list[Action]:
        return [action for action in super().legal_actions() if action["action"] != "block"]


class OffersTooMuch(DcgAdapter):
    """Whoever may attack is offered to attack the own Digimon."""

    def legal_actions(self) -> list[Action]:
        offers = super().legal_actions()
        own = [one for one in offers if one["action"] == "attack" and one["target"] == "player"]
        return [*offers, *({**one, "target": one["attacker"]} for one in own)]


@pytest.mark.parametrize(
    ("engine", "text", "rule"),
    [
        (ShowsOtherwise, "memory", None),
        (Withholds, "offered: block", None),
        (OffersTooMuch, "not offered: ", "attack.targets"),
    ],
)
def test_what_goes_otherwise_is_found(book: Rulebook, engine: Any, text: str, rule: str | None) -> None:
    found = records(book, engine)
    assert found
    for record in found:
        assert record.verdict is Verdict.VIOLATION
        assert record.check.startswith(BESIDE)
        assert record.label == "differs from reference"
        assert record.explanation.startswith("expected: as reference has it: ")
        assert text in record.explanation
        assert record.trace is not None
        assert record.trace.suspects[: len(record.rules)] == record.rules
    assert rule is None or any(rule in record.rules for record in found)


def test_steps_that_do_not_matter_are_left_out(book: Rulebook) -> None:
    traces = [record.trace for record in records(book, OffersTooMuch)]
    assert min(len(trace.steps) for trace in traces if trace) == 0


class Breaks(DcgAdapter):
    """It breaks at every attack."""

    def apply(self, action: Action) -> Observation:
        if action["action"] in ("attack", "pass"):
            raise EngineError(Misbehaviour.CRASHED, "gone")
        return super().apply(action)


def test_an_engine_that_breaks_is_an_error(book: Rulebook) -> None:
    (record,) = records(book, Breaks)
    assert (record.check, record.verdict) == (AGREES, Verdict.ERROR)
    assert "the engine breaks: " in record.explanation


class BreaksAndOffersTooMuch(OffersTooMuch):
    """It breaks at every attack and pass, and offers too much elsewhere."""

    def apply(self, action: Action) -> Observation:
        if action["action"] in ("attack", "pass"):
            raise EngineError(Misbehaviour.CRASHED, "gone")
        return super().apply(action)


def test_that_an_engine_breaks_is_told_beside_what_it_does_otherwise(book: Rulebook) -> None:
    verdicts = [record.verdict for record in records(book, BreaksAndOffersTooMuch)]
    assert Verdict.ERROR in verdicts
    assert Verdict.VIOLATION in verdicts


class Little(DcgAdapter):
    """It lists no actions."""

    def handshake(self) -> Handshake:
        able = [name for name in super().handshake().capabilities if name != "legal-actions"]
        return msgspec.structs.replace(super().handshake(), capabilities=able)


def test_an_engine_that_lists_no_actions_is_not_compared(book: Rulebook) -> None:
    (record,) = records(book, Little)
    assert record.verdict is Verdict.UNSUPPORTED
    assert "legal-actions" in record.explanation


def test_the_same_seed_gives_the_same_records(book: Rulebook) -> None:
    one, other = (msgspec.json.encode(records(book, ShowsOtherwise, seed=5)) for _ in range(2))
    assert one == other


def test_play_takes_two_engines_through_games() -> None:
    scope = Scope(games=1, steps=20, examples=0, runs=0, search_steps=0)
    result = play_engine(game, "reference", scope, beside="reference")
    record = next(one for one in result.played.records if one.check == AGREES)
    assert record.verdict is Verdict.PASS
    assert record.scope == "beside reference: 1 game of each kind of cards of up to 20 steps"
