"""Damaged files give a document or one clear line. tools/fuzz_documents.py does this by the thousand."""

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from rulehound.extract.pdf.pages import read_pages
from rulehound_testing.documents import outcomes
from rulehound_testing.documents.damage import MUTATIONS, files, mutated, sources
from rulehound_testing.documents.outcomes import NotAllowed, outcome
from rulehound_testing.folders import ROOT

RULEBOOK = ROOT / "spec/rulehound/spec/dcg/rulebook/rulehound-rulebook-1.0.pdf"
COUNT = 150
SEED = 7


def test_damaged_files(tmp_path: Path) -> None:
    found: Counter[str] = Counter()
    for number, data in enumerate(islice(files(sources(tmp_path, RULEBOOK), SEED), COUNT)):
        path = tmp_path / f"{number}.pdf"  # stays there if this fails
        path.write_bytes(data)
        found[outcome(path)] += 1
    assert found.total() == COUNT
    # Damage that refuses all files, or none, would show nothing.
    assert found["a document"] > COUNT / 5
    assert sum(count for kind, count in found.items() if kind.startswith("refused")) > COUNT / 5


def test_the_originals_are_sound(tmp_path: Path) -> None:
    for data in sources(tmp_path, RULEBOOK):
        path = tmp_path / "sound.pdf"
        path.write_bytes(data)
        assert outcome(path) == "a document"


def test_mutations_are_the_same_for_the_same_seed(tmp_path: Path) -> None:
    originals = sources(tmp_path, RULEBOOK)[:3]
    assert list(islice(files(originals, 5), 40)) == list(islice(files(originals, 5), 40))
    assert list(islice(files(originals, 5), 40)) != list(islice(files(originals, 6), 40))
    assert all(len(set(islice(files([data], 5), 20))) > 15 for data in originals)


@pytest.mark.parametrize("mutation", sorted(set(MUTATIONS), key=lambda mutation: mutation.__name__))
def test_mutations_change_files_and_bear_empty_ones(tmp_path: Path, mutation: object) -> None:
    data = sources(tmp_path, RULEBOOK)[0]
    assert callable(mutation)
    assert any(mutation(data, Random(seed)) != data for seed in range(5))
    mutation(b"", Random(1))
    assert isinstance(mutated(b"", Random(2)), bytes)


def test_an_exception_is_no_outcome(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path) -> None:
        raise KeyError("lantern")

    monkeypatch.setattr(outcomes, "read_document", fail)
    with pytest.raises(NotAllowed, match="KeyError: 'lantern'"):
        outcome(tmp_path)


def test_reading_a_damaged_file_twice_gives_the_same(tmp_path: Path) -> None:
    path = tmp_path / "damaged.pdf"
    for data in islice(files(sources(tmp_path, RULEBOOK)[:4], SEED), 6):
        path.write_bytes(data)
        first, second = (_result(path) for _ in range(2))
        assert first == second


def _result(path: Path) -> object:
    try:
        return read_pages(path)
    except Exception as error:
        return str(error)
