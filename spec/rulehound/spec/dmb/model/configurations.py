"""Bounds on the model of Digimon Battles. Every result says how small the decks were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulehound.spec.dmb.model.effects import SIDES
from rulehound.spec.dmb.model.state import ABILITIES, TYPES, Attack, DigimonLevel, Kind, model
from rulehound.spec.language import By, Configuration

Entry = dict[str, Any]
"""A record of a pool, by field."""

PLAIN = ("first",)

AMOUNTS = {
    "player": (0, 1),
    "attack": (int(Attack.CIRCLE), int(Attack.TRIANGLE), int(Attack.CROSS)),
    "mulligan": (0, 1),
    "effect.cards": (1,),
    "effect.hp": (1,),
    "effect.power": (1,),
    "effect.dp": (1,),
    "effect.valid": (0, 1),
}
"""Names of amounts to the numbers that they take unless a configuration has its own."""

EVERY_EFFECT = frozenset(name for name, action in model.actions.items() if action.by is By.ENVIRONMENT)


def digimon(number: int, level: DigimonLevel, hp: int, powers: tuple[int, int, int], **more: Any) -> Entry:
    """A Digimon of the first type; HP and Power in units that keep the bounds small."""
    circle, triangle, cross = powers
    printed = {"hp": hp, "circle": circle, "triangle": triangle, "cross": cross}
    return {"number": number, "level": int(level), "types": PLAIN, **printed, **more}


def costing(
    cost: int, number: int, level: DigimonLevel, hp: int, powers: tuple[int, int, int], **more: Any
) -> Entry:
    """A Digimon into which one can evolve for so much DP."""
    return digimon(number, level, hp, powers, has_cost=True, cost=cost, **more)


def with_ability(number: int, hp: int, powers: tuple[int, int, int], *names: str, **more: Any) -> Entry:
    """A Rookie whose Cross attack has these abilities."""
    return digimon(number, DigimonLevel.R, hp, powers, special=int(Attack.CROSS), abilities=names, **more)


ROOKIE = digimon(1, DigimonLevel.R, 2, (2, 1, 0), dp=1)
CHAMPION = costing(1, 2, DigimonLevel.C, 3, (3, 2, 1), dp=1)
ULTIMATE = costing(1, 3, DigimonLevel.U, 4, (4, 2, 1), dp=1)
MEGA = costing(0, 4, DigimonLevel.M, 5, (5, 3, 1), destiny=True)
PARTNER = digimon(5, DigimonLevel.R, 2, (2, 1, 0), partner=True)
PARTNER_CHAMPION = digimon(6, DigimonLevel.C, 3, (3, 1, 1), destiny=True)
OPTION: Entry = {"number": 7, "kind": int(Kind.OPTION), "support": True}
VOID: Entry = {"number": 8, "kind": int(Kind.OPTION), "support": True, "voids": True}
EVOLVE_CARD: Entry = {"number": 9, "kind": int(Kind.EVOLUTION)}
PARTNER_OPTION: Entry = {**OPTION, "number": 10, "destiny": True}


def configurations(values: Mapping[str, Any]) -> dict[str, Configuration]:
    """The configurations by name. Raises KeyError where a fact that their widths follow has no value."""
    crash, revival = int(values["crash.hp"]), int(values["revival.hp"])
    points = int(values["ko.win"]) + int(values["ko.mega-points"]) - 1

    def bounded(
        name: str,
        says: str,
        pool: Sequence[Entry],
        piles: tuple[int, int, int],
        effects: frozenset[str] = frozenset(),
        boxes: Sequence[Entry] = (),
        fusions: Sequence[Entry] = (),
        ranges: Mapping[str, Sequence[int]] | None = None,
    ) -> Configuration:
        deck, hand, destiny = piles
        cards = deck + hand
        hp = max((entry["hp"] for entry in pool if "hp" in entry), default=0)
        power = 3 * max(entry.get(each, 0) for entry in pool for each in ("circle", "triangle", "cross"))
        shifted = bool(either_side("boost", "bonus") & effects)
        return Configuration(
            name=name,
            says=f"{says}: deck {deck}, hand {hand}, Destiny Zone {destiny}",
            bounds={
                **dict.fromkeys(("Player.deck", "Player.hand", "Player.trash"), (0, cards)),
                "Player.cards": (0, cards + destiny),
                "Player.deleted": (0, cards if either_side("delete") & effects else 0),
                "Player.destiny": (0, destiny),
                "Player.destiny_deleted": (0, destiny),
                "Player.brought_destiny": (0, destiny),
                "Player.dp_cards": (0, cards),
                "Player.dp": (0, 4),
                "Player.power": (0, power + 2),
                "Player.granted": (0, EVERY_ABILITY if either_side("ability") & effects else 0),
                "Player.first_attacks": (0, 3),
                "Player.ko_points": (0, points),
                "State.racked": (0, 1),
                "State.evolve_cards": (0, 1),
                "State.evolutions": (0, 1),
                "State.discount": (0, 2 if "effect-discount" in effects else 0),
                "Active.hp": (0, 2 * max(hp, crash if crashes(pool) else 0, revival if effects else 0)),
                "Active.boost": (0, 2 if shifted else 0),
                "Active.bonus": (0, 2 if shifted else 0),
                "Active.lost": (0, 2 * max(entry.get("shatter", 0) for entry in pool)),
                "Active.gained": (0, EVERY_TYPE if either_side("type") & effects else 0),
                "Active.partners": (0, 1),
                "Active.destined": (0, destiny),
                "Active.attachments": (0, 1 if either_side("attach") & effects else 0),
                "Active.revival": (0, revival if either_side("revive") & effects else 0),
            },
            capacities={"Player.active": 1, "Active.under": min(3, cards + destiny - 1)},
            pools={"Card": pool, "BoxEntry": boxes, "Fusion": fusions},
            ranges={**AMOUNTS, **(ranges or {})},
            settings={"start.deck": deck, "setup.hand": hand, "start.destiny": destiny},
            without=EVERY_EFFECT - effects,
        )

    every_configuration = [
        bounded("opening", "mulligans and hands alone", [ROOKIE], (1, 2, 0), ranges={"mulligan": (0, 1, 2)}),
        bounded("choices", "one Digimon a side, secret choices to the end", [ROOKIE], (1, 1, 0)),
        bounded(
            "short-game",
            "Digimon and blind supports to the end",
            [ROOKIE, {**OPTION, "kind": int(Kind.DIGIMON), "level": 1, "types": PLAIN, "hp": 1}],
            (1, 1, 0),
        ),
        bounded(
            "abilities",
            "Counter against Drain, 1st Attack on both sides",
            [
                with_ability(11, 3, (2, 1, 1), "first-attack", "drain"),
                with_ability(12, 3, (1, 2, 1), "first-attack", "counter", against=int(Attack.CROSS)),
            ],
            (1, 1, 0),
        ),
        bounded(
            "crash",
            "Crash with Drain, and Power that is tripled or set to nothing",
            [
                with_ability(13, crash + 2, (9, 4, 0), "crash", "drain"),
                with_ability(14, 6, (2, 1, 1), "triple", "to-zero", against=int(Attack.CIRCLE), prey=PLAIN),
            ],
            (1, 1, 0),
        ),
        bounded(
            "supports",
            "supports by Options, Voids and Digimon against Jamming",
            [
                with_ability(15, 2, (2, 1, 1), "jamming", support=True),
                OPTION,
                VOID,
            ],
            (1, 1, 0),
        ),
        bounded(
            "lines",
            "evolution by level, by box, by DNA and into a Mega",
            [ROOKIE, CHAMPION, ULTIMATE, MEGA, EVOLVE_CARD],
            (0, 3, 1),
            boxes=[{"card": 3, "named": 1}, {"card": 4, "named": 3}],
            fusions=[{"card": 3, "left": 1, "right": 2}],
        ),
        bounded(
            "partners",
            "the Partner, its Champion and its Option",
            [PARTNER, PARTNER_CHAMPION, PARTNER_OPTION],
            (0, 2, 1),
        ),
        bounded("points", "whole games to the last KO point", [ROOKIE], (3, 1, 0), ranges={"mulligan": (0,)}),
        bounded(
            "hands",
            "hands beyond the limit; Circle is the only attack",
            [ROOKIE],
            (0, 8, 0),
            ranges={"mulligan": (0,), "attack": (int(Attack.CIRCLE),)},
        ),
        bounded(
            "blind",
            "supports from the top of the deck of both; Circle is the only attack",
            [ROOKIE],
            (4, 1, 0),
            ranges={"mulligan": (0,), "attack": (int(Attack.CIRCLE),)},
        ),
        bounded(
            "effects",
            "effects on HP, Set Revival and attachments",
            [ROOKIE],
            (0, 1, 0),
            effects=frozenset({"effect-lose-hp-mine", "effect-revive-mine", "effect-attach-mine"}),
            ranges={"effect.hp": (0, 2)},
        ),
    ]
    return {configuration.name: configuration for configuration in every_configuration}


def either_side(*names: str) -> frozenset[str]:
    """These effects on what is one player's, and on what is the other's."""
    return frozenset(f"effect-{name}-{side}" for name in names for side in SIDES)


def crashes(pool: Sequence[Entry]) -> bool:
    """Whether a card of a pool has Crash."""
    return any("crash" in entry.get("abilities", ()) for entry in pool)


EVERY_ABILITY = (1 << len(ABILITIES)) - 1
EVERY_TYPE = (1 << len(TYPES)) - 1

QUICK = ("opening", "choices", "short-game")
NORMAL = (*QUICK, "abilities", "crash", "supports")
DEEP = (*NORMAL, "partners", "lines", "points", "hands", "blind", "effects")

SEARCHED = {"quick": QUICK, "normal": NORMAL, "deep": DEEP}
"""Effort to the configurations that it searches."""

GRAPHED = "choices"
"""The configuration whose graph every check looks at: one whose bounds cut nothing off."""
