"""Positions that people type: their words, and the observation that shows such a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulehound.spec.asking import Area, PositionWords, Setting
from rulehound.spec.dcg.model.state import COLOURS, KEYWORDS
from rulehound.spec.dcg.reading.cards import Cards
from rulehound.spec.dcg.reading.unasked_decisions import PHASES, standing
from rulehound.spec.formats import Observation

IN_BATTLE = ATTACKING, ATTACKED, DP_CHANGE = "attacking", "attacked", "dp_change"
"""What can be said of a stack in the battle area alone, and is put into the observation afterwards."""

DECK = 20
"""Cards of a deck of which nobody says how many there are: enough for the game to go on."""

WORDS = PositionWords(
    sides=("me", "opponent"),
    settings={
        "turn": Setting("turn", choices=("me", "opponent")),
        "phase": Setting("phase", choices=PHASES),
        "turn number": Setting("turn_number"),
    },
    counters={"memory": "memory"},
    seen_from="turn",
    areas={
        "battle": Area("battle", "stacks"),
        "breeding": Area("breeding", "stacks", single=True),
        "hand": Area("hand", "cards", counted=True),
        "trash": Area("trash", "cards", counted=True),
        "security": Area("security", "cards", counted=True),
        "deck": Area("deck", "cards", counted=True, usual=DECK),
        "egg deck": Area("egg_deck", "cards", counted=True),
    },
    numbers={
        "level": "level #",
        "dp": "# DP",
        "play_cost": "cost #",
        "security_attack": "security attack #",
    },
    choices={"kind": ("digimon", "tamer", "option", "digi-egg")},
    lists={"colors": COLOURS},
    flags={keyword: keyword for keyword in KEYWORDS},
    entries={
        "digivolve": (
            "digivolves from #color #level for #cost",
            {"color": "word", "level": "number", "cost": "number"},
        )
    },
    marks={
        "suspended": "suspended",
        "played this turn": "played_this_turn",
        "attacking": ATTACKING,
        "attacked": ATTACKED,
    },
    amounts={DP_CHANGE: "# DP this turn"},
    under="on",
    abbreviations=dict.fromkeys(("lv", "lv.", "lvl"), "level"),
    examples={
        "position": "me: memory 3, battle Greymon(4, 5000 DP) on Agumon(3), hand Gabumon(3, cost 3), "
        "security 4; opponent: battle Patamon(3, blocker), hand 5, security 5",
        "attributes": "4, 5000 DP, red, blocker",
        "facts": '[Greymon]\neffects = [{ timing = "when-attacking", steps = [{ do = "draw" }] }]',
    },
)
"""The words of a position."""

FACE_DOWN = ("deck", "security", "egg_deck")
PILES = ("hand", "trash")
"""Piles of which an engine shows the cards, and of which a person may say how many they are."""


def observation(position: Mapping[str, Any], cards: Cards) -> Observation:
    """The observation of a position as engines are given it, at the decision that comes first.

    Cards of a hand or trash that are only counted are there and not seen; named cards of a face-down pile are
    seen. Where something attacks, the other
    player decides whether to block. Raises ValueError for an attack that is none.
    """
    seats = [*position.get("players", ()), {}, {}][:2]
    plain = [_plain(seat) for seat in seats]
    whole = standing({**position, "players": plain}, cards)
    if whole is None:
        raise ValueError("no player decides anything there")
    for player, (seat, areas) in enumerate(zip(seats, whole["players"], strict=True)):
        for pile in PILES:
            if isinstance(seat.get(pile), int):
                areas[pile] = [{"id": f"{player}.{pile}.{place}"} for place in range(seat[pile])]
        for given, entry in zip(seat.get("battle", ()), areas["battle"], strict=True):
            if given.get(DP_CHANGE) and entry["dp"] is not None:
                entry["dp"] = max(entry["dp"] + given[DP_CHANGE], 0)
    hidden = [_hidden(player, seat) for player, seat in enumerate(seats)]
    return _attacked({**whole, "hidden": hidden} if any(hidden) else whole, seats)


def _hidden(player: int, seat: Mapping[str, Any]) -> dict[str, Any]:
    """The cards of the face-down piles of one player that are named, the top one first."""
    return {
        pile: [{"id": f"{player}.{pile}.{place}", "card": number} for place, number in enumerate(seat[pile])]
        for pile in FACE_DOWN
        if isinstance(seat.get(pile), list)
    }


def _plain(seat: Mapping[str, Any]) -> dict[str, Any]:
    """One player's areas without what is put into the observation afterwards."""
    plain = {name: () if name in PILES and isinstance(pile, int) else pile for name, pile in seat.items()}
    if any((seat.get("breeding") or {}).get(mark) for mark in IN_BATTLE):
        raise ValueError("in the breeding area nothing attacks or is attacked, and no effect changes DP")
    plain["battle"] = [
        {name: value for name, value in entry.items() if name not in IN_BATTLE}
        for entry in seat.get("battle", ())
    ]
    return plain


def _attacked(whole: dict[str, Any], seats: Sequence[Mapping[str, Any]]) -> Observation:
    """The observation at block timing where something attacks; else as it is."""
    stacks = {
        mark: [
            (player, entry)
            for player, (seat, areas) in enumerate(zip(seats, whole["players"], strict=True))
            for given, entry in zip(seat.get("battle", ()), areas["battle"], strict=True)
            if given.get(mark)
        ]
        for mark in (ATTACKING, ATTACKED)
    }
    attacking, attacked = stacks[ATTACKING], stacks[ATTACKED]
    turn = whole["turn"]
    if not attacking and not attacked:
        return whole
    if len(attacking) != 1 or attacking[0][0] != turn:
        raise ValueError("one Digimon attacks at a time, and it is the turn player's")
    if len(attacked) > 1 or any(player == turn for player, _ in attacked):
        raise ValueError("one Digimon is attacked at the most, and it is not the turn player's")
    attacker = attacking[0][1]
    attacker["suspended"] = True
    attack = {"attacker": attacker["id"], "target": attacked[0][1]["id"] if attacked else "player"}
    return {**whole, "decision": "block", "decider": 1 - turn, "attack": attack}


def in_turn_of(whole: Observation, player: int) -> Observation:
    """The same position in the main phase of a player's turn.

    The counter stays where it is if that player can have a turn there, else it stands at 0.
    """
    memory = whole["memory"] if whole["turn"] == player else max(0, -whole["memory"])
    return {
        **whole,
        "turn": player,
        "decider": player,
        "decision": "main",
        "memory": memory,
        "attack": None,
    }
