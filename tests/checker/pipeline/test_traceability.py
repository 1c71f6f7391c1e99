"""Mutants are put on record, and those whose code is gone are taken off it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec

from rulehound.checker.evidence.current_tree import CurrentTree
from rulehound.checker.evidence.storage import read_evidence, write_mutants
from rulehound.checker.mutation.mutants import mutants
from rulehound.checker.mutation.tried_mutants import TriedMutant, TriedMutants
from rulehound.checker.pipeline.traceability import put_on_record
from rulehound.checker.rulebook.reading import Rulebook
from rulehound_testing.toy import game as toy


def test_a_mutant_whose_code_is_gone_is_taken_off_the_record(tmp_path: Path) -> None:
    book: Any = SimpleNamespace(game=replace(toy.game, directory=tmp_path), store=SimpleNamespace(rules=()))
    known, fresh = (
        TriedMutant(each.name, "model", each.action, "then", each.rules, "open")
        for each in list(mutants(toy.model))[:2]
    )
    gone = msgspec.structs.replace(known, mutant="add: what nobody does any more")
    write_mutants(tmp_path, [known, gone])
    file = tmp_path / "mutants.json"
    file.write_bytes(msgspec.json.encode(TriedMutants(edition="only", seed=0, mutants=(fresh,))))
    tree = cast("CurrentTree", None)
    assert put_on_record(cast("Rulebook", book), [file], tree, "no-such-engine") == 1
    assert set(read_evidence(tmp_path).mutants) == {known, fresh}
    assert put_on_record(cast("Rulebook", book), [file], tree, "no-such-engine") == 0
