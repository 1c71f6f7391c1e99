"""The toy game with a rulebook as PDF and a spec directory, so that all of a run can be done on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import msgspec

from rulehound.extract import read_document
from rulehound.spec.documents.editions import record_edition
from rulehound.spec.formats import Handshake
from rulehound.spec.game import Game
from rulehound_testing.documents.typeset import Item, Rulebook, typeset
from rulehound_testing.toy import game as toy

CLAUSES = {
    "1": "The heap",
    "1-1": "Two players add to one heap.",
    "1-2": "The heap is full at 7 and never grows past that.",
    "2": "Turns",
    "2-1": "Players take turns.",
    "2-2": "A player adds one at least.",
    "2-3": "A player adds two at most.",
}

RULES = """\
[[rule]]
id = "heap.full"
kind = "invariant"
says = "The heap never grows past full."
[[rule.source]]
document = "heap-rules"
clause = { "1.0" = "1-2" }
facts."heap.full" = 'full at (?P<int>\\w+)'

[[rule]]
id = "add.turns"
kind = "transition"
says = "Players add in turn."
[[rule.source]]
document = "heap-rules"
clause = { "1.0" = ["1-1", "2-1"] }

[[rule]]
id = "add.some"
kind = "transition"
says = "Nobody adds nothing."
[[rule.source]]
document = "heap-rules"
clause = { "1.0" = "2-2" }

[[rule]]
id = "add.few"
kind = "transition"
says = "Nobody adds more than two."
[[rule.source]]
document = "heap-rules"
clause = { "1.0" = "2-3" }
facts."add.most" = 'adds (?P<int>\\w+) at most'

[[rule]]
id = "add.idle"
kind = "definition"
says = "Nobody looks at this rule."
[[rule.source]]
document = "heap-rules"
clause = { "1.0" = "1-1" }

[[rule]]
id = "add.other"
kind = "definition"
says = "This rule holds elsewhere."
editions = ["other"]
"""

DOCUMENT = """\
id = "heap-rules"
title = "Rules of the Heap"
language = "en"
[[edition]]
version = "1.0"
date = "2020-02-02"
sha256 = "{sha256}"
ruleset = "only"
pdf = "rules.pdf"
"""

SCENARIO = """\
id = "heap/too-many"
title = "Three are too many"
rules = ["add.few"]
given.position = { count = 0 }
[[step]]
try = { action = "add", amount = 3 }
expect = { illegal = "add.few" }
"""

WORDS = """\
piles = []
sides = ["me", "opponent"]
[card]
by = "kind"
default = "counter"
[card.facts.counter]
"""


def rules_pdf(path: Path, changed: Mapping[str, str] | None = None) -> Path:
    """The rulebook of the toy as PDF, some clauses worded otherwise; None of them left out where ''."""
    texts = {**CLAUSES, **(changed or {})}
    ordered = sorted(texts, key=lambda number: [int(level) for level in number.split("-")])
    items = [Item(number, texts[number]) for number in ordered if texts[number]]
    return typeset(Rulebook(items, title=("Rules of the Heap", "Version 1.0")), path)


def toy_game(root: Path) -> Game:
    """The toy with its spec written under a folder."""
    for name in ("rules", "documents", "scenarios/heap"):
        (root / name).mkdir(parents=True)
    document = read_document(rules_pdf(root / "rules.pdf"))
    (root / "documents/heap-rules.toml").write_text(DOCUMENT.format(sha256=document.sha256))
    record_edition(root, "heap-rules", "1.0", document)
    (root / "rules/heap.toml").write_text(RULES)
    (root / "scenarios/defaults.toml").write_text(WORDS)
    (root / "scenarios/heap/too-many.toml").write_text(SCENARIO)
    rulesets = {"only": {}, "other": {}}
    return replace(toy.game, directory=root, rulebook=root / "rules.pdf", rulesets=rulesets)


class Engine(toy.HeapEngine):
    """The toy's engine, which says that it sets up positions and takes cards (there are none)."""

    def handshake(self) -> Handshake:
        greeting = super().handshake()
        capabilities = [*greeting.capabilities, "position", "card-facts"]
        return msgspec.structs.replace(greeting, capabilities=capabilities)
