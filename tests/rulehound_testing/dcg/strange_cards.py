"""An engine that plays cards of its own and shows little: no events and no keywords.

Its cards are our probe cards and plain ones. The checker is given them as a file of cards would have them:
what their effects do stands in words alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from rulehound.checker.judging.compiled_model import CompiledModel
from rulehound.checker.judging.judge import Judge
from rulehound.checker.records import Finding
from rulehound.engine.dcg.adapter import DcgAdapter
from rulehound.spec.dcg import game
from rulehound.spec.dcg.cards import load
from rulehound.spec.dcg.decks import deck, pool
from rulehound.spec.dcg.printed import PrintedCard, as_card
from rulehound.spec.formats import PROTOCOL, Adapter, Card, Handshake, Observation, Setup
from rulehound_testing.dcg.values import values_of

FLAGS = ("blocker", "piercing", "jamming", "reboot", "retaliation", "rush", "armor-purge", "blitz", "delay")
STATED = ("level", "dp", "play_cost", "colors", "traits", "digivolve", "dna", "digixros", "assembly")
"""Facts that are printed as such, and not in words."""


def in_words(card: Card) -> PrintedCard:
    """A card as a file of cards has it: keywords and effects are text."""
    facts: Mapping[str, Any] = card.facts
    text = [f"<{word.replace('-', ' ').title()}>" for word in FLAGS if facts.get(word)]
    if facts.get("security_attack"):
        text.append(f"<Security Attack {facts['security_attack']:+d}>")
    if facts.get("decoy"):
        text.append(f"<Decoy ({'/'.join(colour.title() for colour in facts['decoy'])})>")
    if facts.get("digisorption"):
        text.append(f"<Digisorption -{facts['digisorption']}>")
    texts: dict[str, list[str]] = {"text": text, "inherited_text": [], "security_text": []}
    for effect in facts.get("effects", ()):
        when, _, what = effect["says"].partition(":")
        security = "security_text" if effect.get("timing") == "security" else "text"
        heading = texts["inherited_text" if effect.get("inherited") else security]
        heading.append(f"[{when}] {what}" if what else when)
        heading.append(f"({' '.join(_steps(effect))})")
    stated = {name: facts[name] for name in STATED if name in facts}
    printed = {name: " ".join(parts) for name, parts in texts.items()}
    return msgspec.convert(
        {"number": card.number, "name": card.name, "kind": facts["kind"], **stated, **printed}, PrintedCard
    )


def _steps(part: Any) -> Iterator[str]:
    """What the steps of an effect are called, which its words may leave out."""
    if isinstance(part, Mapping):
        yield from [part["do"]] if "do" in part else []
        part = list(part.values())
    if isinstance(part, list | tuple):
        for inner in part:
            yield from _steps(inner)


CARDS: Mapping[str, Card] = {card.number: card for card in (*pool(), *load("probe"))}
PRINTED: Sequence[PrintedCard] = [in_words(card) for card in CARDS.values()]

SHOWN = ("turn", "decider", "decision", "turn_number", "memory", "winner", "ended_by", "first")
OF_STACK = ("id", "cards", "dp", "suspended", "played_this_turn", "token", "kind", "level", "name", "colors")


def coarse(whole: Observation) -> Observation:
    """What is shown of an observation: nothing of what effects do, nor what they have made of anything."""
    shown: dict[str, Any] = {name: whole[name] for name in SHOWN if name in whole}
    attack, showing = whole["attack"], whole.get("showing")
    shown["attack"] = attack and {name: attack[name] for name in ("attacker", "target")}
    if showing:
        shown["showing"] = {name: showing[name] for name in ("card", "procedure", "by_effect")}
    shown["players"] = [
        {
            **player,
            "battle": [_stack(entry) for entry in player["battle"]],
            "breeding": player["breeding"] and _stack(player["breeding"]),
        }
        for player in whole["players"]
    ]
    return shown


def _stack(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {name: entry[name] for name in OF_STACK if name in entry}


class Stranger(DcgAdapter):
    """Another engine that has these cards of its own, seen like that."""

    def __init__(self, inner: Adapter | None = None) -> None:
        super().__init__()
        self.inner = inner or DcgAdapter()

    def handshake(self) -> Handshake:
        """It takes no cards by their facts."""
        able = ("new-game", "observe", "legal-actions", "apply")
        return Handshake(PROTOCOL, "dcg", "stranger", "1", able)

    def new_game(self, setup: Setup) -> Observation:
        """Start a game of the cards that it knows under these numbers."""
        used = {number for one in setup.decks for pile in one.piles.values() for number in pile}
        cards = [CARDS[number] for number in sorted(used)]
        return coarse(self.inner.new_game(msgspec.structs.replace(setup, cards=cards)))

    def observe(self, player: int | None = None) -> Observation:
        """Little of the game as it stands."""
        return coarse(self.inner.observe(player))

    def legal_actions(self) -> list[Any]:
        """All actions of whoever decides."""
        return self.inner.legal_actions()

    def apply(self, action: Any) -> Observation:
        """Carry out an action."""
        return coarse(self.inner.apply(action))


@dataclass
class Judged:
    """What came of judging such games."""

    found: list[Finding] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    not_judged: Counter[str] = field(default_factory=Counter)


KINDS = 20
"""Kinds of cards in a deck."""


def judged_games(
    seeds: Sequence[int],
    edition: str = "manual-2.3",
    with_text: int = 6,
    engine: Callable[[], Adapter] = Stranger,
    findings: int | None = None,
) -> Judged:
    """Random games of so many kinds of cards with text in a deck, judged until there are so many findings."""
    values = values_of(edition)
    at_hand, known = CompiledModel(game, values), {card.number: as_card(card) for card in PRINTED}
    came = Judged()
    for seed in seeds:
        chance, adapter = Random(seed), engine()
        kinds = [
            [*chance.sample(load("probe"), with_text), *chance.sample(pool(), KINDS - with_text)]
            for _ in (0, 1)
        ]
        decks = [deck(chance, some, pool(), values) for some in kinds]
        used = {number for one in decks for pile in one.piles.values() for number in pile}
        cards = {number: known[number] for number in sorted(used)}
        judge = Judge(at_hand, cards)
        seen = adapter.new_game(Setup([], decks, edition=edition, seed=seed, first=chance.randint(0, 1)))
        came.found += judge.state(seen)
        for step in range(200):
            if seen["winner"] is not None:
                break
            offered = adapter.legal_actions()
            if step % 10 == 0:
                came.found += judge.legal(seen, offered)
            action = chance.choice(offered)
            after = adapter.apply(action)
            came.found += [*judge.step(seen, action, after), *judge.state(after)]
            seen = after
            if findings is not None and len(came.found) >= findings:
                return came
        came.seen.update(judge.seen)
        came.not_judged.update(judge.not_judged)
        assert judge.given_up == ""
    return came
