"""Observations that leave things out, completed so that all other code may read them like whole ones.

An engine leaves out what it does not know, or gives null. Here every such field gets some value, and the
places of the model that the value would stand for are listed under `untold`: nothing is judged by them. Cards
that are shown as a count alone are counted under `unseen`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import product
from typing import Any, TypeVar

from rulehound.spec.dcg.model import Stack, model
from rulehound.spec.dcg.reading.candidate_actions import candidates as every_candidate
from rulehound.spec.dcg.reading.cards import MOST_GAMES, Cards, by_identity, facts_told
from rulehound.spec.dcg.reading.inherited import INHERITED, inherited
from rulehound.spec.dcg.reading.reported_effects import mixes as mixes_by_events
from rulehound.spec.dcg.reading.reported_effects import placing_under_others, without_events
from rulehound.spec.dcg.reading.reported_effects import reported_effects as effects_of_events
from rulehound.spec.dcg.reading.states import FACE_DOWN, IDS, PLACES, UNSEEN, UNTOLD, face_down, field_of
from rulehound.spec.dcg.reading.unmodelled import CHOSEN, EVENTS, TEXTS
from rulehound.spec.dcg.reading.visible import is_known_decision, visible_part
from rulehound.spec.formats import Action, Observation
from rulehound.spec.language import State, record
from rulehound.spec.reading import ReportedEffects, places_of

GAME = frozenset({"turn_number", "memory", "winner", "ended_by", "attack", "events"})
"""Fields of an observation that the model reads."""
SEAT = frozenset({"hand", "deck", "security", "egg_deck", "trash", "breeding", "battle", "revealed"})
STACK = frozenset(
    {"id", "kind", "level", "name", "colors", "suspended", "played_this_turn", "keywords", "checks", "token"}
)
"""Fields of a stack that the model reads, besides its cards and its DP."""
FLAGS = ("suspended", "played_this_turn")
"""Fields of a stack that are one thing or the other."""
NAMED = {"keywords": "gained"}
"""Fields of a stack that the model calls otherwise."""
EFFECTS_MAKE = frozenset({"gained", "more_checks", "events"})
"""Fields of a stack that only the effects of cards can make differ from the printed ones."""
ENDS = ("stage", "winner", "target_is_player")
"""Places of the model that say whether the game is over, and what it is at."""

TOLD_BY_EVENTS = frozenset({"effects", *CHOSEN})
"""Facts of cards that make things happen which an engine's events tell."""

MOST_GUESSES = 64
"""States of the model that one observation may stand for."""

Result = TypeVar("Result")


def completed(observation: Observation, cards: Cards) -> Observation:
    """The observation with every field that is read; itself where it has them all.

    Raises KeyError, TypeError or ValueError where it lacks what every observation must have.
    """
    if UNTOLD in observation or is_whole(observation, cards):
        return observation
    untold: set[str] = set()
    whole = dict(observation)
    whole.setdefault("turn_number", None)
    for name, place, value in (("turn_number", "first_turn", 1), ("memory", "memory", 0)):
        if whole.get(name) is None:
            whole[name] = value
            untold.add(place)
    whole.setdefault("attack", None)
    undecided = observation["decision"] is None and observation.get("winner") is None
    if undecided and not ("winner" in observation and "ended_by" in observation):
        untold |= {*ENDS, *attack_places("attacker", "target")}
    whole.setdefault("winner", None)
    whole.setdefault("ended_by", None)
    events = observation.get("events")
    if events is None or any(e["event"] == "changed" and e.get("amounts") is None for e in events):
        untold.add("events")
    whole["events"] = events or []
    turn: int = observation["turn"]
    whole["players"] = [
        seat(player_seat, "me" if player == turn else "opponent", player, cards, untold)
        for player, player_seat in enumerate(observation["players"])
    ]
    there = {entry["id"] for player_seat in whole["players"] for entry in player_seat["battle"]} | {"player"}
    attack: Mapping[str, Any] = whole["attack"] or {}
    if attack or ("attack" not in observation and observation["decision"] == "block"):
        untold |= attack_places(*(key for key in ("attacker", "target") if attack.get(key) not in there))
    if not settled_decision(observation):
        # cards that are looked at lie in no area, and count as trash
        for player, player_seat in enumerate(observation["players"]):
            if player_seat.get("revealed") is None:
                untold.add(f"{'me' if player == turn else 'opponent'}.trash")
    if "hidden" in observation:
        whole["hidden"] = [
            {
                pile: [card for card in there if card.get("id") and card.get("card")]
                for pile, there in piles.items()
                if pile in FACE_DOWN
            }
            for piles in observation["hidden"] or ()
        ]
        if len(whole["hidden"]) != len(whole["players"]):
            del whole["hidden"]
    if not any_tells(cards, TOLD_BY_EVENTS.union(TEXTS)):
        untold = {place for place in untold if place.rpartition(".")[2] not in EFFECTS_MAKE}
    if any_tells(cards, frozenset({INHERITED})):  # what it has hangs on what lies there
        untold |= {f"{area}.gained" for area in BAGS if f"{area}.under" in untold}
    whole[UNTOLD] = sorted(untold)
    return whole


