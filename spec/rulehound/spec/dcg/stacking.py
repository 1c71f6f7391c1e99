"""How a stack of cards can have come to lie on the field: backwards, one step of legal play at a time.

The demands on cards are those of the model's own actions: their guards that speak of cards alone are asked of
the cards of a stack, whatever the rest of the game looked like. Which effects there were must be said, and
which cards they may have taken from the stack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Literal, TypeAlias

import msgspec

from rulehound.spec.dcg.model import KEYWORDS, Kind, Requirement, Stack, model
from rulehound.spec.dcg.model import Card as ModelCard
from rulehound.spec.dcg.model.state import DnaRequirement, Shown
from rulehound.spec.dcg.reading.cards import card_facts, dna_fields, material, requirement
from rulehound.spec.dcg.reading.inherited import INHERITED
from rulehound.spec.dcg.reading.materials import Listing
from rulehound.spec.dcg.reading.states import field_of
from rulehound.spec.formats import Card, Observation, Ruleset
from rulehound.spec.game import Way
from rulehound.spec.language import Interpreter, record, switch_value

EFFECTS = ("de-digivolve", "trash-under", "place-under", "digivolve")
"""Effects that change what lies in a stack; the last is a digivolution that asks for no requirement."""

HARMLESS = ("memory", "dp", "delete")
"""Effects that engines are given which change nothing within a stack."""

OF_CARDS = {
    "play": ("play.kinds",),
    "hatch": ("egg-deck.kinds",),
    "digivolve": ("digivolve.digimon-only", "token.no-stack", "digivolve.requirement"),
    "dna-digivolve": ("dna.two", "digivolve.digimon-only", "token.no-stack", "dna.requirement"),
    "digixros-from-hand": ("digixros.listed", "digixros.once"),
    "assemble": ("assembly.listed", "assembly.whole"),
    "effect-de-digivolve-mine": ("keyword.de-digivolve", "digimon"),
    "effect-place-under-mine": ("token.no-stack",),
    "effect-digivolve-mine": ("digivolve.digimon-only", "token.no-stack"),
}
"""Action to those of its guards that speak of the cards of a stack; all else can be brought about."""


MATERIALS = {"digixros": "digixros-from-hand", "assembly": "assemble"}
"""Fact of a card that lists what may lie under it, to the action that places it."""

Demand: TypeAlias = tuple[str, str]
"""A rule that is broken, and which of its demands."""


Colour: TypeAlias = Literal["red", "blue", "yellow", "green", "black", "purple", "white"]


class Asked(msgspec.Struct):
    """What a requirement asks for, and what it costs."""

    color: Colour
    level: int
    cost: int = 0


class AskedOfTwo(msgspec.Struct):
    """What a DNA requirement asks for, and what it costs."""

    left: Asked
    right: Asked
    cost: int = 0


class StackingFacts(msgspec.Struct):
    """The facts of a card that decide what may lie in one stack with it."""

    kind: Literal["digimon", "tamer", "option", "digi-egg"]
    level: int | None = None
    colors: list[Colour] = []
    digivolve: list[Asked] = []
    dna: list[AskedOfTwo] = []
    digixros: Listing | None = None
    assembly: Listing | None = None
    token: bool = False


KNOWN = {field.name for field in msgspec.structs.fields(StackingFacts)} | {
    *(
        "dp",
        "play_cost",
        "security_attack",
        "decoy",
        "digisorption",
        "traits",
        "form",
        "attribute",
        INHERITED,
    ),
    *KEYWORDS,
}
"""The facts of a card of which the model knows what they do."""

TAKES_CARDS = ("armor-purge", "digi_burst")
"""Facts of a card by which play takes cards out of a stack."""


@dataclass(frozen=True)
class StackHistory:
    """A stack, the top card first, and what effects may have taken from it, each once: numbers of cards."""

    cards: tuple[int, ...]
    removed: tuple[int, ...]


def ways(
    values: Ruleset, cards: Sequence[Card], removed: Sequence[Card], effects: Sequence[str]
) -> tuple[StackHistory, Callable[[StackHistory], Sequence[Way]]]:
    """The stack of these cards, and what gives the last steps to it and to the stacks before it.

    Raises ValueError where the facts of a card are not such that the question can be asked.
    """
    count = len(cards)
    for card in (*cards, *removed):
        require_facts(card)
    stacking = Stacking(values, (*cards, *removed), frozenset(effects))
    return StackHistory(tuple(range(count)), tuple(range(count, count + len(removed)))), stacking.ways


class Stacking:
    """The ways to stacks of given cards under facts and switches."""

    def __init__(self, values: Ruleset, cards: Sequence[Card], effects: frozenset[str]) -> None:
        self.interpreter = Interpreter(model, values)
        self.nowhere = model.from_dict({})
        self.cards, self.effects = cards, effects
        self.facts = [card_facts(card) for card in cards]

    def ways(self, pile: StackHistory) -> list[Way]:
        """Every last step that can have led to this stack, legal or not."""
        if len(pile.cards) == 1:
            return [self._entered(pile.cards[0]), *self._effects(pile)]
        return [*self._digivolved(pile), *self._dna(pile), *self._with_materials(pile), *self._effects(pile)]

    def _broken(self, action: str, **parameters: Any) -> tuple[Demand, ...]:
        """The rules about cards that the model's action would break, and what they ask for."""
        failed = self.interpreter.failed_guards(self.nowhere, model.actions[action], parameters)
        return tuple((guard.rule, guard.name) for guard in failed if guard.name in OF_CARDS[action])

    def _name(self, card: int) -> str:
        return self.cards[card].name

    def _card(self, card: int) -> tuple[Any, ...]:
        """A card of the model."""
        return record(ModelCard, self.facts[card])

    def _stack(self, cards: Sequence[int]) -> tuple[Any, ...]:
        """A stack of the model made of these cards, the top one first."""
        top, *under = (self.facts[card] for card in cards)
        token = bool(self.cards[cards[0]].facts.get("token"))
        return record(Stack, {"top": top, "under": under, "token": token})

    def _entered(self, card: int) -> Way:
        if self.facts[card]["kind"] == Kind.DIGI_EGG.name:
            return Way(f"hatch {self._name(card)}", (), self._broken("hatch", egg=self._card(card)))
        return Way(f"play {self._name(card)}", (), self._broken("play", card=self._card(card)))

    def _digivolved(self, pile: StackHistory) -> Iterator[Way]:
        top, *rest = pile.cards
        before = (replace(pile, cards=tuple(rest)),)
        what = f"digivolve {self._name(rest[0])} into {self._name(top)}"
        printed = range(len(self.cards[top].facts.get("digivolve", ())))
        requirements = [requirement(self.cards[top], place, self.cards[rest[0]]) for place in printed]
        for way in requirements or [Requirement.zeros()]:
            broken = self._broken("digivolve", card=self._card(top), way=way, onto=self._stack(rest))
            yield Way(what, before, broken)
        if "digivolve" in self.effects:
            broken = self._broken("effect-digivolve-mine", card=self._card(top), onto=self._stack(rest))
            yield Way(f"{what} by an effect", before, broken)

    def _dna(self, pile: StackHistory) -> Iterator[Way]:
        top, *rest = pile.cards
        for asked in self.cards[top].facts.get("dna", ()):
            entry = {"card": self.facts[top]["number"], **dna_fields(asked)}
            for height in range(1, len(rest)):
                left, right = tuple(rest[:height]), tuple(rest[height:])
                broken = self._broken(
                    "dna-digivolve",
                    card=self._card(top),
                    way=record(DnaRequirement, entry),
                    left=self._stack(left),
                    right=self._stack(right),
                )
                two = f"{self._name(left[0])} and {self._name(right[0])}"
                for ours, theirs in shares(pile.removed):
                    parts = (StackHistory(left, ours), StackHistory(right, theirs))
                    yield Way(f"DNA digivolve {two} into {self._name(top)}", parts, broken)

    def _with_materials(self, pile: StackHistory) -> Iterator[Way]:
        """Played with the cards under it for a DigiXros or an Assembly, in the order of its list."""
        top, *materials = pile.cards
        names = ", ".join(map(self._name, materials))
        for fact, action in MATERIALS.items():
            entries = len(self.cards[top].facts.get(fact, {}).get("cards", ()))
            if not entries:
                continue
            broken: list[Demand] = []
            if not switch_value(self.interpreter.values, f"{fact}.known", "true"):
                broken.append((f"{fact}.when", "the edition does not know it"))
            place = 0
            for card in materials:
                place, failed = self._placed(action, top, entries, place, card)
                broken += failed
            if action == MATERIALS["assembly"] and not broken and place < entries:
                broken.append(("assembly.whole", f"{place} of {entries} cards"))
            broken += self._entered(top).broken
            yield Way(f"play {self._name(top)} with {names} under it", (), tuple(dict.fromkeys(broken)))

    def _placed(
        self, action: str, top: int, entries: int, place: int, card: int
    ) -> tuple[int, Sequence[Demand]]:
        """Where in the list a material stands that follows the one at `place`: the first place that fits."""
        shown = record(Shown, {"card": self.facts[top], "place": place})
        tried: list[Sequence[Demand]] = []
        for number in range(entries):
            listed = material(self.cards[top], number, self.cards[card])
            given = {"shown": shown, "listed": listed, "card": self._card(card)}
            tried.append(self._broken(action, **given))
            if not tried[-1]:
                return number + 1, ()
        return place, min(tried, key=len)

    def _effects(self, pile: StackHistory) -> Iterator[Way]:
        top, *rest = pile.cards
        for number, card in enumerate(pile.removed):
            others = pile.removed[:number] + pile.removed[number + 1 :]
            covered = (StackHistory((card, *pile.cards), others),)
            if "de-digivolve" in self.effects:
                broken = self._broken("effect-de-digivolve-mine", target=self._stack(covered[0].cards))
                yield Way(f"take {self._name(card)} off", covered, broken)
            if "armor-purge" in self.facts[card]["keywords"]:
                yield Way(f"purge {self._name(card)}", covered)
            if "trash-under" in self.effects:
                between = (StackHistory((top, card, *rest), others),)
                yield Way(f"trash {self._name(card)} from under {self._name(top)}", between)
        if "place-under" in self.effects and rest:
            onto = pile.cards[:-1]
            broken = self._broken(
                "effect-place-under-mine", target=self._stack(onto), card=self._card(rest[-1])
            )
            what = f"place {self._name(rest[-1])} under {self._name(top)}"
            yield Way(what, (replace(pile, cards=onto),), broken)


