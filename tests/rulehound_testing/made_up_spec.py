"""A made-up game of shells and tides, as documents and as a spec directory, for tests that need no PDF."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from rulehound.extract import Box, Clause, Document, fingerprint
from rulehound.spec.documents.editions import record_edition

RULEBOOK = {
    "1": "The tide",
    "1-1": "The gauge",
    "1-1-1": "The tide is counted on a gauge that both gatherers share at the water's edge.",
    "1-1-2": "The tide never rises past the highest mark, and the highest mark is 10.",
    "1-1-3": "A gatherer who waits hands the other one 3 marks of the tide.",
    "2": "Preparing the beach",
    "2-1": "Each gatherer takes five shells into the basket before the sun comes up.",
    "2-2": "Baskets are kept dry.",
    "2-3": "Shells may be washed in fresh water by whoever likes them clean.",
}

DOCUMENT_TOML = """\
id = "shells"
title = "Rules of Shells"
language = "en"

[[edition]]
version = "1.0"
date = "2020-02-02"
sha256 = "{sha256}"
ruleset = "old-sea"
pdf = "shells-1.0.pdf"
"""

RULES_TOML = """\
# The tide.

[[rule]]
id = "tide.limit"
kind = "invariant"
says = "The tide stays at or below its highest mark."

[[rule.source]]
document = "shells"
clause = { "1.0" = ["1-1-1", "1-1-2"] }
facts."tide.max" = 'highest mark is (?P<int>\\w+)'

[[rule]]
id = "tide.wait"
kind = "transition"
says = '''
Waiting moves the tide.
[[rule]]'''
[[rule.source]]
document = "shells"
clause = { "1.0" = "1-1-3" }
facts."tide.wait" = '(?P<int>\\w+) marks'
"""

BASKET_TOML = """\
[[rule]]
id = "basket.start"
kind = "setup"
says = "A game starts with shells in each basket."
[[rule.source]]
document = "shells"
clause = { "1.0" = "2-1" }
facts."basket.start" = 'takes (?P<int>\\w+) shells'
"""

NOT_CHECKED_TOML = """\
[[clause]]
document = "shells"
reason = "physical"
clause = { "1.0" = [
    "2-2",
    "2-3",
] }
"""

SCENARIO_TOML = """\
id = "waiting"
title = "Waiting at low tide"
rules = ["tide.wait", "tide.limit"]

[[step]]
do = { action = "wait" }

[[step]]
try = { action = "wait" }
expect = { illegal = "tide.limit" }
"""


def document(
    clauses: Mapping[str, str], title: str = "Rules of Shells", version: str = "1.0", name: str = "shells.pdf"
) -> Document:
    """A document with these texts by number; a text without a full stop at its end is a heading."""
    made = []
    for index, (key, text) in enumerate(clauses.items()):
        box = Box(
            page=1 + index // 40, x0=50.0, top=20.0 * (index % 40), x1=250.0, bottom=20.0 * (index % 40) + 12
        )
        parent = key.rpartition("-")[0]
        made.append(
            Clause(
                number=key,
                key=key,
                parent=parent if parent in clauses else None,
                kind="clause" if text.endswith(".") else "heading",
                text=text,
                page=box.page,
                bbox=box,
                boxes=(box,),
                changed=False,
                fingerprint=fingerprint(text),
            )
        )
    sha256 = hashlib.sha256(repr((title, version, clauses)).encode()).hexdigest()
    return Document(
        path=name,
        sha256=sha256,
        title=title,
        version=version,
        date="2020-02-02",
        pages=1 + len(clauses) // 40,
        clauses=tuple(made),
        warnings=(),
    )


def write_spec(root: Path, rulebook: Document | None = None, **files: str) -> Path:
    """Write a whole and right spec directory, recorded; `files` replace its files by their names below."""
    rulebook = rulebook or document(RULEBOOK)
    texts = {
        "document": DOCUMENT_TOML.format(sha256=rulebook.sha256),
        "rules": RULES_TOML,
        "basket": BASKET_TOML,
        "not_checked": NOT_CHECKED_TOML,
        "scenario": SCENARIO_TOML,
    }
    places = {
        "document": "documents/shells.toml",
        "rules": "rules/tide.toml",
        "basket": "rules/basket.toml",
        "not_checked": "rules/not-checked.toml",
        "scenario": "scenarios/tide/waiting.toml",
    }
    for name, text in texts.items():
        path = root / places[name]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    record_edition(root, "shells", "1.0", rulebook)
    for name, text in files.items():
        (root / places[name]).write_text(text, encoding="utf-8")
    return root


UPDATE = {
    "1": "The tide",
    "1-1": "The gauge",
    "1-1-1": RULEBOOK["1-1-1"],
    "1-1-2": "The tide never rises past the highest mark, and the highest mark is 12.",
    "1-1-3": "Nobody touches the gauge with wet hands while the other gatherer sleeps.",
    "1-1-4": RULEBOOK["1-1-3"],
    "2": "Preparing the beach",
    "2-1": "Each gatherer takes five shells into the basket before the moon comes up.",
    "2-2": RULEBOOK["2-3"],
}
"""The next edition: a number and a word changed, one clause added, one removed, two renumbered."""
