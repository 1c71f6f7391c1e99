"""What a scenario is given: cards made up to its requirements, numbers worked out from a document's facts.

Scenarios are written with requirements where cards stand (`{ play_cost = 11 }`), with names such as `me`
where players stand, and with sums of facts where numbers stand (`"=memory.max + 1"`). What a card has unless
its requirement says otherwise, what players are called, and under which names cards lie, is the game's to
say: a `Vocabulary`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec

from rulehound.checker.errors import UserError
from rulehound.checker.suite.capabilities import CANNOT
from rulehound.spec.formats import Card, Handshake, Ruleset
from rulehound.spec.game import Game

Read = TypeVar("Read")

NONE = "none"
"""How a scenario writes null."""

FILLER = "RH-00"
"""Number of the card with nothing but defaults; it comes first, for engines that fill piles up themselves."""

MOST = 1000
"""Of one card in one pile."""

CARD_FACTS = "card-facts"
"""The capability of an engine that takes cards by their facts."""


class About(msgspec.Struct, frozen=True):
    """What a requirement says of a card beside its facts."""

    name: str = ""
    """What it is called."""
    copy: str = ""
    """Tells it from cards of equal facts and another copy."""
    without: tuple[str, ...] = ()
    """Usual facts that it does not have."""
    count: Annotated[int, msgspec.Meta(ge=0, le=MOST)] = 1
    """How many of it."""
    copies: Annotated[int, msgspec.Meta(ge=1)] | None = None
    """At most so many of one card number."""
    known: tuple[str, ...] = ()
    """Numbers of printed cards that meet it."""
    card: str = ""
    """The number of the printed card that it is."""
    facts: Mapping[str, Any] = {}
    """Facts whose names are words of this table, as a fact called `copies` is."""


Facts: TypeAlias = Mapping[str, Any]

_ABOUT = frozenset(About.__struct_fields__)


class CardWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What cards have unless a requirement says otherwise."""

    by: str
    """The fact that tells the sorts of card apart."""
    default: str
    """The sort of a card whose requirement names none."""
    facts: Mapping[str, Mapping[str, Any]]
    """Sort to the facts that such a card has."""


