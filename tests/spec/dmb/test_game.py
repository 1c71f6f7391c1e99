"""The game as the checker finds it: by its entry point, with every number read from its rulebook."""

from __future__ import annotations

import tomllib

import pytest

from rulehound.checker.engines import EngineStartError, open_engine
from rulehound.checker.rulebook.reading import read_rulebook
from rulehound.spec.dmb import game
from rulehound.spec.dmb.model.configurations import configurations
from rulehound_testing.dmb.values import VALUES
from rulehound_testing.folders import ROOT, SHARED

PDF = SHARED / "documents/dmb-rules.pdf"


def test_the_game_is_installed_under_its_name() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["rulehound.games"]["dmb"] == "rulehound.spec.dmb:game"


def test_the_bundled_rulebook_gives_all_that_the_model_needs() -> None:
    bound = read_rulebook(game).complete_model()
    assert bound.values == VALUES
    assert bound.edition == "undated"
    assert set(configurations(bound.values)) == set(game.configurations(VALUES))


@pytest.mark.skipif(not PDF.exists(), reason="the publisher's document is not here")
def test_the_publishers_document_gives_the_same() -> None:
    book = read_rulebook(game, PDF)
    assert book.hand.identified.document == "dmb-rules"
    assert book.complete_model().values == VALUES
    assert {link.status for link in book.links} == {"ok"}


def test_the_edition_before_states_another_hand_limit() -> None:
    before = game.rulebook.with_name("rulehound-battles-rulebook-1.0.pdf")
    assert read_rulebook(game, before).values == {**VALUES, "hand.limit": 7}


def test_its_engine_is_installed_by_its_name_and_that_of_the_other_game_does_not_play_it() -> None:
    assert open_engine("dmb", "dmb").handshake().game == "dmb"
    with pytest.raises(EngineStartError, match="does not play 'dmb'"):
        open_engine("reference", "dmb")
