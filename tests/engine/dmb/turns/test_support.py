"""The Support Phase: who declares when, blind supports, Jamming, Voids and the Partner Option."""

from __future__ import annotations

from typing import Any

import pytest

from rulehound.engine.dmb import Game
from rulehound_testing.dmb.table import ROOKIE, active, held, numbers, seat, table, why_not, with_ability

JAMMER = with_ability("Jammer", "jamming", hp=500)


def declaring(mine: dict[str, Any], theirs: dict[str, Any], attack: str = "cross") -> Game:
    """Both have chosen this attack; the Jammer stands against a Rookie."""
    return table(
        "support",
        {"active": active("Jammer"), "choice": attack, **mine},
        {"active": active("Rookie", hp=500), "choice": attack, **theirs},
        more=[JAMMER],
    )


def test_the_other_player_declares_first() -> None:
    game = declaring({"hand": ["Option"]}, {"hand": ["Option", "Evolve"]})
    assert game.decider == 1
    assert why_not(game, "support-from-hand", card=held(game, "Option")) == ["not-supported-from-hand"]
    assert why_not(game, "support-from-hand", card=held(game, "Evolve", 1)) == ["no-support-on-card"]
    game.apply({"action": "support-from-hand", "card": held(game, "Option", 1)})
    assert (game.decider, seat(game, 1)["support"]["card"]["card"]) == (0, "Option")


def test_a_support_from_the_deck_is_nobodys_to_see_until_it_is_turned_over() -> None:
    game = declaring({"deck": ["Evolve"]}, {"deck": ["Rookie"]})
    game.apply({"action": "support-from-deck"})
    assert seat(game, 1)["support"] == {"card": None, "void": False}
    assert (seat(game, 1)["deck"], game.decider) == (0, 0)
    game.apply({"action": "support-from-deck"})
    assert game.decision == "jam"
    assert seat(game, 1)["support"] == {
        "card": {"id": "b2", "card": "Rookie", "partner": False, "destiny": False},
        "void": False,
    }
    assert seat(game, 0)["support"]["void"] is True  # an Evolve card cannot support: it misfires


def test_an_empty_deck_gives_no_support() -> None:
    assert why_not(declaring({}, {}), "support-from-deck") == ["deck-empty"]


def test_jamming_shows_the_choice_and_voids_a_digimon() -> None:
    game = declaring({}, {"hand": ["Rookie"]})
    game.apply({"action": "support-from-hand", "card": held(game, "Rookie", 1)})
    game.apply({"action": "no-support"})
    assert (game.decision, game.decider, seat(game, 0)["shown"]) == ("jam", 0, None)
    before = game.state.players[1].support
    state = game.clone()
    state.apply({"action": "no-jam"})
    assert before is not None
    assert before.void is False
    game.apply({"action": "jam"})
    assert game.state.players[1].trash == (before.card,)


@pytest.mark.parametrize(
    ("attack", "asked", "reasons"),
    [("circle", 0, ["cross-not-chosen"]), ("cross", 1, ["no-jamming"])],
)
def test_who_cannot_jam_is_asked_too(attack: str, asked: int, reasons: list[str]) -> None:
    hands: list[dict[str, Any]] = [{}, {}]
    hands[1 - asked] = {"hand": ["Rookie"]}
    game = declaring(hands[0], hands[1], attack)
    for player in (1, 0):
        if player == asked:
            game.apply({"action": "no-support"})
        else:
            game.apply({"action": "support-from-hand", "card": held(game, "Rookie", player)})
    assert (game.decision, game.decider) == ("jam", asked)
    assert why_not(game, "jam") == reasons


def test_an_option_is_not_jammed() -> None:
    game = declaring({}, {"hand": ["Option"]})
    game.apply({"action": "support-from-hand", "card": held(game, "Option", 1)})
    game.apply({"action": "no-support"})
    assert game.decision == "hand"


def voided(monkeypatch: pytest.MonkeyPatch, mine: str, theirs: str) -> list[bool]:
    """Whether the supports of both, the turn player's first, are void once Voids have been checked."""
    from rulehound.engine.dmb import flow

    seen: list[bool] = []

    def look(state: Any) -> None:
        seen.extend(player.support.void for player in state.in_turn)
        state.stage = "resolve-second"

    monkeypatch.setattr(flow, "STEPS", {**flow.STEPS, "resolve-first": look})
    game = declaring({"hand": [mine]}, {"hand": [theirs]})
    game.apply({"action": "support-from-hand", "card": held(game, theirs, 1)})
    game.apply({"action": "support-from-hand", "card": held(game, mine)})
    return seen


@pytest.mark.parametrize(
    ("mine", "theirs", "void"),
    [
        ("Void", "Option", [False, True]),
        ("Option", "Void", [True, False]),
        ("Void", "Void", [False, True]),
        ("Option", "Option", [False, False]),
    ],
)
def test_the_turn_players_void_comes_first(
    monkeypatch: pytest.MonkeyPatch, mine: str, theirs: str, void: list[bool]
) -> None:
    assert voided(monkeypatch, mine, theirs) == void


def test_the_partner_option_takes_a_partner_and_is_deleted() -> None:
    theirs = {"hand": ["Rookie", "Option"], "partner": "Rookie", "destiny": ["Option", "Mega"]}
    game = declaring({}, theirs)
    option, partner = held(game, "Option", 1, "destiny"), game.state.players[1].hand[0]
    # the Digimon on the zone is the first Rookie, so that it is the Partner
    assert why_not(game, "support-from-destiny", card=option, partner=partner) == ["no-partner-to-discard"]
    game = table("support", {"active": active("Jammer")}, {**theirs, "hand": ["Rookie"]}, more=[JAMMER])
    option, partner = held(game, "Option", 1, "destiny"), held(game, "Rookie", 1)
    assert why_not(game, "support-from-destiny", card="b9", partner=partner) == ["no-partner-option"]
    game.apply({"action": "support-from-destiny", "card": option, "partner": partner})
    assert numbers(seat(game, 1)["trash"]) == [ROOKIE.number]
    game.apply({"action": "no-support"})
    assert (seat(game, 1)["destiny_deleted"], seat(game, 1)["deleted"], seat(game, 1)["support"]) == (
        1,
        0,
        None,
    )


def test_nobody_is_asked_to_jam_what_has_misfired() -> None:
    game = declaring({}, {"deck": ["Champion"]})
    game.apply({"action": "support-from-deck"})
    game.apply({"action": "no-support"})
    assert game.decision == "hand"  # a Champion that cannot support is void before the question


def test_nobody_is_asked_to_jam_where_there_is_no_battle() -> None:
    game = table("support", {"active": active("Jammer")}, {"hand": ["Rookie"]}, more=[JAMMER])
    game.apply({"action": "support-from-hand", "card": held(game, "Rookie", 1)})
    game.apply({"action": "no-support"})
    assert game.decision == "hand"
