"""What a scenario is given, made ready for an engine: cards, and a position, a new game or a deck of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rulehound.checker.scenarios.given import (
    PLAYERS,
    BadScenario,
    Cards,
    UnknownFact,
    Vocabulary,
    piled,
    position,
    worked_out,
)
from rulehound.checker.traces import Hunt, Start
from rulehound.spec.formats import Deck, Handshake, Scenario, Setup

STARTS = {"position": "position", "new_game": "new-game", "deck": "validate-deck"}
"""What a scenario may start from, and the capability that this takes."""


class Arranged(msgspec.Struct, frozen=True):
    """What an engine is given."""

    cards: Cards
    start: Start
    deck: Deck | None = None
    """There is no game: this deck is judged."""


def arrange(scenario: Scenario, hunt: Hunt, words: Vocabulary, engine: Handshake | None = None) -> Arranged:
    """What a scenario gives an engine; without one, an engine that takes everything.

    Raises BadScenario and UnknownFact.
    """
    given = worked_out(scenario.given, hunt.values)
    cards = Cards(words, given.get("cards", {}), engine)
    starts = [key for key in STARTS if key in given]
    unknown = sorted(set(given) - {*STARTS, "cards"})
    if len(starts) != 1 or unknown:
        what = f"; nothing is given as {', '.join(unknown)}" if unknown else ""
        raise BadScenario(f"it is given one of {', '.join(STARTS)}, and has {len(starts)}{what}")
    if "deck" in given:
        return Arranged(cards, Start(), Deck(_piles(given["deck"], cards)))
    if "position" in given:
        placed = position(given["position"], cards, words)
        return Arranged(cards, Start(position=placed, cards=cards.cards, edition=hunt.edition))
    return Arranged(cards, Start(setup=_setup(given["new_game"], cards, hunt), edition=hunt.edition))


def _piles(given: Mapping[str, Sequence[Any]], cards: Cards) -> dict[str, list[str]]:
    return {pile: piled(entries, cards) for pile, entries in given.items()}


def _setup(given: Mapping[str, Any], cards: Cards, hunt: Hunt) -> Setup:
    """A new game: the game's own for a seed, with what the scenario says otherwise."""
    try:
        own = hunt.game.reader.setup(given.get("seed", 0), hunt.values)
    except KeyError as missing:
        raise UnknownFact(str(missing.args[0])) from None
    decks = [
        Deck({**deck.piles, **_piles(given.get(player, {}), cards)})
        for player, deck in zip(PLAYERS, own.decks, strict=False)
    ]
    settings = {key: value for key, value in given.items() if key not in {*PLAYERS, "seed"}}
    unknown = sorted(set(settings) - {"first", "ordered"})
    if unknown:
        raise BadScenario(f"a new game is not given {', '.join(unknown)}")
    if settings.get("first") in PLAYERS:
        settings["first"] = PLAYERS.index(settings["first"])
    known = [*own.cards, *cards.cards]
    return msgspec.structs.replace(own, cards=known, decks=decks, edition=hunt.edition, **settings)