class DeclaredFirst(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action that some rulesets divide in two: scenarios write it as one."""

    action: str
    """Its name."""
    rule: str
    """The rule that differs."""
    value: str
    """The setting of that rule under which it is divided."""
    without: Mapping[str, Any]
    """Its arguments to what stands in their place when it is declared."""
    asked: str
    """The decision by which it is completed."""


class Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game's words that a scenario runner needs."""

    card: CardWords
    piles: tuple[str, ...]
    """Names under which a list of cards stands in a position or a deck, or the name of a given one alone."""
    players: str = "players"
    """The list with a part for each player, in positions and observations."""
    sides: tuple[str, ...] = ()
    """What scenarios call the players, by their index; player 0 is the one whose side a scenario takes."""
    listed: tuple[str, ...] = ()
    """Piles of a player, in observations, to which the rules give no order: a scenario counts their things in
    the order in which they came."""
    listing: Mapping[str, Any] = {}
    """What a scenario would be given by which it shows how an engine lists these piles."""
    by_player: tuple[str, ...] = ()
    """Further lists of observations with a part for each player; a scenario names a part by the player whose
    side it takes, 0, or the other, 1."""
    seated: Mapping[str, str] = {}
    """What a position has unless it says otherwise, where that is a player: name to the side."""
    changed_seats: bool = False
    """The player whose side a scenario takes is player 1; not written. `sides` then are in that order."""
    sided: Mapping[str, str] = {}
    """Numbers of an observation that are shown from one player's side, to the name that tells whose."""
    needs: Mapping[str, str] = {}
    """Facts of cards that not every engine takes, to the capability of those that do."""
    asked: str = ""
    """Where an observation names what is being decided."""
    decides: str = ""
    """The rule by which an engine refuses what is not being decided."""
    unknown_if_null: tuple[str, ...] = ()
    """Fields of an observation of which null says nothing: an engine that gives it leaves the field out."""
    fillers: Mapping[str, str] = {}
    """Piles to the sort of card that fills them up, where a position has their size alone and that is not the
    default sort."""
    forced: tuple[str, ...] = ()
    """What engines may ask, or decide themselves, where there is only one answer: the runner gives it."""
    declared_first: tuple[DeclaredFirst, ...] = ()
    """The actions that some rulesets divide in two."""
    builds_on: Mapping[str, str] = {}
    """Words of what is given to the rule that a scenario takes for granted which uses them: a key, or a key
    after the one around it (`gives.dp`), alone or with a value (`timing=would`)."""
    card_files: tuple[str, ...] = ()
    """Files of printed cards, seen from the file that these words stand in."""
    printed: Mapping[str, Card] = {}
    """The cards of those files by number; it is read, not written."""
    own: Mapping[str, str] = {}
    """Numbers of cards to what the engine calls them, of those that its author has listed; not written."""


class UnknownFact(Exception):
    """A scenario needs a number that could not be read from the document."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the fact {name} has no value")
        self.name = name


class BadScenario(Exception):
    """A scenario that is not written as scenarios are."""


def load_vocabulary(path: Path, game: Game | None = None) -> Vocabulary:
    """Read a vocabulary from a TOML file, with the files of cards that it names, and with the engine's own
    cards of which all is known where the game has them. Raises UserError."""
    try:
        words = msgspec.toml.decode(path.read_bytes(), type=Vocabulary)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: {error}", "correct the words of the scenarios") from None
    printed = {card.number: card for name in words.card_files for card in printed_cards(path.parent / name)}
    own: dict[str, str] = {}
    if game is not None and game.pool is not None and game.printed is not None:
        known = [(game.printed.card(card), card) for card in game.pool.cards if game.printed.known(card)]
        printed |= {facts.number: facts for facts, _ in known}
        own = {facts.number: game.printed.called(card) for facts, card in known}
    return msgspec.structs.replace(words, printed=printed, own=own)


def printed_cards(path: Path) -> list[Card]:
    """The cards of a TOML file: each table `card` has a number, a name, and facts. Raises UserError."""
    try:
        tables = msgspec.toml.decode(path.read_bytes(), type=dict[str, list[dict[str, Any]]])
        return [Card(entry.pop("number"), entry.pop("name"), entry) for entry in tables.get("card", [])]
    except KeyError as missing:
        raise UserError(f"{path}: a card has no {missing.args[0]}", "give each card one") from None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: {error}", "correct the cards") from None


def read_as(kind: type[Read], value: Any, what: str) -> Read:
    """A value as a record of this type. Raises BadScenario where it is none."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise BadScenario(f"what is given as {what} does not fit: {error}") from None


def worked_out(value: Any, values: Ruleset) -> Any:
    """The value with every sum of facts in it replaced by its number. Raises UnknownFact and BadScenario."""
    if isinstance(value, str) and value.startswith("="):
        return total(value[1:], values)
    if isinstance(value, Mapping):
        return {key: worked_out(inner, values) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [worked_out(inner, values) for inner in value]
    return value


def total(text: str, values: Ruleset) -> int:
    """A sum such as `memory.max + 1`: facts and whole numbers with spaces around each sign."""
    words = text.split()
    if len(words) % 2 == 0 or any(sign not in {"+", "-"} for sign in words[1::2]):
        raise BadScenario(f"{text.strip()!r} is no sum of facts and numbers, such as 'memory.max + 1'")
    signs = ["+", *words[1::2]]
    return sum(
        (1 if sign == "+" else -1) * _term(word, values) for sign, word in zip(signs, words[::2], strict=True)
    )


def _term(word: str, values: Ruleset) -> int:
    if word.lstrip("-").isdecimal():
        return int(word)
    value = values.get(word)
    if isinstance(value, bool) or not isinstance(value, int):
        raise UnknownFact(word)
    return value


class Cards:
    """The cards of one scenario: equal requirements are the same card, in the order first met.

    An engine that takes cards by their facts is given cards made up to the requirements. Any other is given
    its own ones, each for one requirement: those that this knows, or printed cards that have its facts; where
    there are none, those that stand in for one, since they have all that the requirement says.
    """

    def __init__(self, words: Vocabulary, named: Mapping[str, Any], engine: Handshake | None = None) -> None:
        """For an engine; without one, for an engine that takes everything."""
        self._words = words
        self._engine = engine
        self.named = named
        self._made: dict[str, Card] = {}
        self.unresolved: dict[str, str] = {}
        """Numbers of cards that the engine can neither be given nor has, with why it cannot."""
        self.stand_ins: dict[str, None] = {}
        """Numbers of cards that differ from what the scenario has in what it does not say of them."""
        self._unlike: set[str] = set()
        self.add_filler({}, FILLER)

    @property
    def cards(self) -> list[Card]:
        """Every card so far."""
        return list(self._made.values())

    @property
    def own(self) -> dict[str, Card]:
        """The engine's own cards by what it calls them, where some stand in for others: piles may be filled
        up with any of them."""
        names = self._words.own if self.stand_ins else {}
        return {
            name: Card(name, self._words.printed[number].name, self._words.printed[number].facts)
            for number, name in names.items()
        }

    def add_filler(self, requirement: Mapping[str, Any], number: str = "") -> None:
        """Have a card for engines that fill piles up themselves; they need not have one like it."""
        unresolved, stand_ins = dict(self.unresolved), dict(self.stand_ins)
        self.number(requirement, number)
        self.unresolved, self.stand_ins = unresolved, stand_ins

    def numbers(self, entry: Any) -> list[str]:
        """The card numbers that an entry of a pile stands for: a requirement, or the name of one."""
        if isinstance(entry, str):
            if entry not in self.named:
                raise BadScenario(f"no card is called {entry!r}; the given cards are {sorted(self.named)}")
            entry = {"name": entry, "copy": entry, **self.named[entry]}
        if not isinstance(entry, Mapping):
            raise BadScenario(f"{entry!r} is neither a card's requirement nor the name of one")
        about = read_as(About, {key: value for key, value in entry.items() if key in _ABOUT}, "a card")
        if about.card:
            return [self._printed(about.card, entry)] * about.count
        if about.copies is None:
            return [self.number(entry)] * about.count
        return [
            self.number({**entry, "copy": f"{about.copy}/{index // about.copies}"})
            for index in range(about.count)
        ]

    def one(self, entry: Any) -> str:
        """The number of one such card."""
        numbers = self.numbers(entry)
        if not numbers:
            raise BadScenario(f"{entry!r} is no card at all")
        return numbers[0]

    def number(self, requirement: Mapping[str, Any], number: str = "") -> str:
        """The number of the card that meets a requirement, made up where there is none yet."""
        about = read_as(About, {key: requirement[key] for key in _ABOUT if key in requirement}, "a card")
        facts = {key: value for key, value in requirement.items() if key not in _ABOUT}
        sort = facts.get(self._words.card.by, self._words.card.default)
        if not isinstance(sort, str) or sort not in self._words.card.facts:
            raise BadScenario(f"{sort!r} is not a sort of card; there are {sorted(self._words.card.facts)}")
        facts |= about.facts
        whole = {self._words.card.by: sort, **self._words.card.facts[sort], **facts}
        for name in about.without:
            whole.pop(name, None)
        key = json.dumps([whole, about.copy], sort_keys=True)
        if key not in self._made:
            number = number or f"RH-{len(self._made):02}"
            made = Card(number, about.name or f"Card {number}", whole)
            said = {self._words.card.by: sort, **facts}
            self._made[key] = self._taken(made, about.known, said)
        elif self._made[key].number == FILLER:
            self._made[key] = self._taken(self._made[key], ())
        own = self._made[key].number
        self.stand_ins |= dict.fromkeys({own} & self._unlike)
        return own

    def _printed(self, number: str, requirement: Mapping[str, Any]) -> str:
        """The number of a printed card that is asked for by its number."""
        more = sorted(set(requirement) - {"card", "name", "copy", "count"})
        if number not in self._words.printed or more:
            known = sorted(self._words.printed)
            what = f"says more of it: {', '.join(more)}" if more else f"those at hand are {known}"
            raise BadScenario(f"a printed card is asked for as {number!r}, and {what}")
        if number not in self._made:
            self._made[number] = self._taken(self._words.printed[number], (number,))
        return self._made[number].number

    def _taken(self, made: Card, known: Sequence[str], said: Mapping[str, Any] | None = None) -> Card:
        """The card as the engine is given it, under its own number where it is one that the engine has; else
        another that has what is said of it.

        `known`: numbers of printed cards that are it, whatever the engine. With what is `said` of it, those
        that have the same facts are it as well.
        """
        lacking = self._lacking(made)
        if not lacking or self._engine is None:
            return made
        taken = {card.number for card in self._made.values()}
        names = {**self._engine.cards, **self._words.own}
        printed = self._words.printed.values() if said is not None else ()
        alike = [card.number for card in printed if self._is_met(made.facts, card)]
        own = [names[number] for number in (*known, *alike) if number in names]
        for number in own:
            if number not in taken:
                return Card(number, made.name, made.facts)
        for card in self._nearest(made, said) if said is not None else ():
            if names[card.number] not in taken:
                self._unlike.add(names[card.number])
                return Card(names[card.number], card.name, card.facts)
        self.unresolved[made.number] = f"{CANNOT}{', '.join(lacking)}"
        return made

    @property
    def why_unresolved(self) -> str:
        """Why the engine lacks cards that are asked for: what it would have to be able to do, once each;
        "" where it has them."""
        missed = [card for card in self._made.values() if card.number in self.unresolved]
        lacked = dict.fromkeys(need for card in missed for need in self._lacking(card))
        cannot = f"{CANNOT}{', '.join(lacked)}" if lacked else ""
        return f"no card of the file is like it; {cannot}" if cannot and self._words.own else cannot

    def _is_met(self, facts: Mapping[str, Any], card: Card) -> bool:
        """Whether a printed card has these facts, and lacks what they lack of what its sort usually has.

        Of other facts it has none that not every engine takes.
        """
        usual = self._words.card.facts[facts[self._words.card.by]]
        more = set(card.facts) - set(facts)
        return facts.items() <= card.facts.items() and not more & {*usual, *self._words.needs}

    def _nearest(self, made: Card, said: Mapping[str, Any]) -> list[Card]:
        """The engine's own cards that have what is said of one that is made up, those first that are most
        like it."""
        usual = self._words.card.facts[made.facts[self._words.card.by]]
        lacking = {name for name in usual if name not in made.facts}
        able = [
            card
            for number, card in self._words.printed.items()
            if number in self._words.own
            and said.items() <= card.facts.items()
            and not (set(card.facts) - set(said)) & {*lacking, *self._words.needs}
        ]
        return sorted(able, key=lambda card: _unlikeness(made.facts, card.facts, usual))

    def _lacking(self, made: Card) -> list[str]:
        """Capabilities that the engine would have to have to be given this card by its facts."""
        if self._engine is None:
            return []
        needs = [CARD_FACTS, *(self._words.needs[fact] for fact in made.facts if fact in self._words.needs)]
        return [need for need in dict.fromkeys(needs) if need not in self._engine.capabilities]


def _unlikeness(made: Facts, printed: Facts, usual: Facts) -> tuple[int, int, int]:
    """How many facts one alone has, how many of the usual ones differ, and by how much the numbers do."""
    differing = [name for name in usual if made.get(name) != printed.get(name)]
    sides = [(made.get(name), printed.get(name)) for name in differing]
    far = sum(abs(one - other) for one, other in sides if isinstance(one, int) and isinstance(other, int))
    return len(made.keys() ^ printed.keys()), len(differing), far


def position(given: Mapping[str, Any], cards: Cards, words: Vocabulary) -> dict[str, Any]:
    """A position as engines take it: players in a list, numbers of cards for requirements, player indexes."""
    rest = {key: value for key, value in given.items() if key not in words.sides}
    rest = {**words.seated, **rest} if words.changed_seats else rest
    placed: dict[str, Any] = with_cards(rest, cards, words)
    if any(side in given for side in words.sides):
        placed[words.players] = [with_cards(given.get(side, {}), cards, words) for side in words.sides]
        for pile, sort in words.fillers.items():
            own = [side for side in map(given.get, words.sides) if isinstance(side, Mapping)]
            if any(isinstance(side.get(pile), int) for side in own):
                cards.add_filler({words.card.by: sort})
    return placed


def with_cards(value: Any, cards: Cards, words: Vocabulary) -> Any:
    """The value with numbers of cards in its piles, and indexes for the names of players elsewhere."""
    if isinstance(value, Mapping):
        return {key: _with_cards_at(key, inner, cards, words) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [with_cards(inner, cards, words) for inner in value]
    if isinstance(value, str):
        return None if value == NONE else words.sides.index(value) if value in words.sides else value
    return value


def _with_cards_at(key: str, value: Any, cards: Cards, words: Vocabulary) -> Any:
    """What stands under a key, with the numbers of its cards; a pile of one is named without brackets."""
    if key in words.piles and isinstance(value, list | tuple):
        return piled(value, cards)
    if key in words.piles and isinstance(value, str) and value in cards.named:
        return cards.one(value)
    return with_cards(value, cards, words)


def piled(entries: Sequence[Any], cards: Cards) -> list[str]:
    """The card numbers of a pile."""
    return [number for entry in entries for number in cards.numbers(entry)]
