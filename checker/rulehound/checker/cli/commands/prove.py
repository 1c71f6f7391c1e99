"""`rulehound prove`: invariants proved, and other questions about the rules put to the solver."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulehound.checker.cli.options import (
    DEFAULT_GAME,
    EditionOption,
    GameOption,
    JsonOption,
    PagesOption,
    RulesOption,
)
from rulehound.checker.cli.password_option import takes_password

if TYPE_CHECKING:
    from rulehound.checker.model.prove.stacking import StackAnswer
    from rulehound.checker.rulebook.bound_model import BoundModel
    from rulehound.checker.rulebook.reading import Rulebook

NOT_ANSWERED = 3
"""Exit status where the solver leaves a question open."""


@takes_password
def prove(
    *,
    consistency: Annotated[
        bool, typer.Option("--consistency", help="Ask whether rules contradict each other or demand nothing.")
    ] = False,
    stack: Annotated[
        Path | None,
        typer.Option(
            "--stack",
            metavar="FILE",
            help="Ask whether legal play can build the stack of cards in this file, or whether the "
            "rules allow the deck in it.",
        ),
    ] = None,
    between: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--between",
            metavar="EDITION EDITION",
            help="Show the smallest situation for each difference between two editions.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="With --between: write the situations as scenarios to this folder."
        ),
    ] = None,
    rules: RulesOption = None,
    edition: EditionOption = None,
    html: PagesOption = None,
    json: JsonOption = False,
    game: GameOption = DEFAULT_GAME,
) -> int:
    """Prove the invariants of the model with z3, for any cards.

    --consistency, --stack and --between ask the solver another question. The exit status is 1 if rules
    contradict each other or demand nothing, if no legal play builds the stack, or if the deck breaks a rule;
    else 3 if the solver leaves a question open; else 0.
    """
    from rulehound.checker.cli.terminal import progress
    from rulehound.checker.errors import UserError
    from rulehound.checker.report.directory import require_output
    from rulehound.checker.report.walk_site import LAYOUT
    from rulehound.checker.rulebook.reading import edition_of, open_game, read_rulebook

    if [stack is not None, consistency, between is not None].count(True) > 1:
        raise UserError("--stack, --consistency and --between are different questions", "give one of them")
    if between is None and out is not None:
        raise UserError("--out is for the scenarios of --between", "give two editions with --between")
    if consistency and html is not None:
        raise UserError(
            "--html writes pages to step through, which --consistency does not have", "leave it out"
        )
    if html is not None:
        require_output(html, LAYOUT)
    opened_game = open_game(game)
    if between is not None:
        for each in between:
            edition_of(opened_game, each)
        if between[0] == between[1]:
            raise UserError(f"{between[0]} is compared with itself", "name two editions")
    with progress() as report:
        book = read_rulebook(opened_game, rules, edition, report)
    if between is not None:
        return _compare_editions(book, between, out, html, json)
    bound = book.complete_model()
    if stack is not None:
        return _judge_stack(book, bound, stack, html, json)
    return _check_consistency(bound, json) if consistency else _prove_invariants(book, bound, html, json)


def _prove_invariants(book: Rulebook, bound: BoundModel, html: Path | None, as_json: bool) -> int:
    """Print what is proved and what it rests on; an invariant that is not inductive is inconclusive."""
    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import console, print_records, progress
    from rulehound.checker.efforts import EFFORTS
    from rulehound.checker.model.proof_checks import (
        IMPOSSIBLE,
        NOT_IN_EDITION,
        counterexample_lines,
        proof_record,
        prove_model,
    )
    from rulehound.checker.model.prove import NOT_INDUCTIVE
    from rulehound.checker.pipeline.walk_pages import proof_walks, write_walk_pages
    from rulehound.checker.records import exit_status_of_records

    with progress() as report:
        induction = prove_model(bound, EFFORTS["normal"], report)
    records = [proof_record(bound, proof) for proof in induction.proofs]
    if html is not None:
        write_walk_pages(html, book, proof_walks(book, bound, induction))
    if as_json:
        absent = induction.not_in_edition
        print_json({"records": records, "impossible": induction.impossible, "not_in_edition": absent})
        return exit_status_of_records(records)
    to = console()
    print_records(records, to)
    for proof in induction.proofs:
        if proof.verdict == NOT_INDUCTIVE:
            to.print("\n" + "\n".join(counterexample_lines(proof)), soft_wrap=True, markup=False)
    for name in induction.impossible:
        to.print(f"{name}: {IMPOSSIBLE}", soft_wrap=True)
    if induction.not_in_edition:
        to.print(f"{NOT_IN_EDITION}: {', '.join(induction.not_in_edition)}", soft_wrap=True)
    return exit_status_of_records(records)


def _check_consistency(bound: BoundModel, as_json: bool) -> int:
    """Print rules that contradict each other or say nothing, and what merely follows from other rules."""
    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import console, print_records, progress
    from rulehound.checker.efforts import EFFORTS
    from rulehound.checker.model.proof_checks import consistency_of, flaw_line, records_of
    from rulehound.checker.model.prove.consistency import Flaw
    from rulehound.checker.records import exit_status_of_records

    with progress() as report:
        result = consistency_of(bound, EFFORTS["normal"], report)
    records = records_of(bound, result)
    if as_json:
        print_json({"records": records, "findings": result.findings})
        return exit_status_of_records(records)
    to = console()
    print_records(records, to)
    for flaw in Flaw:
        lines = [f"  {flaw_line(finding)}" for finding in result.findings if finding.flaw is flaw]
        if lines:
            to.print("\n" + "\n".join([f"{flaw}:", *lines]), soft_wrap=True)
    return exit_status_of_records(records)


def _compare_editions(
    book: Rulebook, editions: tuple[str, str], out: Path | None, html: Path | None, as_json: bool
) -> int:
    """Print a witness for each difference; one that has a switch and no witness leaves the question open."""
    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import console, progress
    from rulehound.checker.cli.views.witnesses import as_plain, lines
    from rulehound.checker.pipeline.walk_pages import edition_walks, write_walk_pages
    from rulehound.checker.suite.witnesses.differences import compare_editions
    from rulehound.checker.suite.witnesses.files import write_scenarios

    with progress() as report:
        results = compare_editions(book, editions, report)
    if out is not None:
        witnesses = [witness for result in results for witness in result.witnesses]
        write_scenarios(out, [scenario for witness in witnesses for scenario in witness.scenarios])
    if html is not None:
        write_walk_pages(html, book, edition_walks(book, results, editions))
    if as_json:
        print_json({"editions": editions, "differences": [as_plain(each, editions) for each in results]})
    else:
        to = console()
        for line in lines(results, editions):
            to.print(line, soft_wrap=True)
    return NOT_ANSWERED if any(each.is_open for each in results) else 0


def _judge_stack(book: Rulebook, bound: BoundModel, path: Path, html: Path | None, as_json: bool) -> int:
    """Print the shortest history of a stack, or the rules that forbid it, or those that a deck breaks."""
    from rulehound.checker.errors import UserError
    from rulehound.checker.model.prove.stack_file import StackQuestion, read_question
    from rulehound.checker.model.prove.stacking import shortest_history
    from rulehound.checker.pipeline.walk_pages import stack_walks, write_walk_pages

    stacks = bound.game.stacks
    if stacks is None:
        raise UserError(f"{path}: the game {bound.game.name} has no stacks", "choose another game")
    try:
        question = read_question(path, stacks)
        if isinstance(question, StackQuestion):
            ways = stacks.ways(bound.values, question.cards, question.removed, question.effects)
            answer = shortest_history(*ways)
            if html is not None:
                write_walk_pages(html, book, stack_walks(book, answer, path.stem, question.cards))
            return _print_history(answer, bound.edition, as_json)
        if html is not None:
            raise UserError(f"{path}: a deck has no history to step through", "leave out --html")
        return _print_broken_rules(question.broken_rules(stacks, bound.values), bound.edition, as_json)
    except ValueError as error:
        raise UserError(f"{path}: {error}", "correct the facts of the card") from None


def _print_history(answer: StackAnswer, edition: str, as_json: bool) -> int:
    import msgspec

    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import console

    if as_json:
        print_json({"edition": edition, **msgspec.to_builtins(answer)})
    else:
        console().print("\n".join(_history_lines(answer, edition)), soft_wrap=True, markup=False)
    return NOT_ANSWERED if answer.reachable is None else 0 if answer.reachable else 1


def _history_lines(answer: StackAnswer, edition: str) -> list[str]:
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


def _print_broken_rules(rules: list[str], edition: str, as_json: bool) -> int:
    from rulehound.checker.cli.standard_output import print_json
    from rulehound.checker.cli.terminal import console

    if as_json:
        print_json({"edition": edition, "legal": not rules, "rules": rules})
    else:
        text = f"the deck breaks {', '.join(rules)}" if rules else "the deck breaks no rule"
        console().print(f"{text} ({edition})", soft_wrap=True, markup=False)
    return 1 if rules else 0
