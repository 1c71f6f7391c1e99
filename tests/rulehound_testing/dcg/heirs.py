"""An engine with cards of its own of which some pass keywords on, and engines that forget one of these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg.printed import DigivolutionRequirement, PrintedCard
from rulehound.spec.dcg.reading.inherited import INHERITED
from rulehound.spec.formats import Card, Observation, Position, Setup
from rulehound_testing.dcg.strange_cards import coarse

WORDS = {
    "Blocker": "blocker",
    "Piercing": "piercing",
    "Jamming": "jamming",
    "Reboot": "reboot",
    "Retaliation": "retaliation",
    "Rush": "rush",
    "Security Attack +1": "security_attack",
}
"""Each keyword that can be inherited, as it is printed, and what its fact is called."""

LOWEST, HIGHEST = 2, 6


def heirs_of(*words: str) -> list[PrintedCard]:
    """For each keyword an egg and a Digimon of each level but the highest that pass it on, and Digimon that
    have no text."""
    cards = [_digimon("", level, place) for level in range(LOWEST + 1, HIGHEST + 1) for place in range(3)]
    for place, word in enumerate(words):
        text = f"<{word}>"
        egg = PrintedCard(f"E-{place}", f"Egg {place}", "digi-egg", level=LOWEST, colors=["red"])
        cards += [replace(egg, inherited_text=text)]
        cards += [_digimon(text, level, place) for level in range(LOWEST + 1, HIGHEST)]
    return cards


def _digimon(inherited_text: str, level: int, place: int) -> PrintedCard:
    return PrintedCard(
        number=f"{'H' if inherited_text else 'P'}-{level}{place}",
        name=f"Heir {level}{place}",
        kind="digimon",
        level=level,
        dp=level * 1000 - 500 * (place % 3),
        play_cost=level,
        colors=["red"],
        digivolve=[DigivolutionRequirement(cost=level // 2 - 1, color="red", level=level - 1)],
        inherited_text=inherited_text,
    )


CARDS: Sequence[PrintedCard] = heirs_of(*WORDS)

PURGING: Sequence[PrintedCard] = [
    replace(card, text="<Armor Purge>") if card.level == HIGHEST - 1 else card for card in CARDS
]
"""With these it comes to lie on top again what has passed something on."""


class Heirs(DcgAdapter):
    """It knows what its cards pass on, but for one keyword."""

    def __init__(self, forgotten: str = "") -> None:
        super().__init__()
        self.forgotten = forgotten

    def new_game(self, setup: Setup) -> Observation:
        """Start a game."""
        return super().new_game(replace(setup, cards=list(map(self._as_it_knows, setup.cards))))

    def position(self, cards: Sequence[Card], position: Position, edition: str) -> Observation:
        """Set up a situation."""
        return super().position(list(map(self._as_it_knows, cards)), position, edition)

    def _as_it_knows(self, card: Card) -> Card:
        passed_on: Mapping[str, Any] = card.facts.get(INHERITED, {})
        known = {word: value for word, value in passed_on.items() if word != self.forgotten}
        return Card(card.number, card.name, {**card.facts, INHERITED: known})


class Curt(Heirs):
    """The same, which shows neither events nor keywords."""

    def new_game(self, setup: Setup) -> Observation:
        """Start a game."""
        return coarse(super().new_game(setup))

    def position(self, cards: Sequence[Card], position: Position, edition: str) -> Observation:
        """Set up a situation."""
        return coarse(super().position(cards, position, edition))

    def observe(self, player: int | None = None) -> Observation:
        """Little of the game as it stands."""
        return coarse(super().observe(player))

    def apply(self, action: Any) -> Observation:
        """Carry out an action."""
        return coarse(super().apply(action))
