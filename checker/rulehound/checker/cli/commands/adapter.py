"""`rulehound adapter`: the protocol of engines, and whether an adapter keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from rulehound.checker.cli.options import (
    DEFAULT_GAME,
    ENGINE_MEMORY,
    ENGINE_SECONDS,
    EngineMemoryOption,
    EngineSecondsOption,
    GameOption,
    JsonOption,
    OwnCardsOption,
    PlayedEditionOption,
    RulesOption,
    SpecOption,
)
from rulehound.checker.cli.password_option import takes_password

app = typer.Typer(
    help="Check an engine's adapter, or print the protocol that it speaks.", no_args_is_help=True
)


@app.command()
@takes_password
def check(
    *,
    engine: Annotated[
        str,
        typer.Argument(
            metavar="CMD", help="A command that starts the adapter, or the name of an installed engine."
        ),
    ],
    rules: RulesOption = None,
    edition: PlayedEditionOption = None,
    cards: OwnCardsOption = None,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
    engine_seconds: EngineSecondsOption = ENGINE_SECONDS,
    engine_memory: EngineMemoryOption = ENGINE_MEMORY,
) -> int:
    """Try every message on an adapter, and say what to mend.

    The exit status is 1 if there is anything to mend, else 0.
    """
    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import console, print_table, progress
    from rulehound.checker.engines import engine_limits
    from rulehound.checker.errors import printable
    from rulehound.checker.rulebook.bound_model import BoundModel
    from rulehound.checker.rulebook.reading import open_game, read_rulebook
    from rulehound.checker.suite.adapter_check import Judged, examine
    from rulehound.checker.suite.play.own_cards import with_own_cards
    from rulehound.checker.wording import counted

    with progress() as report:
        book = read_rulebook(open_game(game, spec), rules, edition, report)
        played = book.game if cards is None else with_own_cards(book.game, cards)

        def rules_for(editions: Sequence[str]) -> BoundModel:
            followed = book.followed_by(editions)
            return BoundModel(played, followed.edition, followed.values)

        limits = engine_limits(engine_seconds, engine_memory)
        result = examine(engine, played, rules_for, book.store.rules, report, limits)
    if json:
        print_json(result)
        return result.exit_status
    to = console()
    rows = [(remark.check, remark.judged.value, printable(remark.what)) for remark in result.remarks]
    print_table(to, ("Check", "", "What was seen"), rows)
    for remark in result.remarks:
        if remark.judged in (Judged.MEND, Judged.DOUBT):
            to.print(printable(f"\n{remark.check}: {remark.what}"), soft_wrap=True)
            to.print(printable(f"  {remark.judged.value}: {remark.remedy}"), soft_wrap=True)
            if remark.message:
                to.print(printable(f"  message: {remark.message}"), soft_wrap=True)
    numbers = {one: sum(remark.judged is one for remark in result.remarks) for one in Judged}
    counts = ", ".join(f"{number} {one.value}" for one, number in numbers.items() if number)
    name = f"{result.name} {result.version}".strip() or result.engine
    total = counted(len(result.remarks), "line")
    to.print(printable(f"\n{name}: {total}: {counts}; edition {result.edition}"))
    return result.exit_status


@app.command()
def schema(*, game: GameOption = DEFAULT_GAME) -> int:
    """Print the JSON Schema of every message of the adapter protocol."""
    import msgspec

    from rulehound.checker.cli.standard_output import print_bytes
    from rulehound.checker.engines.messages import protocol_schema
    from rulehound.checker.rulebook.reading import open_game

    content = msgspec.json.encode(protocol_schema(open_game(game)))
    print_bytes(msgspec.json.format(content, indent=2) + b"\n")
    return 0
