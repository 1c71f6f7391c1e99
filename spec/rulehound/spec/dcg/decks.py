"""Cards and decks of our own, for playing engines that take cards by their facts."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rulehound.spec.dcg.cards import load
from rulehound.spec.formats import Card, Deck, Ruleset, Setup

NAMES = {
    "red": ("Ashling", "Cindermane", "Pyrelord", "Solgrave"),
    "blue": ("Rippleton", "Tidehorn", "Maelwyrm", "Abyssarch"),
}
FAMILIES = (("red", "black"), ("blue", "yellow"), ("green", "purple"))
"""The colours of the probe cards that digivolve into each other."""
COSTS = {3: (3, 0, 2000), 4: (5, 2, 5000), 5: (8, 3, 8000), 6: (12, 4, 12000)}
"""Level to play cost, digivolution cost and DP."""


def pool() -> tuple[Card, ...]:
    """Every kind of card that the model knows: two colours, levels 3 to 6, keywords, Tamers, Options."""
    cards: list[Card] = []

    def add(name: str, kind: str, **facts: Any) -> None:
        cards.append(Card(f"RP-{len(cards) + 1:02d}", name, {"kind": kind, **facts}))

    for colour, names in NAMES.items():
        other = "blue" if colour == "red" else "red"
        for level, (cost, up, dp) in COSTS.items():
            needs = [{"color": colour, "level": level - 1, "cost": up}]
            name = names[level - 3]
            add(name, "digimon", level=level, dp=dp, play_cost=cost, colors=[colour], digivolve=needs)
            add(
                f"{name} Guard",
                "digimon",
                level=level,
                dp=dp - 1000,
                play_cost=cost,
                colors=[colour],
                digivolve=needs,
                blocker=True,
            )
        add(
            f"{names[2]} Twin",
            "digimon",
            level=5,
            dp=7000,
            play_cost=7,
            colors=[colour, other],
            digivolve=[{"color": colour, "level": 4, "cost": 3}, {"color": other, "level": 4, "cost": 4}],
            security_attack=1,
        )
        add(
            f"{names[1]} Shy",
            "digimon",
            level=4,
            dp=6000,
            play_cost=4,
            colors=[colour],
            digivolve=[{"color": colour, "level": 3, "cost": 2}],
            security_attack=-1,
        )
        add(f"{names[0]} Keeper", "tamer", play_cost=3, colors=[colour])
        add(f"{names[0]} Spark", "option", play_cost=2, colors=[colour])
        add(f"{names[0]} Egg", "digi-egg", level=2, colors=[colour])
    add("Golden Egg", "digi-egg", level=2, dp=1000, colors=["red"])
    return tuple(cards)


def setup(seed: int, values: Ruleset) -> Setup:
    """A legal game from a seed: two decks of the pool, sized by the facts. Raises KeyError without them."""
    chance = random.Random(seed)
    cards = pool()
    decks = [deck(chance, cards, cards, values) for _ in (0, 1)]
    return Setup(cards=cards, decks=decks, seed=seed, first=chance.randint(0, 1))


STIRRER: Mapping[str, Any] = {
    "kind": "digimon",
    "level": 3,
    "dp": 1000,
    "play_cost": 0,
    "colors": ["red"],
    "effects": [{"timing": "on-play", "steps": [{"do": "shuffle"}]}],
}
"""The facts of a card that shuffles its player's deck when it is played."""


