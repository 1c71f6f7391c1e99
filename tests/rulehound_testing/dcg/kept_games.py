"""Games saved in the middle of something, kept to see whether later engines still read them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

from rulehound.engine.dcg import Game
from rulehound.engine.dcg.save import VERSION
from rulehound_testing.dcg.effect_games import effect, made, memory, place, tamer, use
from rulehound_testing.dcg.probe_cards import at, stack
from rulehound_testing.folders import TESTS

FOLDER = TESTS / "engine" / "dcg" / "saved_games"
"""Where they are, a file for each version of the format."""


def moments() -> Iterator[tuple[str, Game]]:
    """Games of few cards in the middle of something, each by its decision."""
    block = at({"battle": [stack("red-4")]}, {"battle": [stack("blue-4-blocker")], "security": 2})
    block.apply({"action": "attack", "attacker": "p1", "target": "player"})
    yield "block", block
    draw = {"do": "draw"}
    cost = [{"do": "put", "target": {"area": "hand"}, "to": "trash"}]
    both = made("both", effect("on-play", draw), effect("on-play", memory(2), cost=cost))
    me = {"hand": ["both", "red-3"], "deck": 5, "security": 2}
    order = place([both], me, {"deck": 5}, memory=6, edition="comprehensive-4.0")
    order.apply({"action": "play", "card": "a1"})
    yield "order", order
    activate = order.clone()
    activate.apply({"action": "resolve", "effect": "e2"})
    yield "activate", activate
    give = {
        "do": "give",
        "target": {"kind": ["digimon"]},
        "gives": {"dp": 1000},
        "until": "opponents-turn-end",
    }
    field = {"battle": [stack("red-3"), stack("red-4", "red-3"), stack("giver")]}
    target = place([tamer("giver", effect("main", give))], {**field, "deck": 3}, {"deck": 3})
    use(target, index=2)
    yield "target", target
    saved = effect("would", {"do": "prevent"}, event={"happens": "deleted"}, optional=True)
    would = place([made("saved", saved)], {"battle": [stack("saved", "red-3")], "deck": 3}, {"deck": 3})
    would.effect({"effect": "delete", "target": "p1"})
    yield "would", would
    band = made("band", play_cost=5, digixros={"cards": [{"name": "Red-3"}, {"name": "Red-4"}], "reduces": 1})
    me = {"hand": ["band", "red-3"], "battle": [stack("red-4")], "deck": 3}
    materials = place([band], me, {"deck": 3}, memory=6, edition="chapter-7")
    materials.apply({"action": "play", "card": "a1"})
    yield "materials", materials


def main() -> int:
    """Keep games of this version; those of an earlier one stay until they are removed."""
    file = FOLDER / f"version-{VERSION}.json"
    if file.exists():
        print(f"{file} is there already: raise the version before games of another form are kept")
        return 1
    games = {decision: game.save() for decision, game in moments()}
    file.write_text(json.dumps(games, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
