"""A new edition is recorded in one step, whole or not at all, and every link follows its clause."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.extract import Document
from rulehound.spec.documents import editions
from rulehound.spec.documents.spec_records import SpecError
from rulehound.spec.documents.store import load_store, read_clauses
from rulehound.spec.documents.toml_text import quoted, table
from rulehound.spec.documents.update import language_of, record_update
from rulehound_testing.made_up_spec import (
    DOCUMENT_TOML,
    RULEBOOK,
    RULES_TOML,
    UPDATE,
    document,
    write_spec,
)

NEWER = document(UPDATE, version="1.1", name="shells-1.1.pdf")


def files_of(root: Path) -> dict[str, bytes]:
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def test_an_update_lists_the_edition_and_carries_every_link(tmp_path: Path) -> None:
    root = write_spec(tmp_path)
    before = files_of(root)
    done = record_update(root, NEWER)
    assert (done.document, done.version, done.what, done.before) == ("shells", "1.1", "new edition", "1.0")
    assert (done.clauses, done.carried) == (9, 8)
    after = files_of(root)
    assert {name for name in after if after[name] != before.get(name)} == {
        "documents/shells.toml",
        "documents/shells-1.1.clauses.jsonl",
    }
    listed = after["documents/shells.toml"].decode()
    assert listed == before["documents/shells.toml"].decode() + (
        '\n[[edition]]\nversion = "1.1"\ndate = "2020-02-02"\n'
        f'sha256 = "{NEWER.sha256}"\nruleset = "old-sea"\n'
    )
    store = load_store(root)
    links = [(link.rule, link.key, link.status) for link in store.links if link.version == "1.1"]
    assert links == [
        ("basket.start", "2-1", "suspect"),
        ("tide.limit", "1-1-1", "ok"),
        ("tide.limit", "1-1-2", "suspect"),
        ("tide.wait", "1-1-4", "moved"),
        ("", "2-2", "moved"),
    ]
    assert store.rules["tide.wait"].sources[0].clauses("1.1") == ("1-1-4",)
    assert [p.clauses for p in store.fact_patterns("shells", "1.1") if p.fact == "tide.wait"] == [("1-1-4",)]


def test_ids_are_those_of_the_edition_that_had_the_clause_first(tmp_path: Path) -> None:
    root = write_spec(tmp_path)
    record_update(root, NEWER)
    ids = {key: clause.id for key, clause in load_store(root).clauses["shells", "1.1"].items()}
    assert ids == {
        **{key: f"{key}@1.0" for key in ("1", "1-1", "1-1-1", "1-1-2", "2", "2-1")},
        "1-1-3": "1-1-3@1.1",
        "1-1-4": "1-1-3@1.0",
        "2-2": "2-3@1.0",
    }


def test_the_same_file_again_changes_nothing(tmp_path: Path) -> None:
    root = write_spec(tmp_path)
    record_update(root, NEWER)
    before = files_of(root)
    done = record_update(root, NEWER)
    assert (done.what, done.files, done.document, done.version) == ("unchanged", (), "shells", "1.1")
    assert files_of(root) == before


def test_a_better_reading_of_the_same_file_keeps_the_ids(tmp_path: Path) -> None:
    """The extractor missed a heading before; the number of the record's first clause shows the carried id."""
    root = write_spec(tmp_path)
    missed = tuple(clause for clause in NEWER.clauses if clause.key != "1-1-1")
    record_update(root, msgspec.structs.replace(NEWER, clauses=missed))
    before = read_clauses(root / "documents/shells-1.1.clauses.jsonl")
    done = record_update(root, NEWER)
    assert (done.what, done.clauses) == ("recorded again", 9)
    after = read_clauses(root / "documents/shells-1.1.clauses.jsonl")
    assert {key: clause.id for key, clause in after.items() if key in before} == {
        key: clause.id for key, clause in before.items()
    }
    assert after["1-1-1"].id == "1-1-1@1.1"


