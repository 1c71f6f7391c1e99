"""The operators of games, on made-up source."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulehound.checker.mutation.source.game_operators import Exchanges, exchanges
from rulehound.checker.mutation.source.mutants import source_mutants
from rulehound.spec.documents.spec_records import SpecError
from rulehound_testing.small_source import RULES, source

EXCHANGED = Exchanges("shells", ("player", "turn"), (("me", "opponent"),))

HEAD = """\
from typing import Literal
Area = Literal["hand", "trash", "deck"]
Other = Literal["hand", "top"]
class State:
    turn: int
    player: str

"""

CASES = {
    "return state.turn  # rule.a": ["state.turn -> 1 - state.turn"],
    "return 1 - player  # rule.a": ["1 - player -> player", "player -> 1 - player"],
    "return state.player  # rule.a": [],
    "return state.me  # rule.a": ["state.me -> state.opponent"],
    "return state['deck']  # rule.a": ["'deck' -> 'hand'"],
    "return state['hand']  # rule.a": ["'hand' -> 'trash'", "'hand' -> 'top'"],
    "return state['other']  # rule.a": [],
    "return max(state, 0)  # rule.a": ["max(state, 0) -> state", "max(state, 0) -> 0"],
    "return [x for x in state]  # rule.a": [
        " for x in state -> for x in tuple(state)[:1]",
        " for x in state -> for x in tuple(state)[1:]",
        " for x in state -> for x in tuple(state)[::-1]",
    ],
}


@pytest.mark.parametrize("line", CASES)
def test_operators_of_games(tmp_path: Path, line: str) -> None:
    engine = source(tmp_path, f"{HEAD}def f(state, player: int):\n    {line}\n")
    usual = {mutant.shown for mutant in source_mutants(engine, RULES)}
    mutants = source_mutants(engine, RULES, EXCHANGED)
    own = [mutant.shown.removeprefix("line 9: ") for mutant in mutants if mutant.shown not in usual]
    assert own == [change.strip() for change in CASES[line]]


def test_loops_over_a_part_and_in_the_other_order(tmp_path: Path) -> None:
    engine = source(tmp_path, "def f(x):\n    for y in x:  # rule.a\n        y.go()\n")
    names = [mutant.name for mutant in source_mutants(engine, RULES, EXCHANGED)]
    assert names == [
        "shells:f:1 over nothing",
        "shells:f:1 the first alone",
        "shells:f:1 all but the first",
        "shells:f:1 the other way round",
        "shells:f:statement 1 left out",
    ]


def test_names_of_mutants_at_citations_stay(tmp_path: Path) -> None:
    text = "def f(state):\n    x = state + 1\n    return x > 2  # rule.a\n"
    engine = source(tmp_path, text)
    at_citations = source_mutants(engine, RULES)
    everywhere = source_mutants(engine, RULES, EXCHANGED)
    assert [mutant.name for mutant in everywhere[: len(at_citations)]] == [each.name for each in at_citations]
    assert all(mutant.rules == ("rule.a",) for mutant in everywhere[: len(at_citations)])
    others = [(mutant.name, mutant.rules, mutant.near) for mutant in everywhere[len(at_citations) :]]
    assert others == [
        ("shells:f:statement 1 + is -", (), ("rule.a",)),
        ("shells:f:statement 1 1 is one more", (), ("rule.a",)),
        ("shells:f:statement 1 1 is one less", (), ("rule.a",)),
    ]


def test_the_names_of_an_engine_come_from_the_file_of_its_game(tmp_path: Path) -> None:
    assert exchanges(tmp_path, "shells") == Exchanges("shells")
    listed = tmp_path / "exchanges.toml"
    listed.write_text('[[exchange]]\nengine = "shells"\nplayers = ["turn"]\nalike = [["a", "b"]]\n')
    assert exchanges(tmp_path, "shells") == Exchanges("shells", ("turn",), (("a", "b"),))
    assert exchanges(tmp_path, "others") == Exchanges("others")
    listed.write_text('[[exchange]]\nengine = "shells"\nplayer = "turn"\n')
    with pytest.raises(SpecError, match=r"exchanges\.toml:\d+"):
        exchanges(tmp_path, "shells")
