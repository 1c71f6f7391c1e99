"""What a scenario is given, made ready for an engine: cards, and a position, a new game or a deck of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

from rulehound.checker.judging.traces import Start
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.suite.scenarios.given import (
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
    """A game from its start. Beside these, a scenario names piles of players, in the place of the game's
    own."""

    seed: int = 0
    first: str | None = None
    """Who goes first, by the name of the side; else whom the game's own setup names."""
    ordered: bool = False
    """The decks are not shuffled."""


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
    setup = _setup(read_as(dict[str, Any], given["new_game"], "new_game"), cards, rules, words)
    return Arranged(cards, Start(setup=setup, edition=rules.edition))


def _piles(given: Piles, cards: Cards) -> dict[str, list[str]]:
    return {pile: piled(entries, cards) for pile, entries in given.items()}


def _setup(given: Mapping[str, Any], cards: Cards, rules: BoundModel, words: Vocabulary) -> Setup:
    """A new game: the game's own for a seed, with what the scenario says otherwise."""
    unknown = sorted(set(given) - {*NewGame.__struct_fields__, *words.sides})
    if unknown:
        raise BadScenario(f"a new game is not given {', '.join(unknown)}")
    new = read_as(NewGame, given, "new_game")
    if new.first is not None and new.first not in words.sides:
        raise BadScenario(f"{new.first!r} is no player; there are {' and '.join(words.sides)}")
    piles = [read_as(Piles, given.get(side, {}), f"the piles of {side}") for side in words.sides]
    try:
        own = rules.game.setup(new.seed, rules.values)
    except KeyError as missing:
        raise UnknownFact(str(missing.args[0])) from None
    own_decks = own.decks[::-1] if words.changed_seats else own.decks
    decks = [
        Deck({**deck.piles, **_piles(own_piles, cards)})
        for own_piles, deck in zip(piles, own_decks, strict=False)
    ]
    first = own.first if new.first is None else words.sides.index(new.first)
    if words.changed_seats and new.first is None and first is not None:
        first = len(words.sides) - 1 - first
    known = [*own.cards, *cards.cards]
    return msgspec.structs.replace(
        own, cards=known, decks=decks, edition=rules.edition, first=first, ordered=new.ordered
    )
