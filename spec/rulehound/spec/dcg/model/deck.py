"""Deck construction as a model of its own: one action, bringing a deck, with a guard for every demand."""

from collections import Counter
from collections.abc import Sequence

from rulehound.spec.formats import Card
from rulehound.spec.language import Model, Record, State, fact, flag_field, number_field, require, rule


class DeckState(Record):
    """A deck and a Digi-Egg deck, counted."""

    brought = flag_field()
    cards = number_field()
    most_copies = number_field()
    """Copies of the card that stands in the deck most often."""
    eggs_in_deck = number_field()
    egg_cards = number_field()
    most_egg_copies = number_field()
    others_in_egg_deck = number_field()


def deck_state(main: Sequence[tuple[Card, int]], eggs: Sequence[tuple[Card, int]]) -> State:
    """The state in which these cards, each so many times, are brought as deck and Digi-Egg deck."""
    egg = Counter({True: 0, False: 0})
    other = Counter(egg)
    for pile, counted in ((main, other), (eggs, egg)):
        for card, copies in pile:
            counted[card.facts["kind"] == "digi-egg"] += copies
    return deck_model.from_dict(
        {
            "cards": other.total(),
            "most_copies": most_copies(main),
            "eggs_in_deck": other[True],
            "egg_cards": egg.total(),
            "most_egg_copies": most_copies(eggs),
            "others_in_egg_deck": egg[False],
        }
    )


def most_copies(pile: Sequence[tuple[Card, int]]) -> int:
    """How many copies of one card a deck holds at most; copies go by card number."""
    copies: Counter[str] = Counter()
    for card, count in pile:
        copies[card.number] += count
    return max(copies.values(), default=0)


deck_model = Model("dcg-deck", DeckState, round_field="brought", over=lambda s: s.brought)


@deck_model.initial
def start(s: DeckState) -> None:
    """No deck yet."""
    s.brought = False


@deck_model.action("bring-deck")
def bring_deck(s: DeckState) -> None:
    """Bring a deck that meets every demand on decks."""
    require(s.cards == fact("deck.size"), "deck.size")
    require(s.most_copies <= fact("deck.copies"), "deck.copies")
    require(s.eggs_in_deck <= 0, "deck.kinds")
    require(s.egg_cards <= fact("egg-deck.max"), "egg-deck.size")
    require(s.most_egg_copies <= fact("egg-deck.copies"), "egg-deck.copies")
    require(s.others_in_egg_deck <= 0, "egg-deck.kinds")
    with rule("deck.size"):
        s.brought = True
