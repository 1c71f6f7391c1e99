"""The engine's editions and switches are those that the spec of the game names, with the same values."""

from __future__ import annotations

import msgspec
import pytest

from rulehound.engine.dcg.editions import DEFAULT_EDITION, EDITIONS, rules_of
from rulehound.spec.dcg import rulesets
from rulehound.spec.formats import Refused


def test_the_editions_and_the_usual_one_are_those_of_the_spec() -> None:
    assert list(EDITIONS) == list(rulesets.RULESETS)
    assert DEFAULT_EDITION == rulesets.DEFAULT
    assert rules_of("") is EDITIONS[rulesets.DEFAULT]


NOT_SHOWN = {"digixros.none-chosen"}
"""Nobody declares a DigiXros here: who plays such a card may place cards; with none it is a plain play."""


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_switches_of_an_edition_are_those_of_the_spec(edition: str) -> None:
    ruleset = msgspec.to_builtins(EDITIONS[edition])
    switches = {name: value for name, value in ruleset.items() if name not in rulesets.FACTS}
    told = {name: value for name, value in rulesets.RULESETS[edition].items() if name not in NOT_SHOWN}
    assert switches == told


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_number_is_a_fact_of_the_documents(edition: str) -> None:
    ruleset = msgspec.to_builtins(EDITIONS[edition])
    numbers = set(ruleset) & set(rulesets.FACTS)
    assert set(rulesets.FACTS) - numbers == {"breeding.capacity", "players.count"}
    assert all(isinstance(ruleset[name], int) for name in numbers)


def test_an_unknown_edition_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(Refused, match=r"no edition '5\.0'; known: fan-2020, detailed-1\.0, manual-2\.3"):
        rules_of("5.0")