def test_a_number_that_was_given_away_makes_a_new_id(tmp_path: Path) -> None:
    root = write_spec(tmp_path)
    first = {**UPDATE, "1-1-3": "Gulls are fed at the end of the pier, and nowhere else on the whole beach."}
    one = document(first, version="1.1")
    record_update(root, one)
    # Read again, the same file shows its gulls elsewhere and other words in their place.
    moved = {**UPDATE, "3": "Gulls", "3-1": first["1-1-3"]}
    again = msgspec.structs.replace(document(moved, version="1.1"), sha256=one.sha256)
    record_update(root, again)
    clauses = read_clauses(root / "documents/shells-1.1.clauses.jsonl")
    assert clauses["3-1"].id == "1-1-3@1.1"
    assert clauses["1-1-3"].id == "1-1-3@1.1~2"
    assert editions.first_recorded(clauses["1-1-3"].id) == "1.1"


def test_split_and_merged_clauses_name_what_they_were(tmp_path: Path) -> None:
    long = (
        "Each gatherer sweeps the sand from the path to the pier, and then folds the seven red nets neatly."
    )
    halves = (
        "Each gatherer sweeps the sand from the path to the pier.",
        "Then folds the seven red nets neatly.",
    )
    whole = {**RULEBOOK, "2-4": long}
    divided = {**RULEBOOK, "2-4": halves[0], "2-5": halves[1]}
    for one, other, was in ((whole, divided, ["2-4@1.0"]), (divided, whole, ["2-4@1.0", "2-5@1.0"])):
        root = write_spec(tmp_path / was[-1], document(one))
        record_update(root, document(other, version="1.1"))
        clauses = read_clauses(root / "documents/shells-1.1.clauses.jsonl")
        assert {c.key: (c.id, list(c.was)) for c in clauses.values() if c.was} == {
            key: (f"{key}@1.1", was) for key in other if key in ("2-4", "2-5")
        }


def test_an_older_edition_takes_on_the_ids_of_the_oldest_recorded(tmp_path: Path) -> None:
    root = write_spec(tmp_path)
    older = {key: text for key, text in RULEBOOK.items() if key != "2-3"}
    done = record_update(root, document(older, version="0.9"), date="2019-01-01")
    assert (done.before, done.carried) == (None, 8)
    store = load_store(root)
    assert store.lineages["shells"].versions == ("0.9", "1.0")
    assert [(link.rule, link.status) for link in store.links if link.version == "0.9"] == [
        ("basket.start", "ok"),
        ("tide.limit", "ok"),
        ("tide.limit", "ok"),
        ("tide.wait", "ok"),
        ("", "ok"),
    ]


def stranger(**changes: str) -> Document:
    texts = {str(n): f"Train {n} waits for the whistle of signal {n * 7}." for n in range(1, 9)}
    made = document(texts, title="Trains", version="2", name="trains.pdf")
    return msgspec.structs.replace(made, **changes)


def test_a_new_document_gets_an_entry_of_its_own(tmp_path: Path) -> None:
    root = write_spec(tmp_path)
    done = record_update(
        root, stranger(title='Trains "of\tsteam" \\ Dampf\x7f\n駅'), document_id="trains", ruleset="old-sea"
    )
    assert (done.what, done.before, done.carried) == ("new document", None, 0)
    entry = load_store(root).documents["trains"]
    assert entry.title == 'Trains "of\tsteam" \\ Dampf\x7f\n駅'
    assert (entry.language, entry.editions[0].version, entry.editions[0].pdf) == ("en", "2", "")
    assert record_update(root, stranger(), document_id="trains").what == "unchanged"


