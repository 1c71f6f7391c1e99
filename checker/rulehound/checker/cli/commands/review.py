"""`rulehound review`: a person has looked at clauses whose words changed, and the rules still stand."""

from __future__ import annotations

from collections.abc import Sequence

from rulehound.checker.cli.standard_output import print_json
from rulehound.checker.cli.terminal import console
from rulehound.checker.errors import UserError, printable
from rulehound.checker.rulebook.reading import BookOptions, load_spec
from rulehound.checker.wording import counted
from rulehound.spec.documents.review import Reviewed, review


def run(
    options: BookOptions,
    names: Sequence[str],
    everything: bool,
    edition: tuple[str | None, str | None],
    as_json: bool,
) -> int:
    """Record reviews of rules, or with `everything` of all that is in doubt; `edition` narrows it.

    The exit status is 1 where a clause is gone: nothing is left to review, and the rule is to be edited.
    Raises UserError or SpecError for a name that is not known, and where the spec cannot be written.
    """
    if bool(names) == everything:
        what = "both rules and --all are given" if everything else "no rule is named"
        raise UserError(what, "name rules, or give --all for everything in doubt")
    store = load_spec(options.open())
    results = review(store, None if everything else names, *edition)
    if as_json:
        print_json({"results": results})
    else:
        for line in map(_line, results):
            console().print(printable(line), soft_wrap=True)
        done = sum(result.outcome == "reviewed" for result in results)
        console().print(f"{counted(done, 'link')} reviewed")
    return 1 if any(result.outcome == "gone" for result in results) else 0


def _line(result: Reviewed) -> str:
    link = result.link
    where = f"   {link.document} {link.version}, {link.key}" if link and link.key else ""
    return f"{result.name}   {result.outcome}{where}   {result.explanation}"
