"""The engine behind the protocol, and judged by the model in random games."""

from __future__ import annotations

import tomllib

import pytest

from rulehound.checker.efforts import Scope
from rulehound.checker.pipeline.play import play_engine
from rulehound.checker.records import Verdict
from rulehound.engine.dmb.adapter import SCHEMA, create
from rulehound.engine.dmb.editions import EDITIONS, NUMBERS
from rulehound.spec.dmb import game, protocol
from rulehound.spec.dmb.rulesets import FACTS, RULESETS
from rulehound.spec.formats import CAPABILITIES, Adapter, Refused
from rulehound_testing.dmb.table import new_setup
from rulehound_testing.dmb.values import VALUES
from rulehound_testing.folders import ROOT


def test_the_adapter_follows_the_protocol() -> None:
    adapter = create()
    assert isinstance(adapter, Adapter)
    shake = adapter.handshake()
    assert (shake.game, shake.schema, shake.editions) == ("dmb", protocol.SCHEMA, tuple(RULESETS))
    assert protocol.SCHEMA == SCHEMA
    assert set(shake.capabilities) < set(CAPABILITIES)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["rulehound.engines"]["dmb"] == "rulehound.engine.dmb.adapter:create"


def test_its_numbers_are_those_of_the_rules() -> None:
    assert set(NUMBERS) == set(FACTS)
    assert NUMBERS == VALUES
    assert list(EDITIONS) == list(RULESETS)


def test_a_game_goes_over_the_adapter() -> None:
    adapter = create()
    with pytest.raises(Refused, match="no game is under way"):
        adapter.observe()
    setup = new_setup()
    seen = adapter.new_game(setup)
    assert seen == adapter.observe()
    assert len(adapter.observe(0)["players"][0]["hand"]) == 5
    token = adapter.save()
    moved = adapter.apply(adapter.legal_actions()[0])
    assert moved != seen
    assert adapter.restore(token) == seen
    assert adapter.validate_deck(setup.cards, setup.decks[0], "") == ()
    for refusing in (adapter.effect, adapter.quote):
        with pytest.raises(Refused):
            refusing({})
    adapter.close()
    with pytest.raises(LookupError, match="does not play 'dcg'"):
        create("dcg")


def test_the_model_finds_nothing_wrong_with_random_games() -> None:
    played = play_engine(game, "dmb", Scope(games=6, steps=200)).played
    assert [record.check for record in played.records if record.verdict is Verdict.VIOLATION] == []
    assert played.steps > 300
