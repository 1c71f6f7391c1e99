"""What the documents leave open is read the same under every edition: see docs/differences.md."""

from __future__ import annotations

import pytest

from rulehound.engine.dcg import EDITIONS, Game
from rulehound_testing.dcg.effect_games import effect, made, place, tamer, use
from rulehound_testing.dcg.probe_cards import stack

DE_DIGIVOLVE = {"do": "de-digivolve", "target": {"of": "opponent", "kind": ["digimon"]}}


def attacked(game: Game) -> Game:
    """The first Digimon of player 0 has attacked the first of player 1."""
    attacker, target = (player.battle[0].id for player in game.state.players)
    later = game.state.match.rules.attack_target_when == "after-effects"
    game.apply({"action": "attack", "attacker": attacker, "target": "" if later else target})
    if later:
        game.apply({"action": "attack", "attacker": attacker, "target": target})
    return game


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("beneath", "checked"), [("red-3", 0), ("second", 1)])
def test_piercing_that_was_lost_since_the_battle_checks_nothing(
    edition: str, beneath: str, checked: int
) -> None:
    """What lies under the attacker may have Piercing too: then it still has it."""
    cards = [
        made("lancer", level=5, dp=9000, piercing=True),
        made("second", level=4, piercing=True),
        made("prey", effect("on-deletion", DE_DIGIVOLVE), dp=1000),
    ]
    prey = {"battle": [stack("prey", suspended=True)], "security": 2, "deck": 2}
    game = attacked(place(cards, {"battle": [stack("lancer", beneath)], "deck": 2}, prey, edition=edition))
    (attacker,) = game.state.players[0].battle
    assert len(attacker.cards) == 1
    assert game.state.players[1].battle == ()
    assert len(game.state.players[1].security) == 2 - checked
    assert game.decision == "main"


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_option_that_is_uncovered_is_trashed_and_one_that_was_placed_stays(edition: str) -> None:
    trickster = tamer("trickster", effect("main", DE_DIGIVOLVE))
    placed = {"timing": "delay", "steps": [{"do": "draw"}]}
    scroll = tamer("scroll", placed, kind="option", delay=True)
    theirs = {"battle": [stack("red-5", "scroll", "red-3"), stack("scroll")], "deck": 2}
    game = place([trickster, scroll], {"battle": [stack("trickster")], "deck": 2}, theirs, edition=edition)
    use(game)
    (left,) = game.state.players[1].battle
    assert len(left.cards) == 1
    assert len(game.state.players[1].trash) == 3
    told = [event for event in game.state.events if event.what in ("deleted", "left-battle-area")]
    assert [(event.what, event.cause) for event in told] == [("left-battle-area", "rules")]


def test_a_tamer_that_is_uncovered_stays() -> None:
    trickster = tamer("trickster", effect("main", DE_DIGIVOLVE))
    theirs = {"battle": [stack("red-5", "red-tamer", "red-3")], "deck": 2}
    game = place([trickster], {"battle": [stack("trickster")], "deck": 2}, theirs)
    use(game)
    (left,) = game.state.players[1].battle
    assert len(left.cards) == 2


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("beneath", ["red-tamer", "red-option"])
def test_what_is_uncovered_in_the_breeding_area_and_is_no_digimon_is_trashed(
    beneath: str, edition: str
) -> None:
    step = {"do": "de-digivolve", "target": {"of": "opponent", "area": "breeding", "kind": ["digimon"]}}
    trickster = tamer("trickster", effect("main", step))
    theirs = {"breeding": stack("red-5", beneath, "red-egg"), "deck": 2}
    me = {"battle": [stack("trickster")], "deck": 2}
    game = place([trickster], me, theirs, edition=edition)
    use(game)
    assert game.state.players[1].breeding is None
    assert len(game.state.players[1].trash) == 3
    assert game.decision == "main"


@pytest.mark.parametrize("edition", EDITIONS)
def test_effects_that_set_each_other_off_for_ever_end_in_a_draw(edition: str) -> None:
    this = {"role": "this"}
    turned = {"suspended": "unsuspend", "unsuspended": "suspend"}
    steps = [
        effect("when", {"do": step, "target": this}, event={"happens": what}) for what, step in turned.items()
    ]
    whirl = tamer("whirl", *steps, effect("main", {"do": "suspend", "target": this}))
    game = place([whirl], {"battle": [stack("whirl")], "deck": 2}, {"deck": 2}, edition=edition)
    use(game, steps=2)
    assert (game.over, game.winner, game.state.ended_by) == (True, None, "endless-loop")
    game.undo()
    assert game.decision == "main"