@pytest.mark.parametrize(
    ("made", "arguments", "expected"),
    [
        (
            stranger(),
            {},
            "trains.pdf: resembles no recorded document (nearest: shells, 0% alike); "
            "name its document, or a new one, with --document",
        ),
        (
            stranger(),
            {"document_id": "trains"},
            "trains.pdf: no ruleset is given for trains; give --ruleset, one of new-sea, old-sea",
        ),
        (
            stranger(),
            {"document_id": "trains", "ruleset": "dry-land"},
            "trains.pdf: unknown ruleset dry-land; give --ruleset, one of new-sea, old-sea",
        ),
        (
            stranger(version=""),
            {"document_id": "shells"},
            "trains.pdf: prints no version; give it with --version",
        ),
        (
            stranger(),
            {"document_id": "../trains"},
            "trains.pdf: document id '../trains' cannot name a file; "
            "make --document of lower-case letters, digits, points and dashes",
        ),
        (
            stranger(),
            {"document_id": "shells", "version": "1/../../x"},
            "trains.pdf: version '1/../../x' cannot name a file; "
            "make --version of letters, digits, points and dashes",
        ),
        (
            stranger(),
            {"document_id": "shells", "date": "2020-2-2"},
            "trains.pdf: '2020-2-2' is no date; write --date as YYYY-MM-DD",
        ),
        (
            stranger(),
            {"document_id": "shells", "version": "1.0"},
            "trains.pdf: shells 1.0 is recorded from another file; "
            "give another --version, or take that edition out of the spec",
        ),
        (
            document(RULEBOOK),
            {"version": "1.2"},
            "shells.pdf: is recorded already, as shells 1.0; leave out --document and --version",
        ),
    ],
)
def test_what_cannot_be_recorded_is_refused_and_nothing_written(
    made: Document, arguments: dict[str, str], expected: str, tmp_path: Path
) -> None:
    root = write_spec(tmp_path)
    before = files_of(root)
    with pytest.raises(SpecError) as refused:
        record_update(root, made, rulesets=("old-sea", "new-sea"), **arguments)
    assert str(refused.value) == expected
    assert files_of(root) == before


def test_a_spec_that_is_not_there_is_refused_and_an_empty_one_filled(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="nowhere: is not a directory; name the directory of a game's spec"):
        record_update(tmp_path / "nowhere", stranger(), document_id="trains", ruleset="rails")
    assert record_update(tmp_path, stranger(), document_id="trains", ruleset="rails").what == "new document"
    assert list(load_store(tmp_path).documents) == ["trains"]


def test_an_entry_of_another_document_is_not_written_over(tmp_path: Path) -> None:
    root = write_spec(tmp_path)
    (root / "documents/shells.toml").rename(root / "documents/trains.toml")
    with pytest.raises(SpecError, match=r"trains\.toml: is the entry of another document; choose another"):
        record_update(root, stranger(), document_id="trains", ruleset="rails")


def test_an_entry_that_cannot_be_added_to_is_refused(tmp_path: Path) -> None:
    head, _, edition = DOCUMENT_TOML.format(sha256=document(RULEBOOK).sha256).partition("\n[[edition]]\n")
    inline = f"{head}\nedition = [{{ {', '.join(edition.splitlines())} }}]\n"
    root = write_spec(tmp_path, document=inline)
    before = files_of(root)
    with pytest.raises(SpecError, match=r"shells\.toml: cannot be added to; write its editions as \[\["):
        record_update(root, NEWER)
    assert files_of(root) == before


def test_comments_and_a_missing_last_newline_are_left_alone(tmp_path: Path) -> None:
    entry = DOCUMENT_TOML.format(sha256=document(RULEBOOK).sha256) + "# the last word"
    root = write_spec(tmp_path, document=entry)
    record_update(root, NEWER)
    assert (
        (root / "documents/shells.toml").read_text(encoding="utf-8").startswith(entry + "\n\n[[edition]]\n")
    )


