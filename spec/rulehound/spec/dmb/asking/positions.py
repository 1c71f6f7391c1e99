"""Positions that people type: their words, and the observation that shows such a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulehound.spec.asking import Area, PositionWords, Setting
from rulehound.spec.dmb.model import ABILITIES
from rulehound.spec.dmb.reading.cards import ATTACKS, Cards, model_card, type_names
from rulehound.spec.formats import Observation

DECK = 20
"""Cards of a deck of which nobody says how many there are: enough for the game to go on."""

BOTH = ("mulligan", "attack")
"""Decisions that both players make before either choice is shown."""

WITH_DIGIMON = ("partner", "rack", "evolve", "attack", "support")
"""Decisions at which the turn player has a Digimon."""

WITH_CHOICE = ("attack", "support", "discard")
"""Decisions at which players may have chosen an attack."""

TYPED = ("mulligan", "hand", *WITH_DIGIMON, "discard")
"""Decisions at which a typed position can stand. At the others there is more than its words can say; where a
Digimon is placed, what comes next hangs on a hand that the model only counts.
"""

WORDS = PositionWords(
    sides=("me", "opponent"),
    settings={
        "turn": Setting("turn", choices=("me", "opponent")),
        "decision": Setting("decision", choices=TYPED),
    },
    counters={},
    seen_from="turn",
    areas={
        "active": Area("active", "stacks", single=True),
        "hand": Area("hand", "cards", counted=True),
        "deck": Area("deck", "cards", counted=True, usual=DECK),
        "trash": Area("trash", "cards", counted=True),
        "destiny zone": Area("destiny", "cards"),
        "dp zone": Area("dp", "cards"),
        "partner": Area("partner", "cards"),
    },
    numbers={
        "hp": "# HP",
        **{name: f"{name} #" for name in ATTACKS},
        "cost": "cost #",
        "dp": "# DP",
        "shatter": "shatter #",
    },
    choices={
        "kind": ("digimon", "option", "evolution", "data"),
        "level": ("R", "C", "U", "M"),
        "special": tuple(ATTACKS),
        "against": tuple(ATTACKS),
    },
    lists={"abilities": ABILITIES, "types": (), "prey": (), "box": ()},
    flags={"voids": "voids"},
    entries={},
    marks={"abnormal": "abnormal"},
    amounts={"boost": "# power"},
    measures={"hp": "# HP left", "revival": "revival #"},
    shown_as={"dp": "dp_cards"},
    under="on",
    of_sides={
        "choice": Setting("choice", choices=tuple(ATTACKS)),
        "ko points": Setting("ko_points"),
    },
    said={
        "special": "abilities on #",
        "against": "against #",
        "types": "type #",
        "prey": "triples against #",
        "box": "box #",
    },
    examples={
        "position": "me: active Agumon(R, 500 HP, type fire), hand Greymon(C, 900 HP, cost 20, type fire), "
        "dp zone Gabumon(R, 20 DP); opponent: active Patamon(R, 300 HP left), hand 5",
        "attributes": "C, 900 HP, cost 20, type fire",
        "facts": '[Greymon]\nbox = ["Agumon"]',
    },
)
"""The words of a position. What a card has that is not stated is as in scenarios."""


def observation(position: Mapping[str, Any], cards: Cards) -> Observation:
    """The observation of a position as engines are given it, with piles that are counted.

    Cards of the Destiny Zone, and active Megas, came from there. Where a support is declared, the other
    player has declared none; where cards are discarded and no attacks are stated, there was no battle. Raises
    ValueError for a position that cannot be.
    """
    turn, decision = int(position.get("turn", 0)), position.get("decision", "evolve")
    seats = [*position.get("players", ()), {}, {}][:2]
    players = [_seat(player, seat, cards) for player, seat in enumerate(seats)]
    whole: dict[str, Any] = {
        "turn": turn,
        "decision": decision,
        "decider": None if decision in BOTH else turn,
        "players": players,
        "winner": None,
        "unopposed": without_battle(decision, players, turn),
    }
    type_names(cards)
    _require_sense(whole)
    return whole


def without_battle(decision: str, players: Sequence[Mapping[str, Any]], turn: int) -> bool:
    """Whether nobody stood against the turn player in this turn."""
    if decision == "discard":
        return not all(seat["has_chosen"] for seat in players)
    return decision == "support" and players[1 - turn]["active"] is None


def _seat(player: int, given: Mapping[str, Any], cards: Cards) -> dict[str, Any]:
    """One player's zones."""
    active = given.get("active")
    numbers: Sequence[str] = active["cards"] if active else ()
    if numbers and cards[numbers[0]].facts["kind"] != "digimon":
        raise ValueError(f"{cards[numbers[0]].name} is no Digimon, and cannot be active")
    partner = _partner(given, cards)
    seat = {
        pile: _pile(player, pile, given.get(pile, 0), cards) for pile in ("hand", "deck", "trash", "destiny")
    }
    dp_cards = _pile(player, "dp", given.get("dp", ()), cards)
    choice = given.get("choice")
    whole = {
        **seat,
        "dp_cards": dp_cards,
        "dp": sum(cards[card["card"]].facts.get("dp", 0) for card in dp_cards),
        "active": _active(player, active, cards) if active else None,
        "support": None,
        "mulliganed": False,
        "has_chosen": choice is not None,
        "choice": choice,
        "shown": None,
        "ko_points": given.get("ko_points", 0),
    }
    _declare(partner, whole)
    return whole