def settled_decision(observation: Observation) -> bool:
    """Whether the rules ask for the decision, or nobody decides; else an effect is being carried out."""
    return observation["decision"] in (None, "breeding", "main", "block", "redraw")


def attack_places(*fields: str) -> set[str]:
    """The places of the model that the fields of an attack stand for."""
    places = set()
    for side in ("me", "opponent"):
        places |= {f"{side}.battle.attacking"} if "attacker" in fields else set()
        places |= {f"{side}.battle.targeted", "target_is_player"} if "target" in fields else set()
    return places


def is_whole(observation: Observation, cards: Cards) -> bool:
    """Whether an observation holds every field that is read."""
    if not observation.keys() >= GAME or observation["memory"] is None or observation["turn_number"] is None:
        return False
    attack, events = observation["attack"], observation["events"]
    if (attack is not None and not attack.keys() >= {"attacker", "target"}) or events is None:
        return False
    if any(event["event"] == "changed" and event.get("amounts") is None for event in events):
        return False
    piles = [pile for player in (0, 1) for pile in face_down(observation, player)]
    known = fully_known(cards)
    for player_seat in observation["players"]:
        if "breeding" not in player_seat or None in map(player_seat.get, SEAT_TOLD):
            return False
        lists = [player_seat["hand"], player_seat["trash"], player_seat["revealed"]]
        if not all(isinstance(pile, list) for pile in lists):
            return False
        piles += lists
        for entry in (
            *player_seat["battle"],
            *((player_seat["breeding"],) if player_seat["breeding"] else ()),
        ):
            if not _whole_stack(entry, cards, known):
                return False
    return all("id" in card and "card" in card for pile in piles for card in pile)


SEAT_TOLD, STACK_TOLD = (*SEAT - {"breeding"},), (*STACK - {"level"},)
"""Fields that are not told where they are null."""


def _whole_stack(entry: Mapping[str, Any], cards: Cards, known: Collection[str]) -> bool:
    if "level" not in entry or "dp" not in entry or UNSEEN in entry or None in map(entry.get, STACK_TOLD):
        return False
    token: bool = entry["token"]
    for card in entry["cards"][token:]:
        if "id" not in card or card.get("card") not in (cards if token else known):
            return False
    return token or not _dp_untold(entry, cards)


@by_identity(most=MOST_GAMES)
def fully_known(cards: Cards) -> frozenset[str]:
    """The numbers of the cards of which everything printed on them is known."""
    return frozenset(number for number, card in cards.items() if None not in card.facts.values())


def _dp_untold(entry: Mapping[str, Any], cards: Cards) -> bool:
    """Whether a stack has printed DP, and its DP is not shown."""
    printed: Any = cards[entry["cards"][0]["card"]].facts.get("dp")
    return entry.get("dp") is None and printed is not None


