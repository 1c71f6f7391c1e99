"""Situations of the model as scenarios for engines: positions, decks and the one action to try."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from rulehound.spec.dcg.model.state import KEYWORDS, Card, Kind, Stack, Stage, Winner
from rulehound.spec.dcg.possible import LACKS
from rulehound.spec.formats import Expectation, Ruleset, Step
from rulehound.spec.language import Record

MOST = {"level": 7, "dp": 30, "play_cost": 30, "cost": 30, "digixros": 5, "assembly": 9, "digisorption": 5}
"""Largest values of fields in a made-up input, DP in thousands."""

CAPACITIES = {"Player.breeding": 1, "State.shown": 1, "Stack.under": 1}
"""The most elements of bags and piles in a made-up input; more would only cost the solver time."""

THOUSAND = 1000

Terms = Mapping[str, Any]
"""Solver terms by name."""


def small(state: Terms, parameters: Terms, most: int = 3) -> list[Any]:
    """Conditions that keep a made-up input small and printable: few cards, and levels and costs as cards have
    them.
    """
    conditions = []
    for path, term in state.items():
        name = path.rpartition(".")[2]
        if name in ("deck", "hand", "security", "egg_deck", "trash"):
            conditions += [term >= (2 if name in ("deck", "security") else 0), term <= most]
        if name in ("battle", "breeding"):
            for entry in term.fields:
                conditions += small_stack(named(Stack, entry))
    for name, term in parameters.items():
        field = name.rpartition(".")[2]
        if field in MOST:
            conditions += [term >= 0, term <= MOST[field]]
        if field == "extra_checks":
            conditions += [term == 0]
    if "card.has_dp" in parameters:
        conditions += [
            parameters["card.has_dp"] == (parameters["card.dp"] > 0),
            parameters["card.has_dp"] == (parameters["card.kind"] == int(Kind.DIGIMON)),
            parameters["card.colours"] != 0,
        ]
    for name in ("way.colours", "way.left_colours", "way.right_colours"):
        if name in parameters:
            # a requirement of one colour, so that it is the first of its card
            asked = parameters[name]
            conditions += [asked & (asked - 1) == 0]
    if "cards" in state:
        conditions += [
            state["most_copies"] >= 1,
            state["egg_cards"] >= 0,
            state["eggs_in_deck"] >= 0,
            state["others_in_egg_deck"] >= 0,
            state["most_egg_copies"] >= 0,
            state["most_egg_copies"] <= state["egg_cards"],
            state["others_in_egg_deck"] <= state["egg_cards"],
        ]
    return conditions


def small_stack(stack: Terms) -> list[Any]:
    """Conditions on a stack: one or two cards, a top card as cards are, and its printed DP."""
    top = named(Card, stack["top"])
    return [
        top["level"] >= 2,
        top["level"] <= 7,
        top["dp"] == stack["dp"],
        stack["dp_change"] == 0,
        top["dp"] >= 0,
        top["dp"] <= 9,
        (top["dp"] > 0) == top["has_dp"],
        (top["kind"] == int(Kind.DIGIMON)) == top["has_dp"],
        top["extra_checks"] == 0,
        top["colours"] != 0,
        (top["keywords"] & DELAY == 0) | (top["kind"] == int(Kind.OPTION)),
        (top["digi_burst"] == 0) | (top["kind"] == int(Kind.DIGIMON)),
        stack["under"].height <= 1,
    ]


def plain(state: Terms, parameters: Terms) -> list[Any]:
    """Conditions on a situation that every engine can show: no keyword but Blocker, nothing that effects
    gave.
    """
    return _plain(state, parameters, SHOWN_KEYWORDS, UNSHOWN)


def statable(state: Terms, parameters: Terms) -> list[Any]:
    """Conditions on a situation that a scenario can state: a player decides, nobody has won, no other
    keywords.
    """
    if "stage" not in state:
        return []
    unshown = [name for name in UNSHOWN if name != "digi_burst"]
    asked = ("way.colours", "way.left_colours", "way.right_colours")
    of_some_colour = [parameters[name] != 0 for name in asked if name in parameters]
    return [
        *of_some_colour,
        *_plain(state, parameters, SHOWN_KEYWORDS | DELAY, unshown),
        (state["stage"] == int(Stage.BREEDING)) | (state["stage"] == int(Stage.MAIN)),
        state["winner"] == int(Winner.NOBODY),
        state["memory"] >= 0,
    ]


def cheap(_state: Terms, parameters: Terms) -> list[Any]:
    """Conditions that keep costs low: what can only just be paid for is a question of its own."""
    costs = [term for name, term in parameters.items() if name.rpartition(".")[2] in ("play_cost", "cost")]
    return [cost <= 2 for cost in costs]


def _plain(state: Terms, parameters: Terms, keywords: int, unshown: Sequence[str]) -> list[Any]:
    """Conditions: cards have no keyword but these, nothing in these fields, and nothing that effects gave."""
    if "me.battle" not in state:
        return []
    stacks = [
        named(Stack, entry)
        for path, term in state.items()
        if path.rpartition(".")[2] in ("battle", "breeding")
        for entry in term.fields
    ]
    cards = [named(Card, stack["top"]) for stack in stacks]
    if "card.number" in parameters:
        cards.append({name: parameters.get(f"card.{name}") for name, _ in Card.fields()})
    conditions = [stack[name] == 0 for stack in stacks for name in ("gained", "more_checks", "role", "fate")]
    conditions += [
        stack[name] == False  # noqa: E712 (a term)
        for stack in stacks
        for name in ("token", "may_blitz", "deleted_first")
    ]
    for card in cards:
        conditions += [card["keywords"] & ~keywords == 0]
        conditions += [card[name] == 0 for name in unshown]
    return conditions


NEEDS = dict.fromkeys(("use-option", "dna-digivolve", "delay", "digi-burst"), ("card-effects",))
"""Action of the model, to the capabilities that an engine needs to be asked about it.

