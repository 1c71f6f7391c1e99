"""Observations as states of the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rulehound.spec.dcg.model import KEYWORDS, Stage, Winner, model
from rulehound.spec.dcg.model import Card as ModelCard
from rulehound.spec.dcg.model import Stack as ModelStack
from rulehound.spec.dcg.reading.cards import Cards, model_card
from rulehound.spec.dcg.reading.inherited import inherited_by
from rulehound.spec.formats import Card, Observation
from rulehound.spec.language import State, record
from rulehound.spec.reading import Problem, places_of

PLACES = {path: place for place, path in enumerate(model.paths)}
"""Where in a state of the model each field stands."""

NOTHING = model.from_dict({})
"""The state whose fields are all 0, false and empty."""

UNTOLD, UNSEEN = "untold", "unseen"
"""Keys of an observation that has been completed: what it does not tell, and cards that are only counted."""

IDS = "ids"
"""Untold where something has no id of its own."""

FACE_DOWN = ("deck", "security", "egg_deck")
"""The piles whose cards an observation may show, though they lie face down."""

STAGES = {
    "": Stage.UNSUSPEND,
    "breeding": Stage.BREEDING,
    "main": Stage.MAIN,
    "block": Stage.BLOCK,
    "redraw": Stage.REDRAW,
}


def project(observation: Observation, cards: Cards, brought: Sequence[int]) -> State:
    """The model state that an observation shows.

    Of a decision that the model lacks it is told that an effect is in the middle; of none, the turn's start.
    """
    turn: int = observation["turn"]
    over = observation["winner"] is not None
    decision = observation["decision"] or ""
    stage = Stage.OVER if over else STAGES.get(decision, Stage.EFFECT)
    if decision == "redraw" and observation["decider"] != turn:
        stage = Stage.REDRAW_THEIRS
    attack: Mapping[str, Any] = (not over and observation.get("attack")) or {}
    values: dict[str, Any] = {
        "stage": int(stage),
        "winner": int(
            Winner.NOBODY
            if not over
            else Winner.TURN_PLAYER
            if observation["winner"] == turn
            else Winner.OTHER_PLAYER
        ),
        "second_players_turn": turn != observation.get("first", 0),
        "first_turn": observation["turn_number"] <= 1,
        "memory": observation["memory"],
        "target_is_player": attack.get("target") == "player",
    }
    for part, player in (("me", turn), ("opponent", 1 - turn)):
        shown = observation["players"][player]
        values |= {
            f"{part}.cards": brought[player] if brought else 0,
            f"{part}.deck": shown["deck"],
            f"{part}.hand": count(shown, "hand"),
            f"{part}.security": shown["security"],
            f"{part}.egg_deck": shown["egg_deck"],
            f"{part}.trash": count(shown, "trash") + count(shown, "revealed"),
        }
    state = list(NOTHING)
    for path, value in values.items():
        state[PLACES[path]] = value
    for part, player in (("me", turn), ("opponent", 1 - turn)):
        shown = observation["players"][player]
        for area, there in (("battle", shown["battle"]), ("breeding", [shown["breeding"]])):
            stacks = (stack(entry, cards, attack, mine=part == "me") for entry in there if entry)
            state[PLACES[f"{part}.{area}"]] = tuple(sorted(stacks))
    return tuple(state)


def stack(
    shown: Mapping[str, Any], cards: Cards, attack: Mapping[str, Any], *, mine: bool = True
) -> tuple[Any, ...]:
    """A stack of the model: state as the engine shows it, facts as they are printed on its cards.

    Of a DP that is shown as 0 the smallest change is taken that leads there. Whether something was played
    this turn is only asked of what the turn player has.
    """
    top = model_card(top_card(shown, cards))
    dp = shown["dp"] or 0
    gained, more_checks = beyond_print(top, shown)
    passed_on, _ = inherited_by(top, shown, cards)
    fields = {
        "top": top,
        "under": tuple([model_card(cards[entry["card"]]) for entry in shown["cards"][1:]]),
        "dp": dp,
        "dp_change": dp - top[PRINTED["dp"]],
        "suspended": bool(shown["suspended"]),
        "played_this_turn": mine and bool(shown["played_this_turn"]),
        "attacking": attack.get("attacker") == shown["id"],
        "targeted": attack.get("target") == shown["id"],
        "token": bool(shown.get("token")),
        "more_checks": more_checks,
        "gained": gained | passed_on & ~top[PRINTED["keywords"]],
    }
    return tuple([fields.get(name, nothing) for name, nothing in NO_STACK.items()])


def beyond_print(top: tuple[Any, ...], shown: Mapping[str, Any]) -> tuple[int, int]:
    """The keywords and checks that a stack is shown to have beside those printed on its top card, if any."""
    bits = 0
    for word in shown.get("keywords", ()):
        bits |= BITS.get(word, 0)
    checks = shown.get("checks")
    more = 0 if checks is None else checks - ALWAYS_CHECKED - top[PRINTED["extra_checks"]]
    return bits & ~top[PRINTED["keywords"]], more


BITS = {word: 1 << bit for bit, word in enumerate(KEYWORDS)}
"""Each keyword in a set of them."""

PRINTED = places_of(ModelCard)
"""Where in a card of the model each field stands."""

NO_STACK = dict(zip(places_of(ModelStack), record(ModelStack, {}), strict=True))
"""The fields of a stack of the model, with those of nothing."""


def place(path: str, state: Mapping[str, Any], observation: Mapping[str, Any]) -> str:
    """A path of the model as observations have it: of player 0 or 1, whoever of them the turn is."""
    side, dot, rest = path.partition(".")
    if not dot or side not in ("me", "opponent"):
        return path
    turn = int(state["second_players_turn"]) ^ observation.get("first", 0)
    return f"players[{turn if side == 'me' else 1 - turn}].{rest}"


ALWAYS_CHECKED = 1
"""Security cards that an attack checks where no effect adds any (security.count)."""


def top_card(shown: Mapping[str, Any], cards: Cards) -> Card:
    """The top card of a stack; of a token that no card in the game describes what it is shown to be."""
    number = shown["cards"][0]["card"]
    if not is_unknown_token(shown, cards):
        return cards[number]
    facts = {"kind": shown["kind"], "level": shown["level"] or 0, "colors": shown["colors"]}
    printed = shown.get("token_dp", shown["dp"])
    dp = {} if printed is None else {"dp": printed}
    return Card(number, shown["name"], {**facts, **dp})


def is_unknown_token(shown: Mapping[str, Any], cards: Cards) -> bool:
    """Whether a stack is a token that none of the cards in the game describes as it is shown."""
    if not shown.get("token"):
        return False
    described = cards.get(shown["cards"][0]["card"])
    if described is None:
        return True
    facts = described.facts
    return (facts["kind"], facts.get("level") or 0, {*facts.get("colors", ())}) != (
        shown["kind"],
        shown["level"] or 0,
        {*shown["colors"]},
    )


def count(shown: Mapping[str, Any], pile: str) -> int:
    """How many cards lie in a pile that may be looked through, those that are not shown among them."""
    return len(shown.get(pile, ())) + int(shown.get(UNSEEN, {}).get(pile, 0))


PILES = ("deck", "hand", "security", "egg_deck", "trash", "breeding", "battle")


def brought(observation: Observation) -> tuple[int, ...]:
    """How many cards of each player an observation shows; nothing where it leaves some out."""
    if any(place.rpartition(".")[2] in PILES for place in observation.get(UNTOLD, ())):
        return ()
    return tuple(
        player["deck"]
        + player["security"]
        + player["egg_deck"]
        + sum(count(player, pile) for pile in ("hand", "trash", "revealed"))
        + sum(cards_of(entry) for entry in field_of(player))
        for player in observation["players"]
    )


def cards_of(entry: Mapping[str, Any]) -> int:
    """How many cards a stack is made of; a token is none."""
    return 0 if entry.get("token") else len(entry["cards"]) + int(entry.get(UNSEEN, 0))


def field_of(player: Mapping[str, Any]) -> list[Any]:
    """Everything of one player on the field."""
    return [*player["battle"], *([player["breeding"]] if player["breeding"] else [])]


def face_down(observation: Observation, player: int) -> list[Sequence[Mapping[str, Any]]]:
    """The face-down piles of one player that are shown; none of the fields that an engine adds to them."""
    seats = observation.get("hidden") or ()
    return [seats[player][pile] for pile in FACE_DOWN if pile in seats[player]] if seats else []


def problems(observation: Observation, cards: Cards) -> list[Problem]:
    """What the counts of the model would hide: one card in two places, or a card that nobody brought."""
    seen = []
    for player, shown in enumerate(observation["players"]):
        seen += [*shown["hand"], *shown["trash"], *shown.get("revealed", ())]
        for entry in field_of(shown):
            seen += entry["cards"] if not entry.get("token") else ()
        for pile in face_down(observation, player):
            seen += pile
    found = [
        Problem("cards.one-place", f"{card['id']} is a card {card['card']} that nobody brought")
        for card in seen
        if card["card"] not in cards
    ]
    # a card without an id goes by its number
    names = [card["id"] for card in seen if card["id"] != card["card"]]
    times = Counter(names) if len(set(names)) < len(names) else {}
    found += [
        Problem("cards.one-place", f"card {name} is in {count} places")
        for name, count in sorted(times.items())
        if count > 1
    ]
    return found
