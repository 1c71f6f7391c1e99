"""What an engine reports of the effects of cards, in the words of the model.

An engine lists the events since the last action. Those that an effect brought about become environment
actions of the model, in the same order; what the rules did becomes nothing, since the model does that by
itself. What effects that last make of a Digimon (its DP, its keywords, its checks) is taken over from what
the engine shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from rulehound.spec.dcg.model import KEYWORDS, Kind, Stack
from rulehound.spec.dcg.model import Card as ModelCard
from rulehound.spec.dcg.reading.cards import model_card
from rulehound.spec.dcg.reading.states import ALWAYS_CHECKED, field_of, top_card
from rulehound.spec.formats import Card, Observation
from rulehound.spec.game import Becomes, Like, Move, Told, one_of, places_of

Cards = Mapping[str, Card]
Event: TypeAlias = Mapping[str, Any]


KEPT = {
    "prevented": "an effect keeps something from being deleted or returned",
    "kept-from-blocking": "an effect keeps something from blocking",
    "kept-suspended": "an effect keeps something suspended",
}
"""What effects keep from happening, which the model knows nothing of."""


DRAWN = "endless-loop"
"""How a game ends without a winner."""


class Untold(Exception):
    """An event for which the model has no words; says why the step cannot be judged."""


@dataclass
class Telling:
    """What is known while events are read: who has the turn, and what each stack and card was or is."""

    turn: int
    owners: Mapping[str, int]
    """Stack id to the player in whose battle or breeding area it is or was."""
    tops: Mapping[str, Sequence[tuple[Any, ...]]]
    """Stack id to the cards that were or are its top card."""
    cards: Mapping[str, Card]
    """Card id to the card, of all cards that can be seen before or after."""

    placing: bool = True
    """Whether an Option is being used, which its effect may place."""

    def side(self, player: int) -> str:
        """`mine` for the turn player's, `theirs` for the other's."""
        return "mine" if player == self.turn else "theirs"

    def stack(self, name: str) -> tuple[str, Like]:
        """Whose a stack is, and what is known of it. Raises Untold."""
        if name not in self.owners:
            raise Untold("a Digimon came and went within one step")
        return self.side(self.owners[name]), one_of(Stack, top=self.tops[name])

    def card(self, name: str) -> tuple[Any, ...]:
        """A card. Raises Untold."""
        if name not in self.cards:
            raise Untold("an effect moved a card that nobody may see")
        return model_card(self.cards[name])


def told(before: Observation, after: Observation, cards: Cards) -> Told:
    """The effects between two observations; or why they cannot be told.

    What no card brought about is the effect that the engine was asked for: an action of its own.
    """
    telling = Telling(before["turn"], *_things(before, after, cards))
    moves: list[Move | Becomes] = []
    events: Sequence[Event] = after.get("events", ())
    try:
        if after.get("ended_by") == DRAWN:
            raise Untold("effects that nobody can end have drawn the game")
        if before["decision"] != "block" and any(e["event"] == "attack-target-changed" for e in events):
            raise Untold("an effect changes the target of an attack")
        if not before.get("showing") and not any(e["event"] in ("option-used", "paid") for e in events):
            telling.placing = False
        for event in events:
            if event["event"] == "turn-began":
                telling.turn = event["player"]
            elif event["event"] in KEYWORDS_USED:
                moves += KEYWORDS_USED[event["event"]](telling, event)
            elif event["event"] in KEPT:
                raise Untold(KEPT[event["event"]])
            elif before["decision"] == "digisorption" and event["event"] == "suspended":
                continue  # the Digisorption itself, which is an action of the model
            elif event["cause"] == "effect" and event["source"]:
                moves += EVENTS.get(event["event"], _nothing)(telling, event)
    except Untold as why:
        return Told(unknown=str(why))
    if any(card.facts.get("effects") for card in cards.values()):
        for player, shown in enumerate(after["players"]):
            for entry in shown["battle"]:
                moves += _becomes(telling, entry["id"], entry, player)
    return Told(moves)


DP, DP_CHANGE, GAINED, MORE_CHECKS = (
    places_of(Stack)[name] for name in ("dp", "dp_change", "gained", "more_checks")
)


def _becomes(telling: Telling, stack: str, amounts: Mapping[str, Any], player: int) -> Iterator[Becomes]:
    """What a stack is now, by all effects that last."""
    if stack not in telling.tops or amounts["dp"] is None:
        return
    top = telling.tops[stack][-1]
    path = "me.battle" if player == telling.turn else "opponent.battle"
    meant = one_of(Stack, top=telling.tops[stack])
    change = amounts["dp"] - top_of(top, "dp")
    yield Becomes(
        path, meant, ((DP_CHANGE, change), (DP, amounts["dp"])), f"effect-dp-{telling.side(player)}"
    )
    bits = sum(1 << KEYWORDS.index(word) for word in amounts["keywords"] if word in KEYWORDS)
    more = amounts["checks"] - ALWAYS_CHECKED - top_of(top, "extra_checks")
    yield Becomes(path, meant, ((GAINED, bits & ~top_of(top, "keywords")), (MORE_CHECKS, more)))


def top_of(card: tuple[Any, ...], field: str) -> Any:
    """What is printed on a card of the model."""
    return card[places_of(ModelCard)[field]]


def _changed(telling: Telling, event: Event) -> Iterator[Becomes]:
    for subject in event["subjects"]:
        if subject in telling.owners:
            yield from _becomes(telling, subject, event["amounts"], telling.owners[subject])


def _things(
    before: Observation, after: Observation, cards: Cards
) -> tuple[dict[str, int], dict[str, list[tuple[Any, ...]]], dict[str, Card]]:
    owners: dict[str, int] = {}
    tops: dict[str, list[tuple[Any, ...]]] = {}
    known: dict[str, Card] = {}
    for observation in (before, after):
        for player, shown in enumerate(observation["players"]):
            for entry in field_of(shown):
                owners[entry["id"]] = player
                tops.setdefault(entry["id"], []).append(model_card(top_card(entry, cards)))
            places = [shown["hand"], shown["trash"], shown.get("revealed", ())]
            places += [entry["cards"] for entry in field_of(shown) if not entry.get("token")]
            if "hidden" in observation:
                places += list(observation["hidden"][player].values())
            known |= {card["id"]: cards[card["card"]] for place in places for card in place}
    return owners, tops, known


Words = Callable[[Telling, Event], Iterator[Move | Becomes]]
Moves = Callable[[Telling, Event], Iterator[Move]]


def _nothing(_telling: Telling, _event: Event) -> Iterator[Move]:
    yield from ()


def _memory(telling: Telling, event: Event) -> Iterator[Move]:
    gained = event["amount"] if event["player"] == telling.turn else -event["amount"]
    if gained:
        name = "effect-gain-memory" if gained > 0 else "effect-lose-memory"
        yield Move(name, {"amount": abs(gained)})


def _on_stacks(name: str) -> Words:
    """An effect on each of the stacks that the event happened to."""

    def words(telling: Telling, event: Event) -> Iterator[Move]:
        for subject in event["subjects"]:
            side, stack = telling.stack(subject)
            yield Move(f"effect-{name}-{side}", {"target": stack})

    return words


def _as_often(name: str) -> Words:
    """The same, as often as the amount says."""

    def words(telling: Telling, event: Event) -> Iterator[Move]:
        for subject in event["subjects"]:
            side, stack = telling.stack(subject)
            for _ in range(event["amount"]):
                yield Move(f"effect-{name}-{side}", {"target": stack})

    return words


def _of_player(name: str) -> Moves:
    """Cards of a player go from one area to another, so many."""

    def words(telling: Telling, event: Event) -> Iterator[Move]:
        if event["amount"]:
            yield Move(f"effect-{name}-{telling.side(event['player'])}", {"amount": event["amount"]})

    return words


def _about_to_be_deleted(telling: Telling, event: Event) -> Iterator[Move]:
    if len(event["subjects"]) > 1:
        raise Untold("several Digimon are deleted at once by an effect")
    for subject in event["subjects"]:
        side, stack = telling.stack(subject)
        by = "" if event["player"] == telling.owners[subject] else "-by-opponent"
        yield Move(f"effect-delete{by}-{side}", {"target": stack})


MOVED = {
    ("hand", "trash"): "trash-hand",
    ("deck", "trash"): "trash-deck",
    ("hand", "deck-top"): "hand-to-deck",
    ("hand", "deck-bottom"): "hand-to-deck",
    ("hand", "security-top"): "hand-to-security",
    ("hand", "security-bottom"): "hand-to-security",
    ("security", "trash"): "trash-security",
    ("security", "hand"): "security-to-hand",
    ("trash", "hand"): "trash-to-hand",
    ("trash", "deck-top"): "trash-to-deck",
    ("trash", "deck-bottom"): "trash-to-deck",
    ("deck", "hand"): "draw",
    ("deck", "security-top"): "recover",
}
"""From where to where cards go by an effect that the model knows, and what it calls that."""

UNMOVED = {("deck", "deck-top"), ("deck", "deck-bottom"), ("security", "security-top")}
"""Cards that stay in the pile that they are counted in."""


def _moved(telling: Telling, event: Event) -> Iterator[Move]:
    way = event.get("came_from", ""), event.get("to", "")
    if way in UNMOVED:
        return
    if way not in MOVED:
        raise Untold(f"an effect moves cards from {way[0] or 'somewhere'} to {way[1] or 'somewhere'}")
    yield from _of_player(MOVED[way])(telling, event)


def _played(telling: Telling, event: Event) -> Iterator[Move]:
    """A card is played by an effect from where it was."""
    for subject in event["subjects"]:
        side, _ = telling.stack(subject)
        area = event.get("came_from", "")
        if area not in ("hand", "trash"):
            raise Untold(f"an effect plays a card from {area or 'somewhere'}")
        yield Move(f"effect-play-from-{area}-{side}", {"card": telling.tops[subject][0]})


def _digivolved(telling: Telling, event: Event) -> Iterator[Move]:
    for subject in event["subjects"]:
        side, stack = telling.stack(subject)
        yield Move(f"effect-digivolve-{side}", {"card": telling.tops[subject][-1], "onto": stack})


def _token(telling: Telling, event: Event) -> Iterator[Move]:
    for subject in event["subjects"]:
        side, _ = telling.stack(subject)
        yield Move(f"effect-token-{side}", {"facts": telling.tops[subject][0]})


def _put_under(telling: Telling, event: Event) -> Iterator[Move]:
    *placed, stack = event["subjects"]
    if event.get("came_from") != "hand":
        raise Untold("an effect places a card under a Digimon that is not from the hand")
    side, target = telling.stack(stack)
    for card in placed:
        yield Move(f"effect-place-under-{side}", {"target": target, "card": telling.card(card)})


def _cost_changed(_telling: Telling, event: Event) -> Iterator[Move]:
    if event["amount"]:
        yield Move("effect-cost", {"amount": event["amount"]})


def _placed(telling: Telling, event: Event) -> Iterator[Move]:
    """An Option that stays where its effect places it; other things that are placed are played."""
    for subject in event["subjects"]:
        if subject in telling.tops and top_of(telling.tops[subject][0], "kind") == Kind.OPTION:
            if not telling.placing:
                raise Untold("an effect places an Option that is not being used")
            yield Move("effect-place-option")


def _paid(_telling: Telling, event: Event) -> Iterator[Move]:
    """What is played by an effect that does not make it free: the model knows it as losing memory."""
    yield Move("effect-lose-memory", {"amount": event["amount"]})


def _top_trashed(_telling: Telling, _event: Event) -> Iterator[Move]:
    raise Untold("an effect trashes the top card of a Digimon")


def _looked_at(_telling: Telling, _event: Event) -> Iterator[Move]:
    raise Untold("cards are being looked at")


EVENTS: Mapping[str, Words] = {
    "revealed": _looked_at,
    "changed": _changed,
    "cost-changed": _cost_changed,
    "placed": _placed,
    "paid": _paid,
    "top-trashed": _top_trashed,
    "memory": _memory,
    "drawn": _of_player("draw"),
    "recovered": _of_player("recover"),
    "card-moved": _moved,
    "suspended": _on_stacks("suspend"),
    "unsuspended": _on_stacks("unsuspend"),
    "about-to-be-deleted": _about_to_be_deleted,
    "returned-to-hand": _on_stacks("return-to-hand"),
    "returned-to-deck": _on_stacks("return-to-deck"),
    "put-into-security": _on_stacks("to-security"),
    "de-digivolved": _as_often("de-digivolve"),
    "under-card-trashed": _as_often("trash-under"),
    "put-under": _put_under,
    "played": _played,
    "digivolved": _digivolved,
    "token-played": _token,
}
"""Event that an effect brought about, to the environment actions that it is."""


def _decoyed(telling: Telling, event: Event) -> Iterator[Move]:
    decoy, saved = event["subjects"]
    side, stack = telling.stack(decoy)
    yield Move(f"decoy-{side}", {"decoy": stack, "saved": telling.stack(saved)[1]})


def _armor_purged(telling: Telling, event: Event) -> Iterator[Move]:
    for subject in event["subjects"]:
        side, stack = telling.stack(subject)
        yield Move(f"armor-purge-{side}", {"saved": stack})


KEYWORDS_USED: Mapping[str, Words] = {"decoyed": _decoyed, "armor-purged": _armor_purged}
"""Uses of keywords that are actions of players in the model."""
