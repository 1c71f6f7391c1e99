"""The End Phase: the hand limit, what is over, what stays, and the turn that passes."""

from __future__ import annotations

from rulehound_testing.dmb.table import active, held, numbers, seat, table, why_not


def test_the_turn_player_alone_discards_down_to_the_limit() -> None:
    game = table("discard", {"hand": ["Option"] * 8}, {"hand": ["Option"] * 9})
    for left in (7, 6):
        assert (game.decision, game.decider) == ("discard", 0)
        assert why_not(game, "discard", card="b1") == ["not-discarded-from-hand"]
        game.apply({"action": "discard", "card": held(game, "Option")})
        assert len(seat(game, 0)["hand"]) == left
    assert (game.decider, len(seat(game, 1)["hand"])) == (1, 9)


def test_what_lingers_is_over_and_what_a_digimon_has_become_stays() -> None:
    condition = {"hp": 70, "boost": 5, "bonus": 6, "revival": 8, "attachments": ["Option"]}
    game = table("discard", {"active": active("Champion", "Rookie", **condition), "hand": ["Option"] * 7})
    game.apply({"action": "discard", "card": held(game, "Option")})
    after = seat(game, 0)["active"]
    assert (after["boost"], after["revival"], after["hp"], after["bonus"]) == (0, 0, 70, 6)
    assert numbers(after["attachments"]) == ["Option"]
    observed = game.observe()
    assert (observed["turn"], observed["turn_number"], observed["decision"]) == (1, 2, "hand")


def test_supports_are_discarded_and_choices_taken_back() -> None:
    mine = {"active": active("Rookie", hp=500), "choice": "circle", "hand": ["Option"]}
    game = table("support", mine, {"active": active("Champion", hp=500), "choice": "cross"})
    game.apply({"action": "no-support"})
    game.apply({"action": "support-from-hand", "card": held(game, "Option")})
    shown = seat(game, 0)
    assert (numbers(shown["trash"]), shown["support"], shown["choice"], shown["shown"]) == (
        ["Option"],
        None,
        None,
        None,
    )


def test_what_effects_have_given_for_the_turn_is_over_with_it() -> None:
    game = table("discard", {"active": active("Rookie"), "hand": ["Option"] * 7})
    state = game.state
    state.ignored, state.discount, state.last_first_attack = ("cost",), 5, 1
    for player in state.players:
        player.granted, player.first_attacks, player.no_first_attack = ("drain",), 2, True
    game.apply({"action": "discard", "card": held(game, "Option")})
    shown = game.observe()
    assert (shown["ignored"], shown["discount"], shown["last_first_attack"]) == ([], 0, None)
    for player in shown["players"]:
        assert (player["granted"], player["first_attacks"], player["no_first_attack"]) == ([], 0, False)