Options, Delay and Digi-Burst are nothing without effects, and an engine that takes these takes DNA cards too.
"""

OTHERWISE_NAMED = frozenset(
    {
        ("delay", "delay.option"),
        ("digi-burst", "digi-burst.has"),
        ("dna-digivolve", "digivolve.digimon-only"),
    }
)
"""Action and rule of a refusal that engines may as well give another reason for.

The protocol has one word for activating any effect, so that what is refused may be that there is no such
effect; and of two things that are no two Digimon either may be what is said.
"""

SMALL_GAIN = {"do": "memory", "amount": 1}
"""What an effect does whose Delay or Digi-Burst is asked about: something, whatever there is."""

UNSHOWN = ("decoy", "digisorption", "digi_burst", "digixros", "assembly", "listed")
"""Fields of a card that not every engine is given."""

SHOWN_KEYWORDS = 1 << KEYWORDS.index("blocker")
"""Keywords that every engine is given, as a bit mask."""

DELAY = 1 << KEYWORDS.index("delay")
"""The keyword whose use a scenario can state, as a bit mask."""


def named(kind: type[Record], fields: Sequence[Any]) -> dict[str, Any]:
    """The terms of a record by field."""
    return {name: term for (name, _), term in zip(kind.fields(), fields, strict=True)}


def stacking(start: Terms, steps: Sequence[Terms]) -> list[Any]:
    """Conditions on a stack that grows from a Digi-Egg, level by level; each card differs in colours from the
    one before.
    """
    most = len(steps) + 2
    conditions = [
        condition for step in steps for condition in (*small(start, step, most), *plain(start, step))
    ]
    (egg,) = start["me.breeding"].fields
    stack = named(Stack, egg)
    top = named(Card, stack["top"])
    conditions += [start["me.breeding"].occupied[0], top["kind"] == int(Kind.DIGI_EGG), top["level"] == 2]
    conditions += [start["me.hand"] == len(steps), start["stage"] == int(Stage.MAIN), start["winner"] == 0]
    conditions += [top["has_dp"] == (top["level"] > 2), stack["under"].height == 0]
    colours = [top["colours"], *(step["card.colours"] for step in steps)]
    conditions += [one != other for one, other in pairwise(colours)]
    for step in steps:
        conditions += [step["card.level"] == step["way.level"] + 1, step["way.cost"] == 0]
    return conditions


def carried_out(values: Ruleset) -> Sequence[str]:
    """The actions by which the rules carry out a digivolution in the breeding area."""
    steps = ("pay", "place-digivolved-in-breeding")
    return steps if values["digivolve.order"] == "pay-first" else steps[::-1]


def arrange_stack(
    start: Mapping[str, Any], steps: Sequence[Mapping[str, Any]], legal: bool, rule: str
) -> tuple[Mapping[str, Any], Sequence[Step]] | None:
    """A scenario: the egg in the breeding area, the cards in the hand, one digivolution after another."""
    if not all(step["way"]["card"] == step["card"]["number"] for step in steps):
        return None  # without a requirement there is nothing to name in the attempt
    stated = {
        "phase": "main",
        "memory": start["memory"],
        "me": {**player(start, "me", {}), "hand": [card(step["card"], step["way"]) for step in steps]},
        "opponent": player(start, "opponent", {}),
    }
    digivolve = {"action": "digivolve", "card": "me.hand[0]", "onto": "me.breeding", "requirement": 0}
    height = {"me.breeding.cards.count": len(steps) + 1}
    last = Expectation(legal=True, state=height) if legal else expectation("digivolve", legal, rule)
    done = [Step(do=digivolve) for _ in steps[:-1]]
    return {"position": stated}, (*done, Step(attempt=digivolve, expect=last))


def arrange(
    action: str, state: Mapping[str, Any], parameters: Mapping[str, Any], legal: bool, rule: str
) -> tuple[Mapping[str, Any], Sequence[Step]] | None:
    """The `given` and the steps of a scenario for an input; None where no position can state it."""
    if action == "bring-deck":
        return {"deck": deck(state)}, (Step(expect=expectation(action, legal, rule)),)
    if state["stage"] not in ("main", "breeding") or state["winner"] != "nobody" or state["memory"] < 0:
        return None
    if action == "hatch" and parameters["egg"]["kind"] != "digi-egg":
        return None  # which card is hatched is chance, and nobody can try to hatch another
    if not has_words(action, state, parameters):
        return None
    stated = {
        "phase": state["stage"],
        "memory": state["memory"],
        "me": player(state, "me", parameters),
        "opponent": player(state, "opponent", {}),
    }
    tried = attempt(action, state, parameters)
    return (
        None
        if tried is None
        else ({"position": stated}, (Step(attempt=tried, expect=expectation(action, legal, rule)),))
    )


def has_words(action: str, state: Mapping[str, Any], parameters: Mapping[str, Any]) -> bool:
    """Whether a scenario can state all fields of the cards and stacks that matter to the action."""
    areas = ("me.battle", "me.breeding", "opponent.battle", "opponent.breeding")
    stacks = [entry for area in areas for entry in state[area]]
    cards = [entry["top"] for entry in stacks] + [
        parameters[name] for name in ("card",) if name in parameters
    ]
    keywords = {"blocker", action}  # Delay is asked about where it is used
    unsaid = [name for name in UNSHOWN if (action, name) != ("digi-burst", "digi_burst")]
    unstateable = any(
        entry[name] for entry in stacks for name in ("token", "may_blitz", "gained", "more_checks")
    )
    return not unstateable and all(
        set(entry["keywords"]) <= keywords and not any(entry[name] for name in unsaid) for entry in cards
    )


def expectation(action: str, legal: bool, rule: str) -> Expectation:
    """Legal, or refused under the rule; without a rule where the refusal may rest on another one."""
    if legal or (action, rule) in OTHERWISE_NAMED:
        return Expectation(legal=legal)
    return Expectation(illegal=rule)


def player(state: Mapping[str, Any], part: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """One player's areas as a position states them; the card that an action plays or digivolves into lies
    first in the hand.
    """
    hand = state[f"{part}.hand"]
    held = [{"count": hand}]
    if part == "me" and "card" in parameters and hand:
        held = [card(parameters["card"], parameters.get("way")), {"count": hand - 1}]
    eggs = state[f"{part}.egg_deck"]
    return {
        "deck": state[f"{part}.deck"],
        "hand": held,
        "security": state[f"{part}.security"],
        "egg_deck": [{"kind": "digi-egg", "count": eggs}],
        "battle": [stack(entry) for entry in state[f"{part}.battle"]],
        **({"breeding": stack(state[f"{part}.breeding"][0])} if state[f"{part}.breeding"] else {}),
    }


def stack(entry: Mapping[str, Any]) -> dict[str, Any]:
    """A stack as a position states it: the facts of the top card, then cards that do not matter."""
    top = entry["top"]
    blocker = {"blocker": "blocker" in top["keywords"], "security_attack": top["extra_checks"]}
    more: dict[str, Any] = {}
    if "delay" in top["keywords"]:
        more = {"delay": True, "effects": [{"timing": "delay", "steps": [SMALL_GAIN]}]}
    if top["digi_burst"]:
        burst = {"do": "digi-burst", "count": top["digi_burst"]}
        more = {"effects": [{"timing": "main", "cost": [burst], "steps": [SMALL_GAIN]}]}
    return {
        "cards": [
            printed(top["kind"], top, blocker | more),
            {"count": len(entry["under"])},
        ],
        "suspended": entry["suspended"],
        "played_this_turn": entry["played_this_turn"],
    }


def card(entry: Mapping[str, Any], requirement: Mapping[str, Any] | None) -> dict[str, Any]:
    """A card's facts as a scenario states them, with the requirement where it is printed on the card."""
    if requirement is not None and "left_level" in requirement:
        halves = {
            half: {"color": colour, "level": requirement[f"{half}_level"]}
            for half in ("left", "right")
            for colour in requirement[f"{half}_colours"]
        }
        dna = [{**halves, "cost": requirement["cost"]}] if len(halves) == 2 else []
        return printed(entry["kind"], entry, {"play_cost": entry["play_cost"], "dna": dna})
    asked = [
        {"color": colour, "level": requirement["level"], "cost": requirement["cost"]}
        for colour in (requirement or {}).get("colours", ())
        if requirement is not None and requirement["card"] == entry["number"]
    ]
    return printed(entry["kind"], entry, {"play_cost": entry["play_cost"], "digivolve": asked})


