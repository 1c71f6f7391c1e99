"""What players bring as a model of its own: one action, bringing a deck, with a guard for every demand."""

from rulehound.spec.language import Model, Record, fact, flag_field, number_field, require, rule


class DeckState(Record):
    """A deck and a Destiny Zone, counted."""

    brought = flag_field()
    cards = number_field()
    most_digimon = number_field()
    """Copies of the Digimon that stands in the deck most often; so below."""
    most_options = number_field()
    most_evolutions = number_field()
    most_data = number_field()
    aces = number_field()
    firewalls = number_field()
    megas_in_deck = number_field()
    unnamed_data = number_field()
    """DATA cards whose name no card of the Destiny Zone has or names."""
    megas = number_field()
    partners = number_field()
    """Copies that are declared as Partner."""
    champions = number_field()
    strange_champions = number_field()
    """Of these, how many do not name the Partner in their evolution box."""
    options = number_field()
    unmarked_options = number_field()
    """Of the Options of the Destiny Zone, how many lack the mark."""


deck_model = Model("dmb-deck", DeckState, round_field="brought", over=lambda s: s.brought)


@deck_model.initial
def start(s: DeckState) -> None:
    """No deck yet."""
    s.brought = False


@deck_model.action("bring-deck")
def bring_deck(s: DeckState) -> None:
    """Bring a deck and a Destiny Zone that meet every demand."""
    require(s.cards == fact("deck.size"), "deck.size")
    require(s.most_digimon <= fact("deck.digimon-copies"), "deck.digimon-copies")
    require(s.megas_in_deck <= 0, "deck.digimon-copies", "megas")
    require(s.most_options <= fact("deck.option-copies"), "deck.option-copies")
    require(s.most_evolutions <= fact("deck.evolution-copies"), "deck.evolution-copies")
    require(s.most_data <= fact("deck.data-copies"), "deck.data-copies")
    require(s.unnamed_data <= 0, "deck.data-legal")
    require(s.aces <= fact("deck.aces"), "deck.aces")
    require(s.firewalls <= fact("deck.firewalls"), "deck.firewalls")
    require(s.megas <= fact("deck.megas"), "deck.megas")
    require(s.partners <= fact("deck.partners"), "deck.partners")
    require(s.champions <= fact("deck.partner-champions"), "deck.partner-champions")
    require(s.strange_champions <= 0, "deck.partner-champions", "named")
    require(s.options <= fact("deck.partner-options"), "deck.partner-options")
    require(s.unmarked_options <= 0, "deck.partner-options", "marked")
    with rule("deck.size"):
        s.brought = True
