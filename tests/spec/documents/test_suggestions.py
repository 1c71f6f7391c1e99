"""What is suggested for a new clause: what is near it, where it belongs, and a draft to fill in."""

from __future__ import annotations

from pathlib import Path

from rulehound.spec.documents.alignment import align, side_of_document
from rulehound.spec.documents.impact import impact
from rulehound.spec.documents.store import Store, load_store
from rulehound.spec.documents.suggestions import Suggestion, suggestions
from rulehound.spec.documents.update import record_update
from rulehound_testing.made_up_spec import RULEBOOK, document, write_spec

OLD = ("shells", "1.0")
ADDED = "A gatherer who does not wait keeps the marks of the tide."
UPDATE = {**RULEBOOK, "1-1-4": ADDED, "3": "The feast", "3-1": "Drums sound until dusk."}


def suggested(root: Path) -> tuple[Store, dict[str, Suggestion]]:
    new = document(UPDATE, version="1.1", name="shells-1.1.pdf")
    record_update(root, new)
    store = load_store(root)
    alignment = align(side_of_document(document(RULEBOOK)), side_of_document(new))
    result = impact(store, OLD, alignment, (), new=("shells", "1.1"))
    return store, {one.clause: one for one in suggestions(store, result, alignment, OLD, "1.1")}


def test_the_nearest_clauses_and_their_rules(tmp_path: Path) -> None:
    _, made = suggested(write_spec(tmp_path))
    assert list(made) == ["1-1-4", "3-1"]
    assert made["1-1-4"].near[0] == "1-1-3"
    assert made["1-1-4"].rules[0] == "tide.wait"
    assert made["1-1-4"].file.endswith(".toml")
    assert made["3-1"].rules == ()
    assert made["3-1"].file == ""


def test_a_draft_is_a_rule_once_it_says_something(tmp_path: Path) -> None:
    root = write_spec(tmp_path)
    _, made = suggested(root)
    draft = made["1-1-4"].draft
    assert 'says = ""' in draft
    assert 'clause = { "1.1" = "1-1-4" }' in draft
    path = root / "rules" / made["1-1-4"].file
    filled = draft.replace('says = ""', 'says = "Who does not wait keeps the tide."')
    path.write_text(f"{path.read_text()}\n{filled}", encoding="utf-8")
    rule = load_store(root).rules["tide.clause-1-1-4"]
    assert rule.kind == "transition"
    assert rule.sources[0].clauses("1.1") == ("1-1-4",)
