"""How the checker reads a DCG engine: observations become model states, actions become model actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from rulehound.spec.dcg.model import KEYWORDS, Kind, Requirement, Stage, Winner, model
from rulehound.spec.dcg.model import Card as ModelCard
from rulehound.spec.dcg.model import Stack as ModelStack
from rulehound.spec.formats import Action, Card, Observation
from rulehound.spec.game import Move, Problem
from rulehound.spec.language import State, record

Cards = Mapping[str, Card]

KINDS = {"digimon": Kind.DIGIMON, "tamer": Kind.TAMER, "option": Kind.OPTION, "digi-egg": Kind.DIGI_EGG}
PLACES = {path: place for place, path in enumerate(model.paths)}
"""Where in a state of the model each field stands."""

STAGES = {"breeding": Stage.BREEDING, "main": Stage.MAIN, "block": Stage.BLOCK, "redraw": Stage.REDRAW}


def project(observation: Observation, cards: Cards, brought: Sequence[int]) -> State:
    """The model state that an observation shows; a decision that it lacks reads as the turn's start."""
    turn: int = observation["turn"]
    over = observation["winner"] is not None
    decision = observation["decision"] or ""
    stage = Stage.OVER if over else STAGES.get(decision, Stage.UNSUSPEND)
    if decision == "redraw" and observation["decider"] != turn:
        stage = Stage.REDRAW_THEIRS
    attack: Mapping[str, Any] = (not over and observation.get("attack")) or {}
    values: dict[str, Any] = {
        "stage": stage.name,
        "winner": (
            Winner.NOBODY
            if not over
            else Winner.TURN_PLAYER
            if observation["winner"] == turn
            else Winner.OTHER_PLAYER
        ).name,
        "second_players_turn": turn != observation.get("first", 0),
        "first_turn": observation["turn_number"] <= 1,
        "memory": observation["memory"],
        "target_is_player": attack.get("target") == "player",
    }
    for part, player in (("me", turn), ("opponent", 1 - turn)):
        shown = observation["players"][player]
        values |= {
            f"{part}.cards": brought[player],
            f"{part}.deck": shown["deck"],
            f"{part}.hand": len(shown["hand"]),
            f"{part}.security": shown["security"],
            f"{part}.egg_deck": shown["egg_deck"],
            f"{part}.trash": len(shown["trash"]) + len(shown.get("revealed", ())),
        }
    state = list(model.from_dict(values))
    for part, player in (("me", turn), ("opponent", 1 - turn)):
        shown = observation["players"][player]
        for area, there in (("battle", shown["battle"]), ("breeding", [shown["breeding"]])):
            stacks = (stack(entry, cards, attack) for entry in there if entry)
            state[PLACES[f"{part}.{area}"]] = tuple(sorted(stacks))
    return tuple(state)


def stack(shown: Mapping[str, Any], cards: Cards, attack: Mapping[str, Any]) -> tuple[Any, ...]:
    """A stack of the model: state as the engine shows it, facts as they are printed on its cards.

    Of a DP that is shown as 0 the smallest change is taken that leads there.
    """
    attacking = attack.get("attacker") == shown["id"], attack.get("target") == shown["id"]
    state = shown["dp"], shown["suspended"], shown["played_this_turn"], *attacking
    return _stack(msgspec.json.encode((state, [cards[entry["card"]] for entry in shown["cards"]])))


@lru_cache(maxsize=4096)
def _stack(stated: bytes) -> tuple[Any, ...]:
    """The same from JSON: state and cards. A game shows the same stacks over and over."""
    state, printed = msgspec.json.decode(stated, type=tuple[tuple[Any, ...], list[Card]])
    dp, suspended, played_this_turn, attacking, targeted = state
    top, *under = map(card_facts, printed)
    return record(
        ModelStack,
        {
            "top": top,
            "under": under,
            "dp": dp or 0,
            "dp_change": (dp or 0) - top["dp"],
            "suspended": suspended,
            "played_this_turn": played_this_turn,
            "attacking": attacking,
            "targeted": targeted,
        },
    )


def brought(observation: Observation) -> tuple[int, ...]:
    """How many cards of each player an observation shows."""
    return tuple(
        player["deck"]
        + player["security"]
        + player["egg_deck"]
        + len(player["hand"])
        + len(player["trash"])
        + len(player.get("revealed", ()))
        + sum(len(entry["cards"]) for entry in field_of(player))
        for player in observation["players"]
    )


def field_of(player: Mapping[str, Any]) -> list[Any]:
    """Everything of one player on the field."""
    return [*player["battle"], *([player["breeding"]] if player["breeding"] else [])]


def problems(observation: Observation, cards: Cards) -> list[Problem]:
    """What the counts of the model would hide: one card in two places, or a card that nobody brought."""
    found = []
    seen: Counter[str] = Counter()
    for player, shown in enumerate(observation["players"]):
        places = [*shown["hand"], *shown["trash"], *shown.get("revealed", ())]
        places += [card for entry in field_of(shown) for card in entry["cards"]]
        if "hidden" in observation:
            hidden = observation["hidden"][player]
            places += [card for pile in ("deck", "security", "egg_deck") for card in hidden[pile]]
        for card in places:
            seen[card["id"]] += 1
            if card["card"] not in cards:
                found.append(
                    Problem("cards.one-place", f"{card['id']} is a card {card['card']} that nobody brought")
                )
    found += [
        Problem("cards.one-place", f"card {name} is in {count} places")
        for name, count in sorted(seen.items())
        if count > 1
    ]
    return found


