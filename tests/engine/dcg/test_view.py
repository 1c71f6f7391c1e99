"""What one player sees of cards that lie face down, while an effect has a player choose among them."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dcg import Game
from rulehound.engine.dcg.effects.selecting import searches
from rulehound.engine.dcg.view import seen_by
from rulehound_testing.dcg.effect_games import act, choosable, effect, place, tamer, use
from rulehound_testing.dcg.probe_cards import stack

PILES = {"security": ["red-3", "red-tamer", "red-4"], "deck": ["red-5", "blue-3", "red-tamer"]}


def choosing(step: dict[str, Any]) -> Game:
    """A game in which player 0 chooses for a step of an effect."""
    chooser = tamer("chooser", effect("main", step))
    game = place([chooser], {"battle": [stack("chooser")], "hand": ["red-3", "red-4"], **PILES}, PILES)
    use(game)
    assert (game.state.decision, game.state.decider) == ("target", 0)
    return game


def seen(game: Game, player: int) -> list[dict[str, list[str]]] | None:
    """The numbers of the face-down cards that a player is shown, by owner and pile; None without any."""
    view = seen_by(game.observe(), player, searches(game.state))
    if "hidden" not in view:
        return None
    piles: list[dict[str, list[dict[str, str]]]] = view["hidden"]
    return [{pile: [one["card"] for one in cards] for pile, cards in side.items()} for side in piles]


def put(to: str = "hand", **target: Any) -> dict[str, Any]:
    """The step that puts a card somewhere."""
    return {"do": "put", "target": target, "to": to}


DIGIMON = {"kind": ["digimon"]}


@pytest.mark.parametrize(
    ("step", "shown"),
    [
        (put(area="security", **DIGIMON), [{"security": PILES["security"]}, {}]),
        (put(area="security", of="opponent", **DIGIMON), [{}, {"security": PILES["security"]}]),
        (
            put(area="security", of="both", **DIGIMON),
            [{"security": PILES["security"]}, {"security": PILES["security"]}],
        ),
        (put(area="deck", **DIGIMON), [{"deck": PILES["deck"]}, {}]),
        (put(area="deck", top=2, **DIGIMON), [{"deck": PILES["deck"][:2]}, {}]),
        (
            {"do": "choose", "as": "one", "target": {"area": "security", "level": 3, "of": "both"}},
            [{"security": PILES["security"]}] * 2,
        ),
        (put(area="security"), None),
        (put(of="opponent", area="deck"), None),
        (put(area="hand", **DIGIMON), None),
    ],
)
def test_who_looks_for_a_card_of_some_kind_sees_the_cards_and_nobody_else_does(
    step: dict[str, Any], shown: list[dict[str, list[str]]] | None
) -> None:
    game = choosing(step)
    assert seen(game, 0) == shown
    assert seen(game, 1) is None
    act(game, "target", id=choosable(game)[0])
    assert seen(game, 0) is seen(game, 1) is None


def test_what_a_digimon_digivolves_into_is_looked_for_after_the_digimon() -> None:
    step = {
        "do": "digivolve",
        "target": DIGIMON,
        "into": {"area": "security", "level": 4},
        "free": True,
    }
    chooser = tamer("chooser", effect("main", step))
    own = {"battle": [stack("chooser"), stack("red-3"), stack("red-3")], "security": ["red-4", "red-4"]}
    game = place([chooser], own)
    use(game)
    assert seen(game, 0) is None
    act(game, "target", id=choosable(game)[0])
    assert game.state.decision == "target"
    assert seen(game, 0) == [{"security": ["red-4", "red-4"]}, {}]
