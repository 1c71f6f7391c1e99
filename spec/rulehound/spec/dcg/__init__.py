"""The Digimon Card Game: its rules, facts, model, scenarios and rulebook."""

from __future__ import annotations

from pathlib import Path

from rulehound.spec.dcg import (
    decks,
    full_position,
    leading,
    mechanics,
    prices,
    printed,
    protocol,
    stacking,
    vectors,
    witnesses,
)
from rulehound.spec.dcg.asking import asking
from rulehound.spec.dcg.concealed import face_down_places, hidden_from
from rulehound.spec.dcg.dealt import dealt, goes_first
from rulehound.spec.dcg.depiction import DcgDepiction
from rulehound.spec.dcg.kept import KEPT
from rulehound.spec.dcg.model import model
from rulehound.spec.dcg.model.configurations import GRAPHED, MUTATED, SEARCHED, configurations
from rulehound.spec.dcg.model.deck import deck_model, deck_state
from rulehound.spec.dcg.model.random_games import random_games
from rulehound.spec.dcg.possible import impossible
from rulehound.spec.dcg.reading.card_words import card_words
from rulehound.spec.dcg.reading.complete import completed
from rulehound.spec.dcg.reading.reader import DcgReader
from rulehound.spec.dcg.rulesets import DEFAULT, FACTS, READINGS, RULESETS
from rulehound.spec.dcg.side_by_side import SIDE_BY_SIDE
from rulehound.spec.dcg.told_events import event_fault
from rulehound.spec.dcg.unreadable import UNREADABLE
from rulehound.spec.game import (
    Chained,
    EffectShuffle,
    Exchange,
    FirstPlayer,
    FullPosition,
    Game,
    HiddenCards,
    Leading,
    Mechanics,
    Prices,
    PrintedCards,
    Shuffled,
    Stacks,
    Vectors,
    Witnesses,
)

DIRECTORY = Path(__file__).parent

game = Game(
    name="dcg",
    title="Digimon Card Game",
    directory=DIRECTORY,
    rulebook=DIRECTORY / "rulebook" / "rulehound-rulebook-1.1.pdf",
    default_edition=DEFAULT,
    rulesets=RULESETS,
    readings=READINGS,
    facts=FACTS,
    model=lambda: model,
    configurations=configurations,
    searched=SEARCHED,
    graphed=GRAPHED,
    mutated=MUTATED,
    random_games=random_games,
    schemas=protocol.SCHEMAS,
    schema=protocol.SCHEMA,
    event_fault=event_fault,
    setup=decks.setup,
    reader=DcgReader(),
    depiction=DcgDepiction(),
    engine="reference",
    impossible=impossible,
    card_words=card_words,
    graph_rules={
        "no-cycle": ("turn.phases",),
        "turn-ends": ("turn.pass", "turn.end"),
        "game-ends": ("game.win-attack", "game.deck-out"),
        "no-deadlock": ("turn.decider",),
    },
    shuffled=Shuffled(
        "setup.shuffle",
        dealt,
        Exchange(
            "setup.redraw",
            {"action": "redraw"},
            ("hand", "deck"),
            lambda values: bool(values["setup.redraw"]),
        ),
        FirstPlayer("setup.first-player", goes_first),
        EffectShuffle(
            "effects.shuffle",
            decks.shuffling_setup,
            [
                {"action": "keep"},
                {"action": "keep"},
                {"action": "skip"},
                {"action": "play"},
            ],
            player=0,
            place="deck",
            needs=("card-effects",),
        ),
    ),
    hidden=HiddenCards("areas.hidden", hidden_from, face_down_places),
    side_by_side=SIDE_BY_SIDE,
    prices=Prices(prices.RULES, prices.prices),
    decks={"probe": decks.swarm_setup},
    mechanics=Mechanics(
        tuple(mechanics.MECHANICS),
        lambda before, action, after, printed, values: mechanics.reached(
            completed(before, printed), action, completed(after, printed), printed, values
        ),
    ),
    stacks=Stacks(
        ways=stacking.ways,
        effects=stacking.EFFECTS,
        rule="stack.order",
        seen=stacking.seen,
        untold=stacking.untold,
        harmless=stacking.HARMLESS,
        parts=("deck", "eggs"),
        deck=lambda parts: (deck_model, deck_state(parts["deck"], parts["eggs"])),
    ),
    vectors=Vectors(
        models=lambda: (model, deck_model),
        small=vectors.small,
        wishes=(vectors.statable, vectors.plain, vectors.cheap),
        arrange=vectors.arrange,
        needs=vectors.NEEDS,
        capacities=vectors.CAPACITIES,
        chains=(
            Chained(
                action="digivolve-in-breeding",
                guard="digivolve.requirement",
                longest=4,
                rules=("stack.order", "digivolve.requirement"),
                links=vectors.stacking,
                arrange=vectors.arrange_stack,
                then=vectors.carried_out,
            ),
        ),
        sweep="memory",
        sweep_values=lambda values: range(int(values["memory.max"]) + 1),
    ),
    witnesses=Witnesses(
        wishes=(witnesses.as_printed, vectors.plain),
        unstatable=witnesses.unstatable,
        lead_in=witnesses.lead_in,
        opening=witnesses.opening,
        seen=witnesses.seen,
    ),
    leading=Leading(actions=leading.ACTIONS, goals=leading.goals),
    asking=asking,
    full_position=FullPosition(full_position.full_position, full_position.areas, full_position.only),
    kept=KEPT,
    unreadable=UNREADABLE,
    printed=PrintedCards(
        read=printed.read_cards,
        setup=printed.setup,
        census=printed.census,
        card=printed.as_card,
        called=printed.name_of,
        known=lambda card: printed.known(card) is not printed.TextCoverage.OTHER,
    ),
)
"""The game as the checker finds it, by the entry point `rulehound.games`."""
