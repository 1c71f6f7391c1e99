"""Every rule that the engine carries out is cited beside the line that does so."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from rulehound.engine import citations
from rulehound.engine.dcg import reasons as of_dcg
from rulehound.engine.dmb import reasons as of_dmb
from rulehound.spec.dmb import game as dmb
from rulehound.spec.documents.store import load_store


def test_citations_lead_to_lines_that_cite() -> None:
    package = Path(citations.__file__).parent
    found = citations.citations()
    assert len(found) > 140
    assert len({citation.rule for citation in found}) > 100
    for citation in found:
        line = (package / citation.file).read_text(encoding="utf-8").splitlines()[citation.line - 1]
        known = citations.rules_of_reasons(citations.game_of(package / citation.file))
        reasons = [known[name] for name in re.findall(r"Reason\.([A-Z_0-9]+)", line)]
        assert citation.rule in line or citation.rule in reasons


def test_rule_ids_are_well_formed() -> None:
    for citation in citations.citations():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*", citation.rule), citation


@pytest.mark.parametrize(("game", "module"), [("dcg", of_dcg), ("dmb", of_dmb)])
def test_every_reason_is_explained_and_found_somewhere(game: str, module: ModuleType) -> None:
    assert set(module.EXPLAINED) == set(module.Reason)
    package = Path(citations.__file__).parent / game
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(package.rglob("*.py")))
    for reason in module.Reason:
        assert re.search(rf"(yield |\[|, )Reason\.{reason.name}\b", source), reason


def test_the_engine_of_digimon_battles_cites_rules_of_its_game_alone() -> None:
    known = set(load_store(dmb.directory, dmb.rulesets).rules)
    cited = {citation.rule for citation in citations.citations() if citation.file.startswith("dmb/")}
    assert cited <= known
    assert len(cited) > 100


def test_comments_and_reasons_are_read_and_strings_are_not() -> None:
    source = (
        's = "# rule: not.this"\n'
        "x = 1  # rule: memory.pay, memory.limit\n"
        "def f():\n    yield Reason.MEMORY_SHORT\n"
    )
    assert sorted(citations.cited_in(source, citations.rules_of_reasons("dcg"))) == [
        (2, "memory.limit"),
        (2, "memory.pay"),
        (4, "memory.affordable"),
    ]
