"""Games with cards made up for one test, whose effects are written in the effect language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rulehound.engine.dcg import Game
from rulehound.spec.formats import Card
from rulehound_testing.dcg.probe_cards import CARDS, digimon, stack, stack_id

Step = dict[str, Any]
OPPONENT = {"of": "opponent", "kind": ["digimon"]}
THIS = {"role": "this"}


def made(number: str, *effects: Mapping[str, Any], level: int = 4, **facts: Any) -> Card:
    """A red Digimon of a level, with effects; a fact given replaces the usual one."""
    return Card(number, number.title(), {**digimon("red", level), "effects": list(effects), **facts})


def tamer(number: str, *effects: Mapping[str, Any], **facts: Any) -> Card:
    """A red Tamer with effects."""
    return Card(
        number,
        number.title(),
        {"kind": "tamer", "play_cost": 1, "colors": ["red"], "effects": list(effects), **facts},
    )


def effect(timing: str, *steps: Step, **more: Any) -> dict[str, Any]:
    """An effect of some steps; `condition` stands for its `if`."""
    if "condition" in more:
        more["if"] = more.pop("condition")
    return {"timing": timing, "steps": list(steps), **more}


def memory(amount: int) -> Step:
    """The step that is easiest to see: its player gains memory."""
    return {"do": "memory", "amount": amount}


def place(
    cards: Sequence[Card],
    me: Mapping[str, Any] | None = None,
    opponent: Mapping[str, Any] | None = None,
    *,
    edition: str = "manual-2.3",
    **rest: Any,
) -> Game:
    """A game at a position, in the main phase of player 0 with 3 memory unless it says otherwise."""
    players = [{"deck": 5, **(me or {})}, {"deck": 5, "security": 2, **(opponent or {})}]
    return Game.at([*CARDS, *cards], {"players": players, "memory": 3, **rest}, edition)


def answers(game: Game) -> list[dict[str, Any]]:
    """Everything that may be done now, as JSON."""
    return [msgspec.to_builtins(action) for action in game.legal_actions()]


def act(game: Game, action: str, **arguments: Any) -> None:
    """Take an action."""
    game.apply({"action": action, **arguments})


def use(game: Game, steps: int = 0, player: int = 0, index: int = 0) -> None:
    """Activate the [Main] effect of this index of the top card of a stack."""
    top = game.state.players[player].battle[index].cards[0]
    act(game, "activate", card=top, effect=steps)


def attack(game: Game, index: int = 0, target: str = "player") -> None:
    """Declare an attack of the turn player's stack."""
    act(game, "attack", attacker=stack_id(game, game.state.turn, index), target=target)


def told(game: Game) -> list[str]:
    """What has happened since the last action, by name."""
    return [event.what for event in game.state.events]


def pending(game: Game) -> list[str]:
    """Card numbers of the effects that are pending, the next group first."""
    numbers = game.state.match.numbers
    return [numbers[one.origin.card] for group in game.state.triggered for one in group]


def resolve(game: Game, number: str) -> None:
    """Choose the pending effect of the card with this number."""
    numbers = game.state.match.numbers
    found = [one.id for group in game.state.triggered for one in group if numbers[one.origin.card] == number]
    act(game, "resolve", effect=found[0])


def choosable(game: Game) -> list[str]:
    """What can be chosen now, by id."""
    return [answer["id"] for answer in answers(game) if answer["action"] == "target"]


def battle(game: Game, player: int = 0) -> list[str]:
    """Numbers of the top cards in a battle area."""
    numbers = game.state.match.numbers
    return [numbers.get(stack.cards[0], stack.cards[0]) for stack in game.state.players[player].battle]


def numbers_of(game: Game, cards: Sequence[str]) -> list[str]:
    """Card numbers of some cards."""
    return [game.state.match.numbers[card] for card in cards]


def dp(game: Game, player: int = 0, index: int = 0) -> int | None:
    """DP of a stack in the battle area, as the observation shows it."""
    shown: int | None = game.observe()["players"][player]["battle"][index]["dp"]
    return shown


def doing(
    *steps: Step,
    me: Mapping[str, Any] | None = None,
    opponent: Mapping[str, Any] | None = None,
    cards: tuple[Card, ...] = (),
    **rest: Any,
) -> Game:
    """A game in which a Tamer has just carried out these steps."""
    mine = {**(me or {})}
    mine["battle"] = [stack("doer"), *mine.get("battle", [])]
    game = place([tamer("doer", effect("main", *steps)), *cards], mine, opponent, **rest)
    use(game)
    return game


def sprite(**more: Any) -> Step:
    """The step that plays a token."""
    return {"do": "token", "name": "Sprite", "dp": 3000, **more}
