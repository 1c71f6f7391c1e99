"""Breaks of the tree that were chosen on purpose: each spoils what evidence rests on, and must be seen.

Each is one change to the text of one file, given by a pattern and what takes its place. `seen_by` says what
goes red: the gate (`rulehound trace --gate`), or a test of the project, by its path.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

GATE = "gate"
DCG = "spec/rulehound/spec/dcg"
CHECKER = "checker/rulehound/checker"


@dataclass(frozen=True)
class NamedBreak:
    """A way to spoil the tree, and what has to go red there."""

    name: str
    file: str
    """Relative to the project."""
    pattern: str
    """A regular expression, matched over lines; its first match is replaced."""
    replacement: str
    seen_by: str = GATE
    all: bool = False
    """Every match is replaced."""

    def broken(self, root: Path) -> str:
        """The text of the file, broken. Raises LookupError where the pattern matches nothing there."""
        text = (root / self.file).read_text("utf-8")
        broken, count = re.subn(self.pattern, self.replacement, text, count=0 if self.all else 1, flags=re.M)
        if not count or broken == text:
            raise LookupError(f"{self.name}: {self.pattern!r} changes nothing in {self.file}")
        return broken


def _record(name: str) -> str:
    return f"{DCG}/evidence/{name}.jsonl"


def _clauses(name: str) -> str:
    return f"{DCG}/documents/{name}.clauses.jsonl"


NAMED_BREAKS = (
    # what is recorded of documents
    NamedBreak(
        "fingerprint of a linked clause edited",
        _clauses("rulehound-rulebook-1.1"),
        r'("key":"3-3-2",.*"fingerprint":")....',
        r"\g<1>0000",
    ),
    NamedBreak(
        "fingerprint of a linked clause of an earlier edition edited",
        _clauses("rulehound-rulebook-1.0"),
        r'("key":"3-3-2",.*"fingerprint":")....',
        r"\g<1>0000",
    ),
    NamedBreak(
        "place of a clause edited",
        _clauses("rulehound-rulebook-1.1"),
        r'("key":"3-3-2",.*"page":)\d+',
        r"\g<1>9",
    ),
    NamedBreak(
        "list of an edition's clauses shortened",
        _clauses("dcg-comprehensive-rules-en-4.0"),
        r'^\{"id":"[^\n]*"key":"1-4-2-2"[^\n]*\n',
        "",
    ),
    NamedBreak(
        "clause without a link taken out of an edition",
        _clauses("rulehound-rulebook-1.1"),
        r'^\{"id":"[^\n]*"key":"1-1-3"[^\n]*\n',
        "",
    ),
    NamedBreak(
        "kind of a clause changed into one that demands nothing",
        _clauses("rulehound-rulebook-1.1"),
        r'("key":"1-1-3","kind":")clause',
        r"\g<1>example",
    ),
    # what people have written of rules
    NamedBreak(
        "what a rule says turned round",
        f"{DCG}/rules/memory.toml",
        "The counter never stands past",
        "The counter may stand past",
    ),
    NamedBreak(
        "pattern of a fact widened",
        f"{DCG}/rules/memory.toml",
        r"'highest\\s\*number\\s\*is\\s\*\(\?P<int>\\w\+\)'",
        r"'(?P<int>\\w+)\\s*[.]'",
    ),
    NamedBreak(
        "clause of a rule listed as not testable, and its link taken out",
        f"{DCG}/rules/memory.toml",
        r'clause = \{ "1\.1" = \["3-3-1", "3-3-3", "3-3-4"\]',
        'clause = { "1.1" = ["3-3-1", "3-3-3"]',
    ),
    # the checks themselves
    NamedBreak(
        "expectation of a scenario emptied",
        f"{DCG}/scenarios/rules/hand-unlimited.toml",
        r"^expect\.state = .*$",
        "expect.state = {}",
    ),
    NamedBreak(
        "invariant made true of everything",
        f"{DCG}/model/invariants.py",
        r"return between\(-fact\(.memory\.max.\), s\.memory, fact\(.memory\.max.\)\)",
        "return between(-fact('memory.max') - 99, s.memory, fact('memory.max') + 99)",
    ),
    NamedBreak(
        "configurations of the search emptied",
        f"{DCG}/model/configurations.py",
        r'^SEARCHED = \{"quick": QUICK, "normal": NORMAL',
        'SEARCHED = {"quick": (), "normal": ()',
    ),
    NamedBreak(
        "width of a configuration narrowed",
        f"{DCG}/model/configurations.py",
        r'"State\.memory": \(-most - 1, most \+ 1\)',
        '"State.memory": (0, 1)',
    ),
    NamedBreak(
        "steps of probe cards removed", f"{DCG}/cards/probe.toml", r"^steps = \[.*\]$", "steps = []", all=True
    ),
    NamedBreak("fact of a plain card changed", f"{DCG}/cards/plain.toml", r"dp = 3000", "dp = 2000"),
    NamedBreak(
        "default of scenarios changed",
        f"{DCG}/scenarios/defaults.toml",
        r'^default = "digimon"',
        'default = "tamer"',
    ),
    NamedBreak(
        "decision taken for forced in every scenario",
        f"{DCG}/scenarios/defaults.toml",
        r"^forced = \[",
        'forced = ["blocking", ',
    ),
    # the checker's judging
    NamedBreak(
        "comparison of scenarios always true",
        f"{CHECKER}/suite/scenarios/steps.py",
        r"for value in \(expected, observed\)\)\):",
        "for value in (expected, expected))):",
    ),
    NamedBreak(
        "refusals taken for any rule",
        f"{CHECKER}/suite/scenarios/steps.py",
        r"elif rule not in cited and not cited & _forbidding\(run, action\):",
        "elif rule not in cited and not cited:",
    ),
    NamedBreak(
        "every judged check counted as exercised",
        f"{CHECKER}/judging/coverage.py",
        r"EXERCISED: coverage\.exercised\.get\(check, 0\)",
        "EXERCISED: coverage.judged.get(check, 0)",
    ),
    NamedBreak(
        "reading of an engine's observation blinded",
        f"{DCG}/reading/states.py",
        r"\Z",
        "\n",
    ),
    # the evidence
    NamedBreak(
        "verdict on record turned into a pass",
        _record("manual-2.3"),
        r'"verdict":"not exercised"',
        '"verdict":"pass"',
    ),
    NamedBreak(
        "check taken off the record of a run",
        _record("manual-2.3"),
        r'^\{"check":"[^\n]*"verdict":"not exercised"[^\n]*\n',
        "",
    ),
    NamedBreak(
        "surviving mutant recorded as caught",
        _record("mutants-engine"),
        r'"outcome":"survived"',
        '"outcome":"caught"',
    ),
    NamedBreak(
        "surviving mutant recorded as one that cannot matter",
        _record("mutants-engine"),
        r'"outcome":"survived"',
        '"outcome":"equivalent"',
    ),
    NamedBreak(
        "surviving mutants taken off the record",
        _record("mutants-engine"),
        r'^[^\n]*"outcome":"survived"[^\n]*\n',
        "",
        all=True,
    ),
    NamedBreak(
        "fault that there is not in the record of faults",
        f"{DCG}/seen_to_fail.toml",
        r'^("cost:play" = .*faults = \[)',
        r'\g<1>"a fault that nobody planted", ',
    ),
    NamedBreak(
        "fault on record renamed to one that the check does not catch",
        f"{DCG}/seen_to_fail.toml",
        r'^("cost:play" = .*faults = \[).*\]',
        r'\g<1>"block-twice"]',
    ),
    NamedBreak(
        "equivalent mutant without a reason",
        f"{DCG}/equivalent_mutants.toml",
        r'^reason = ".*"$',
        'reason = ""',
    ),
    NamedBreak(
        "equivalent mutant added that there is not",
        f"{DCG}/equivalent_mutants.toml",
        r"\Z",
        '\n[[mutant]]\nengine = "reference"\nmutant = "nowhere:1 is gone"\ncontent = "0"\nreason = "it is"\n',
    ),
    # what the gate demands
    NamedBreak("floors set to 0", f"{DCG}/evidence/floors.toml", r"= [0-9.]+$", "= 0", all=True),
    NamedBreak("one floor taken out", f"{DCG}/evidence/floors.toml", r"^engine-code = .*\n", ""),
    NamedBreak(
        "excuse added for a rule that needs none",
        f"{DCG}/evidence/floors.toml",
        r"\Z",
        '\n[[excused]]\nrule = "memory.limit"\nreason = "it is hard"\n',
    ),
    NamedBreak(
        "gate open to stale rules",
        f"{CHECKER}/evidence/gate.py",
        r"^SHUT = \(Status\.VIOLATED, Status\.STALE, ",
        "SHUT = (Status.VIOLATED, ",
        "tests/checker/evidence",
    ),
)
"""Every named break."""
