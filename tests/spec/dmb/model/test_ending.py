"""The End Phase: the hand limit of the turn player, what ends with the turn, and what stays."""

from __future__ import annotations

from rulehound_testing.dmb.line import Line, active, digimon


def test_the_turn_player_alone_discards_down_to_six() -> None:
    line = Line("discard", me__hand=8, opponent__hand=8, unopposed=True)
    assert line.due() == []
    line.do("discard").do("discard")
    assert (line["me.hand"], line["me.trash"], line["opponent.hand"]) == (6, 2, 8)
    assert line.refused("discard") == ["end.hand-limit"]
    assert line.due() == ["hand-is-small"]


def test_what_lingers_ends_and_the_rest_stays() -> None:
    mine = active(digimon(), hp=12, boost=30, bonus=40, lost=5, revival=10, gained=("third",), abnormal=True)
    line = Line(
        "clean-up",
        **{"me__active": [mine], "me__chosen": "cross", "me__shown": "cross", "me__granted": ("drain",)},
        **{"me__first_attacks": 2, "opponent__chosen": "circle", "opponent__shown": "circle"},
        **{"opponent__active": [active(digimon(2))], "me__support": {"number": 7, "kind": "option"}},
        **{"evolutions": 1, "racked": 1, "evolve_cards": 1, "discount": 10, "ignored": ("cost",)},
    ).do("end-turn")
    (digimon_after,) = line["opponent.active"]
    kept = ("hp", "boost", "bonus", "lost", "revival", "gained", "abnormal")
    assert [digimon_after[name] for name in kept] == [12, 0, 40, 0, 0, ["third"], True]
    assert (line["opponent.chosen"], line["opponent.shown"], line["opponent.granted"]) == ("none", "none", [])
    assert (line["opponent.first_attacks"], line["opponent.trash"]) == (0, 1)
    assert [line[name] for name in ("evolutions", "racked", "evolve_cards", "discount")] == [0, 0, 0, 0]
    assert (line["ignored"], line["second_players_turn"], line["stage"]) == ([], True, "prep")
