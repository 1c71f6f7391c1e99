"""The rules of the DCG spec: complete, well linked, and reading every fact in both documents."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping

import pytest

from rulehound.extract.cache import read_cached
from rulehound.spec.dcg import rulesets
from rulehound.spec.documents.facts import number
from rulehound.spec.documents.spec_records import FactPattern
from rulehound.spec.documents.store import Store, load_store
from rulehound_testing.dcg.values import FACTS
from rulehound_testing.folders import ROOT, SHARED

SPEC = ROOT / "spec/rulehound/spec/dcg"
GOLD = SHARED / "gold/dcg-comprehensive-rules-en-4.0.gold.jsonl"
BUNDLED = "rulehound-rulebook"
PUBLISHED = ("dcg-comprehensive-rules-en", "4.0")


@pytest.fixture(scope="module")
def store() -> Store:
    return load_store(SPEC, rulesets.RULESETS)


@pytest.fixture(scope="module")
def texts() -> dict[str, dict[str, str]]:
    """The clauses of each bundled edition by number, headings left out."""
    return {
        version: {
            clause.number: clause.text
            for clause in read_cached(SPEC / f"rulebook/{BUNDLED}-{version}.pdf").clauses
            if clause.kind == "clause"
        }
        for version in ("1.0", "1.1")
    }


def matches(pattern: FactPattern, text: str) -> list[int | None]:
    return [number(match["int"]) for match in re.finditer(pattern.pattern, text, re.IGNORECASE)]


def read(patterns: tuple[FactPattern, ...], text: Mapping[str, str]) -> dict[str, set[int | None]]:
    """Every number that the patterns read in the clauses of their sources."""
    values: dict[str, set[int | None]] = {}
    for pattern in patterns:
        for clause in pattern.clauses:
            values.setdefault(pattern.fact, set()).update(matches(pattern, text[clause]))
    return values


def test_the_rules_counted(store: Store) -> None:
    assert len(store.rules) == 299
    assert Counter(rule.kind for rule in store.rules.values()) == {
        "transition": 189, "invariant": 13, "ordering": 41, "definition": 29, "deck": 7, "setup": 9,
        "numeric-bound": 4, "visibility": 7,
    }  # fmt: skip
    here = {rule.id for rule in store.rules.values() if any(s.document == BUNDLED for s in rule.sources)}
    published = {
        rule.id for rule in store.rules.values() if any(s.document == PUBLISHED[0] for s in rule.sources)
    }
    assert Counter(rule.split(".")[0] for rule in set(store.rules) - here) == {
        "areas": 3, "assembly": 9, "attack": 5, "battle": 1, "block": 2, "breeding": 4, "cards": 1,
        "delay": 6, "deletion": 1, "digi-burst": 4, "digisorption": 4, "digivolve": 3, "digixros":
        9, "dna": 5, "effects": 62, "game": 1, "keyword": 11, "option": 3, "piercing": 1, "reveal":
        2, "security": 2, "setup": 2, "showing": 1, "stack": 4, "token": 3, "turn": 1,
    }, "what the bundled rulebook leaves to card texts, and the re-draw, which it rejects"  # fmt: skip
    assert set(store.rules) - published == {
        "attack.reaction-gained", "block.blocked", "breeding.no-return", "delay.no-use",
        "deletion.by-rules", "digi-burst.orientation", "digivolve.same-turn", "dp.floor",
        "effects.duration", "effects.end-at-once", "effects.end-of-attack-lost", "effects.has-happened",
        "hand.unlimited", "option.main-alone", "option.no-return", "option.no-target",
        "security.digimon-apart", "setup.hand-kept", "stack.top-card", "token.as-played",
        "token.remains", "turn.carry", "turn.effects-end",
    }  # fmt: skip


def test_every_name_of_a_fact_is_a_fact_of_the_rulesets(store: Store) -> None:
    assert set(store.facts()) == set(rulesets.FACTS) == set(FACTS)


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_every_clause_is_linked_or_excused_but_not_both(
    store: Store, texts: Mapping[str, Mapping[str, str]], version: str
) -> None:
    linked = {
        clause
        for rule in store.rules.values()
        for source in rule.sources
        if source.document == BUNDLED
        for clause in source.clauses(version)
    }
    reasons = (entry for entry in store.not_checked if entry.document == BUNDLED)
    excused = [clause for entry in reasons for clause in entry.clauses(version)]
    assert len(excused) == len(set(excused)), "two reasons for one clause"
    assert linked & set(excused) == set()
    assert linked | set(excused) == set(texts[version])
    assert (len(linked), len(excused)) == {"1.0": (212, 18), "1.1": (213, 17)}[version]


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_the_bundled_rulebook_states_each_number_in_one_clause(
    store: Store, texts: Mapping[str, Mapping[str, str]], version: str
) -> None:
    patterns = store.fact_patterns(BUNDLED, version)
    assert sorted(pattern.fact for pattern in patterns) == sorted(FACTS)
    changed = {"1.0": {"setup.security": 4}, "1.1": {}}[version]
    expected = {fact: {value} for fact, value in {**FACTS, **changed}.items()}
    assert read(patterns, texts[version]) == expected
    stated = {
        pattern.fact: [clause for clause, text in texts[version].items() if matches(pattern, text)]
        for pattern in patterns
    }
    assert stated == {pattern.fact: list(pattern.clauses) for pattern in patterns}


@pytest.mark.parametrize("space", [" ", ""], ids=["as printed", "spaces lost"])
def test_the_published_rules_state_the_same_numbers(store: Store, space: str) -> None:
    if not GOLD.is_file():
        pytest.skip("needs ../shared/gold beside the repository")
    lines = map(json.loads, GOLD.read_text(encoding="utf-8").splitlines())
    text = {line["number"]: line["text"].replace(" ", space) for line in lines}
    patterns = store.fact_patterns(*PUBLISHED)
    assert read(patterns, text) == {fact: {value} for fact, value in FACTS.items()}
    linked = {
        clause
        for rule in store.rules.values()
        for source in rule.sources
        if source.document == PUBLISHED[0]
        for clause in source.clauses(PUBLISHED[1])
    }
    assert linked <= set(text)
    assert len(linked) == 522
