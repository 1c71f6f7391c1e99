"""`rulehound adapter`: the protocol that engines are asked by, and what an adapter makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from rulehound.checker.cli.standard_output import print_bytes, print_json
from rulehound.checker.cli.terminal import console, print_table, progress
from rulehound.checker.engines import EngineLimits
from rulehound.checker.engines.messages import document
from rulehound.checker.errors import printable
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import BookOptions, open_game
from rulehound.checker.suite.adapter_check import Judged, Report, examine
from rulehound.checker.suite.play.own_cards import with_own_cards
from rulehound.checker.wording import counted


def schema(game: str) -> int:
    """Print the JSON Schema of every message, with what the game puts into them."""
    print_bytes(msgspec.json.format(msgspec.json.encode(document(open_game(game))), indent=2) + b"\n")
    return 0


def check(
    options: BookOptions, engine: str, limits: EngineLimits, as_json: bool, cards: Path | None = None
) -> int:
    """Try an adapter and print a line for each thing that is fine, to be mended, or not tried.

    It is tried with `cards`, a file of the engine's own, else with cards that are made up.
    """
    with progress() as report:
        book = options.read(report)
        game = book.game if cards is None else with_own_cards(book.game, cards)

        def rules_for(editions: Sequence[str]) -> BoundModel:
            followed = book.followed_by(editions)
            return BoundModel(game, followed.edition, followed.values)

        found = examine(engine, game, rules_for, book.store.rules, report, limits)
    if as_json:
        print_json(found)
    else:
        print_found(found)
    return found.exit_status


def print_found(found: Report) -> None:
    """Print a report as a table, what is to be mended below it, and how much was fine."""
    to = console()
    rows = [(remark.check, remark.judged.value, printable(remark.what)) for remark in found.remarks]
    print_table(to, ("Check", "", "What was seen"), rows)
    for remark in found.remarks:
        if remark.judged in (Judged.MEND, Judged.DOUBT):
            to.print(printable(f"\n{remark.check}: {remark.what}"), soft_wrap=True)
            to.print(printable(f"  {remark.judged.value}: {remark.remedy}"), soft_wrap=True)
            if remark.message:
                to.print(printable(f"  message: {remark.message}"), soft_wrap=True)
    counts = {one: sum(remark.judged is one for remark in found.remarks) for one in Judged}
    told = ", ".join(f"{number} {one.value}" for one, number in counts.items() if number)
    name = f"{found.name} {found.version}".strip() or found.engine
    to.print(printable(f"\n{name}: {counted(len(found.remarks), 'line')}: {told}; edition {found.edition}"))