@pytest.mark.parametrize("failing", [1, 2])
def test_a_full_disk_leaves_everything_as_it_was(
    failing: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_spec(tmp_path)
    before = files_of(root)
    written: list[Path] = []
    write = Path.write_bytes

    def full(path: Path, content: bytes) -> int:
        written.append(path)
        if len(written) == failing:
            write(path, content[:10])
            raise OSError(28, "No space left on device", str(path))
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(SpecError, match="cannot be written"):
        record_update(root, NEWER)
    assert len(written) == failing
    assert files_of(root) == before


def test_a_move_that_fails_half_way_leaves_the_spec_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_spec(tmp_path)
    before = files_of(root)
    replace = Path.replace

    def refuse(path: Path, target: Path) -> Path:
        if target.suffix == ".toml":
            raise OSError(13, "Permission denied", str(path))
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(SpecError, match=r"shells\.toml: cannot be written \(Permission denied\)"):
        record_update(root, NEWER)
    assert files_of(root) == before


def test_a_rule_that_no_longer_holds_says_so_and_is_at_rest(tmp_path: Path) -> None:
    root = write_spec(
        tmp_path, document({**RULEBOOK, "2-9": "Whoever brings pebbles leaves the beach for good."})
    )
    stray = RULES_TOML + (
        '\n[[rule]]\nid = "pebbles"\nkind = "setup"\nsays = "No pebbles."\n'
        '[[rule.source]]\ndocument = "shells"\nclause = { "1.0" = "2-9" }\n'
    )
    (root / "rules/tide.toml").write_text(stray, encoding="utf-8")
    record_update(root, NEWER)
    [gone] = [link for link in load_store(root).links if link.status == "orphan"]
    assert (gone.rule, gone.explanation) == ("pebbles", "1.0, 2-9 is gone in 1.1")
    (root / "rules/tide.toml").write_text(stray.replace('"2-9" }', '"2-9", "1.1" = [] }'), encoding="utf-8")
    assert not [link for link in load_store(root).links if link.status == "orphan"]


@given(st.dictionaries(st.sampled_from(["a", "b-c"]), st.text()))
def test_tables_read_back_as_they_were(values: dict[str, str]) -> None:
    assert tomllib.loads(table(values, "[[it]]")) == {"it": [values]}


def test_half_a_character_does_not_break_the_file() -> None:
    assert quoted("a\ud800b") == '"a\N{REPLACEMENT CHARACTER}b"'


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("You lay the shells of a tide in the basket.", "en"),
        ("各プレイヤーは貝を5枚とる。", "ja"),
        ("每位玩家拿五个贝壳。", "zh"),
        ("각 플레이어는 조개를 가진다.", "ko"),
        ("Jeder nimmt fünf Muscheln.", "und"),
        ("", "und"),
    ],
)
def test_languages_are_told_by_script_and_small_words(text: str, language: str) -> None:
    assert language_of(document({"1": text})) == language


def test_a_forced_pairing_is_kept_and_followed(tmp_path: Path) -> None:
    """It may be given at once, or when the edition is recorded already."""
    first, later = write_spec(tmp_path / "first"), write_spec(tmp_path / "later")
    record_update(first, NEWER, force=("1-1-3=1-1-3", "=1-1-4"))
    record_update(later, NEWER)
    before = read_clauses(later / "documents/shells-1.1.clauses.jsonl")
    assert before["1-1-4"].id == "1-1-3@1.0"
    again = record_update(later, NEWER, force=("1-1-3=1-1-3", "=1-1-4"))
    assert again.what == "recorded again"
    for root in (first, later):
        clauses = read_clauses(root / "documents/shells-1.1.clauses.jsonl")
        assert clauses["1-1-3"].id == "1-1-3@1.0"
        assert clauses["1-1-4"].id == "1-1-4@1.1"
        listed = load_store(root).edition("shells", "1.1")
        assert listed.force == ("1-1-3=1-1-3", "=1-1-4")
        assert record_update(root, NEWER).what == "unchanged"
        assert record_update(root, NEWER, force=("1-1-3=1-1-3",)).what == "unchanged"


def test_a_forced_pairing_of_no_clause_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    root = write_spec(tmp_path)
    before = files_of(root)
    with pytest.raises(SpecError, match="the old edition has no clause 9"):
        record_update(root, NEWER, force=("9=1-1-3",))
    assert files_of(root) == before
