"""`rulehound mutate --beside` from end to end, on the made-up engine of the heap game."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rulehound.spec.formats import Scenario
from rulehound_testing.heap_world import World, world

COMPARED = """
from rulehound.spec.game import SideBySide
same = lambda position, cards: position
none = frozenset()
by = SideBySide("name", "decision", none, none, none, lambda action, after: False, same, same)
game = replace(game, side_by_side=by)
"""

SHOWN = '''
RULES = "add.turns"


def doubled(amount: int) -> int:
    """Twice an amount, but for one of 9, which is too much for any heap."""
    if amount == 9:
        return 0  # rule: add.turns
    return amount + amount  # rule: add.turns
'''


@pytest.fixture
def heaps(tmp_path: Path) -> World:
    """The engine shows twice the heap as well, of which no check knows; engines are compared."""
    made = world(tmp_path)
    adapter, game = made.engine / "adapter.py", made.root / "heap_game.py"
    text = adapter.read_text().replace(
        "from heaps.taking", "from heaps.showing import doubled\nfrom heaps.taking"
    )
    adapter.write_text(
        text.replace('"count": self.count,', '"count": self.count, "both": doubled(self.count),')
    )
    (made.engine / "showing.py").write_text(SHOWN)
    game.write_text(game.read_text() + COMPARED)
    return made


PART = ("--module", "heaps.showing", "--jobs", "1")


def test_survivors_are_taken_through_games_beside_the_unchanged_engine(heaps: World, tmp_path: Path) -> None:
    folder = tmp_path / "drafts"
    tried = heaps.tried(*PART, "--beside", str(folder)).mutants
    how = {
        each.mutant.removeprefix("heaps.showing:"): each.shown.partition("; beside the unchanged engine: ")[2]
        for each in tried
        if each.outcome in ("survived", "timed out")
    }
    less = how["doubled:3 returns one less"]
    assert less.startswith("apart, 0 steps after the start of heap/")
    assert "both" in less
    assert less.endswith("draft distilled/showing-doubled-3-returns-one-less")
    assert how["doubled:2 0 is one more"] == "inconclusive, 0 walks, 0 steps; no walk took a step"
    assert how["doubled:1 never"].startswith("no difference seen, ")
    assert not any(each.shown.count("beside") for each in tried if each.outcome == "caught")
    drafts = [msgspec.toml.decode(path.read_bytes(), type=Scenario) for path in sorted(folder.glob("*.toml"))]
    assert 0 < len(drafts) < sum(each.startswith("apart") for each in how.values())
    known = (folder / "kept.jsonl").read_text()
    assert heaps.tried(*PART, "--beside", str(folder)).mutants == tried
    assert (folder / "kept.jsonl").read_text() == known


def test_a_draft_catches_the_fault_that_it_was_made_of(heaps: World, tmp_path: Path) -> None:
    folder = tmp_path / "drafts"
    arguments = (*PART, "--beside", str(folder))
    apart = [each for each in heaps.tried(*arguments).mutants if "engine: apart" in each.shown]
    for path in folder.glob("*.toml"):
        (heaps.root / "spec/scenarios/heap" / path.name).write_bytes(path.read_bytes())
    outcomes = {each.mutant: each.outcome for each in heaps.tried(*PART).mutants}
    assert apart
    assert {outcomes[each.mutant] for each in apart} == {"caught"}


def test_engines_of_a_game_that_nobody_compares_are_told(tmp_path: Path) -> None:
    part = ("--module", "heaps.refusing", "--rule", "add.few", "--jobs", "1")
    printed = world(tmp_path).run(*part, "--beside", str(tmp_path / "drafts"), status=2)
    assert "engines of 'toy' are not compared; leave out --beside" in printed
    assert "Traceback" not in printed
