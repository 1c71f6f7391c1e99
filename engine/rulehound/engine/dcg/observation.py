"""A game as it is shown to others: the whole of it, hidden cards under `hidden`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from rulehound.engine.dcg.actions import (
    Action,
    ChooseRequirement,
    DeclareAttack,
    Decline,
    Done,
    PlaceMaterial,
    Resolve,
    SuspendFor,
    Target,
)
from rulehound.engine.dcg.attributes import SHOWN, checks_of
from rulehound.engine.dcg.decisions import legal_actions
from rulehound.engine.dcg.effects.continuous import dp_of, has
from rulehound.engine.dcg.effects.selecting import bounds
from rulehound.engine.dcg.in_play import Everywhere, Lasting, Player, Stack
from rulehound.engine.dcg.state import Decision, State, facts_of, named_by
from rulehound.engine.dcg.tasks import (
    About,
    Asking,
    Frame,
    Happened,
    MayAttack,
    Origin,
    Shown,
    Task,
    Together,
)
from rulehound.spec.formats import Observation

TYPES_IN_PLAY = {"digi-egg": "digimon"}
"""A hatched Digi-Egg is a Digimon; everything else is of the kind of its top card."""

NAMED: Mapping[Decision, tuple[type[Action], str]] = {
    "target": (Target, "id"),
    "order": (Resolve, "effect"),
    "would": (Resolve, "effect"),
    "materials": (PlaceMaterial, "card"),
    "digisorption": (SuspendFor, "digimon"),
    "attack": (DeclareAttack, "target"),
    "requirement": (ChooseRequirement, "requirement"),
}
"""Decision among several things: the action that names one, and its argument."""


UNTOLD = ("stacks", "battled", "inherited", "whose", "since")
"""Fields of an event, and of what lasts, that the engine keeps to itself."""


def observe(state: State) -> Observation:
    """The observation of a state, in plain JSON values that share nothing with it."""
    return {
        "turn": state.turn,
        "turn_number": state.turn_number,
        "phase": state.phase,
        "memory": state.memory,
        "decider": state.decider,
        "decision": state.decision,
        "winner": state.winner,
        "ended_by": state.ended_by,
        "attack": shown_attack(state),
        "players": [shown_player(state, player) for player in state.players],
        "hidden": [shown_piles(state, player) for player in state.players],
        "lasting": [shown_lasting(one) for one in state.lasting],
        "pending": list(shown_pending(state)),
        "effect": shown_effect(state),
        "showing": shown_card(state),
        "choice": shown_choice(state),
        "events": [shown_event(event) for event in state.events],
    }


def shown_attack(state: State) -> dict[str, Any] | None:
    """The attack under way, if there is one."""
    attack = state.attack
    if attack is None:
        return None
    return {
        "attacker": attack.attacker,
        "target": attack.target,
        "blocked": attack.blocks > 0,
        "checks_made": attack.checks_made,
        "checked": attack.checked,
    }


def shown_player(state: State, player: Player) -> dict[str, Any]:
    """One player's areas; piles that nobody may look into by their size."""
    return {
        "hand": shown_cards(state, player.hand),
        "deck": len(player.deck),
        "security": len(player.security),
        "egg_deck": len(player.egg_deck),
        "trash": shown_cards(state, player.trash),
        "breeding": None if player.breeding is None else shown_stack(state, player.breeding),
        "battle": [shown_stack(state, stack) for stack in player.battle],
        "revealed": shown_cards(state, player.revealed),
    }


def shown_piles(state: State, player: Player) -> dict[str, Any]:
    """What lies face down, top first."""
    return {
        "deck": shown_cards(state, player.deck),
        "security": shown_cards(state, player.security),
        "egg_deck": shown_cards(state, player.egg_deck),
    }


def shown_cards(state: State, cards: Iterable[str]) -> list[dict[str, str]]:
    """Cards by instance id and number; a token by its id and its name."""
    numbers = state.match.numbers
    return [{"id": card, "card": numbers[card] if card in numbers else named_by(card)} for card in cards]


