"""Builds docs/differences.md from the data: how the editions of the DCG rules differ.

Run it from the repository after a change of spec/rulehound/spec/dcg/differences.toml.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from rulehound.spec.dcg import game
from rulehound.spec.documents.differences import (
    Clauses,
    Differences,
    NotModelled,
    RuleDifference,
    SettledQuestion,
    load_differences,
)
from rulehound.spec.documents.spec_records import Rule
from rulehound.spec.documents.store import load_store

PAGE = Path(__file__).parents[1] / "docs" / "differences.md"

INTRODUCTION = """\
# How the editions of the Digimon Card Game rules differ

Built by `tools/build_differences_page.py` from `spec/rulehound/spec/dcg/differences.toml`; change that.

A *ruleset* is a setting of the model's switches: {rulesets}. If the documents of a ruleset are silent, it
follows the ruleset before it. `rulehound prove --between manual-2.3 comprehensive-4.0` shows, for each switch
of the model that differs between the two, the smallest situation that they judge differently.
"""

HIDDEN = """\
They have no switch. Under every ruleset the reference engine follows the manual 2.3 and its companions, and
later documents only where these are silent.
"""
SETTLED = """\
The answer holds under every ruleset, so it needs no switch, and the reference engine plays by it. Where an
entry says that the earlier documents leave it open, only engines of later editions are asked.
"""
LEFT_OUT = """\
If an engine uses one of these, the game is not judged from there on. Scenarios still test some of them; their
rules are named after the clauses.
"""


def page(found: Differences, rules: Collection[Rule]) -> str:
    """The whole page."""
    rulesets = ", ".join(f"`{name}`" for name in game.rulesets)
    shown = [difference for difference in found.differences if difference.switch]
    hidden = [difference for difference in found.differences if not difference.switch]
    lines = [INTRODUCTION.format(rulesets=rulesets), "## Differences that a game shows", ""]
    for difference in shown:
        lines += _section(difference)
    lines += ["## Differences that no action and no state can show", "", HIDDEN]
    for difference in hidden:
        lines += _section(difference)
    lines += ["## Where documents contradict themselves or are silent, and the answer taken", "", SETTLED]
    for settled in found.settled:
        lines += _answer(settled)
    lines += ["## Expected differences that do not exist", ""]
    lines += [f"- `{entry.id}`: {entry.says} ({_cited(entry.clauses)})" for entry in found.agreed]
    lines += ["", "## Mechanics of the newest edition that the model leaves out", "", LEFT_OUT]
    lines += [_left_out(entry, rules) for entry in found.not_modelled]
    return "\n".join(lines) + "\n"


def _section(difference: RuleDifference) -> Iterator[str]:
    yield from (f"### {difference.id}", "", difference.says, "")
    for reading in difference.readings:
        cited = f" {_cited(reading.clauses)}." if reading.clauses else ""
        yield f"- **{reading.name}** ({', '.join(reading.rulesets)}): {reading.says}{cited}"
    if difference.scenarios:
        asked = ", ".join(f"`{name}`" for name in difference.scenarios)
        yield from ("", f"No state of the model shows it. Engines show it in scenarios: {asked}.")
    if difference.cannot_show:
        yield from ("", f"Cannot be shown: {difference.cannot_show}")
    yield ""


def _answer(settled: SettledQuestion) -> Iterator[str]:
    yield from (f"### {settled.id}", "", f"{settled.says} **{settled.taken}** {settled.why}", "")
    rules, asked = (", ".join(f"`{name}`" for name in names) for names in (settled.rules, settled.scenarios))
    yield from (f"{rules}: {_cited(settled.clauses)}. Asked by {asked}.", "")


def _left_out(mechanic: NotModelled, rules: Collection[Rule]) -> str:
    """The line of a mechanic, with the rules that cite its clauses."""
    citing = [f"`{rule.id}`" for rule in rules if _cites(rule, mechanic.clauses)]
    by_rules = f"; scenarios of {', '.join(citing)}" if citing else ""
    return f"- {mechanic.name} ({_cited(mechanic.clauses)}{by_rules})"


def _cites(rule: Rule, clauses: Clauses) -> bool:
    """Whether a source of a rule is one of these clauses."""
    cited = {
        (f"{source.document}@{version}", key)
        for source in rule.sources
        for version in source.clause
        for key in source.clauses(version)
    }
    return any((edition, key) in cited for edition, keys in clauses.items() for key in keys)


def _cited(clauses: Clauses) -> str:
    return "; ".join(f"{edition} {', '.join(keys)}" for edition, keys in clauses.items())


def main() -> None:
    """Write the page."""
    store = load_store(game.directory, tuple(game.rulesets))
    differences = load_differences(game.directory, game.rulesets, store.clauses)
    PAGE.write_text(page(differences, store.rules.values()), encoding="utf-8")


if __name__ == "__main__":
    main()
