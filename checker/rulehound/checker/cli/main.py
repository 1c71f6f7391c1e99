"""The command `rulehound`: its commands gathered.

Everything heavy is imported inside the commands, so that `--help` answers at once. Results go to standard
output, progress to standard error.
"""

from __future__ import annotations

import sys
from typing import Annotated, NoReturn

import typer

from rulehound.checker.cli.commands.adapter import app as adapter_app
from rulehound.checker.cli.commands.ask import ask
from rulehound.checker.cli.commands.check import check
from rulehound.checker.cli.commands.conform import conform
from rulehound.checker.cli.commands.diff import diff
from rulehound.checker.cli.commands.explore import explore
from rulehound.checker.cli.commands.extract import extract
from rulehound.checker.cli.commands.impact import impact
from rulehound.checker.cli.commands.lint import lint
from rulehound.checker.cli.commands.mutate import mutate
from rulehound.checker.cli.commands.new_game import new_game
from rulehound.checker.cli.commands.play import play
from rulehound.checker.cli.commands.prove import prove
from rulehound.checker.cli.commands.replay import replay
from rulehound.checker.cli.commands.review import review
from rulehound.checker.cli.commands.scenario import app as scenario_app
from rulehound.checker.cli.commands.serve import serve
from rulehound.checker.cli.commands.show import show
from rulehound.checker.cli.commands.trace import trace
from rulehound.checker.cli.exit_status import exit_status_of, prepare_process

app = typer.Typer(
    name="rulehound",
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"rulehound {version('rulehound')}")
        raise typer.Exit


@app.callback()
def rulehound(
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Checks engines of a card game against its rulebook, clause by clause.

    `rulehound check` does everything for one engine and writes a report. `rulehound help COMMAND` explains a
    command and its options.
    """


for command in (
    check,
    conform,
    play,
    replay,
    explore,
    prove,
    mutate,
    trace,
    show,
    ask,
    serve,
    extract,
    lint,
    diff,
    impact,
    review,
    new_game,
):
    app.command()(command)
GROUPS = {"scenario": scenario_app, "adapter": adapter_app}
"""Commands that have commands of their own."""

for name, group in GROUPS.items():
    app.add_typer(group, name=name)


def main() -> NoReturn:
    """The entry point of the command."""
    prepare_process()
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command with these arguments; returns its exit status."""
    asked = _asked(arguments)
    name = next((argument for argument in asked if not argument.startswith("-")), "")
    return exit_status_of(
        lambda: app(asked, prog_name="rulehound", standalone_mode=False, obj=tuple(arguments)), name
    )


def _asked(arguments: list[str]) -> list[str]:
    """The arguments, where those that ask for nothing or for help are turned into --help."""
    match arguments:
        case ["help", *command]:
            return [*command, "--help"]
        case []:
            return ["--help"]
        case [group] if group in GROUPS:
            return [group, "--help"]
    return arguments