def seat(
    player_seat: Mapping[str, Any], side: str, player: int, cards: Cards, untold: set[str]
) -> dict[str, Any]:
    """One player's areas, completed. Places of the model that they leave out are added to `untold`."""
    whole = dict(player_seat)
    unseen: dict[str, int] = {}
    for name in ("hand", "trash", "revealed"):
        pile = player_seat.get(name)
        if pile is None and name != "revealed":
            untold.add(f"{side}.{name}")
        visible_cards = [_card(card) for card in pile if card.get("card")] if isinstance(pile, list) else []
        untold.update([IDS] if isinstance(pile, list) and not all("id" in card for card in pile) else [])
        unseen[name] = (pile if isinstance(pile, int) else len(pile or ())) - len(visible_cards)
        whole[name] = visible_cards
    for name in ("deck", "security", "egg_deck"):
        if player_seat.get(name) is None:
            untold.add(f"{side}.{name}")
            whole[name] = 0
    for name in ("breeding", "battle"):
        if name not in player_seat or (name == "battle" and player_seat[name] is None):
            untold.add(f"{side}.{name}")
    there = [
        stack(entry, f"{side}.{name}", f"{player}.{name}.{place}", cards, untold)
        for name, entries in (
            ("breeding", [player_seat.get("breeding")]),
            ("battle", player_seat.get("battle") or ()),
        )
        for place, entry in enumerate(entries)
        if entry
    ]
    breeding = len([entry for entry in (player_seat.get("breeding"),) if entry])
    whole["breeding"] = there[0] if breeding else None
    whole["battle"] = [entry for entry in there[breeding:] if entry is not None]
    return {**whole, UNSEEN: unseen}


def _card(card: Mapping[str, Any]) -> dict[str, Any]:
    """A card with an id: one that has no id of its own gets its number as id, in actions too."""
    return {"id": card["card"], **card}


def stack(
    entry: Mapping[str, Any], area: str, name: str, cards: Cards, untold: set[str]
) -> dict[str, Any] | None:
    """A Digimon, Tamer or Option, completed; None where its top card is not known.

    A stack that has no id of its own gets its place as id: player, area, position.
    """
    top = cards.get(entry["cards"][0].get("card") or "")
    token = entry.get("token")
    if token and all(entry.get(field) is not None for field in ("kind", "name", "colors", "level")):
        facts: Mapping[str, Any] = {}
    elif top is None and token is False and entry["cards"][0].get("card"):
        raise LookupError(f"{entry['cards'][0]['card']} is a card that nobody brought")
    elif top is None or token or any(value is None for value in top.facts.values()):
        untold.add(area)
        return None
    else:
        facts = top.facts
    under = [_card(card) for card in entry["cards"][1:] if card.get("card") in cards]
    if any(cards[card["card"]].facts[fact] is None for card in under for fact in cards[card["card"]].facts):
        untold.add(f"{area}.under")
    unseen = entry.get(UNSEEN, 0) + len(entry["cards"]) - 1 - len(under)
    if unseen:
        untold.add(f"{area}.under")
    hatched = "digimon" if facts.get("kind") == "digi-egg" else facts.get("kind")
    _, more = inherited(cards[card["card"]] for card in under)
    printed = {
        "id": name,
        "kind": hatched,
        "level": facts.get("level"),
        "name": top.name if top else "",
        "colors": list(facts.get("colors", ())),
        "token": False,
        "dp": facts.get("dp"),
        "suspended": False,
        "played_this_turn": False,
        "keywords": [],
        "checks": 1 + (facts.get("security_attack") or 0) + more,
    }
    stated = {field: value for field, value in entry.items() if value is not None}
    lacking = [field for field in printed if field not in stated]
    marks = [NAMED.get(field, field) for field in lacking if field in (*FLAGS, "keywords")]
    marks += ["more_checks"] if "checks" in lacking else []
    marks += ["dp"] if facts.get("dp") is not None and "dp" in lacking else []
    marks += ["dp"] if token and "dp" in lacking else []
    untold.update(f"{area}.{mark}" for mark in marks)
    untold.update([IDS] if "id" in lacking or not all("id" in card for card in entry["cards"]) else [])
    first = _card(entry["cards"][0]) if top else {"id": name, **entry["cards"][0]}
    own = {**printed, **stated, "cards": [first, *under]}
    return {**own, UNSEEN: unseen, UNTOLD: [*marks, *(["under"] if unseen else [])]}


