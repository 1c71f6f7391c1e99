"""Positions and cards that mean nothing, by one word each: engines that take all effects refuse them."""

from __future__ import annotations

from rulehound.spec.dcg.cards import load
from rulehound.spec.dcg.kept import KEPT, PATRON
from rulehound.spec.dcg.senseless_effects import OF_WHAT_HAPPENS, SENSELESS
from rulehound.spec.game import UnreadableStarts

UNKNOWN = "no-such-word"
RIVETER = "PR-12.effects.0"
"""The effect of a card that plays a token."""
COUNTED = {"which": {"kind": ["digimon"], "count": "all"}, "each": 1000}
"""An amount that is still to be counted: what lasts has been."""

UNREADABLE = UnreadableStarts(
    KEPT.cards,
    KEPT.position,
    load("probe"),
    {
        "setup.first": 2,
        "setup.edition": UNKNOWN,
        "setup.decks": [],
        "setup.decks.0.piles.main.0": UNKNOWN,
        "setup.decks.1.piles.eggs.0": UNKNOWN,
        f"setup.decks.0.piles.{UNKNOWN}": ["RP-01"],
        "position.phase": UNKNOWN,
        "position.memory": 11,
        "position.turn": 2,
        "position.players": [{}, {}, {}],
        "position.players.0.hand.0": UNKNOWN,
        "position.players.0.battle.0.cards": [],
        "position.players.1.battle.0.cards.1": UNKNOWN,
        "position.players.1.battle.0.keywords.0": UNKNOWN,
        "position.players.0.battle.0.lasting.0.until": UNKNOWN,
        "position.players.0.battle.0.lasting.0.gives.cannot": [UNKNOWN],
        "position.players.0.battle.0.lasting.0.gives.dp": COUNTED,
        "position.players.1.battle.0.lasting.0.gives.dp": COUNTED,
        "position.players.0.battle.0.lasting.0.gives.security_attack": COUNTED,
        "position.players.0.battle.0.lasting.0.gives.play_cost": COUNTED,
        "position.players.0.battle.0.lasting.0.gives.digivolution_cost": COUNTED,
        "position.players.0.battle.1.lasting": [{"gives": {"dp": COUNTED}}],
        "position.players.0.battle.0.lasting.0.gives.effects": OF_WHAT_HAPPENS[:1],
        "position.players.1.battle.0.lasting.0.gives.effects": OF_WHAT_HAPPENS[:1],
        f"{PATRON}.kind": UNKNOWN,
        f"{PATRON}.effects.0.timing": UNKNOWN,
        f"{PATRON}.effects.0.{UNKNOWN}": 1,
        f"{PATRON}.effects.0.steps.0.do": UNKNOWN,
        f"{PATRON}.effects.0.steps.0.{UNKNOWN}": 1,
        "PR-02.effects.0.if.counts.0.which.area": UNKNOWN,
        "PR-08.effects.0.steps.0.target.kind": [UNKNOWN],
        f"PR-08.effects.0.steps.0.target.{UNKNOWN}": 3000,
        "PR-04.effects.0.steps.0.until": UNKNOWN,
        f"PR-04.effects.0.steps.0.gives.{UNKNOWN}": True,
        f"{RIVETER}.steps.0.name": "",
        f"{RIVETER}.steps.0.keywords": ["blitz"],
        "PR-08.effects.0.steps.0.target.role": UNKNOWN,
    },
    SENSELESS,
    KEPT.needs,
)
"""Of words of effects one of each part; and a player, a seat and a card that there are not."""
