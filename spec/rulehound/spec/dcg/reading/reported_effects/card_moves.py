"""Events by which effects move cards, change costs or move the counter, as environment actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rulehound.spec.dcg.model import Kind, Stack
from rulehound.spec.dcg.reading.reported_effects.beyond_the_model import require_no_dna, require_no_tamer
from rulehound.spec.dcg.reading.reported_effects.cards_of_both import goes_to_another
from rulehound.spec.dcg.reading.reported_effects.event_context import (
    SUBJECTS_OF_PLACED,
    Event,
    EventContext,
    EventReader,
    NotInModel,
    top_of,
)
from rulehound.spec.reading import Move, one_of

Moves = Iterator[Move]


def _memory(context: EventContext, event: Event) -> Moves:
    gained = event["amount"] if event["player"] == context.turn else -event["amount"]
    if gained:
        name = "effect-gain-memory" if gained > 0 else "effect-lose-memory"
        yield Move(name, {"amount": abs(gained)})


def _of_player(name: str) -> Callable[[EventContext, Event], Moves]:
    """A reader of events by which so many cards of a player go from one area to another."""

    def read(context: EventContext, event: Event) -> Moves:
        if event["amount"]:
            yield Move(f"effect-{name}-{context.side(event['player'])}", {"amount": event["amount"]})

    return read


PILE_OF_PLACE = {
    "hand": "hand",
    "trash": "trash",
    "deck": "deck",
    "deck-top": "deck",
    "deck-bottom": "deck",
    "security": "security",
    "security-top": "security",
    "security-bottom": "security",
    "egg-deck-top": "egg-deck",
    "egg-deck-bottom": "egg-deck",
}
"""Where a card lies or goes to, to the pile that it is counted in."""

MOVED = {
    ("hand", "trash"): "trash-hand",
    ("deck", "trash"): "trash-deck",
    ("hand", "deck"): "hand-to-deck",
    ("hand", "security"): "hand-to-security",
    ("security", "trash"): "trash-security",
    ("security", "hand"): "security-to-hand",
    ("security", "deck"): "security-to-deck",
    ("trash", "hand"): "trash-to-hand",
    ("trash", "deck"): "trash-to-deck",
    ("trash", "security"): "trash-to-security",
    ("deck", "hand"): "draw",
    ("deck", "security"): "recover",
}
"""Piles that cards go from and to, to the name of the environment action that moves them at once."""


def _movement(context: EventContext, event: Event) -> Moves:
    """Cards go from one place to another: at once, or taken up and put down one after the other."""
    areas = PILE_OF_PLACE.get(place_of(event, "came_from"), ""), PILE_OF_PLACE.get(place_of(event, "to"), "")
    if areas in MOVED:
        yield from _of_player(MOVED[areas])(context, event)
    elif not areas[0] or areas[0] != areas[1]:
        for card in event["subjects"]:
            yield from _from_place(context, card, event)
            yield _to_pile(context, place_of(event, "to"), event["player"])


def place_of(event: Event, which: str) -> str:
    """The place `came_from` or `to` of an event; "" where the event does not state it."""
    return str(event.get(which) or "")


def _from_place(context: EventContext, card: str, event: Event) -> Moves:
    """A card is taken up from where it came from. Raises NotInModel."""
    area = place_of(event, "came_from")
    player: int = event["player"]
    side = context.side(context.holders.get(card, player))
    if area == "revealed" and card == context.checked:
        context.checked = ""
        yield Move("effect-set-aside-checked")
    elif area == "revealed" and card == context.used:
        context.used = ""
        yield Move("effect-set-aside-used")
    elif area == "under":
        yield from _from_under(context, card)
    elif area in PILE_OF_PLACE:
        yield Move(f"effect-set-aside-from-{PILE_OF_PLACE[area]}-{side}", {"amount": 1})
    elif area not in ("revealed", "battle"):
        raise NotInModel(f"an effect takes a card from {area or 'somewhere'}")
    elif area == "revealed" and context.is_played_by_player(card):
        raise NotInModel("an effect takes away the card that is being played")  # showing.failure


def _to_pile(context: EventContext, place: str, player: int) -> Move:
    """A card that was taken up goes to a pile. Raises NotInModel."""
    if place not in PILE_OF_PLACE:
        raise NotInModel(f"an effect puts a card into {place or 'something'}")
    return Move(f"effect-set-aside-to-{PILE_OF_PLACE[place]}-{context.side(player)}", {"amount": 1})


def _from_under(context: EventContext, card: str) -> Moves:
    """A card under a Digimon: those above it are taken up with it and put back. Raises NotInModel."""
    stack_id = next((stack_id for stack_id, pile in context.piles.items() if card in pile[1:]), "")
    if not stack_id:
        raise NotInModel("an effect takes a card from under a Digimon that has just been placed there")
    side, stack = context.stack(stack_id)
    pile = context.piles[stack_id]
    above = pile[1 : pile.index(card)]
    for _ in (*above, card):
        yield Move(f"effect-set-aside-from-under-{side}", {"source": stack})
    for other in reversed(above):
        put_back = {"target": stack, "card": context.card(other)}
        yield Move(f"effect-set-aside-to-top-of-under-{side}", put_back)
    pile.remove(card)


def _trashing_from_under(context: EventContext, event: Event) -> Moves:
    """Cards under a Digimon are trashed, wherever in it they lie."""
    stack, *cards = event["subjects"]
    side, _ = context.stack(stack)
    for card in cards:
        yield from _from_under(context, card)
        yield Move(f"effect-set-aside-to-trash-{side}", {"amount": 1})


def _placing_under(context: EventContext, event: Event) -> Moves:
    """Cards are placed under a Digimon, below what lies there or right under its top card."""
    *cards, stack_id = event["subjects"]
    if goes_to_another(context, event):
        raise NotInModel("a card comes to lie under a Digimon of the other player")
    on_top = place_of(event, "to") == "under-top"
    destination = "to-top-of-under" if on_top else "to-under"
    for card in cards:
        yield from _from_place(context, card, event)
        side, stack = context.stack(stack_id)
        pile = context.piles.get(stack_id, [])
        pile.insert(1 if on_top else len(pile), card)
        yield Move(f"effect-set-aside-{destination}-{side}", {"target": stack, "card": context.card(card)})


def _leaving_battle(context: EventContext, event: Event) -> Moves:
    """The top card of something in a battle area is taken up, to be placed under something else."""
    if place_of(event, "to") == "under":
        for subject in event["subjects"]:
            side, stack = context.stack(subject)
            yield Move(f"effect-set-aside-from-battle-{side}", {"source": stack})


def _taking_up(context: EventContext, event: Event) -> Moves:
    """A card is taken up to be played or digivolved into."""
    for card in event["subjects"]:
        context.by_effect.add(card)
        yield from _from_place(context, card, event)


def _material(context: EventContext, event: Event) -> Moves:
    """A card is placed for a DigiXros or Assembly of what an effect plays."""
    for card in event["subjects"]:
        context.materials.append(card)
        if place_of(event, "came_from") == "battle":
            stacks = (stack_id for stack_id, pile in context.piles.items() if pile[:1] == [card])
            side, source = context.stack(next(stacks, ""))
            yield Move(f"effect-set-aside-from-battle-{side}", {"source": source})
        else:
            yield from _from_place(context, card, event)


def _play_failure(context: EventContext, event: Event) -> Moves:
    """A card that an effect would have had played goes back, or to the trash. Raises NotInModel."""
    if context.materials:
        raise NotInModel("what an effect plays fails with cards placed for it")
    area = place_of(event, "came_from")
    if area in NO_WAY_BACK:
        raise NotInModel("a card that an effect took up goes back to where it lay")
    if area != "revealed":
        yield _to_pile(context, area if area in WAY_BACK else "trash", event["player"])


WAY_BACK = ("hand", "deck")
"""Where a card lay that was taken up, and lies again where it goes back; all others are trashed."""

NO_WAY_BACK = ("under", "security")
"""Where a card lay that was taken up, and to where the model has no way back."""


def _placing(context: EventContext, event: Event) -> Moves:
    """A card comes into play by an effect: played, digivolved into, or an Option that stays there."""
    if len(event["subjects"]) != SUBJECTS_OF_PLACED:
        raise NotInModel("an effect places a card that it does not name")
    stack_id, card = event["subjects"]
    placed, side = context.card(card), context.side(event["player"])
    if top_of(placed, "kind") == Kind.OPTION:
        if card == context.used:
            context.used = ""
            yield Move("effect-place-option")
        else:
            yield from _from_place(context, card, event)
            yield Move(f"effect-place-{side}", {"card": placed})
    elif stack_id in context.piles:
        require_no_tamer(context, context.piles[stack_id][0])
        onto = context.stack(stack_id)[1]
        yield Move(f"effect-digivolve-into-{side}", {"card": placed, "onto": onto})
    else:
        require_no_dna(context, stack_id)
        yield Move(f"effect-play-{side}", {"card": placed})
        played = one_of(Stack, top=[placed])
        for material in context.materials:
            below = {"target": played, "card": context.card(material)}
            yield Move(f"effect-set-aside-to-under-{side}", below)
        context.materials.clear()


def _suspended_placing(context: EventContext, event: Event) -> Moves:
    """A card that an effect plays suspended."""
    for subject in event["subjects"]:
        side, stack = context.stack(subject)
        yield Move(f"effect-suspend-{side}", {"target": stack})


def _payment(context: EventContext, event: Event) -> Moves:
    """The payment for a card that an effect plays or digivolves at a cost."""
    yield Move(f"effect-pay-{context.side(event['player'])}", {"amount": event["amount"]})


def _cost(name: str) -> Callable[[EventContext, Event], Moves]:
    """A reader of events that change the cost of a card which a player plays.

    For a card that an effect plays nothing is followed: only what is paid in the end is reported.
    """

    def read(context: EventContext, event: Event) -> Moves:
        if event["amount"] and context.by_effect.isdisjoint(event["subjects"]):
            yield Move(name, {"amount": event["amount"]})

    return read


def _hatching(_context: EventContext, _event: Event) -> Moves:
    """An effect hatches, which in the model a player alone does."""
    raise NotInModel("an effect hatches a Digi-Egg")


def _moving(_context: EventContext, _event: Event) -> Moves:
    """An effect moves a Digimon to the battle area, which in the model a player alone does."""
    raise NotInModel("an effect moves a Digimon out of a breeding area")


def _token(context: EventContext, event: Event) -> Moves:
    for subject in event["subjects"]:
        side, _ = context.stack(subject)
        yield Move(f"effect-token-{side}", {"facts": context.tops[subject][0]})


MOVING: Mapping[str, EventReader] = {
    "memory": _memory,
    "drawn": _of_player("draw"),
    "recovered": _of_player("recover"),
    "revealed": _of_player("set-aside-from-deck"),
    "card-moved": _movement,
    "put-under": _placing_under,
    "hatched": _hatching,
    "moved": _moving,
    "under-card-trashed": _trashing_from_under,
    "left-battle-area": _leaving_battle,
    "set-aside": _taking_up,
    "material-placed": _material,
    "failed": _play_failure,
    "placed": _placing,
    "placed-suspended": _suspended_placing,
    "paid": _payment,
    "cost-changed": _cost("effect-cost"),
    "lasting-cost": _cost("effect-lasting-cost"),
    "token-played": _token,
}
"""Name of an event, to the function that gives the environment actions for it."""
