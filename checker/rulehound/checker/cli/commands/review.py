"""`rulehound review`: somebody has looked at clauses whose words changed, and their rules still stand."""

from __future__ import annotations

from typing import Annotated

import typer

from rulehound.checker.cli.options import DEFAULT_GAME, GameOption, JsonOption, SpecOption


def review(
    *,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULE...", help="Ids of rules, or of clauses that the spec lists as not checked."
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Review every link whose clause has changed.")
    ] = False,
    document: Annotated[
        str | None, typer.Option("--document", metavar="ID", help="Only links into this document.")
    ] = None,
    version: Annotated[
        str | None, typer.Option("--version", metavar="V", help="Only links into this version of a document.")
    ] = None,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
) -> int:
    """Record that somebody reviewed changed clauses.

    The rules that cite them still stand, and their links are in order again. The exit status is 1 where a
    rule or clause that is named does not exist, else 0.
    """
    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import console
    from rulehound.checker.errors import UserError, printable
    from rulehound.checker.rulebook.reading import load_spec, open_game
    from rulehound.checker.wording import counted
    from rulehound.spec.documents.review import review

    if bool(names) == everything:
        what = "both rules and --all are given" if everything else "no rule is named"
        raise UserError(what, "name rules, or give --all for everything in doubt")
    store = load_spec(open_game(game, spec))
    results = review(store, None if everything else names, document, version)
    if json:
        print_json({"results": results})
    else:
        to = console()
        for result in results:
            link = result.link
            where = f"   {link.document} {link.version}, {link.key}" if link and link.key else ""
            line = f"{result.name}   {result.outcome}{where}   {result.explanation}"
            to.print(printable(line), soft_wrap=True)
        reviewed = sum(result.outcome == "reviewed" for result in results)
        to.print(f"{counted(reviewed, 'link')} reviewed")
    return 1 if any(result.outcome == "gone" for result in results) else 0
