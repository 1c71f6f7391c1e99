"""Cards and decks of our own, for playing engines that take cards by their facts."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from rulehound.spec.formats import Card, Deck, Ruleset, Setup

NAMES = {
    "red": ("Ashling", "Cindermane", "Pyrelord", "Solgrave"),
    "blue": ("Rippleton", "Tidehorn", "Maelwyrm", "Abyssarch"),
}
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
    size, copies = int(values["deck.size"]), int(values["deck.copies"])
    eggs, egg_copies = int(values["egg-deck.max"]), int(values["egg-deck.copies"])
    main = [card.number for card in cards if card.facts["kind"] != "digi-egg"]
    young = [card.number for card in cards if card.facts.get("level") == 3]
    hatchable = [card.number for card in cards if card.facts["kind"] == "digi-egg"]
    decks = []
    for _ in (0, 1):
        # low levels first, so that most games get going
        chosen = draw_up_to(chance, young, min(size // 3, copies * len(young)), copies, {})
        counts = {number: chosen.count(number) for number in set(chosen)}
        chosen += draw_up_to(chance, main, size - len(chosen), copies, counts)
        decks.append(
            Deck(
                {
                    "main": chosen,
                    "eggs": draw_up_to(chance, hatchable, chance.randint(0, eggs), egg_copies, {}),
                }
            )
        )
    return Setup(cards=cards, decks=decks, seed=seed, first=chance.randint(0, 1))


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