def untold(observation: Observation) -> Sequence[str]:
    """The places of the model that a completed observation does not tell."""
    places: Sequence[str] = observation.get(UNTOLD, ())
    return places


def left_out(given: Observation, places: Sequence[str]) -> Sequence[str]:
    """What the message of an engine leaves out, for the places of the model that it does not tell.

    Where the message has what a place is called after, the place hangs on something else that is left out.
    """
    seats = given["players"]
    told = {name for name in SEAT if all(name in one and one[name] is not None for one in seats)}
    told |= {name for name in ("breeding",) if all(name in one for one in seats)}
    told |= {"winner"} if "winner" in given else set()
    return sorted({HANGS_ON.get(place, place) if place in told else place for place in places})


HANGS_ON = {
    "trash": "revealed",
    "winner": "ended_by",
    "battle": "what is printed on the cards of the battle area",
    "breeding": "what is printed on the cards of the breeding area",
}
"""Places of the model that may be open though a message has what they are called after, to what it leaves out
then: cards that are looked at count as trash."""

ELEMENT = places_of(Stack)
EMPTY = record(Stack, {})
NOTHING = model.from_dict({})


def masked(state: State, observation: Observation) -> State:
    """A state in which every place that an observation leaves out is set to 0, false, empty or nothing."""
    places = observation.get(UNTOLD)
    if not places:
        return state
    values = list(state)
    for place in places:
        area, _, field = place.rpartition(".")
        if place in PLACES:
            values[PLACES[place]] = NOTHING[PLACES[place]]
        elif field in ELEMENT:
            hidden = (ELEMENT["dp"], ELEMENT["dp_change"]) if field == "dp" else (ELEMENT[field],)
            values[PLACES[area]] = tuple(sorted(_without(one, hidden) for one in values[PLACES[area]]))
    return tuple(values)


def _without(one: tuple[Any, ...], hidden: Sequence[int]) -> tuple[Any, ...]:
    fields = list(one)
    for place in hidden:
        fields[place] = EMPTY[place]
    return tuple(fields)


def guesses(state: State, observation: Observation) -> list[State]:
    """All states that a completed observation may stand for; none where they are more than MOST_GUESSES.

    `state` is the one that the observation reads as. The others differ from it in the flags of stacks that
    the observation leaves out, and in whether it is the first turn.
    """
    places = set(untold(observation))
    if EVENTS in places:  # where something may last of what goes unreported, other things are judged
        places = {place for place in places if place.rpartition(".")[2] not in EFFECTS_MAKE}
    flags = {f"{area}.{flag}" for area in BAGS for flag in FLAGS}
    if places - flags - {"first_turn", IDS}:
        return []
    options: list[Sequence[Any]] = [(value,) for value in state]
    if "first_turn" in places:
        options[PLACES["first_turn"]] = (False, True)
    for area in BAGS:
        open_flags = [ELEMENT[flag] for flag in FLAGS if f"{area}.{flag}" in places]
        if open_flags:
            options[PLACES[area]] = _bags(state[PLACES[area]], open_flags)
    if _size(options) > MOST_GUESSES:
        return []
    return list(dict.fromkeys(product(*options)))


BAGS = ("me.battle", "me.breeding", "opponent.battle", "opponent.breeding")