def printed(kind: str, entry: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """The requirement of a card of this kind, with nothing that no card of the kind has."""
    facts: dict[str, Any] = {"kind": kind, "colors": entry["colours"], **more}
    if kind in ("digimon", "digi-egg") and entry["level"]:  # a card without one has 0 in the model
        facts["level"] = entry["level"]
    if kind == "digimon":
        facts["dp"] = entry["dp"] * THOUSAND
    return {name: value for name, value in facts.items() if name not in LACKS[kind]}


def attempt(action: str, state: Mapping[str, Any], parameters: Mapping[str, Any]) -> dict[str, Any] | None:
    """The action as a scenario writes it; None where a scenario has no words for it."""

    def at(part: str, name: str) -> str:
        return f"{part}.battle[{state[f'{part}.battle'].index(parameters[name])}]"

    match action:
        case "hatch" | "move" | "skip" | "pass":
            return {"action": action}
        case "play":
            return {"action": "play", "card": "me.hand[0]"} if state["me.hand"] else None
        case "digivolve" | "digivolve-in-breeding":
            requirement = parameters["way"]
            if (
                not state["me.hand"]
                or requirement["card"] != parameters["card"]["number"]
                or not requirement["colours"]
            ):
                return None
            onto = at("me", "onto") if action == "digivolve" else "me.breeding"
            return {"action": "digivolve", "card": "me.hand[0]", "onto": onto, "requirement": 0}
        case "use-option":
            return {"action": "use", "card": "me.hand[0]"} if state["me.hand"] else None
        case "dna-digivolve":
            way = parameters["way"]
            stated = (
                way["card"] == parameters["card"]["number"] and way["left_colours"] and way["right_colours"]
            )
            if not state["me.hand"] or not stated:
                return None
            both = {"left": at("me", "left"), "right": at("me", "right")}
            if both["left"] == both["right"]:
                both["right"] = f"me.battle[{state['me.battle'].index(parameters['right']) + 1}]"
            return {"action": "dna-digivolve", "card": "me.hand[0]", **both, "requirement": 0}
        case "delay":
            return {"action": "activate", "card": f"{at('me', 'option')}.cards[0]", "effect": 0}
        case "digi-burst":
            return {"action": "activate", "card": f"{at('me', 'digimon')}.cards[0]", "effect": 0}
        case "attack-player":
            return {"action": "attack", "attacker": at("me", "attacker"), "target": "player"}
        case "attack-digimon":
            return {"action": "attack", "attacker": at("me", "attacker"), "target": at("opponent", "target")}
        case _:
            return None


def deck(state: Mapping[str, Any]) -> dict[str, Any]:
    """A deck with these counts: the most frequent card first, then few copies of each other card."""
    return {
        "main": cards_with(
            state["cards"], state["most_copies"], {}, state["eggs_in_deck"], {"kind": "digi-egg"}
        ),
        "eggs": cards_with(
            state["egg_cards"],
            state["most_egg_copies"],
            {"kind": "digi-egg"},
            state["others_in_egg_deck"],
            {},
        ),
    }


def cards_with(
    count: int, most: int, usual: Mapping[str, Any], odd: int, unusual: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """So many cards, one of them `most` times, and `odd` of them of a kind that does not belong there."""
    cards: list[dict[str, Any]] = [{**unusual, "copy": f"odd {number}"} for number in range(odd)]
    cards += [{**usual, "copy": "most"} for _ in range(min(most, count - len(cards)))]
    number = 0
    while len(cards) < count:
        cards.append({**usual, "copy": f"other {number // max(1, min(most, 4))}"})
        number += 1
    return cards
