"""Which decks are legal, and every reason why one is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rulehound.engine.dmb.cards import CardPool
from rulehound.engine.dmb.editions import Rules
from rulehound.engine.dmb.turns.setup import DESTINY_PILE, MAIN_PILE, PARTNER_PILE
from rulehound.spec.formats import Reason

PILES = (MAIN_PILE, DESTINY_PILE, PARTNER_PILE)


def reasons_against(pool: CardPool, piles: Mapping[str, Sequence[str]], rules: Rules) -> tuple[Reason, ...]:
    """Every reason for which a player may not bring these piles; empty where they are legal."""
    unknown = tuple(unknown_cards(pool, piles))
    if unknown:
        return unknown
    main, destiny, partners = (tuple(piles.get(name, ())) for name in PILES)
    return (
        *wrong_size(main, rules),
        *too_many_copies(pool, main, rules),
        *too_many_of_a_class(pool, main, rules),
        *illegal_data(pool, main, destiny),
        *wrong_partners(pool, main, partners, rules),
        *wrong_destiny(pool, destiny, partners, rules),
    )


def unknown_cards(pool: CardPool, piles: Mapping[str, Sequence[str]]) -> Iterator[Reason]:
    """Piles and cards that the engine has never heard of."""
    for name in piles:
        if name not in PILES:
            text = f"a player brings no pile {name!r}, but {', '.join(PILES)}"
            yield Reason("unknown-pile", text=text)
    for number in dict.fromkeys(number for pile in piles.values() for number in pile):
        if number not in pool:
            yield Reason("unknown-card", text=f"card {number} is not among the cards given")


def wrong_size(main: Sequence[str], rules: Rules) -> Iterator[Reason]:
    """The deck has one exact size."""
    if len(main) != rules.deck_size:  # rule: deck.size
        yield Reason("deck-size", "deck.size", f"the deck has {len(main)} cards, not {rules.deck_size}")


def too_many_copies(pool: CardPool, main: Sequence[str], rules: Rules) -> Iterator[Reason]:
    """Each kind of card has its own limit of copies; a Mega stands in no deck."""
    limits = {
        "digimon": ("deck.digimon-copies", rules.deck_digimon_copies),  # rule: deck.digimon-copies
        "option": ("deck.option-copies", rules.deck_option_copies),  # rule: deck.option-copies
        "evolution": ("deck.evolution-copies", rules.deck_evolution_copies),  # rule: deck.evolution-copies
        "data": ("deck.data-copies", rules.deck_data_copies),  # rule: deck.data-copies
    }
    for number, copies in Counter(main).items():
        rule, most = limits[pool[number].kind]
        if copies > most:
            yield Reason("too-many-copies", rule, f"{copies} copies of card {number}, more than {most}")
        if pool[number].level == "M":  # rule: deck.digimon-copies
            yield Reason("mega-in-deck", rule, f"card {number} is a Mega")


def too_many_of_a_class(pool: CardPool, main: Sequence[str], rules: Rules) -> Iterator[Reason]:
    """Aces and Firewalls are counted whichever they are."""
    classes = Counter(pool[number].class_ for number in main)
    if classes["ace"] > rules.deck_aces:  # rule: deck.aces
        yield Reason("too-many-aces", "deck.aces", f"{classes['ace']} Aces, more than {rules.deck_aces}")
    if classes["firewall"] > rules.deck_firewalls:  # rule: deck.firewalls
        text = f"{classes['firewall']} Firewalls, more than {rules.deck_firewalls}"
        yield Reason("too-many-firewalls", "deck.firewalls", text)


def illegal_data(pool: CardPool, main: Sequence[str], destiny: Sequence[str]) -> Iterator[Reason]:
    """A DATA card has the name of a card of the Destiny Zone, or one that is in its evolution box."""
    names = {name for number in destiny for name in (pool[number].name, *pool[number].box)}
    for number in dict.fromkeys(main):
        card = pool[number]
        if card.kind == "data" and card.stands_for not in names:  # rule: deck.data-legal
            text = f"no card of the Destiny Zone is or names {card.stands_for or card.name}"
            yield Reason("illegal-data", "deck.data-legal", f"card {number}: {text}")


def wrong_partners(
    pool: CardPool, main: Sequence[str], partners: Sequence[str], rules: Rules
) -> Iterator[Reason]:
    """A Partner is a copy of a Digimon of level R in the deck."""
    if len(partners) > rules.deck_partners:  # rule: deck.partners
        text = f"{len(partners)} Partners, more than {rules.deck_partners}"
        yield Reason("too-many-partners", "deck.partners", text)
    for number in partners:
        if number not in main or pool[number].level != "R":  # rule: deck.partners
            yield Reason("no-partner", "deck.partners", f"card {number} is no Digimon of level R in the deck")


def wrong_destiny(
    pool: CardPool, destiny: Sequence[str], partners: Sequence[str], rules: Rules
) -> Iterator[Reason]:
    """A Destiny Zone has a Mega, Champions that name the Partner, and a marked Option or DATA card."""
    megas = [number for number in destiny if pool[number].level == "M"]
    champions = [number for number in destiny if pool[number].level == "C"]
    options = [number for number in destiny if pool[number].kind in ("option", "data")]
    if len(megas) > rules.deck_megas:  # rule: deck.megas
        yield Reason("too-many-megas", "deck.megas", f"{len(megas)} Megas, more than {rules.deck_megas}")
    if len(champions) > rules.deck_partner_champions:  # rule: deck.partner-champions
        text = f"{len(champions)} Champions, more than {rules.deck_partner_champions}"
        yield Reason("too-many-champions", "deck.partner-champions", text)
    names = {pool[number].name for number in partners}
    for number in champions:
        if names.isdisjoint(pool[number].box):  # rule: deck.partner-champions
            yield Reason(
                "strange-champion", "deck.partner-champions", f"card {number} does not name the Partner"
            )
    if len(options) > rules.deck_partner_options:  # rule: deck.partner-options
        text = f"{len(options)} Options, more than {rules.deck_partner_options}"
        yield Reason("too-many-options", "deck.partner-options", text)
    for number in options:
        if not pool[number].marked:  # rule: deck.partner-options
            yield Reason("unmarked-option", "deck.partner-options", f"card {number} lacks the letter P")
    for number in destiny:
        if number not in (*megas, *champions, *options):
            text = f"card {number} is neither a Mega, a Champion nor an Option"
            yield Reason("not-for-destiny", "deck.megas", text)
