"""What a scenario is given, made ready for an engine: cards, and a position, a new game or a deck of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from rulehound.checker.judging.traces import Start
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.scenarios.given import (
    PLAYERS,
    BadScenario,
    Cards,
    UnknownFact,
    Vocabulary,
    piled,
    position,
    read_as,
    worked_out,
)
from rulehound.spec.formats import Deck, Handshake, Scenario, Setup

STARTS = {"position": "position", "new_game": "new-game", "deck": "validate-deck"}
"""What a scenario may start from, and the capability that this takes."""


Piles: TypeAlias = dict[str, list[Any]]
"""Name of a pile to its entries."""


class NewGame(msgspec.Struct, frozen=True):
    """A game from its start."""

    seed: int = 0
    first: Literal["me", "opponent"] | None = None
    """Who goes first; else whom the game's own setup names."""
    ordered: bool = False
    """The decks are not shuffled."""
    me: Piles = {}
    """Piles of player 1 in the place of the game's own."""
    opponent: Piles = {}


class Arranged(msgspec.Struct, frozen=True):
    """What an engine is given."""

    cards: Cards
    start: Start
    deck: Deck | None = None
    """There is no game: this deck is judged."""


def arrange(
    scenario: Scenario, rules: BoundModel, words: Vocabulary, engine: Handshake | None = None
) -> Arranged:
    """What a scenario gives an engine; without one, an engine that takes everything.

    Raises BadScenario and UnknownFact.
    """
    given = worked_out(scenario.given, rules.values)
    cards = Cards(words, read_as(dict[str, dict[str, Any]], given.get("cards", {}), "cards"), engine)
    starts = [key for key in STARTS if key in given]
    unknown = sorted(set(given) - {*STARTS, "cards"})
    if len(starts) != 1 or unknown:
        what = f"; nothing is given as {', '.join(unknown)}" if unknown else ""
        raise BadScenario(f"it is given one of {', '.join(STARTS)}, and has {len(starts)}{what}")
    if "deck" in given:
        return Arranged(cards, Start(), Deck(_piles(read_as(Piles, given["deck"], "deck"), cards)))
    if "position" in given:
        placed = position(read_as(dict[str, Any], given["position"], "position"), cards, words)
        return Arranged(cards, Start(position=placed, cards=cards.cards, edition=rules.edition))
    setup = _setup(read_as(dict[str, Any], given["new_game"], "new_game"), cards, rules)
    return Arranged(cards, Start(setup=setup, edition=rules.edition))


def _piles(given: Piles, cards: Cards) -> dict[str, list[str]]:
    return {pile: piled(entries, cards) for pile, entries in given.items()}


def _setup(given: Mapping[str, Any], cards: Cards, rules: BoundModel) -> Setup:
    """A new game: the game's own for a seed, with what the scenario says otherwise."""
    unknown = sorted(set(given) - set(NewGame.__struct_fields__))
    if unknown:
        raise BadScenario(f"a new game is not given {', '.join(unknown)}")
    new = read_as(NewGame, given, "new_game")
    try:
        own = rules.game.setup(new.seed, rules.values)
    except KeyError as missing:
        raise UnknownFact(str(missing.args[0])) from None
    decks = [
        Deck({**deck.piles, **_piles(piles, cards)})
        for piles, deck in zip((new.me, new.opponent), own.decks, strict=False)
    ]
    first = own.first if new.first is None else PLAYERS.index(new.first)
    known = [*own.cards, *cards.cards]
    return msgspec.structs.replace(
        own, cards=known, decks=decks, edition=rules.edition, first=first, ordered=new.ordered
    )
