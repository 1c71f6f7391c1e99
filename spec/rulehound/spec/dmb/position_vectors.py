"""Situations of the model as scenarios for engines: a position, and the one action to try."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Any

from rulehound.spec.dmb.model.state import Active, Card, DigimonLevel, Kind, Stage
from rulehound.spec.formats import Expectation, Step
from rulehound.spec.language import Record

Terms = Mapping[str, Any]
"""Solver terms by the name of a field, or its values."""

DECISIONS = {
    Stage.MULLIGAN: "hand",
    Stage.PLACE: "place",
    Stage.PARTNER: "partner",
    Stage.RACK: "rack",
    Stage.EVOLVE: "evolve",
    Stage.CHOICE: "attack",
    Stage.SUPPORT_THEIRS: "support",
    Stage.SUPPORT_MINE: "support",
    Stage.DISCARD: "discard",
}
"""Stage to the decision of the position at which it stands."""

SUPPORTS = (Stage.SUPPORT_THEIRS, Stage.SUPPORT_MINE)

WITH_DIGIMON = (Stage.PARTNER, Stage.RACK, Stage.EVOLVE, Stage.CHOICE, *SUPPORTS)
"""Stages at which the turn player has a Digimon."""

NOWHERE = ("racked", "evolve_cards", "evolutions", "discount", "ignored")
"""What no position states: what was done this turn before."""

NEVER = ("second_players_turn", "low_hand", "forced", "from_destiny", "mine_last")

NOTHING = ("trash", "deleted", "destiny_deleted", "shown", "granted", "abilities", "power", "first_attacks")
"""Fields of a player that no input needs."""

MOST = {"deck": 3, "hand": 7, "destiny": 2, "dp_cards": 2}
"""The most cards of a zone."""

PLAIN = ("special", "abilities", "against", "prey", "shatter")
"""What the cards of an input do not have."""

PRICE, MOST_HP, USED_TYPES = 60, 500, 3
"""The most that a card costs or adds, the most HP, and how many of the types are printed."""

FROM_DESTINY = frozenset(
    {"partner-evolve", "evolve-from-destiny", "evolve-from-destiny-by-box", "support-from-destiny"}
)
"""Actions with a card of the Destiny Zone; the others take theirs from the hand."""

WITHOUT_CARDS = frozenset({"full-mulligan", "no-support", "support-from-deck"})
"""Actions without a card that are tried. The guards of the others are about the moment alone, and hands for
the first mulligan only a whole game deals.
"""

CARDS = ("card", "other", "partner")
"""Parameters that are cards."""

STRANGER = "stranger"
"""The name of a Digimon that is not there."""


def small(state: Terms, parameters: Terms) -> list[Any]:
    """Conditions for a situation that a scenario can state: a player decides, and nothing has been done."""
    stage = state["stage"]
    mine, theirs = (state[f"{part}.active"].occupied[0] for part in ("me", "opponent"))
    return [
        is_one_of(stage, DECISIONS),
        state["winner"] == 0,
        *(state[name] == 0 for name in NOWHERE),
        *(~state[name] for name in NEVER),
        state["unopposed"] == (is_one_of(stage, SUPPORTS) & ~theirs),
        ~is_one_of(stage, WITH_DIGIMON) | mine,
        (stage != int(Stage.PLACE)) | ~mine,
        (stage != int(Stage.CHOICE)) | theirs,
        (stage != int(Stage.PARTNER)) | (state["me.destiny"] >= 1),
        *stands(state),
        *(condition for part in ("me", "opponent") for condition in small_player(state, part)),
        *(condition for card in cards_of(parameters).values() for condition in small_card(card)),
        *distinct(state, parameters),
        *room(state, parameters),
    ]


def stands(state: Terms) -> Iterator[Any]:
    """Conditions: the rules do not leave the stage before anybody is asked."""
    stage, hand = state["stage"], state["me.hand"]
    yield (stage != int(Stage.PLACE)) | (hand >= 1)
    yield (stage != int(Stage.DISCARD)) | (hand == MOST["hand"])
    for fields in state["me.active"].fields:
        yield (stage != int(Stage.EVOLVE)) | ~named(Active, fields)["abnormal"]


def is_one_of(stage: Any, stages: Iterable[Stage]) -> Any:
    """The condition that the game stands at one of these stages."""
    return reduce(or_, (stage == int(one) for one in stages))


def small_player(state: Terms, part: str) -> Iterator[Any]:
    """Conditions on one player: few cards, nothing on the table but a Digimon, a choice where it is due."""
    own = {name.removeprefix(f"{part}."): term for name, term in state.items() if name.startswith(f"{part}.")}
    yield from (own[name] == 0 for name in NOTHING)
    for name, most in MOST.items():
        yield from (own[name] >= 0, own[name] <= most)
    yield from (~own[name] for name in ("face_down", "voided", "no_first_attack"))
    yield named(Card, own["support"])["number"] == 0
    yield from (own["dp"] >= 0, own["dp"] <= PRICE, own["ko_points"] <= 1)
    yield (own["dp_cards"] > 0) | (own["dp"] == 0)
    opposed = state["me.active"].occupied[0] & state["opponent.active"].occupied[0]
    has_chosen = is_one_of(state["stage"], SUPPORTS) & opposed
    yield (state["stage"] == int(Stage.CHOICE)) | ((own["chosen"] >= 1) == has_chosen)
    for fields in own["active"].fields:
        active = named(Active, fields)
        yield from small_active(active)
        is_partner = named(Card, active["top"])["partner"]
        yield is_partner == (state["stage"] == int(Stage.PARTNER)) if part == "me" else ~is_partner


def small_active(active: Terms) -> Iterator[Any]:
    """Conditions on a Digimon: one card under it at the most, its printed HP, nothing that effects gave."""
    top, under = named(Card, active["top"]), named(Card, active["under"].known[0])
    yield from small_card(top)
    yield top["kind"] == int(Kind.DIGIMON)
    yield top["destiny"] == (top["level"] == int(DigimonLevel.M))
    yield ~top["partner"] | ((active["under"].height == 0) & ~active["abnormal"])
    yield from (under["kind"] == int(Kind.DIGIMON), ~under["destiny"], ~under["partner"])
    for count, own in (("partners", top["partner"]), ("destined", top["destiny"])):
        yield from ((active[count] == 1) == own, active[count] <= 1)
    yield active["hp"] == top["hp"]
    yield ~active["worth_one"]
    yield from (active[name] == 0 for name in ("boost", "bonus", "lost", "gained", "attachments", "revival"))


def small_card(card: Terms) -> Iterator[Any]:
    """Conditions on a card: printed as a scenario states it, without abilities."""
    yield from (card[name] == 0 for name in PLAIN)
    yield from (~card[name] for name in ("voids", "steady"))
    is_digimon = card["kind"] == int(Kind.DIGIMON)
    yield from (card["types"] & ~((1 << USED_TYPES) - 1) == 0, (card["types"] != 0) == is_digimon)
    yield from (card["hp"] >= 0, card["hp"] <= MOST_HP, (card["hp"] > 0) == is_digimon)
    for name in ("cost", "dp"):
        yield from (card[name] >= 0, card[name] <= PRICE)
    yield from (card[name] == 0 for name in ("circle", "triangle", "cross"))
    yield (card["has_cost"] & is_digimon) | (card["cost"] == 0)
    yield from (card["stands_for"] >= 0, (card["stands_for"] > 0) == (card["kind"] == int(Kind.DATA)))


def room(state: Terms, parameters: Terms) -> Iterator[Any]:
    """Conditions: the cards of an action lie somewhere, with whoever decides; others nobody can name."""
    decides_mine = state["stage"] != int(Stage.SUPPORT_THEIRS)
    cards = list(cards_of(parameters).values())
    for part, decides in (("me", decides_mine), ("opponent", ~decides_mine)):
        hand, zone = state[f"{part}.hand"], state[f"{part}.destiny"]
        for card in cards:
            yield ~decides | (card["destiny"] & (zone >= 1)) | (~card["destiny"] & (hand >= 1))
        for one, other in combinations(cards, 2):
            yield (
                ~decides
                | (one["destiny"] != other["destiny"])
                | (~one["destiny"] & (hand >= 2))
                | (one["destiny"] & (zone >= 2))
            )


def distinct(state: Terms, parameters: Terms) -> Iterator[Any]:
    """Conditions: the cards of an input are different ones, and so have different names."""
    numbers = [card["number"] for card in cards_of(parameters).values()]
    numbers += [
        named(Card, named(Active, fields)["top"])["number"]
        for part in ("me", "opponent")
        for fields in state[f"{part}.active"].fields
    ]
    yield from (one != other for one, other in combinations(numbers, 2))


def named(kind: type[Record], fields: Sequence[Any]) -> dict[str, Any]:
    """The terms of a record by field."""
    return {name: term for (name, _), term in zip(kind.fields(), fields, strict=True)}


def cards_of(parameters: Terms) -> dict[str, dict[str, Any]]:
    """The cards among the parameters of an action, each by field, from terms by path."""
    cards: dict[str, dict[str, Any]] = {}
    for path, term in parameters.items():
        name, _, field = path.partition(".")
        if name in CARDS:
            cards.setdefault(name, {})[field] = term
    return cards


def arrange(
    action: str, state: Terms, parameters: Terms, legal: bool, rule: str
) -> tuple[Mapping[str, Any], Sequence[Step]] | None:
    """The `given` and the steps of a scenario for an input; None where no position can state it."""
    stage = Stage[state["stage"].upper().replace("-", "_")]
    holder = "opponent" if stage is Stage.SUPPORT_THEIRS else "me"
    cards = {name: parameters[name] for name in CARDS if name in parameters}
    tried = attempt(action, parameters, places_of(cards, holder))
    if tried is None:
        return None
    given = {
        "cards": printed_cards(state, parameters, cards),
        "position": {
            "turn": "me",
            "decision": DECISIONS[stage],
            **{part: player(state, part, cards if part == holder else {}) for part in ("me", "opponent")},
        },
    }
    first = [Step(do={"action": "no-support"})] if stage is Stage.SUPPORT_MINE else []
    destined = any(card["destiny"] for card in cards.values())
    # for a card of the Destiny Zone it may as well be said that it is no card of the hand
    expected = (
        Expectation(legal=legal)
        if legal or (destined and action not in FROM_DESTINY)
        else Expectation(illegal=rule)
    )
    return given, (*first, Step(attempt=tried, expect=expected))


def attempt(action: str, parameters: Terms, places: Mapping[str, str]) -> dict[str, Any] | None:
    """The action as a step writes it, with the places of its cards; None where nobody can try it."""
    if action == "choose-attack":
        if parameters["player"] not in (0, 1) or parameters["attack"] not in range(1, 4):
            return None  # nobody can name another player or another attack
        chosen = ("circle", "triangle", "cross")[parameters["attack"] - 1]
        return {"action": action, "player": ("me", "opponent")[parameters["player"]], "attack": chosen}
    return {"action": action, **places} if places or action in WITHOUT_CARDS else None


def places_of(cards: Terms, part: str) -> dict[str, str]:
    """Where the cards of an action lie: the first ones of the hand, or of the Destiny Zone."""
    taken = {"hand": 0, "destiny": 0}
    places = {}
    for name, card in cards.items():
        zone = zone_of(card)
        places[name] = f"{part}.{zone}[{taken[zone]}]"
        taken[zone] += 1
    return places


def zone_of(card: Terms) -> str:
    """Where a card of an action lies."""
    return "destiny" if card["destiny"] else "hand"


def printed_cards(state: Terms, parameters: Terms, cards: Terms) -> dict[str, dict[str, Any]]:
    """The cards of an input by name: those of the action, and both Digimon."""
    facts = {name: printed(card) for name, card in cards.items()}
    for part in ("me", "opponent"):
        for active in state[f"{part}.active"]:
            facts[f"digimon of {part}"] = printed(active["top"])
    names = names_of(state, cards)
    if "entry" in parameters:
        entry = parameters["entry"]
        has_box = entry["card"] == parameters["card"]["number"]
        facts["card"]["box"] = [names.get(entry["named"], STRANGER) if has_box else STRANGER]
    if "fusion" in parameters:
        fusion = parameters["fusion"]
        if fusion["card"] == parameters["card"]["number"]:
            facts["card"]["fusion"] = {
                side: names.get(fusion[side], STRANGER if side == "left" else f"other {STRANGER}")
                for side in ("left", "right")
            }
    for name, card in cards.items():
        if card["stands_for"]:
            facts[name]["stands_for"] = names[card["stands_for"]]
    return facts


def names_of(state: Terms, cards: Terms) -> dict[int, str]:
    """The name of each card of an input by its number; what an input names and has not, by a made-up one."""
    names = {card["number"]: name for name, card in cards.items()}
    for part in ("me", "opponent"):
        names |= {active["top"]["number"]: f"digimon of {part}" for active in state[f"{part}.active"]}
    for card in cards.values():
        if card["stands_for"]:
            names.setdefault(card["stands_for"], "somebody")
    return names


def printed(card: Terms) -> dict[str, Any]:
    """The facts of a card as a scenario states them."""
    facts: dict[str, Any] = {"kind": card["kind"], "support": card["support"], "dp": card["dp"]}
    if card["kind"] != "digimon":
        return facts
    facts |= {"level": card["level"].upper(), "hp": card["hp"], "types": list(card["types"])}
    return facts | ({"cost": card["cost"]} if card["has_cost"] else {})


def player(state: Terms, part: str, cards: Terms) -> dict[str, Any]:
    """One player's zones as a position states them; the cards of an action lie first in them."""
    own: dict[str, list[Any]] = {"hand": [], "destiny": []}
    for name, card in cards.items():
        own[zone_of(card)].append(name)
    partners = [name for name, card in cards.items() if card["partner"]]
    zones: dict[str, Any] = {}
    for zone, first in own.items():
        rest = state[f"{part}.{zone}"] - len(first)
        zones[zone] = first + ([{"copy": f"filler of {zone}", "count": rest}] if rest > 0 else [])
    dp_cards = state[f"{part}.dp_cards"]
    dp = [{"dp": state[f"{part}.dp"], "copy": "stock"}] * min(dp_cards, 1)
    dp += [{"dp": 0, "copy": "nothing", "count": dp_cards - 1}] if dp_cards > 1 else []
    seat = {**zones, "deck": state[f"{part}.deck"], "dp": dp, "ko_points": state[f"{part}.ko_points"]}
    if state[f"{part}.chosen"] != "none":
        seat["choice"] = state[f"{part}.chosen"]
    for active in state[f"{part}.active"]:
        name = f"digimon of {part}"
        beneath = [{"copy": "beneath", "count": len(active["under"])}] if active["under"] else []
        seat["active"] = {"cards": [name, *beneath], "abnormal": active["abnormal"]}
        partners += [name] if active["top"]["partner"] else []
    return seat | ({"partner": partners} if partners else {})
