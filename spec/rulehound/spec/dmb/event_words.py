"""What has happened in a step, and what is to be decided, in words for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulehound.spec.dmb.reading.actions import key_of
from rulehound.spec.dmb.reading.cards import Cards
from rulehound.spec.formats import Observation

WORDS = {
    "turn": "the turn of {who} begins",
    "draw": "{who} draws {amount}",
    "trash": "{who} discards {amount} from the top of the deck",
    "discard": "{who} discards a card of the hand",
    "discard-dp": "{what} leaves the DP Zone of {who}",
    "look": "the top {amount} of the deck of {who} are looked at",
    "take": "{who} takes {what} from the deck",
    "recycle": "{who} puts {amount} of the trash onto the deck",
    "delete": "a card in the trash of {who} is deleted",
    "delete-spent": "a card that {who} activated is deleted",
    "data-break": "the Mega in the Destiny Zone of {who} is deleted",
    "rack": "{what} goes into the DP Zone of {who}",
    "recover": "the Digimon of {who} gains {amount} HP",
    "lose-hp": "the Digimon of {who} loses {amount} HP",
    "boost": "the Power of the Digimon of {who} changes by {amount:+d} this turn",
    "bonus": "the Power of the Digimon of {who} changes by {amount:+d} while the effect lasts",
    "type": "the Digimon of {who} gains the types {types}",
    "ability": "the attacks of {who} have {abilities}",
    "first-attack": "{who} gains 1st Attack",
    "no-first-attack": "{who} cannot gain 1st Attack this turn",
    "attack": "the attack of {who} becomes {attack}",
    "void": "the support of {who} is void",
    "attach": "{who} attaches a card of the {source}",
    "detach": "{who} discards an attached card",
    "place-under": "{what} goes under the Digimon of {who}",
    "remove-top": "the top card of the Digimon of {who} leaves",
    "revive": "{who} sets Revival with {amount} HP",
    "ignore": "{who} need not meet the {requirement} of evolution this turn",
    "discount": "evolving costs {who} {amount} less this turn",
}
"""Events in words."""

DECISIONS = {
    "mulligan": "which cards of the opening hand to exchange",
    "hand": "whether to keep the hand",
    "place": "which Digimon to place",
    "partner": "whether the Partner evolves",
    "rack": "what to put into the DP Zone",
    "evolve": "whether to evolve",
    "attack": "which attack to choose",
    "support": "which support to declare",
    "jam": "whether to reveal Cross with Jamming",
    "priority": "who resolves abilities first",
    "discard": "what to discard of a hand that is too large",
    "effect": "which effect to use",
    "choose": "which card to choose",
}
"""Decision to what is being decided."""


def counted(number: int, what: str) -> str:
    """So many of something."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def name_of(number: str, cards: Cards) -> str:
    """A card's name, or its number where it has none."""
    return (cards[number].name or number) if number in cards else number


def waiting(observation: Observation, cards: Cards) -> Iterator[str]:
    """The cards among which is chosen, and what of the turn lets somebody evolve more easily."""
    choices = observation.get("choices") or ()
    if isinstance(choices, int):
        yield f"to be chosen: one of {choices} cards"
    elif choices:
        yield f"to be chosen: one of {', '.join(name_of(card['card'], cards) for card in choices)}"
    if ignored := observation.get("ignored"):
        yield f"evolution: {' and '.join(ignored)} need not be met"
    if discount := observation.get("discount"):
        yield f"evolution costs {discount} less"


def happened(before: Observation, after: Observation, cards: Cards) -> list[str]:
    """What a step brought about, in words and in order: the attacks that are known now, the effects that the
    engine reports, what else is otherwise on either side, and the turn that began then."""
    sides = list(enumerate(zip(before["players"], after["players"], strict=True)))
    events = list(after.get("events") or ())
    turn = next((place for place, event in enumerate(events) if event["event"] == "turn"), len(events))
    told = [line for player, (old, new) in sides for line in _attacks(_who(player), old, new)]
    told += [_reported(event, cards) for event in events[:turn]]
    told += [line for player, (old, new) in sides for line in _of_seat(_who(player), old, new, cards)]
    told += [_reported(event, cards) for event in events[turn:]]
    winner = after.get("winner")
    if winner is not None and before.get("winner") is None:
        return [*told, "both players have won" if winner == "both" else f"{_who(winner)} has won"]
    if before["turn"] != after["turn"] and turn == len(events):
        told.append(f"the turn of {_who(after['turn'])} begins")
    return told


def _reported(event: Mapping[str, Any], cards: Cards) -> str:
    """An event in words."""
    card, kind = event.get("card") or {}, event["event"]
    lists = {key: ", ".join(event.get(key) or ()) for key in ("types", "abilities")}
    attack = str(event["attack"]).capitalize() if event.get("attack") else "another one"
    what = name_of(card["card"], cards) if card else "a card"
    words: str = WORDS.get(kind, kind.replace("-", " "))
    return words.format(**{**event, **lists, "who": _who(event["player"]), "what": what, "attack": attack})


def _attacks(who: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """The attack of a player that everybody knows now."""
    chosen = old.get("choice")
    if new.get("shown") and not old.get("shown"):
        yield f"{who} shows {str(new['shown']).capitalize()}"
    elif chosen and not old.get("shown") and not new.get("has_chosen"):
        yield f"{who} had chosen {str(chosen).capitalize()}"


def _of_seat(who: str, old: Mapping[str, Any], new: Mapping[str, Any], cards: Cards) -> Iterator[str]:
    """What is otherwise on a player's side."""
    was, now = old.get("support") or {}, new.get("support") or {}
    if now.get("card") and now["card"] != was.get("card"):
        yield f"{who} supports with {name_of(now['card']['card'], cards)}"
    yield from _of_active(who, old.get("active"), new.get("active"), cards)
    if new.get("ko_points", 0) > old.get("ko_points", 0):
        yield f"{who} has {counted(new['ko_points'], 'KO point')}"


def _of_active(who: str, was: Any, now: Any, cards: Cards) -> Iterator[str]:
    if was and not now:
        yield f"{_top(was, cards)} of {who} has left the active zone"
    elif now and (not was or _of_other_cards(was, now)):
        yield f"{_top(now, cards)} of {who} is active"
    elif was and now and was["cards"][0] != now["cards"][0]:
        yield f"{_top(now, cards)} of {who} lies on top, HP {now['hp']}"
    elif was and now and was["hp"] != now["hp"]:
        yield f"{_top(now, cards)} of {who} has {now['hp']} HP, before {was['hp']}"


def _of_other_cards(was: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether no card of a Digimon is one of those before."""
    return not {key_of(card) for card in was["cards"]} & {key_of(card) for card in now["cards"]}


def _top(active: Mapping[str, Any], cards: Cards) -> str:
    return name_of(active["cards"][0]["card"], cards)


def _who(player: int) -> str:
    return f"player {player + 1}"


def deciding(observation: Observation, players: Sequence[int]) -> str:
    """Who decides, and what, in words. `players`: those who still have to."""
    decision = observation.get("decision")
    if observation.get("winner") is not None:
        return "the game is over"
    if not decision or not players:
        return "nobody decides"
    who = " and ".join(_who(player) for player in players)
    return f"{who} to decide: {DECISIONS.get(decision, decision)}"