def _partner(given: Mapping[str, Any], cards: Cards) -> str:
    """The number of the card that is the Partner; "" for none. Raises ValueError for what cannot be one."""
    declared: Sequence[str] = given.get("partner", ())
    if len(declared) > 1:
        raise ValueError("a player has one Partner")
    for number in declared:
        if cards[number].facts.get("level") != "R":
            raise ValueError(f"{cards[number].name} is no Digimon of level R, and cannot be the Partner")
    return declared[0] if declared else ""


def _declare(partner: str, seat: Mapping[str, Any]) -> None:
    """Make the first card of a number the Partner, which is somewhere among the cards that are stated."""
    stack = seat["active"]["cards"] if seat["active"] else ()
    piles = [pile for pile in (seat["hand"], seat["deck"], seat["trash"]) if not isinstance(pile, int)]
    there = [card for pile in (stack, *piles, seat["dp_cards"]) for card in pile if card["card"] == partner]
    if partner and not there:
        raise ValueError("the Partner is none of the cards that are stated; say where it lies as well")
    for card in there[:1]:
        card["partner"] = True


def _active(player: int, given: Mapping[str, Any], cards: Cards) -> dict[str, Any]:
    """An active Digimon."""
    shown = _pile(player, "active", given["cards"], cards)
    printed = cards[given["cards"][0]].facts.get("hp", 0)
    state = {name: given.get(name, 0) for name in ("boost", "revival")}
    return {
        "cards": shown,
        "hp": given.get("hp", printed),
        "abnormal": bool(given.get("abnormal")),
        **state,
    }


def _pile(player: int, pile: str, there: Any, cards: Cards) -> Any:
    """The cards of a pile, each with an id of its own; their number where that is all that is stated."""
    if isinstance(there, int):
        return there if pile in ("hand", "deck", "trash") else []
    return [
        {
            "id": f"{player}.{pile}.{place}",
            "card": number,
            "destiny": pile == "destiny" or (pile == "active" and cards[number].facts.get("level") == "M"),
        }
        for place, number in enumerate(there)
    ]


def _require_sense(whole: Observation) -> None:
    """Raise ValueError for a position to which no such decision comes."""
    turn, decision = whole["turn"], whole["decision"]
    mine, theirs = whole["players"][turn], whole["players"][1 - turn]
    for seat in (mine, theirs):
        if seat["active"] is not None and seat["active"]["hp"] < 1:
            raise ValueError("a Digimon without HP left is not active")
    if decision in WITH_DIGIMON and mine["active"] is None:
        raise ValueError(f"whose turn it is has no Digimon, and decides nothing of that: {decision}")
    if decision == "partner" and not _partner_just_placed(mine):
        raise ValueError(
            "no Partner has just been placed: say partner, active and destiny zone of whose turn it is"
        )
    if decision == "attack" and theirs["active"] is None:
        raise ValueError("nobody stands against whose turn it is, and nobody chooses an attack")
    chosen = [seat["has_chosen"] for seat in (mine, theirs)]
    if decision == "support" and theirs["active"] is not None and not all(chosen):
        raise ValueError("both have chosen an attack before anybody supports: say choice of both")
    if any(chosen) and (decision not in WITH_CHOICE or (decision == "support" and theirs["active"] is None)):
        raise ValueError(
            f"attacks are chosen where both have a Digimon, and known at {', '.join(WITH_CHOICE)}"
        )


def _partner_just_placed(seat: Mapping[str, Any]) -> bool:
    """Whether the Digimon is the Partner alone, with a Destiny Zone behind it."""
    stack = seat["active"]["cards"]
    return len(stack) == 1 and bool(stack[0].get("partner")) and bool(seat["destiny"])


def in_turn_of(whole: Observation, player: int) -> Observation:
    """The same position in the Evolution Phase of a player's turn."""
    seats = [{**seat, "has_chosen": False, "choice": None, "shown": None} for seat in whole["players"]]
    return {
        **whole,
        "turn": player,
        "decider": player,
        "decision": "evolve",
        "players": seats,
        "unopposed": False,
    }


def top_of_deck(observation: Observation, player: int, cards: Cards) -> tuple[Any, ...] | None:
    """The top card of a deck of which the position tells the cards, as the model has it; else None."""
    deck = observation["players"][player]["deck"]
    number = deck[0].get("card", "") if isinstance(deck, list) and deck else ""
    return model_card(number, cards) if number in cards else None
