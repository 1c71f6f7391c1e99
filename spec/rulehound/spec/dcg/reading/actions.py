"""Actions of an engine as actions of the model with parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from rulehound.spec.dcg.model import Stack
from rulehound.spec.dcg.reading.cards import (
    Cards,
    by_identity,
    dna_requirement,
    material,
    model_card,
    requirement,
)
from rulehound.spec.dcg.reading.states import UNTOLD, field_of, stack, top_card
from rulehound.spec.formats import Action, Card, Observation
from rulehound.spec.reading import Like, Move, like, places_of

INSIDE = ("resolve", "accept", "decline", "target", "requirement")
"""Choices within the effect of a card. The model has no actions for them."""

FOR_SHOWN = ("place", "suspend-for", "done")
"""Choices for a card that is shown. Where an effect plays that card, they are choices within the effect."""

SEEN = ("top", "under", "dp", "suspended", "played_this_turn")
"""Fields of a stack that an observation tells whenever it shows the stack."""

KEYWORDS_GAINED = "gained"
"""Field that it tells of all stacks, or of none for certain: two that are alike else may differ in it."""


MOST_BOARDS = 8
"""Boards that are kept: an observation is asked about while it is judged, and hardly later."""


class Board:
    """The stacks and cards of an observation that an action may name, as the turn player sees them."""

    def __init__(self, observation: Observation, cards: Cards) -> None:
        self.observation, self.printed = observation, cards
        turn: int = observation["turn"]
        self.turn = turn
        self.mine, self.theirs = observation["players"][turn], observation["players"][1 - turn]
        self.breeding = [self.mine["breeding"]] if self.mine["breeding"] else []
        untold = (place.rpartition(".")[2] for place in observation.get(UNTOLD, ()))
        self._told = () if KEYWORDS_GAINED in untold else (KEYWORDS_GAINED,)
        self._stacks: dict[tuple[str, bool], Like] = {}
        """The stacks that were asked for, by id and whether they are the turn player's."""

    def stack(self, identity: str, area: Sequence[Mapping[str, Any]]) -> Like:
        """The known fields of the stack with this id in an area. Raises KeyError where it is not there."""
        entry = next((entry for entry in area if entry["id"] == identity), None)
        if entry is None:
            raise KeyError(identity)
        key = identity, area is not self.theirs["battle"]
        if key not in self._stacks:
            fields = stack(entry, self.printed, {}, mine=key[1])
            known = [name for name in (*SEEN, *self._told) if name not in entry.get("untold", ())]
            self._stacks[key] = like(Stack, **{name: fields[PLACE[name]] for name in known})
        return self._stacks[key]

    def top_of(self, identity: str) -> Card:
        """The top card of a stack of the turn player. Raises KeyError where it is not there."""
        for entry in field_of(self.mine):
            if entry["id"] == identity:
                return top_card(entry, self.printed)
        raise KeyError(identity)

    def card(self, identity: str) -> Card:
        """A card of the turn player by its id, wherever it lies. Raises KeyError."""
        shown_cards = [*self.mine["hand"], *self.mine["trash"], *self.mine.get("revealed", ())]
        shown_cards += [card for entry in field_of(self.mine) for card in entry["cards"]]
        number = next((card["card"] for card in shown_cards if card["id"] == identity), identity)
        return self.printed[number]


@by_identity(most=MOST_BOARDS)
def board_of(observation: Observation, cards: Cards) -> Board:
    """The board that an observation shows; every action that is offered there is read on the same one."""
    return Board(observation, cards)


PLACE = places_of(Stack)
Meaning: TypeAlias = Callable[[Board, Action], Move | None]


def _card_alone(name: str) -> Meaning:
    return lambda board, action: Move(name, {"card": model_card(board.card(action["card"]))})


def _digivolve(board: Board, action: Action) -> Move:
    card = board.card(action["card"])
    way = requirement(card, action["requirement"], board.top_of(action["onto"]))
    parameters = {"card": model_card(card), "way": way}
    if any(entry["id"] == action["onto"] for entry in board.breeding):
        onto = board.stack(action["onto"], board.breeding)
        return Move("digivolve-in-breeding", {**parameters, "onto": onto})
    return Move("digivolve", {**parameters, "onto": board.stack(action["onto"], board.mine["battle"])})


def _dna_digivolve(board: Board, action: Action) -> Move:
    card = board.card(action["card"])
    sides = {side: board.stack(action[side], board.mine["battle"]) for side in ("left", "right")}
    way = dna_requirement(card, action["requirement"])
    return Move("dna-digivolve", {"card": model_card(card), "way": way, **sides})


def _attack(board: Board, action: Action) -> Move:
    """A declaration of an attack, by the player or as an effect allows it; or what one is aimed at.

    Where the target is chosen later, a declaration names none.
    """
    deciding = board.observation["decision"] == "attack"
    if deciding and board.observation.get("attack"):
        if action["target"] == "player":
            return Move("choose-player")
        return Move("choose-digimon", {"target": board.stack(action["target"], board.theirs["battle"])})
    by_effect = "effect-" if deciding and not _blitzes(board, action["attacker"]) else ""
    attacker = {"attacker": board.stack(action["attacker"], board.mine["battle"])}
    if not action["target"]:
        return Move(f"{by_effect}attack", attacker)
    if action["target"] == "player":
        return Move(f"{by_effect}attack-player", attacker)
    target = board.stack(action["target"], board.theirs["battle"])
    return Move(f"{by_effect}attack-digimon", {**attacker, "target": target})