def shown_stack(state: State, stack: Stack) -> dict[str, Any]:
    """A Digimon, Tamer or Option in play, with what it amounts to now."""
    card = facts_of(state, stack)
    keywords = [keyword for keyword in SHOWN if has(state, stack, keyword)]
    return {
        "id": stack.id,
        "cards": shown_cards(state, stack.cards),
        "name": card.name,
        "kind": TYPES_IN_PLAY.get(card.kind, card.kind),
        "level": card.level,
        "colors": list(card.colors),
        "dp": dp_of(state, stack),
        "suspended": stack.suspended,
        "played_this_turn": stack.played_this_turn,
        "token": stack.token,
        **({"token_dp": card.dp} if stack.token else {}),
        "blocker": "blocker" in keywords,
        "keywords": keywords,
        "checks": checks_of(state, stack),
        "lasting": [shown_lasting(one) for one in stack.lasting],
    }


def shown_lasting(lasting: Lasting | Everywhere) -> dict[str, Any]:
    """What an effect does for a while, in the words of the effect language."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(lasting))
    return {name: plain[name] for name in plain if name not in UNTOLD}


def shown_pending(state: State) -> Iterator[dict[str, Any]]:
    """The effects that wait: those that may come before what is about to happen, then those that have
    triggered, the latest group first. `group` tells which of them triggered together."""
    before = tuple(task.waiting for task in state.now if isinstance(task, About | Together))
    groups = (*before, state.fresh, *state.triggered)
    for number, group in enumerate(group for group in groups if group):
        for trigger in group:
            yield {"id": trigger.id, **shown_origin(state, trigger.origin), "group": number}


def shown_origin(state: State, origin: Origin) -> dict[str, Any]:
    """Where an effect comes from: the number and id of its card, the stack that this was in, whose it is,
    and which of the card's effects (below 0: one that it gained)."""
    (card,) = shown_cards(state, [origin.card])
    return {
        "card": card["card"],
        "source": card["id"],
        "stack": origin.stack,
        "player": origin.player,
        "timing": origin.effect.timing,
        "effect": origin.index,
        "inherited": origin.effect.inherited,
        "on": origin.on.what if origin.on else "",
    }


def shown_effect(state: State) -> dict[str, Any] | None:
    """The effect that is being carried out, or that a player is asked about."""
    keyword = {}
    for task in state.now:
        if isinstance(task, MayAttack):
            keyword = {"keyword": "blitz" if task.blitz else ""}
        if isinstance(task, Frame | Asking):
            return shown_origin(state, task.origin) | keyword
    return None


def shown_card(state: State) -> dict[str, Any] | None:
    """The card that is being played, used or digivolved into."""
    for task in state.now:
        if isinstance(task, Shown):
            return {
                "card": task.card,
                "player": task.player,
                "procedure": task.procedure,
                "cost": task.cost,
                "by_effect": task.by_effect,
                "materials": [card for _, card in task.materials],
            }
    return None


def shown_choice(state: State) -> dict[str, Any] | None:
    """What is chosen from, one at a time: how many more must and may be, the ids that are left, and those
    that have been chosen."""
    named = NAMED.get(state.decision) if state.decision else None
    if named is None:
        return None
    kind, argument = named
    answers = legal_actions(state)
    candidates = dict.fromkeys(getattr(answer, argument) for answer in answers if isinstance(answer, kind))
    task = state.now[0] if state.now else None
    if state.decision == "target" and isinstance(task, Frame):
        least, most = bounds(state, task)
    else:
        least, most = (
            0 if any(isinstance(answer, Done | Decline) for answer in answers) else 1,
            len(candidates),
        )
    return {"min": least, "max": most, "candidates": list(candidates), "chosen": list(chosen(task))}


def chosen(task: Task | None) -> tuple[str, ...]:
    """What has been chosen so far for what the game is in the middle of."""
    if isinstance(task, Frame):
        return task.picked
    return tuple(card for _, card in task.materials) if isinstance(task, Shown) else ()


def shown_event(event: Happened) -> dict[str, Any]:
    """Something that has happened since the last action began."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(event))
    return {"event": plain.pop("what"), **{name: plain[name] for name in plain if name not in UNTOLD}}
