"""Digimon Battles: its rules, facts, model, scenarios and rulebook."""

from __future__ import annotations

from pathlib import Path

from rulehound.spec.dmb import decks, protocol, secret, vectors
from rulehound.spec.dmb.asking import asking
from rulehound.spec.dmb.dealt import dealt, goes_first, undecided
from rulehound.spec.dmb.depiction import DmbDepiction
from rulehound.spec.dmb.model import model
from rulehound.spec.dmb.model.configurations import GRAPHED, SEARCHED, configurations
from rulehound.spec.dmb.model.deck import deck_model
from rulehound.spec.dmb.reading.reader import DmbReader
from rulehound.spec.dmb.rulesets import DEFAULT, FACTS, RULESETS
from rulehound.spec.dmb.side_by_side import SIDE_BY_SIDE
from rulehound.spec.dmb.unreadable import UNREADABLE
from rulehound.spec.game import FirstPlayer, Game, SecretChoice, Shuffled, Vectors

DIRECTORY = Path(__file__).parent

game = Game(
    name="dmb",
    title="Digimon Battles",
    directory=DIRECTORY,
    rulebook=DIRECTORY / "rulebook" / "rulehound-battles-rulebook-1.1.pdf",
    default_edition=DEFAULT,
    rulesets=RULESETS,
    readings={},
    facts=FACTS,
    model=lambda: model,
    configurations=configurations,
    searched=SEARCHED,
    graphed=GRAPHED,
    schemas=protocol.SCHEMAS,
    schema=protocol.SCHEMA,
    setup=decks.setup,
    decks={"effects": decks.effects_setup},
    card_words=decks.card_words,
    reader=DmbReader(),
    depiction=DmbDepiction(),
    engine="dmb",
    shuffled=Shuffled("setup.hand", dealt, first=FirstPlayer("setup.first-player", goes_first, undecided)),
    secret=SecretChoice("strategy.secret", secret.chooser, secret.kept),
    side_by_side=SIDE_BY_SIDE,
    unreadable=UNREADABLE,
    vectors=Vectors(
        models=lambda: (deck_model, model),
        small=vectors.small,
        arrange=vectors.arrange,
        chains=(),
        sweep="",
        sweep_values=lambda _: (),
        capacities={"Player.active": 1, "Active.under": 1},
    ),
    asking=asking,
    graph_rules={
        "no-cycle": ("prep.order", "evolution.order", "support.order", "battle.order"),
        "turn-ends": ("end.pass",),
        "game-ends": ("ko.win", "prep.loss"),
        "no-deadlock": ("end.order",),
    },
)
"""The game as the checker finds it, by the entry point `rulehound.games`."""