def _blitzes(board: Board, attacker: str) -> bool:
    """Whether an attack that an effect allows is one by Blitz, or can be where the engine does not tell."""
    effect = board.observation.get("effect") or {}
    if effect.get("keyword") is not None:
        return bool(effect["keyword"] == "blitz")
    entry = next((entry for entry in board.mine["battle"] if entry["id"] == attacker), None)
    return entry is not None and "blitz" in entry["keywords"] and board.observation["memory"] < 0


def _move(board: Board, _action: Action) -> Move:
    if not board.breeding:
        return Move("move")
    return Move("move", {"digimon": board.stack(board.breeding[0]["id"], board.breeding)})


def _block(board: Board, action: Action) -> Move:
    return Move("block", {"blocker": board.stack(action["blocker"], board.theirs["battle"])})


def _activate(board: Board, action: Action) -> Move | None:
    """Delay is an action of the model; what else a player starts are effects that it reports. Of several
    cards of one name, which have no ids, it cannot be told which one is meant."""
    tops = [entry for entry in board.mine["battle"] if entry["cards"][0]["id"] == action["card"]]
    if len(tops) != 1 or tops[0]["kind"] != "option":
        return None
    return Move("delay", {"option": board.stack(tops[0]["id"], board.mine["battle"])})


def _place(board: Board, action: Action) -> Move:
    card_played = board.card(board.observation["showing"]["card"])
    name = "assemble" if card_played.facts.get("assembly") else "digixros-from-hand"
    for entry in board.mine["battle"]:
        if entry["id"] == action["card"]:
            placed = board.card(entry["cards"][0]["id"])
            digimon = board.stack(entry["id"], board.mine["battle"])
            listed = material(card_played, action["place"], placed)
            return Move("digixros-from-battle", {"listed": listed, "digimon": digimon})
    placed = board.card(action["card"])
    return Move(name, {"listed": material(card_played, action["place"], placed), "card": model_card(placed)})


def _suspend_for(board: Board, action: Action) -> Move:
    return Move("digisorb", {"ally": board.stack(action["digimon"], board.mine["battle"])})


def _done(board: Board, _action: Action) -> Move | None:
    return None if board.observation["decision"] == "target" else Move("settle")


def _memory(board: Board, action: Action) -> Move:
    gain = (action["amount"] > 0) == (action["player"] == board.turn)
    return Move("effect-gain-memory" if gain else "effect-lose-memory", {"amount": abs(action["amount"])})


def _on_target(name: str, *more: str) -> Meaning:
    """An effect on something in a battle area."""

    def meaning(board: Board, action: Action) -> Move:
        mine = any(entry["id"] == action["target"] for entry in board.mine["battle"])
        seat = board.mine if mine else board.theirs
        chosen = {"target": board.stack(action["target"], seat["battle"])}
        return Move(
            f"{name}-{'mine' if mine else 'theirs'}", {**chosen, **{key: action[key] for key in more}}
        )

    return meaning


MEANINGS: Mapping[str, Meaning] = {
    "play": _card_alone("play"),
    "use": _card_alone("use-option"),
    "digivolve": _digivolve,
    "dna-digivolve": _dna_digivolve,
    "attack": _attack,
    "move": _move,
    "block": _block,
    "activate": _activate,
    "place": _place,
    "suspend-for": _suspend_for,
    "done": _done,
    "effect-memory": _memory,
    "effect-dp": _on_target("effect-dp", "amount"),
    "effect-delete": _on_target("effect-delete"),
}
"""Name of an engine's action or effect, to the function that makes an action of the model of it. All others
have the same name in the model.
"""


def interpret(observation: Observation, action: Action, cards: Cards) -> Move | None:
    """An action or effect of an engine as an action of the model; None for a choice within an effect.

    Raises KeyError where it names something that is not there.
    """
    name = action.get("action") or f"effect-{action['effect']}"
    if name in INSIDE or (name in FOR_SHOWN and (observation.get("showing") or {}).get("by_effect")):
        return None
    meaning = MEANINGS.get(name)
    return meaning(board_of(observation, cards), action) if meaning else Move(name)


CHOICES: Mapping[str, Sequence[str]] = {
    "redraw": ("redraw", "keep"),
    "breeding": ("hatch", "move", "skip"),
    "block": ("block", "no-block"),
    "materials": ("digixros-from-hand", "digixros-from-battle", "assemble", "digixros-nothing", "settle"),
    "digisorption": ("digisorb", "settle"),
    "target": ("choose-player", "choose-digimon"),
    "would": ("armor-purge-mine", "armor-purge-theirs", "decoy-mine", "decoy-theirs", "let-delete"),
}
"""Decisions that an engine may make by itself, to the actions of the model that answer them."""