def require_facts(card: Card) -> None:
    """Raise ValueError where a card does not state its facts as all cards do."""
    try:
        msgspec.convert(card.facts, StackingFacts)
    except msgspec.ValidationError as error:
        raise ValueError(f"card {card.name}: {error}") from None


def seen(observation: Observation) -> list[list[str]]:
    """The stacks on the field, but for an Option that lies there alone: its Delay brought it there.

    A card that is not shown has no number, and neither has the one card of an area that is not shown.
    """
    stacks = [
        (shown.get("kind"), [entry["card"] for entry in shown["cards"]] + [""] * shown.get("unseen", 0))
        for player in observation["players"]
        for shown in field_of(player)
    ]
    areas = [place for place in observation.get("untold", ()) if place.endswith((".battle", ".breeding"))]
    return [cards for kind, cards in stacks if len(cards) > 1 or kind != "option"] + [[""]] * len(areas)


def untold(cards: Mapping[str, Card]) -> str:
    """Why the stacks of a game with these cards are not judged: what some card does is not known."""
    for card in cards.values():
        stated = {fact for fact, value in card.facts.items() if value}
        if unknown := sorted(stated - KNOWN):
            return f"a card has {unknown[0]}, of which the model does not know what it does"
        if taking := [fact for fact in TAKES_CARDS if fact in stated]:
            return f"a card has {taking[0]}, which takes cards out of stacks"
    return ""


def shares(cards: Sequence[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every way to share cards between two."""
    for count in range(len(cards) + 1):
        for chosen in combinations(cards, count):
            yield chosen, tuple(card for card in cards if card not in chosen)
