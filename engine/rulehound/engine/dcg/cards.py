"""What is printed on a card: its facts, and its effects in the effect language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Literal

import msgspec

from rulehound.engine.dcg.effects.language import Effect, Grant, PlayToken
from rulehound.engine.dcg.effects.sense import parts, problems
from rulehound.engine.dcg.effects.vocabulary import Color, Keyword, Kind, Natural, Positive
from rulehound.engine.reading import Misread, read_as
from rulehound.spec import formats


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Digimon that a digivolution asks for, by colour and level or by what is special: all that is said."""

    color: Color | None = None
    level: Natural | None = None
    name: str = ""
    trait: str = ""
    kind: Literal["tamer"] | None = None
    """It asks for a Tamer."""

    def __post_init__(self) -> None:
        """Raises ValueError for one that leaves out what it would have to say."""
        special = self.name or self.trait or self.kind
        if not special and (self.color is None or self.level is None):
            raise ValueError("a requirement has a color and a level, or a name, trait or kind")


class Requirement(Side, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One way to digivolve into a card: from what, at which cost in memory."""

    cost: Natural


class DnaRequirement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way to DNA digivolve into a card: two Digimon by colour and level, left and right, and a cost."""

    left: Side
    right: Side
    cost: Natural = 0

    def __post_init__(self) -> None:
        """Raises ValueError for one that asks for a Tamer."""
        if self.left.kind or self.right.kind:  # rule: dna.two
            raise ValueError("a DNA requirement asks for two Digimon")


class Material(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card that a DigiXros or Assembly lists: by name, or by trait and level."""

    name: str = ""
    trait: str = ""
    level: Natural | None = None
    kind: Kind | None = None

    def __post_init__(self) -> None:
        """Raises ValueError for one that would be any card."""
        if not (self.name or self.trait or self.kind) and self.level is None:
            raise ValueError("a listed card has a name, a trait, a level or a kind")


class Materials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a DigiXros or Assembly lists, from left to right, and by how much it lowers the play cost."""

    cards: tuple[Material, ...]
    reduces: Natural
    """For each card with DigiXros; for the whole set with Assembly."""


class Inherited(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The keywords that a Digimon has for as long as the card lies under it."""

    blocker: bool = False
    piercing: bool = False
    jamming: bool = False
    reboot: bool = False
    retaliation: bool = False
    rush: bool = False
    security_attack: int = 0

    def as_effect(self) -> Effect:
        """The inherited effect that gives them."""
        keywords = tuple(word for word in TOKEN_KEYWORDS if getattr(self, word, False))
        gives = Grant(security_attack=self.security_attack, keywords=keywords)
        return Effect(timing="continuous", inherited=True, gives=gives)


TOKEN_KEYWORDS: tuple[Keyword, ...] = (
    "blocker",
    "piercing",
    "jamming",
    "reboot",
    "retaliation",
    "rush",
    "armor-purge",
)
"""What a token can have that needs neither a number nor a timing."""

PRINTED: tuple[Keyword, ...] = (
    *TOKEN_KEYWORDS,
    "blitz",
    "delay",
    "decoy",
    "digisorption",
    "security-attack",
)
"""The keywords that are facts of a card; the others are steps of its effects."""


class CardFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """The facts of one printed card; None where the card has no such thing."""

    kind: Kind
    name: str = ""
    level: Natural | None = None  # rule: card.level
    dp: Natural | None = None  # rule: card.dp
    play_cost: Natural | None = None  # rule: card.costs
    colors: tuple[Color, ...] = ()  # rule: card.colors
    traits: tuple[str, ...] = ()
    form: str = ""
    """It is a trait too, and so is the attribute."""
    attribute: str = ""
    digivolve: tuple[Requirement, ...] = ()  # rule: card.costs
    dna: tuple[DnaRequirement, ...] = ()
    digixros: Materials | None = None
    assembly: Materials | None = None
    blocker: bool = False
    piercing: bool = False
    jamming: bool = False
    reboot: bool = False
    retaliation: bool = False
    rush: bool = False
    armor_purge: bool = msgspec.field(name="armor-purge", default=False)
    blitz: bool = False
    """It has Blitz at some timing; its effects say which."""
    delay: bool = False
    decoy: tuple[Color, ...] = ()
    """Colours of the Digimon that its Decoy protects; none where it names none."""
    decoy_traits: tuple[str, ...] = ()
    """Traits of the Digimon that its Decoy protects, each by itself."""
    digisorption: Natural = 0
    """By how much its Digisorption lowers the cost of digivolving into it."""
    security_attack: int = 0
    """Added to the security checks that every attack makes; may be negative."""
    effects: tuple[Effect, ...] = ()
    inherited: Inherited | None = None
    """None once they are among the effects, after all others."""
    copies: Positive | None = None
    """How many copies a deck may have, where the card itself says so."""
    token: bool = False
    """It is no card: an effect plays it as a token."""

    def __post_init__(self) -> None:
        """Raises ValueError for a card that lists cards twice."""
        if self.digixros is not None and self.assembly is not None:
            raise ValueError("a card lists cards for a DigiXros or for an Assembly, not for both")
        if self.inherited is not None:
            gives = () if self.inherited == Inherited() else (self.inherited.as_effect(),)
            msgspec.structs.force_setattr(self, "effects", (*self.effects, *gives))
            msgspec.structs.force_setattr(self, "inherited", None)

    @cached_property
    def is_digimon(self) -> bool:
        """Whether the card counts as a Digimon in play; a hatched Digi-Egg does."""
        return self.kind in ("digimon", "digi-egg")

    def has_trait(self, trait: str) -> bool:
        """Whether this is one of its traits: its form, its attribute or another."""
        return trait in (*self.traits, self.form, self.attribute)  # rule: effects.trait

    @cached_property
    def awaited(self) -> frozenset[str]:
        """What its effects, and those that they give, wait for."""
        return frozenset(effect.awaits for effect in effects_within(self.effects))

    @cached_property
    def keywords(self) -> frozenset[Keyword]:
        """The keywords that are printed on the card."""
        found = (keyword for keyword in PRINTED if getattr(self, keyword.replace("-", "_")))
        return frozenset((*found, *(("decoy",) if self.decoy_traits else ())))

    @property
    def plain(self) -> bool:
        """Whether nothing of it needs looking for at what happens: no effect, no keyword of that kind."""
        watching = (
            self.effects,
            self.retaliation,
            self.armor_purge,
            self.delay,
            self.decoy,
            self.decoy_traits,
            self.digisorption,
        )
        return not any(watching)


CardPool = dict[str, CardFacts]
"""Card number to facts."""


def read_cards(cards: Sequence[formats.Card]) -> CardPool:
    """The facts of all cards by number; the same for the same cards, and not to be changed.

    Raises Refused, with a reason for each card that the engine cannot take.
    """
    try:
        return _read(msgspec.json.encode(cards))
    except RecursionError:
        text = "the facts of a card are nested too deeply"
        raise formats.Refused([formats.Reason("bad-card", text=text)]) from None


@lru_cache(maxsize=16)
def _read(cards: bytes) -> CardPool:
    """Read the facts of cards from JSON. The result is kept: many games are played with one set of cards."""
    pool: CardPool = {}
    reasons: list[formats.Reason] = []
    for card in msgspec.json.decode(cards, type=list[formats.Card]):
        if card.number in pool:
            text = f"card {card.number} is given twice"
            reasons.append(formats.Reason("duplicate-card", text=text))
            continue
        try:
            facts = read_as(CardFacts, {**card.facts, "name": card.name})
        except Misread as error:
            reasons.append(formats.Reason("bad-card", "card.kinds", f"card {card.number}: {error}"))
            continue
        pool[card.number] = facts
        for number, effect in enumerate(facts.effects):
            for place, wrong in problems(effect, f"effects[{number}]"):
                text = f"card {card.number}: {place}: {wrong}"
                reasons.append(formats.Reason("bad-effect", text=text))
    tokens, clashes = token_facts(pool, {f"card {number}": card.effects for number, card in pool.items()})
    reasons.extend(clashes)
    if reasons:
        raise formats.Refused(reasons)
    return {**pool, **tokens}


def token_facts(
    pool: Mapping[str, CardFacts], effects: Mapping[str, Sequence[Effect]]
) -> tuple[CardPool, list[formats.Reason]]:
    """The tokens that effects play, by name, and what is wrong with them; the effects go by who has them."""
    known = {number: card for number, card in pool.items() if card.token}
    tokens: CardPool = {}
    clashes = []
    for whose, step in ((whose, step) for whose, has in effects.items() for step in tokens_played(has)):
        strange = [keyword for keyword in step.keywords if keyword not in TOKEN_KEYWORDS]
        if not step.name:
            wrong = "a token has a name"
        elif strange:
            wrong = f"a token has no {strange[0]}; known: {', '.join(TOKEN_KEYWORDS)}"
        elif step.name in pool and step.name not in known:
            wrong = f"{step.name!r} is a card already: give the token another name"
        elif {**tokens, **known}.get(step.name, as_card(step)) != as_card(step):
            wrong = f"another effect plays another token {step.name!r}: give one of them another name"
        else:
            tokens[step.name] = as_card(step)
            continue
        clashes.append(formats.Reason("bad-token", text=f"{whose}: {wrong}"))
    return tokens, clashes


def tokens_played(effects: Sequence[Effect]) -> Iterator[PlayToken]:
    """The steps of effects that play tokens, also of effects that these give."""
    for effect in effects_within(effects):
        yield from (part for _, part in parts(effect) if isinstance(part, PlayToken))


def effects_within(effects: Sequence[Effect]) -> Iterator[Effect]:
    """Effects, with those that they give."""
    for effect in effects:
        yield effect
        for _, part in parts(effect):
            if isinstance(part, Grant):
                yield from effects_within(part.effects)


def as_card(step: PlayToken) -> CardFacts:
    """What a token is, as though it were printed on a card: a Digimon."""
    facts: dict[str, object] = {keyword: True for keyword in TOKEN_KEYWORDS if keyword in step.keywords}
    facts |= {"kind": "digimon", "name": step.name, "level": step.level, "dp": step.dp, "token": True}
    return msgspec.convert({**facts, "colors": step.colors}, CardFacts)  # rule: token.played
