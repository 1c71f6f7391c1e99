"""Games, scenarios and reports with the cards that an engine has, from a file of its author."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from rulehound.checker.cli.main import run
from rulehound.checker.efforts import PLAIN, Scope
from rulehound.checker.errors import UserError
from rulehound.checker.judging.target import target_of
from rulehound.checker.pipeline.conform import conform_engines
from rulehound.checker.pipeline.engine_run import RunSettings
from rulehound.checker.processes.worker_pool import WorkerPool
from rulehound.checker.records import Verdict
from rulehound.checker.report import summary
from rulehound.checker.report.directory import report_json
from rulehound.checker.report.html import conformance_site
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import read_rulebook
from rulehound.checker.suite.engine_checks import words_of
from rulehound.checker.suite.play import play
from rulehound.checker.suite.play.own_cards import asked_for, census, with_own_cards
from rulehound.checker.suite.scenarios import run_scenarios
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.dcg.printed import read_cards
from rulehound.spec.formats import Card, Handshake, Observation, Position, Setup
from rulehound_testing.dcg.strange_cards import PRINTED, Stranger
from rulehound_testing.dcg.values import VALUES
from rulehound_testing.folders import ROOT


def written(folder: Path, cards: Sequence[object] = PRINTED) -> Path:
    path = folder / "cards.json"
    path.write_bytes(msgspec.json.encode(cards))
    return path


def test_one_option_takes_a_kind_or_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked_for(game, None) == (game, None)
    assert asked_for(game, "plain") == (game, PLAIN)
    assert asked_for(game, "probe") == (game, "probe")
    monkeypatch.chdir(tmp_path)
    written(tmp_path).rename(tmp_path / "plain.json")
    own, kind = asked_for(game, "plain.json")
    assert (kind, own.pool is not None and len(own.pool.cards), own.decks) == (PLAIN, len(PRINTED), {})
    (tmp_path / "plain").write_text('[[card]]\nnumber = "1"\nname = "One"\nkind = "tamer"\n')
    assert asked_for(game, "plain") == (game, PLAIN)
    assert asked_for(game, "./plain")[0].pool is not None
    with pytest.raises(UserError, match=r"^nowhere: .*give one of plain, probe$"):
        asked_for(game, "nowhere")
    with pytest.raises(UserError, match="takes no files of cards"):
        with_own_cards(replace(game, printed=None), tmp_path / "plain")


def test_games_are_of_these_cards_and_the_census_counts_them(tmp_path: Path) -> None:
    own = with_own_cards(game, written(tmp_path))
    rules = BoundModel(own, "manual-2.3", VALUES)
    scope = Scope(games=3, steps=60, examples=0)
    played = play(target_of(rules, "narrow", Stranger), seed=2, scope=scope)
    assert {record.verdict for record in played.records} == {Verdict.PASS, Verdict.NOT_EXERCISED}
    assert played.steps > 100
    counted = census(rules, played.seen, 2, played.games)
    assert counted is not None
    assert counted.cards == {"no text": 15, "keywords alone": 12, "other text": 51}
    # of known cards there are enough for decks, and every other game is played with all
    assert 0 < counted.in_decks["other text"] <= 51
    known = census(rules, played.seen, 2, 1)
    assert known is not None
    assert known.in_decks["other text"] == 0 < known.in_decks["no text"]
    assert counted.steps == played.seen["steps"] > counted.by_effect > 0
    assert census(replace(rules, game=game), played.seen, 2, 3) is None


def test_a_game_with_own_cards_goes_to_other_processes(tmp_path: Path) -> None:
    own = with_own_cards(game, written(tmp_path))
    with WorkerPool(2) as workers:
        there = workers.begin(setup_of, own, 5).result()
    assert there == setup_of(own, 5)


def setup_of(own: object, seed: int) -> Setup:
    """What a game gives, wherever that is."""
    setup: Setup = own.setup(seed, VALUES)  # type: ignore[attr-defined]
    return setup


class Narrow(DcgAdapter):
    """It sets up positions of cards that it knows by names of its own, and takes no others."""

    def __init__(self) -> None:
        super().__init__()
        self.known = {f"own/{card.number}": card for card in PRINTED_FACTS}

    def handshake(self) -> Handshake:
        """Introduce the engine."""
        whole = super().handshake()
        able = tuple(name for name in whole.capabilities if name not in ("card-facts", "card-effects"))
        return msgspec.structs.replace(whole, capabilities=able)

    def position(self, cards: Sequence[Card], position: Position, edition: str) -> Observation:
        """Set up a situation."""
        own = [
            msgspec.structs.replace(self.known[card.number], number=card.number)
            for card in cards
            if card.number in self.known
        ]
        return super().position(own, position, edition)


PRINTED_FACTS = (
    Card("Z-1", "Dear", {"kind": "digimon", "level": 3, "dp": 3000, "play_cost": 11, "colors": ["red"]}),
    Card("Z-2", "Usual", {"kind": "digimon", "level": 3, "dp": 3000, "play_cost": 2, "colors": ["red"]}),
)


def test_made_up_cards_of_scenarios_are_replaced_by_cards_that_fit(tmp_path: Path) -> None:
    entries = [
        {"number": card.number, "engine": f"own/{card.number}", "name": card.name, **card.facts}
        for card in PRINTED_FACTS
    ]
    unknown = {**entries[0], "number": "Z-3", "engine": "own/Z-3", "text": "[On Play] Draw 1."}
    own = with_own_cards(game, written(tmp_path, [unknown, *entries]))
    book = replace(read_rulebook(game), game=own)
    named = next(one for one in book.store.scenarios if one.id == "bounds/memory-max-play-past")
    rules = BoundModel(own, book.edition, book.values)
    (with_file,) = run_scenarios(target_of(rules, "narrow", Narrow), [named], words_of(book))
    assert (with_file.verdict, with_file.explanation) == (Verdict.PASS, "")
    (without,) = run_scenarios(
        target_of(rules, "narrow", Narrow), [named], words_of(replace(book, game=game))
    )
    assert (without.verdict, without.explanation) == (Verdict.UNSUPPORTED, "the engine cannot: card-facts")
    other = with_own_cards(game, written(tmp_path, [{**entries[1], "dp": 9000}]))
    (unlike,) = run_scenarios(
        target_of(rules, "narrow", Narrow), [named], words_of(replace(book, game=other))
    )
    said = "no card of the file is like it; the engine cannot: card-facts"
    assert (unlike.verdict, unlike.explanation) == (Verdict.UNSUPPORTED, said)


def test_conformance_tells_of_the_cards(tmp_path: Path) -> None:
    settings = RunSettings(effort="quick", cards=str(written(tmp_path)))
    conformance = conform_engines(game, [("stranger", Stranger)], settings).conformance
    (shown,) = conformance.runs
    assert shown.violations == []
    assert shown.own_cards is not None
    assert shown.own_cards.cards["other text"] == 51
    assert (
        json.loads(report_json(conformance))["runs"][0]["own_cards"]["steps"] == shown.own_cards.steps > 100
    )
    assert (
        f"51 with other text ({shown.own_cards.in_decks['other text']} in decks)"
        in conformance_site(conformance, {})["index.html"].decode()
    )
    assert shown.own_cards.in_decks["other text"] > 0
    assert any("guided random games" in bound for bound in shown.not_shown.bounds)
    assert summary.engine_headline(shown).startswith("0 violations")


@pytest.mark.parametrize("command", ["play", "conform", "scenario run"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[card]]\nnumber = "1"\nname = "One"\nkind = "hero"\n', "there is no kind 'hero'"),
        (
            '[[card]]\nnumber = "1"\nname = "One"\nkind = "tamer"\nlvl = 3\n',
            r"cards\.toml:5: unknown key `lvl`",
        ),
        ("[[card]\n", r"cards\.toml:1: "),
    ],
)
def test_a_file_that_is_wrong_is_one_line(
    command: str, text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(text)
    assert run([*command.split(), "--cards", str(path)]) == 2
    error = capsys.readouterr().err
    assert re.search(said, error)
    assert (error.count("\n"), error.startswith("rulehound: ")) == (1, True)


@pytest.mark.parametrize("command", ["play", "conform"])
def test_too_few_cards_are_one_line(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, PRINTED[:4])
    assert run([command, "--cards", str(path)]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert error == f"rulehound: {path}: 4 cards, of each 4 at most, make no deck of 50; give more cards"


def test_the_file_in_the_documentation_can_be_read(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "conformance.md").read_text("utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    path = tmp_path / "cards.toml"
    path.write_text(example)
    assert game.printed is not None
    assert game.printed.census(read_cards(path)) == {"no text": 1, "keywords alone": 1, "other text": 1}
