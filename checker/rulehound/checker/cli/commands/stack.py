"""`rulehound prove --stack`: whether a stack of cards, or a deck, can come about by legal play.

The file is TOML or JSON. A stack: `stack`, its cards with the top one first; `removed`, cards that effects
may have taken from it; `effects`, which effects there were. A deck: `deck` and `eggs`. A card is a table with
`name`, `number` (else its name), in a deck `copies` (else 1), and its facts as engines are given them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from rulehound.checker.cli.standard_output import print_json
from rulehound.checker.cli.terminal import console, progress
from rulehound.checker.errors import UserError
from rulehound.checker.files import read_json
from rulehound.checker.model.prove.stacking import StackAnswer, reach
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import BookOptions
from rulehound.spec.documents.toml_source import TomlSource
from rulehound.spec.formats import Card
from rulehound.spec.game import Stacks
from rulehound.spec.language import Interpreter

NOT_ANSWERED = 3


class StackFile(msgspec.Struct, forbid_unknown_fields=True):
    """What is asked."""

    stack: list[dict[str, Any]] = []
    removed: list[dict[str, Any]] = []
    effects: list[str] = []
    deck: list[dict[str, Any]] = []
    eggs: list[dict[str, Any]] = []


def run(options: BookOptions, path: Path, as_json: bool) -> int:
    """Print the shortest history, or the rules that forbid it; exit status 0, 1, or 3 where nothing is known.

    Raises UserError or SpecError for a file that cannot be read as one of these.
    """
    asked = read_file(path)
    with progress() as report:
        bound = options.bound(report)
    stacks = bound.game.stacks
    if stacks is None:
        raise UserError(f"{path}: the game {bound.game.name} has no stacks", "choose another game")
    if bool(asked.stack) == bool(asked.deck or asked.eggs):
        raise UserError(
            f"{path}: it holds neither one stack nor one deck", "give `stack`, or `deck` and `eggs`"
        )
    try:
        return _stack(bound, stacks, asked, as_json) if asked.stack else _deck(bound, stacks, asked, as_json)
    except ValueError as error:
        raise UserError(f"{path}: {error}", "correct the facts of the card") from None


def read_file(path: Path) -> StackFile:
    """The file as it is meant. Raises UserError or SpecError, with file and line where it can be told."""
    if path.suffix != ".json":
        return TomlSource(path).record((), StackFile)
    return read_json(path, StackFile, "a stack or a deck as it is asked about", "correct the file")


def card(entry: Mapping[str, Any]) -> tuple[Card, int]:
    """A card and how many copies of it. Raises ValueError."""
    facts = dict(entry)
    name, copies = facts.pop("name", None), facts.pop("copies", 1)
    number = facts.pop("number", name)
    if not isinstance(name, str) or not isinstance(number, str) or not name or not number:
        raise ValueError(f"a card has no name that is text: {entry}")
    if not isinstance(copies, int) or copies < 1 or isinstance(copies, bool):
        raise ValueError(f"card {name}: `copies` must be a number from 1 on")
    return Card(number, name, facts), copies


def _stack(bound: BoundModel, stacks: Stacks, asked: StackFile, as_json: bool) -> int:
    unknown = [effect for effect in asked.effects if effect not in stacks.effects]
    if unknown:
        raise ValueError(f"unknown effect {', '.join(unknown)} (there are {', '.join(stacks.effects)})")
    pile, removed = ([card(entry)[0] for entry in cards] for cards in (asked.stack, asked.removed))
    answer = reach(*stacks.ways(bound.values, pile, removed, asked.effects))
    if as_json:
        print_json({"edition": bound.edition, **msgspec.to_builtins(answer)})
    else:
        console().print("\n".join(stack_lines(answer, bound.edition)), soft_wrap=True, markup=False)
    return NOT_ANSWERED if answer.reachable is None else 0 if answer.reachable else 1


def stack_lines(answer: StackAnswer, edition: str) -> list[str]:
    """An answer to be read."""
    if answer.reachable is None:
        return [f"not answered: {answer.reason}"]
    steps = [
        f"  {number}  {way.what}" + "".join(f"   breaks {rule} ({demand})" for rule, demand in way.broken)
        for number, way in enumerate(answer.history.steps, start=1)
    ]
    if answer.reachable:
        return [f"legal play leads to this stack ({edition}); the shortest history:", *steps]
    because = f"no legal play leads to this stack ({edition}), because of {', '.join(answer.rules)}"
    return [because, "the history that breaks least:", *steps]


def _deck(bound: BoundModel, stacks: Stacks, asked: StackFile, as_json: bool) -> int:
    main, eggs = ([card(entry) for entry in cards] for cards in (asked.deck, asked.eggs))
    model, state = stacks.deck(main, eggs)
    interpreter = Interpreter(model, bound.values)
    broken = [
        guard.rule
        for action in model.actions.values()
        for guard in interpreter.failed_guards(state, action, {})
    ]
    if as_json:
        print_json({"edition": bound.edition, "legal": not broken, "rules": broken})
    else:
        told = f"the deck breaks {', '.join(broken)}" if broken else "the deck breaks no rule"
        console().print(f"{told} ({bound.edition})", soft_wrap=True, markup=False)
    return 1 if broken else 0
