"""`rulehound review`: records that somebody reviewed changed clauses, and that their rules still stand."""

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
    yes: Annotated[
        bool, typer.Option("--yes", help="With --all: review the links. Without it they are only shown.")
    ] = False,
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="Who reviewed them.")] = "",
    why: Annotated[
        str, typer.Option("--why", metavar="TEXT", help="Why the rules still stand, kept with the review.")
    ] = "",
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

    The rules that cite them still stand, and their links are in order again. The exit status is 1 if a
    named rule or clause does not exist, else 0.
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
    if yes and not everything:
        raise UserError("--yes is given without --all", "leave it out: rules that are named are reviewed")
    store = load_spec(open_game(game, spec))
    only_shown = everything and not yes
    results = review(
        store, None if everything else names, document, version, by=by, why=why, write=not only_shown
    )
    if json:
        print_json({"results": results})
    else:
        to = console()
        for result in results:
            link = result.link
            where = f"   {link.document} {link.version}, {link.key}" if link and link.key else ""
            outcome = "to review" if only_shown and result.outcome == "reviewed" else result.outcome
            line = f"{result.name}   {outcome}{where}   {result.explanation}"
            to.print(printable(line), soft_wrap=True)
        count = sum(result.outcome == "reviewed" for result in results)
        links = counted(count, "link")
        if only_shown and count:
            to.print(f"{links} to review, none reviewed: give --yes once somebody has looked at all of them")
        else:
            to.print(f"{links} reviewed")
    return 1 if any(result.outcome == "gone" for result in results) else 0
