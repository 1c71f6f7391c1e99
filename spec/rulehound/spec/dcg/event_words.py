"""What has happened in a step, and what waits, in words for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulehound.spec.dcg.board import card_text, effect_text, name_of
from rulehound.spec.dcg.reading.cards import Cards
from rulehound.spec.dcg.reading.states import face_down
from rulehound.spec.formats import Observation

WORDS = {
    "about-to-be-deleted": "{what} is about to be deleted",
    "activated": "an effect of {what} is activated",
    "attack-declared": "an attack of {what} is declared",
    "attack-ended": "the attack of {what} is ended",
    "attack-target-changed": "the attack of {what} goes on at {to}",
    "attacks": "{what} attacks",
    "blocked": "{what} is blocked",
    "blocks": "{what} blocks",
    "card-moved": "",
    "changed": "{what} now has {dp}",
    "deleted": "{what} is deleted",
    "deleted-opponent-in-battle": "{what} has deleted its opponent",
    "digivolved": "there is {what} now, digivolved",
    "drawn": "{who} draws {amount}",
    "end-of-attack": "the attack of {what} ends",
    "end-of-turn": "the turn ends",
    "hatched": "{what} is hatched",
    "left-battle-area": "{what} leaves the battle area",
    "material-placed": "{what} is placed under it",
    "memory": "{who} has {amount:+d} memory",
    "memory-gained": "",
    "moved": "{what} moves to the battle area",
    "option-used": "{what} is used",
    "paid": "the cost of {what} is paid: {amount}",
    "passed": "{who} passes",
    "placed": "",
    "played": "{what} is played",
    "security-checked": "a security card is checked: {what}",
    "security-removed": "{what} leaves the security stack",
    "start-of-main-phase": "the main phase of {who} begins",
    "start-of-turn": "",
    "suspended": "{what} is suspended",
    "turn-began": "the turn of {who} begins",
    "unsuspended": "{what} is unsuspended",
    "won-battle": "{what} wins the battle",
}
"""Events in words; "" for what another event of the same step says. Other events go by their names."""

CHECKED = "security-checked"
"""The event in which a security card is turned over, with which the attacker may do battle then."""
IN_BATTLE = "battle"
"""The cause of an event that a battle brings about."""

BY_EFFECT = "effect"
"""The cause of an event that is named with it."""


def happened(before: Observation, after: Observation, cards: Cards) -> list[str]:
    """The events that an engine reports after a step, each in words, in order."""
    return list(_happened(before, after, cards))


def _happened(before: Observation, after: Observation, cards: Cards) -> Iterator[str]:
    """The words for each event; a battle with a security card is told before what it causes."""
    checked = ""
    for event in after.get("events") or ():
        if event["event"] == CHECKED:
            checked = ", ".join(_names(event["subjects"], before, after, cards))
        elif checked and event.get("cause") == IN_BATTLE:
            attacker = ", ".join(_names(event["subjects"][:1], before, after, cards))
            yield f"{attacker or 'the attacker'} battles the security card {checked}"
            checked = ""
        if words := _event(event, before, after, cards):
            yield words


def _event(event: Mapping[str, Any], before: Observation, after: Observation, cards: Cards) -> str:
    kind, player = event["event"], event.get("player")
    what = ", ".join(dict.fromkeys(_names(event["subjects"], before, after, cards)))
    amounts = event.get("amounts") or {}
    dp = "no DP" if amounts.get("dp") is None else f"{amounts['dp']} DP"
    aim = event.get("to") or ""
    to = "the player" if aim == "player" else next(_names([aim], before, after, cards), "another target")
    who = "nobody" if player is None else f"player {player + 1}"
    words = f"{kind.replace('-', ' ')}: {what}" if what else kind.replace("-", " ")
    if kind in WORDS:
        amount = event.get("amount", 0)
        words = WORDS[kind].format(what=what or "something", who=who, amount=amount, dp=dp, to=to)
    by_effect = words and event.get("cause") == BY_EFFECT and kind != "activated"
    return f"{words}, by an effect" if by_effect else words


def _names(subjects: Sequence[str], before: Observation, after: Observation, cards: Cards) -> Iterator[str]:
    """What the subjects of an event are called; the name of their card for those that have none any more."""
    for subject in subjects:
        known = (card_text(one, subject, cards) for one in (after, before))
        name = next((text for text in known if text != subject), "") or _hidden(subject, before, cards)
        if name:
            yield name


def _hidden(subject: str, observation: Observation, cards: Cards) -> str:
    """The name of a card that lay face down; "" where the observation does not show it."""
    piles = [pile for player in (0, 1) for pile in face_down(observation, player)]
    return next((name_of(cards, c.get("card", "")) for pile in piles for c in pile if c["id"] == subject), "")


def waiting(observation: Observation, cards: Cards) -> Iterator[str]:
    """The attack under way, what is shown or carried out, the effects that wait, and the choice at hand."""
    if attack := observation.get("attack"):
        target = attack.get("target") or ""
        aimed = "the player" if target == "player" else _called(target, observation, cards)
        yield f"{_called(attack.get('attacker') or '', observation, cards)} attacks {aimed}"
    if showing := observation.get("showing"):
        cost = showing.get("cost")
        paid = "" if cost is None else f" (cost {cost})"
        what = _called(showing["card"], observation, cards)
        yield f"{what} is shown, to {str(showing.get('procedure', 'play')).replace('-', ' ')}{paid}"
    if effect := observation.get("effect"):
        yield f"at work: {_effect(effect, cards)}"
    yield from (f"pending: {_effect(effect, cards)}" for effect in observation.get("pending") or ())
    choice = observation.get("choice")
    if choice and observation.get("decision") != "order":
        number = choice["max"] if choice["min"] == choice["max"] else f"{choice['min']} to {choice['max']}"
        yield f"to be chosen: {number} of {len(choice['candidates'])}"


def _called(identity: str, observation: Observation, cards: Cards) -> str:
    """What is called so, or words for what has gone from sight."""
    name = card_text(observation, identity, cards)
    return "something" if name == identity else name


def _effect(effect: Mapping[str, Any], cards: Cards) -> str:
    """An effect by its timing, its card and its player."""
    player = effect.get("player")
    return effect_text(effect, cards) + ("" if player is None else f", player {player + 1}")
