"""Deck construction as a model of its own: one action, bringing a deck, with a guard for every demand."""

from rulehound.spec.language import Model, Record, fact, flag_field, number_field, require, rule


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


deck_model = Model("dcg-deck", DeckState, round_field="brought", over=lambda s: s.brought)


@deck_model.initial
def start(s: DeckState) -> None:
    """No deck yet."""
    s.brought = False


@deck_model.action("bring-deck")
def bring_deck(s: DeckState) -> None:
    """A deck is accepted where all of this holds."""
    require(s.cards == fact("deck.size"), "deck.size")
    require(s.most_copies <= fact("deck.copies"), "deck.copies")
    require(s.eggs_in_deck <= 0, "deck.kinds")
    require(s.egg_cards <= fact("egg-deck.max"), "egg-deck.size")
    require(s.most_egg_copies <= fact("egg-deck.copies"), "egg-deck.copies")
    require(s.others_in_egg_deck <= 0, "egg-deck.kinds")
    with rule("deck.size"):
        s.brought = True
