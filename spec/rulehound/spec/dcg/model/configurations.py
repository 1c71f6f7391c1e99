"""Bounds on the DCG model. Widths follow the facts; every result says how small the piles were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulehound.spec.dcg.model.state import KEYWORDS, Kind, model
from rulehound.spec.language import By, Configuration

Piles = tuple[int, int, int, int]
"""Cards in deck, hand, security stack and Digi-Egg deck at the start, each player."""

RED = ("red",)

Entry = dict[str, Any]
"""A record of a pool, by field."""

AMOUNTS = {"memory": (0, 1), "dp": (-1, 2), "cost": (-2,), "checks": (-1, 1), "cards": (0, 1)}
"""Names of amounts in effects, to the numbers that they take unless a configuration has its own."""

EVERY_KEYWORD = (1 << len(KEYWORDS)) - 1

EGG: Entry = {"number": 1, "kind": int(Kind.DIGI_EGG), "level": 2, "colours": RED}
EGG_WITH_DP: Entry = {**EGG, "number": 2, "has_dp": True, "dp": 1}
TAMER: Entry = {"number": 3, "kind": int(Kind.TAMER), "play_cost": 3, "colours": RED}
OPTION: Entry = {"number": 4, "kind": int(Kind.OPTION), "colours": RED}


def digimon(number: int, level: int, dp: int, play_cost: int, **more: Any) -> Entry:
    """A red Digimon; DP in units that keep the bounds small."""
    return {
        "number": number,
        "kind": int(Kind.DIGIMON),
        "level": level,
        "has_dp": True,
        "dp": dp,
        "play_cost": play_cost,
        "colours": RED,
        **more,
    }


DIGIVOLVE_COSTS = {3: 0, 4: 2, 5: 3, 6: 2}
"""Cost of digivolving into a card of a level, from the level below."""


def requirements(pool: Sequence[Entry]) -> list[Entry]:
    """One digivolution requirement for each Digimon card of a pool."""
    return [
        {
            "card": card["number"],
            "level": card["level"] - 1,
            "colours": RED,
            "cost": DIGIVOLVE_COSTS[card["level"]],
        }
        for card in pool
        if card["kind"] == Kind.DIGIMON
    ]


def either_side(name: str) -> frozenset[str]:
    """The two actions of an effect: on cards of the turn player, and on cards of the other."""
    return frozenset({f"effect-{name}-mine", f"effect-{name}-theirs"})


MEMORY = frozenset({"effect-gain-memory", "effect-lose-memory"})
DELETION = either_side("delete") | either_side("delete-by-opponent")
TAKING_UP = frozenset(name for name in model.actions if name.startswith("effect-set-aside-"))
EVERY_EFFECT = frozenset(name for name, action in model.actions.items() if action.by is By.ENVIRONMENT)


def configurations(values: Mapping[str, Any]) -> dict[str, Configuration]:
    """The configurations by name. Raises KeyError where a fact that their widths follow has no value."""
    most = int(values["memory.max"])
    rookie = digimon(5, 3, 2, 3)
    blocker = digimon(6, 4, 4, 5, keywords=("blocker",))
    weak = digimon(7, 4, 3, 4, extra_checks=-1)
    strong = digimon(8, 5, 6, most + 1, extra_checks=1)
    material = digimon(12, 3, 2, 0)
    digixros = digimon(13, 5, 6, most + 2, digixros=1, listed=2)
    assembly = digimon(14, 5, 6, most + 3, assembly=4, listed=2)
    digisorption = digimon(15, 4, 3, 4, digisorption=1, digi_burst=1)
    delay = {**OPTION, "number": 16, "play_cost": 1, "keywords": ("delay",)}
    dna_digimon = digimon(17, 4, 5, 4, keywords=("blitz",))
    long_digixros = digimon(23, 5, 6, most + 8, digixros=1, listed=8)
    every_card = [EGG, EGG_WITH_DP, rookie, blocker, weak, strong, TAMER, OPTION]

    def bounded(
        name: str,
        says: str,
        pool: list[Entry],
        piles: Piles,
        battle: int = 1,
        effects: frozenset[str] = frozenset(),
        roomy: bool = False,
        materials: Sequence[Entry] = (),
        dna: Sequence[Entry] = (),
        **ranges: tuple[int, ...],
    ) -> Configuration:
        """`roomy` bounds leave room for effects that are let in later."""
        deck, hand, security, eggs = piles
        room = EVERY_EFFECT if roomy else effects
        cards = sum(piles)
        longest_list = max((entry["place"] for entry in materials), default=0)
        counted = (
            f"deck {deck}, hand {hand}, security {security}, Digi-Eggs {eggs}, at most {battle} on a side"
        )
        return Configuration(
            name=name,
            says=f"{says}: {counted}",
            bounds={
                "State.memory": (-most - 1, most + 1),
                "State.checks": (0, 3),
                "Player.cards": (0, cards),
                "Player.deck": (0, cards - eggs),
                "Player.hand": (0, hand + deck),
                "Player.security": (0, security + (1 if either_side("to-security") & room else 0)),
                "Player.egg_deck": (0, eggs),
                "Player.trash": (0, cards),
                "Player.aside": (0, cards if TAKING_UP & room else 0),
                "Stack.dp": (0, 15),
                "Stack.dp_change": (-8, 8) if either_side("dp") & room else (0, 0),
                "Stack.gained": (0, EVERY_KEYWORD if either_side("keywords") & room else 0),
                "Stack.more_checks": (-2, 2) if either_side("checks") & room else (0, 0),
                "Shown.cost": (-most - 1, 2 * most + 1),
                "Shown.place": (0, longest_list),
            },
            capacities={
                "Player.breeding": 1,
                "Player.battle": battle,
                "Stack.under": cards - 1,
                "State.shown": 1,
                "Shown.materials": min(longest_list, cards - 1),
            },
            pools={
                "Card": pool,
                "Requirement": requirements(pool),
                "DnaRequirement": dna,
                "Material": materials,
            },
            ranges={f"effect.{name}": ranges.get(name, usual) for name, usual in AMOUNTS.items()},
            settings={
                "start.deck": deck,
                "setup.hand": hand,
                "setup.security": security,
                "start.egg-deck": eggs,
            },
            without=EVERY_EFFECT - effects,
        )

    every_configuration = [
        bounded(
            "counters",
            "memory and piles alone, with effects on both",
            [OPTION],
            (3, 1, 1, 1),
            effects=MEMORY | either_side("draw") | either_side("recover"),
            memory=(1, 4),
            cards=(1,),
        ),
        bounded(
            "short-game",
            "playing, attacks, blocks and checks; no bound cuts a step",
            [rookie, blocker, weak, TAMER],
            (1, 1, 1, 0),
            battle=2,
        ),
        bounded(
            "attacks", "attacks, blocks and checks without effects", [rookie, blocker, weak], (2, 1, 1, 0)
        ),
        bounded(
            "breeding",
            "hatching, moving and digivolving without effects",
            [EGG, EGG_WITH_DP, rookie],
            (2, 1, 0, 1),
        ),
        bounded(
            "effects",
            "effects on memory, DP and deletion",
            [rookie, strong, TAMER],
            (1, 1, 0, 0),
            effects=MEMORY | either_side("dp") | DELETION,
            memory=(3,),
            dp=(-2,),
        ),
        bounded(
            "keywords",
            "every keyword of battles and deletion, with two a side",
            [
                digimon(9, 3, 3, 1, keywords=("rush", "retaliation"), decoy=RED),
                digimon(10, 4, 4, 1, keywords=("armor-purge", "blitz", "reboot")),
                digimon(11, 3, 5, 1, keywords=("piercing", "rush", "jamming")),
                TAMER,
            ],
            (1, 1, 1, 0),
            battle=2,
            effects=either_side("delete-by-opponent"),
        ),
        bounded(
            "two-a-side",
            "playing, digivolving and blocking with two a side, effects on memory",
            [rookie, blocker, strong],
            (1, 1, 1, 0),
            battle=2,
            effects=MEMORY,
            memory=(3,),
        ),
        bounded(
            "starter",
            "a line of Digimon as it is printed, from the Digi-Egg to level 6",
            [
                EGG,
                digimon(18, 3, 3, 2),
                digimon(19, 4, 6, 5, keywords=("blocker",)),
                digimon(20, 5, 7, 6),
                digimon(21, 6, 12, most),
            ],
            (2, 2, 1, 1),
        ),
        bounded(
            "materials",
            "DigiXros and Assembly, effects on costs",
            [material, digixros, assembly],
            (1, 2, 0, 0),
            effects=frozenset({"effect-cost", "effect-trash-deck-mine"}),
            materials=[
                {"card": card["number"], "place": place, "named": material["number"]}
                for card in (digixros, assembly)
                for place in (1, 2)
            ],
            cost=(2,),
            cards=(1,),
        ),
        bounded(
            "options",
            "Options, Delay, Digi-Burst and Digisorption, and Options that stay",
            [material, digisorption, delay],
            (1, 2, 0, 0),
            battle=2,
            effects=frozenset({"effect-place-option"}),
        ),
        bounded(
            "fusions",
            "DNA digivolution, and effects that return what is on the field to the deck",
            [material, dna_digimon],
            (1, 2, 0, 0),
            battle=2,
            effects=frozenset({"effect-return-to-deck-mine"}),
            dna=[
                {
                    "card": dna_digimon["number"],
                    **{"left_level": 3, "left_colours": RED, "right_level": 3, "right_colours": RED},
                    "cost": 1,
                }
            ],
        ),
        bounded(
            "duel",
            "Retaliation against Piercing, Options among the checked cards, effects that delete",
            [
                digimon(9, 3, 3, 1, keywords=("rush", "retaliation")),
                digimon(11, 3, 5, 1, keywords=("piercing", "rush")),
                OPTION,
            ],
            (1, 1, 1, 0),
            effects=either_side("delete"),
            roomy=True,
        ),
        bounded(
            "eggs",
            "Digi-Eggs with DP and Armor Purge that battle each other, effects that place cards under them",
            [{**EGG_WITH_DP, "keywords": ("armor-purge",)}, OPTION],
            (2, 0, 1, 1),
            effects=frozenset({"effect-place-under-mine"}),
            roomy=True,
        ),
        bounded(
            "unsettled",
            "effects on DP and memory, some of them in the middle of an Option",
            [{**OPTION, "play_cost": 0}, material],
            (0, 2, 0, 0),
            battle=2,
            effects=either_side("dp") | {"effect-lose-memory"},
            roomy=True,
            memory=(4,),
            dp=(-2,),
        ),
        bounded(
            "unsettled-field",
            "effects on DP and checks in the middle of an Option, with Digimon on both sides, and Blitz",
            [{**OPTION, "play_cost": 0}, material, digimon(22, 4, 4, most + 1, keywords=("blitz",))],
            (1, 2, 0, 0),
            battle=2,
            effects=frozenset({"effect-dp-mine", "effect-checks-theirs"}),
            roomy=True,
            dp=(-2,),
            checks=(0,),
        ),
        bounded(
            "overdrawn",
            "effects on memory and checks while a turn begins",
            [material],
            (1, 1, 0, 0),
            effects=frozenset({"effect-lose-memory", "effect-checks-theirs"}),
            roomy=True,
            memory=(4,),
            checks=(1,),
        ),
        bounded(
            "decoys",
            "a Digi-Egg with DP and Decoy, effects that delete",
            [{**EGG_WITH_DP, "decoy": RED}, material],
            (1, 1, 0, 1),
            battle=2,
            effects=frozenset({"effect-delete-by-opponent-mine"}),
            roomy=True,
        ),
        bounded(
            "interrupted",
            "effects of several parts, several deleted at once, and effects that come before a deletion",
            [digimon(9, 3, 3, 0, keywords=("armor-purge",)), material],
            (0, 2, 0, 0),
            battle=2,
            effects=frozenset(
                {"effect-begins", "effect-comes-before"}
                | {f"effect-{what}-mine" for what in ("delete", "delete-too", "delete-before", "spare", "dp")}
            ),
            roomy=True,
            dp=(-2,),
        ),
        bounded(
            "retaliation",
            "Retaliation with two a side",
            [digimon(9, 3, 2, 0, keywords=("blocker", "retaliation")), digimon(11, 3, 5, 0)],
            (2, 2, 0, 0),
            battle=2,
            roomy=True,
        ),
        bounded(
            "checks",
            "an attack that checks several security cards, effects on how many",
            [digimon(24, 3, 5, 0, keywords=("rush",), extra_checks=1), OPTION],
            (0, 1, 3, 0),
            effects=frozenset({"effect-checks-mine"}),
            roomy=True,
            checks=(1,),
        ),
        bounded(
            "long-list",
            "a DigiXros of many cards, by what is in the hand and the memory",
            [long_digixros],
            (0, 9, 0, 0),
            effects=frozenset({"effect-gain-memory", "effect-trash-hand-mine"}),
            materials=[
                {
                    "card": long_digixros["number"],
                    "place": long_digixros["listed"],
                    "named": long_digixros["number"],
                }
            ],
            memory=(1,),
            cards=(1,),
        ),
        bounded(
            "everything",
            "every kind of card, effects that delete",
            every_card,
            (1, 1, 1, 1),
            effects=either_side("delete"),
        ),
    ]
    return {configuration.name: configuration for configuration in every_configuration}


QUICK = ("counters", "short-game", "breeding")
NORMAL = (*QUICK, "attacks", "materials", "options", "fusions", "effects", "keywords")
DEEP = (*NORMAL, "two-a-side", "starter", "everything")

SEARCHED = {"quick": QUICK, "normal": NORMAL, "deep": DEEP}
"""Effort to the configurations that it searches."""

GRAPHED = "short-game"
"""The configuration whose graph every check looks at: one whose bounds cut nothing off."""

MUTATED = (
    *("checks", "unsettled", "breeding", "overdrawn", "long-list", "duel", "decoys", "materials"),
    *("eggs", "retaliation", "attacks", "unsettled-field", "options", "fusions", "effects", "keywords"),
)
"""The configurations that faulty models are searched in, the smallest first."""
