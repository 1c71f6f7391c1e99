"""A walk on which an engine with a fault parts from one without it makes a scenario that tells them apart."""

from __future__ import annotations

import pytest

from rulehound.checker.diagnosis.as_scenario import given_of
from rulehound.checker.engines import open_engine
from rulehound.checker.judging.target import Target, target_of
from rulehound.checker.judging.traces import Start
from rulehound.checker.mutation.beside.drafting import Bench, drafted
from rulehound.checker.mutation.beside.smaller import smaller
from rulehound.checker.rulebook.reading import Rulebook, read_rulebook
from rulehound.checker.suite.engine_checks import words_of
from rulehound.checker.suite.lockstep.other_engine import OtherEngine
from rulehound.checker.suite.lockstep.routes import of_scenarios
from rulehound.checker.suite.lockstep.walking import walk
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.formats import Action, Observation, Scenario

RULES = ["memory.limit"]


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return read_rulebook(game, None, None)


class GivesMore(DcgAdapter):
    """Passing gives one memory more."""

    def apply(self, action: Action) -> Observation:
        seen = super().apply(action)
        return {**seen, "memory": seen["memory"] + 1} if action["action"] == "pass" else seen


class OffersPassing(DcgAdapter):
    """Passing is carried out as nothing at all while somebody may block."""

    def apply(self, action: Action) -> Observation:
        if action["action"] == "pass" and self.observe()["decision"] == "block":
            return self.observe()
        return super().apply(action)

    def legal_actions(self) -> list[Action]:
        offers = super().legal_actions()
        return [*offers, {"action": "pass"}] if self.observe()["decision"] == "block" else offers


def draft(book: Rulebook, engine: type[DcgAdapter], scenario: str) -> tuple[Bench, Scenario | None]:
    assert game.side_by_side is not None
    faulty: Target = target_of(book.bound, "test", engine)
    sound = target_of(book.bound, "reference", lambda: open_engine("reference", "dcg"))
    bench = Bench(faulty, sound, words_of(book), game.side_by_side)
    chosen = [each for each in book.store.scenarios if each.name == scenario]
    adapter = sound.open()
    beside = OtherEngine(adapter, game.side_by_side, game.reader.identity, frozenset())
    (route,) = of_scenarios(faulty, sound, adapter, chosen, bench.words)
    gone = walk(faulty, faulty.open(), beside, route, 0, "")
    assert gone.parting is not None
    return bench, drafted(bench, gone, "distilled/one", "A title", RULES)


def test_what_is_shown_otherwise_is_expected_as_the_sound_engine_shows_it(book: Rulebook) -> None:
    bench, made = draft(book, GivesMore, "rules/attack-played-in-the-opponents-turn")
    assert made is not None
    assert bench.tells_apart(made)
    assert made.rules == RULES
    small = smaller(made, bench.tells_apart)
    assert [step.do for step in small.steps] == [{"action": "pass"}]
    assert set(small.steps[0].expect.state) == {"memory"}
    assert "cards" not in small.given


def test_what_one_engine_alone_offers_is_tried_and_refused(book: Rulebook) -> None:
    bench, made = draft(book, OffersPassing, "rules/attack-block-among-reactions/1")
    assert made is not None
    assert made.steps[-1].attempt == {"action": "pass"}
    assert made.steps[-1].expect.illegal
    assert made.rules[0] == made.steps[-1].expect.illegal
    assert bench.tells_apart(made)


def test_a_whole_game_makes_no_scenario(book: Rulebook) -> None:
    assert given_of(Start(), words_of(book)) is None
