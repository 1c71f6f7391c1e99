"""Questions about stacks of cards and decks, as users write them into a file, TOML or JSON.

A stack: `stack`, its cards with the top one first; `removed`, cards that effects may have taken from it;
`effects`, the effects that there were. A deck: the parts that a player brings to a game, as the game names
them. A card is a table with `name`, `number` (else its name), in a deck `copies` (else 1), and its facts as
engines are given them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from rulehound.checker.errors import UserError
from rulehound.checker.files import read_json
from rulehound.spec.documents.toml_source import TomlSource
from rulehound.spec.formats import Card, Ruleset
from rulehound.spec.game import Stacks
from rulehound.spec.language import Interpreter


@dataclass(frozen=True)
class StackQuestion:
    """The question whether legal play leads to a stack."""

    cards: Sequence[Card]
    """The cards of the stack, the top one first."""
    removed: Sequence[Card]
    """Cards that effects may have taken from it."""
    effects: Sequence[str]


@dataclass(frozen=True)
class DeckQuestion:
    """The question whether a deck may be brought to a game: each part of it, a card with its copies."""

    parts: Mapping[str, Sequence[tuple[Card, int]]]

    def broken_rules(self, stacks: Stacks, values: Ruleset) -> list[str]:
        """The rules that the deck breaks. Raises ValueError for cards whose facts the game does not know."""
        model, state = stacks.deck(self.parts)
        interpreter = Interpreter(model, values)
        return [
            guard.rule
            for action in model.actions.values()
            for guard in interpreter.failed_guards(state, action, {})
        ]


def read_question(path: Path, stacks: Stacks) -> StackQuestion | DeckQuestion:
    """The question in a file. Raises UserError or SpecError for a bad file, ValueError for a bad card."""
    tables = list[dict[str, Any]]
    fields: list[tuple[str, Any, Any]] = [
        ("stack", tables, []),
        ("removed", tables, []),
        ("effects", list[str], []),
        *((part, tables, []) for part in stacks.parts),
    ]
    layout = msgspec.defstruct("StackFile", fields, forbid_unknown_fields=True)
    if path.suffix == ".json":
        record = read_json(path, layout, "a stack or a deck as it is asked about", "correct the file")
    else:
        record = TomlSource(path).record((), layout)
    content: dict[str, Any] = msgspec.structs.asdict(record)
    deck = {part: content[part] for part in stacks.parts}
    if bool(content["stack"]) == any(deck.values()):
        keys = " and ".join(f"`{part}`" for part in stacks.parts)
        raise UserError(f"{path}: it holds neither one stack nor one deck", f"give `stack`, or {keys}")
    if not content["stack"]:
        return DeckQuestion({part: [_card(entry) for entry in entries] for part, entries in deck.items()})
    unknown = [effect for effect in content["effects"] if effect not in stacks.effects]
    if unknown:
        raise ValueError(f"unknown effect {', '.join(unknown)} (there are {', '.join(stacks.effects)})")
    cards, removed = ([_card(entry)[0] for entry in content[key]] for key in ("stack", "removed"))
    return StackQuestion(cards, removed, content["effects"])


def _card(entry: Mapping[str, Any]) -> tuple[Card, int]:
    """A card and how many copies of it. Raises ValueError."""
    facts = dict(entry)
    name, copies = facts.pop("name", None), facts.pop("copies", 1)
    number = facts.pop("number", name)
    if not isinstance(name, str) or not isinstance(number, str) or not name or not number:
        raise ValueError(f"a card has no name that is text: {entry}")
    if not isinstance(copies, int) or copies < 1 or isinstance(copies, bool):
        raise ValueError(f"card {name}: `copies` must be a number from 1 on")
    return Card(number, name, facts), copies