def _bags(there: Sequence[tuple[Any, ...]], flags: Sequence[int]) -> list[tuple[Any, ...]]:
    """Every bag that differs from this one only in these flags of its elements."""
    if 2 ** (len(there) * len(flags)) > MOST_GUESSES:
        return [()] * (MOST_GUESSES + 1)
    ways = [
        [
            _with(one, dict(zip(flags, values, strict=True)))
            for values in product((False, True), repeat=len(flags))
        ]
        for one in there
    ]
    return list(dict.fromkeys(tuple(sorted(bag)) for bag in product(*ways)))


def _with(one: tuple[Any, ...], values: Mapping[int, Any]) -> tuple[Any, ...]:
    return tuple(values.get(place, value) for place, value in enumerate(one))


def _size(options: Sequence[Sequence[Any]]) -> int:
    size = 1
    for choices in options:
        size *= len(choices)
    return size


def any_tells(cards: Cards, facts: frozenset[str]) -> bool:
    """Whether any card of a game has one of these facts."""
    return not facts.isdisjoint(facts_told(cards))


UNREPORTED = "the engine does not tell all that effects do: {}"
"""Why a step is not judged in a game with effects."""


def reported_effects(before: Observation, after: Observation, cards: Cards) -> ReportedEffects:
    """The effects of cards that an engine reported between two completed observations.

    Where the engine reports no events, cards that are not modelled may have changed things; what lasts is
    followed where none has effects. `unknown` says why effects cannot be read, where that is so.
    """
    marks = {place.rpartition(".")[2] for one in (before, after) for place in untold(one)}
    if EVENTS in marks:
        return without_events(before, after, cards)
    lacking = marks & {*EFFECTS_MAKE, IDS, "dp", "battle"}
    if lacking and any_tells(cards, TOLD_BY_EVENTS):
        return ReportedEffects(unknown=UNREPORTED.format(", ".join(sorted(lacking))))
    return effects_of_events(before, after, cards)


def mixes(before: Observation, after: Observation, cards: Cards) -> bool:
    """Whether a card comes to lie under a Digimon of the other player between two completed observations; or
    may, by the effects of the cards in the game, where an engine does not tell what effects do.
    """
    if EVENTS in untold(after):
        return bool(placing_under_others(cards))
    return mixes_by_events(before, after, cards)


def visible(state: State, observation: Observation) -> State:
    """The part of a state that a completed observation like this one shows; all else is 0, false, empty or
    nothing.
    """
    return masked(visible_part(state, observation), observation)


def settled(observation: Observation) -> bool:
    """Whether a player makes a decision that the model has, or the game is over, as far as the observation
    shows.
    """
    return "stage" not in untold(observation) and is_known_decision(observation)


def candidates(observation: Observation, cards: Cards) -> list[Action]:
    """The actions that the player who decides could mean, legal or not.

    Actions that name a stack are left out where another stack has the same top card and the observation does
    not show what tells the two apart.
    """
    whole = completed(observation, cards)
    unclear = set()
    for player_seat in whole["players"]:
        there = field_of(player_seat)
        tops = Counter(entry["cards"][0]["card"] for entry in there)
        unclear |= {e["id"] for e in there if e.get(UNTOLD) and tops[e["cards"][0]["card"]] > 1}
    actions = every_candidate(whole, cards)
    return [action for action in actions if unclear.isdisjoint(action.values())] if unclear else actions


def on_standing(function: Callable[[Observation], Result]) -> Callable[[Observation], Result]:
    """A function on observations that may leave out ids, kinds or DP in the battle areas, from one that reads
    them.
    """
    return lambda observation: function(
        {**observation, "players": [_standing(player_seat) for player_seat in observation["players"]]}
    )


def _standing(player_seat: Mapping[str, Any]) -> dict[str, Any]:
    there = [
        {"dp": None, "kind": None, **entry} for entry in player_seat.get("battle") or () if "id" in entry
    ]
    return {**player_seat, "battle": there}
