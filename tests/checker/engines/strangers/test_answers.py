"""Whatever JSON an engine answers, each part of a run ends with records that can be written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import count
from random import Random
from xml.etree import ElementTree

import msgspec
import pytest

from rulehound.checker.efforts import Scope
from rulehound.checker.engines.client import EngineClient
from rulehound.checker.judging.target import target_of
from rulehound.checker.judging.traces import pictured
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import Rulebook, open_game, read_rulebook
from rulehound.checker.suite.costs import price_checks
from rulehound.checker.suite.engine_checks import words_of
from rulehound.checker.suite.play import play
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.checker.suite.scenarios.showing import board_text, followed, picture
from rulehound.checker.suite.trials import trials
from rulehound.checker.suite.trials.shuffling import shuffling
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound_testing.strangers.garbling import garbled
from rulehound_testing.strangers.scenarios import scenarios
from rulehound_testing.toy.play import WORDS, Heap, target

SMALL = Scope(games=2, steps=15, examples=2, example_steps=8, runs=10, search_steps=20)


def written(records: list[CheckRecord]) -> Counter[Verdict]:
    """How many of each verdict there are among records, all of which can be written and read back."""
    assert msgspec.json.decode(msgspec.json.encode(records), type=list[CheckRecord]) == records
    return Counter(record.verdict for record in records)


def test_a_garbled_toy_ends_every_part_of_a_run_in_records() -> None:
    verdicts: Counter[Verdict] = Counter()
    for seed in range(30):
        processes = count()

        def opened(seed: int = seed, processes: count[int] = processes) -> EngineClient:
            return garbled(Heap(), f"{seed}/{next(processes)}")

        verdicts += written(play(target(opened), seed=seed, scope=SMALL).records)
        verdicts += written(trials(target(opened), seed))
        verdicts += written(run_scenarios(target(opened), scenarios(5), WORDS))
    assert min(verdicts[verdict] for verdict in (Verdict.ERROR, Verdict.VIOLATION, Verdict.PASS)) > 5


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return read_rulebook(open_game("dcg"))


def of_the_game(book: Rulebook) -> BoundModel:
    return BoundModel(book.game, book.edition, book.values)


def garbled_reference(seed: int) -> Callable[[], EngineClient]:
    """Opens the reference engine garbled, always in the same way."""
    return lambda: garbled(DcgAdapter(), f"{seed}")


def test_a_garbled_engine_ends_play_in_records(book: Rulebook) -> None:
    verdicts: Counter[Verdict] = Counter()
    for seed in range(6):
        opened = garbled_reference(seed)
        verdicts += written(
            play(target_of(of_the_game(book), "garbled", opened), seed=seed, scope=SMALL).records
        )
        verdicts += written(shuffling(target_of(of_the_game(book), "garbled", opened)))
    assert verdicts[Verdict.ERROR]


def test_a_garbled_engine_ends_scenarios_in_records_and_pictures(book: Rulebook) -> None:
    words = words_of(book)
    asked = [scenario for scenario in book.store.scenarios if not scenario.not_executable]
    verdicts: Counter[Verdict] = Counter()
    for seed in range(30):
        opened, chosen = garbled_reference(seed), Random(seed).sample(asked, 6)
        verdicts += written(run_scenarios(target_of(of_the_game(book), "garbled", opened), chosen, words))
        sequel = followed(of_the_game(book), opened(), chosen[0], words)
        ElementTree.fromstring(picture(sequel))
        for seen in sequel.seen:
            assert isinstance(board_text(sequel.run, seen.observation or {}), list)
    assert verdicts[Verdict.ERROR]
    assert verdicts[Verdict.PASS]


def test_a_board_with_anything_on_it_is_a_picture_that_is_xml(book: Rulebook) -> None:
    engine = DcgAdapter()
    setup = book.game.setup(1, book.values)
    engine.new_game(msgspec.structs.replace(setup, edition=book.edition))
    seen = engine.observe()
    hostile = ["<script>]]>", "\ud800\uffff", *("".join(map(chr, range(n, n + 8))) for n in range(0, 128, 8))]
    for player in seen["players"]:
        player["hand"] = [{"id": f"h{number}", "card": name} for number, name in enumerate(hostile)]
    drawn = pictured(book.game, seen, {})
    assert drawn is not None
    names = {element.tag for element in ElementTree.fromstring(f"<svg>{drawn.svg}</svg>").iter()}
    assert names <= {"svg", "g", "rect", "text", "circle", "style", "line", "path", "defs", "marker"}
    assert "&lt;script&gt;" in drawn.svg
    assert pictured(book.game, {}, {}) is None


def test_a_garbled_engine_ends_the_comparison_of_costs_in_records(book: Rulebook) -> None:
    verdicts: Counter[Verdict] = Counter()
    for seed in range(3):
        verdicts += written(
            price_checks(target_of(of_the_game(book), "garbled", garbled_reference(seed)), words_of(book))
        )
    assert verdicts