def card_facts(card: Card) -> dict[str, Any]:
    """A card of the model, by field."""
    facts = card.facts
    return {
        "number": number_of(card),
        "kind": KINDS[facts["kind"]].name,
        "level": facts.get("level", 0),
        "has_dp": facts.get("dp") is not None,
        "dp": facts.get("dp", 0),
        "play_cost": facts.get("play_cost", 0),
        "colours": facts.get("colors", ()),
        "keywords": [keyword for keyword in KEYWORDS if facts.get(keyword)],
        "extra_checks": facts.get("security_attack", 0),
    }


def number_of(card: Card) -> int:
    """A number of its own for each printed card: its card number, read as one."""
    return int.from_bytes(card.number.encode(), "big")


def model_card(card: Card) -> tuple[Any, ...]:
    """A card of the model."""
    return _card(msgspec.json.encode(card))


@lru_cache(maxsize=4096)
def _card(printed: bytes) -> tuple[Any, ...]:
    """The same from JSON."""
    return record(ModelCard, card_facts(msgspec.json.decode(printed, type=Card)))


def requirement(card: Card, position: int) -> tuple[Any, ...]:
    """One of the digivolution requirements of a card."""
    asked = card.facts["digivolve"][position]
    return record(
        Requirement,
        {
            "card": number_of(card),
            "level": asked.get("level", 0),
            "colours": (asked["color"],),
            "cost": asked.get("cost", 0),
        },
    )


def chance(cards: Cards) -> dict[str, list[Any]]:
    """Every card of the game that may be turned over."""
    return {"Card": list(dict.fromkeys(model_card(card) for card in cards.values()))}


def interpret(observation: Observation, action: Action, cards: Cards) -> Move:
    """An action or effect in the model's words. Raises KeyError where it names what is not there."""
    turn: int = observation["turn"]
    me, other = observation["players"][turn], observation["players"][1 - turn]
    attack = observation.get("attack") or {}

    def member(identity: str, stacks: Sequence[Mapping[str, Any]]) -> tuple[Any, ...]:
        shown = next((entry for entry in stacks if entry["id"] == identity), None)
        if shown is None:
            raise KeyError(identity)
        return stack(shown, cards, attack)

    def held(identity: str) -> Card:
        return cards[next((c["card"] for c in me["hand"] if c["id"] == identity), identity)]

    breeding = [me["breeding"]] if me["breeding"] else []
    name = action.get("action") or f"effect-{action['effect']}"
    if name == "play":
        return Move("play", {"card": model_card(held(action["card"]))})
    if name == "digivolve":
        card = held(action["card"])
        parameters = {"card": model_card(card), "way": requirement(card, action["requirement"])}
        if any(entry["id"] == action["onto"] for entry in breeding):
            return Move("digivolve-in-breeding", {**parameters, "onto": member(action["onto"], breeding)})
        return Move("digivolve", {**parameters, "onto": member(action["onto"], me["battle"])})
    if name == "attack":
        attacker = member(action["attacker"], me["battle"])
        if action["target"] == "player":
            return Move("attack-player", {"attacker": attacker})
        return Move(
            "attack-digimon", {"attacker": attacker, "target": member(action["target"], other["battle"])}
        )
    if name == "move":
        return Move("move", {"digimon": member(me["breeding"]["id"], breeding)} if breeding else {})
    if name == "block":
        return Move("block", {"blocker": member(action["blocker"], other["battle"])})
    if name == "effect-memory":
        gain = (action["amount"] > 0) == (action["player"] == turn)
        return Move("effect-gain-memory" if gain else "effect-lose-memory", {"amount": abs(action["amount"])})
    if name in ("effect-dp", "effect-delete"):
        mine = any(entry["id"] == action["target"] for entry in me["battle"])
        chosen: dict[str, Any] = {
            "target": member(action["target"], me["battle"] if mine else other["battle"])
        }
        if name == "effect-dp":
            chosen["amount"] = action["amount"]
        return Move(f"{name}-{'mine' if mine else 'theirs'}", chosen)
    return Move(name)


def candidates(observation: Observation, cards: Cards) -> list[Action]:
    """Every action that the player who decides could mean, legal or not."""
    decision, turn = observation["decision"], observation["turn"]
    me, other = observation["players"][turn], observation["players"][1 - turn]
    if decision == "breeding":
        return [{"action": name} for name in ("hatch", "move", "skip")]
    if decision == "redraw":
        return [{"action": name} for name in ("redraw", "keep")]
    if decision == "block":
        return [{"action": "block", "blocker": entry["id"]} for entry in other["battle"]] + [
            {"action": "no-block"}
        ]
    if decision != "main":
        return []
    found: list[Action] = []
    for card in me["hand"]:
        found.append({"action": "play", "card": card["id"]})
        found += [
            {"action": "digivolve", "card": card["id"], "onto": entry["id"], "requirement": number}
            for number in range(len(cards[card["card"]].facts.get("digivolve", ())))
            for entry in field_of(me)
        ]
    for attacker in me["battle"]:
        found += [
            {"action": "attack", "attacker": attacker["id"], "target": target}
            for target in ("player", *(entry["id"] for entry in other["battle"]))
        ]
    return [*found, {"action": "pass"}]


def effects(observation: Observation) -> list[Action]:
    """Effects that some card could have here: on memory, DP, and deletion."""
    if observation["decision"] != "main":
        return []
    found: list[Action] = [
        {"effect": "memory", "player": player, "amount": amount} for player in (0, 1) for amount in (1, 3, -2)
    ]
    for player in observation["players"]:
        for entry in player["battle"]:
            if entry["dp"] is not None:
                found += [
                    {"effect": "dp", "target": entry["id"], "amount": amount}
                    for amount in (2000, -3000, -20000)
                ]
            if entry["kind"] in ("digimon", "digi-egg"):
                found.append({"effect": "delete", "target": entry["id"]})
    return found
