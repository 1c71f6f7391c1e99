"""Random games with cards for every procedure of the main phase: nothing is lost, nothing gets stuck."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from rulehound.engine.dcg import Game, IllegalAction
from rulehound.engine.dcg.actions import Action
from rulehound.engine.dcg.editions import EDITIONS
from rulehound.engine.dcg.state import State
from rulehound_testing.dcg.made_up_cards import gain, made_up, option, red, tamer

RED_4 = {"color": "red", "level": 4}
LISTED = [{"name": "Small"}, {"level": 4}, {"level": 3}]
ON_PLAY = {"happens": "played", "which": {"of": "both", "role": ""}}
MY_DIGIVOLVING = {"happens": "digivolved", "which": {"of": "me", "role": ""}}


def give(**gives: int) -> dict[str, Any]:
    """A step that changes the cost of what comes."""
    return {"do": "give", "target": {"role": "subject"}, "gives": gives}


def would(event: dict[str, Any], step: dict[str, Any], **words: Any) -> dict[str, Any]:
    """An effect that comes before something."""
    return {"timing": "would", "event": event, "steps": [step], **words}


def main(step: dict[str, Any]) -> dict[str, Any]:
    """A [Main] effect of one step, once a turn."""
    return {"timing": "main", "limit": 1, "steps": [step]}


FROM_TRASH = {"target": {"area": "trash"}, "free": False, "reduced": 3}
FROM_HAND = {"target": {"kind": ["digimon"]}, "into": {"area": "hand"}, "free": False}
CARDS = {
    "Small": red(3),
    "Dna": red(6, dna=[{"left": RED_4, "right": RED_4, "cost": 2}], digisorption=1),
    "Fused": red(6, play_cost=14, digixros={"cards": LISTED, "reduces": 2}),
    "Xros": red(4, play_cost=6, digixros={"cards": LISTED, "reduces": 3}),
    "Assembled": red(5, play_cost=12, assembly={"cards": LISTED, "reduces": 6}),
    "Absorber": red(4, digisorption=2, digivolve=[{**RED_4, "level": 3, "cost": cost} for cost in (3, 1)]),
    "Spark": option(gain(1)),
    "Delayed": option(main({"do": "put", "target": {"role": "this"}, "to": "battle"}), gain(2, "delay")),
    "Sweeper": option(main({"do": "put", "target": {"area": "battle"}, "to": "hand"})),
    "Maker": tamer(main({"do": "token", "name": "Doll", "dp": 2000, "level": 4})),
    "Taxer": tamer(would(ON_PLAY, give(play_cost=2))),
    "Helper": tamer(would(MY_DIGIVOLVING, give(digivolution_cost=-1), optional=True)),
    "Caller": tamer(gain(limit=1), main({"do": "play", **FROM_TRASH})),
    "Raiser": tamer(main({"do": "digivolve", **FROM_HAND})),
    "Sponsor": tamer({"timing": "continuous", "target": {"area": "hand"}, "gives": {"play_cost": -1}}),
}
KEPT = [*CARDS, "red-5", "red-4", "red-3"]
PROCEDURES = {
    "play",
    "use",
    "digivolve",
    "dna-digivolve",
    "activate",
    "place",
    "done",
    "suspend-for",
    "target",
    "resolve",
    "requirement",
}


def position(chance: random.Random) -> dict[str, Any]:
    """A position with much in every area."""

    def pile(most: int) -> list[str]:
        return chance.choices(KEPT, k=chance.randint(0, most))

    def player() -> dict[str, Any]:
        field = [{"cards": [chance.choice(KEPT)], "suspended": chance.random() < 0.3} for _ in range(4)]
        field += [{"cards": ["red-4", "red-3"]}, {"cards": ["red-3"]}, {"cards": ["Raiser"]}]
        return {
            "hand": [*pile(8), "Absorber"],
            "trash": pile(8),
            "battle": field,
            "deck": 8,
            "security": 3,
            "egg_deck": 2,
        }

    return {"memory": chance.randint(0, 10), "turn": chance.randint(0, 1), "players": [player(), player()]}


def cards(state: State) -> Counter[str]:
    """How often each card is anywhere, tokens aside."""
    found: Counter[str] = Counter()
    for player in state.players:
        piles = (player.hand, player.deck, player.security, player.egg_deck, player.trash, player.revealed)
        stacks = [*player.battle, *([player.breeding] if player.breeding else [])]
        for pile in (*piles, *(stack.cards for stack in stacks if not stack.token)):
            found.update(pile)
    return found


def variation(action: Action, chance: random.Random) -> Action:
    """The action with one of its arguments changed to something that may make it illegal."""
    fields = {name: getattr(action, name) for name in action.__struct_fields__}
    for name, value in fields.items():
        if chance.random() < 0.7:
            fields[name] = (
                value + chance.choice((-1, 1))
                if isinstance(value, int)
                else chance.choice(("a1", "a5", "b2", "p1", "p3", "p8", "player", ""))
            )
    return type(action)(**fields)


def accepted(game: Game, action: Action) -> bool:
    """Whether the game takes an action; where it does not, nothing changes."""
    trial = game.clone()
    try:
        trial.apply(action)
    except IllegalAction as illegal:
        reasons = illegal.flags
    else:
        return True
    assert reasons
    assert trial.state is game.state
    return False


def drawn(actions: list[Action], chance: random.Random) -> Action:
    """One of the actions: each kind of action that there is, is as likely as the others."""
    kind = chance.choice(list(dict.fromkeys(type(action) for action in actions)))
    return chance.choice([action for action in actions if type(action) is kind])


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_play(edition: str) -> None:
    taken: Counter[str] = Counter()
    for seed in range(25):
        chance = random.Random(f"{edition}/{seed}")
        game = Game.at(made_up(CARDS), position(chance), edition, seed)
        whole = cards(game.state)
        for _ in range(20):
            if game.over:
                break
            actions = game.legal_actions()
            assert actions, game.state
            tried = variation(chance.choice(actions), chance)
            assert accepted(game, tried) == (tried in actions), (tried, game.state)
            if chance.random() < 0.1:
                game = Game.restore(game.save())
            action = drawn(actions, chance)
            game.apply(action)
            taken[str(type(action).__struct_config__.tag)] += 1
            state = game.state
            assert cards(state) == whole
            assert abs(state.memory) <= 10
            if state.decision == "main":
                assert not any(player.revealed for player in state.players)
                assert state.now == ()
    unknown = {"dna-digivolve", "place"} if edition in ("fan-2020", "detailed-1.0") else set()
    assert PROCEDURES - set(taken) == unknown