def shuffling_setup(values: Ruleset) -> Setup:
    """A game in which the first player has nothing to play but cards whose effect shuffles the deck.

    Raises KeyError without a fact that it needs.
    """
    own = setup(0, values)
    needed = int(values["setup.hand"]) + int(values["setup.security"])
    kinds = -(-needed // int(values["deck.copies"]))
    stirrers = [Card(f"RH-stirrer-{kind}", f"Stirrer {kind}", STIRRER) for kind in range(kinds)]
    first = [stirrers[place % kinds].number for place in range(needed)]
    mine = Deck({**own.decks[0].piles, "main": [*first, *own.decks[0].piles["main"][needed:]]})
    return Setup([*own.cards, *stirrers], [mine, own.decks[1]], first=0, ordered=True)


def probe_setup(seed: int, values: Ruleset, wanted: Collection[str] | None = None) -> Setup:
    """A legal game of probe cards from a seed: each deck has two families, so that it has cards to digivolve
    into.

    With `wanted`, only probe cards of these numbers are used. The rest of a deck is filled with cards of the
    pool.
    """
    chance = random.Random(seed)
    probes, plain = load("probe"), pool()
    decks = []
    for _ in (0, 1):
        colours = {colour for family in chance.sample(FAMILIES, 2) for colour in family}
        fitting = [
            card
            for card in probes
            if colours.intersection(card.facts["colors"]) and (wanted is None or card.number in wanted)
        ]
        decks.append(deck(chance, fitting, plain, values))
    return Setup(cards=(*probes, *plain), decks=decks, seed=seed, first=chance.randint(0, 1))


SWARMS = (12, 48)
"""How many kinds of probe cards a swarm's deck may have."""


def swarm_setup(seed: int, values: Ruleset) -> Setup:
    """A legal game of probe cards from a seed, with some kinds of them left out by lot.

    The kinds that are left come up more often (Groce and others, "Swarm Testing", 2012).
    """
    chance = random.Random(f"swarm {seed}")
    probes, plain = load("probe"), pool()
    decks = []
    for _ in (0, 1):
        families = chance.sample(FAMILIES, chance.choice((1, 2)))
        colours = {colour for family in families for colour in family}
        fitting = [card for card in probes if colours.intersection(card.facts["colors"])]
        kinds = min(chance.choice(SWARMS), len(fitting))
        decks.append(deck(chance, chance.sample(fitting, kinds), plain, values))
    return Setup(cards=(*probes, *plain), decks=decks, seed=seed, first=chance.randint(0, 1))


def deck(chance: random.Random, cards: Sequence[Card], others: Sequence[Card], values: Ruleset) -> Deck:
    """A legal deck of these cards, sized by the facts, filled up with `others` where they are too few."""
    size, copies = int(values["deck.size"]), int(values["deck.copies"])
    eggs, egg_copies = int(values["egg-deck.max"]), int(values["egg-deck.copies"])
    main = [card.number for card in cards if card.facts["kind"] != "digi-egg"]
    young = [card.number for card in cards if card.facts.get("level") == 3]
    hatchable = [card.number for card in cards if card.facts["kind"] == "digi-egg"]
    # low levels first, so that most games get going
    chosen = draw_up_to(chance, young, min(size // 3, copies * len(young)), copies, {})
    counts = {number: chosen.count(number) for number in set(chosen)}
    chosen += draw_up_to(chance, main, min(size, copies * len(main)) - len(chosen), copies, counts)
    missing = size - len(chosen)
    if missing:
        rest = [card.number for card in others if card.facts["kind"] != "digi-egg"]
        chosen += draw_up_to(chance, rest, missing, copies, dict.fromkeys(main, copies))
    wanted = chance.randint(0, min(eggs, egg_copies * len(hatchable)))
    return Deck({"main": chosen, "eggs": draw_up_to(chance, hatchable, wanted, egg_copies, {})})


def draw_up_to(
    chance: random.Random, numbers: list[str], wanted: int, copies: int, counts: Mapping[str, int]
) -> list[str]:
    """So many card numbers, none more often than allowed. Raises ValueError where there are too few cards."""
    left = [number for number in numbers for _ in range(copies - counts.get(number, 0))]
    if len(left) < wanted:
        raise ValueError(
            f"a deck of {wanted} cards with {copies} copies each needs more than {len(numbers)} cards"
        )
    return chance.sample(left, wanted)
