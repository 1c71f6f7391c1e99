"""A review settles the links that somebody looked at, and no others."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rulehound.spec.documents.links import DOUBTFUL
from rulehound.spec.documents.matrix import build_matrix, matrix_problems
from rulehound.spec.documents.review import HEAD, review
from rulehound.spec.documents.spec_records import CheckDeclaration, SpecError
from rulehound.spec.documents.store import Store, load_store
from rulehound.spec.documents.update import record_update
from rulehound_testing.made_up_spec import RULEBOOK, UPDATE, document, write_spec

CHECKS = (
    CheckDeclaration("setup:basket", ("basket.start",), ("basket.start",), "setup"),
    CheckDeclaration("invariant:tide", ("tide.limit",), ("tide.max",), "invariant"),
    CheckDeclaration("guard:wait:tide", ("tide.wait", "tide.limit"), ("tide.wait",), "guard"),
)


ADDED = "shells 1.1, 1-1-3: no rule cites it, and no reason is given"


def updated(root: Path, **changes: str) -> Store:
    write_spec(root)
    record_update(root, document({**UPDATE, **changes}, version="1.1"))
    return load_store(root)


def doubtful(root: Path) -> list[tuple[str, str | None]]:
    return [(link.rule, link.key) for link in load_store(root).links if link.status in DOUBTFUL]


def problems(root: Path) -> list[str]:
    return matrix_problems(build_matrix(load_store(root), CHECKS))


def test_the_gate_is_closed_until_everything_was_reviewed(tmp_path: Path) -> None:
    """But for the clause that the update added, which a review cannot settle: it has no link yet."""
    store = updated(tmp_path)
    assert problems(tmp_path) == [
        ADDED,
        "shells 1.1, 2-1: suspect link of basket.start: its words are not those of 1.0, 2-1",
        "shells 1.1, 1-1-2: suspect link of tide.limit: its words are not those of 1.0, 1-1-2",
    ]
    [done] = review(store, ["tide.limit"])
    assert (done.name, done.outcome) == ("tide.limit", "reviewed")
    assert done.link is not None
    assert done.link.key == "1-1-2"
    assert problems(tmp_path) == [
        ADDED,
        "shells 1.1, 2-1: suspect link of basket.start: its words are not those of 1.0, 2-1",
    ]
    review(load_store(tmp_path), ["basket.start"])
    assert problems(tmp_path) == [ADDED]


def test_the_file_is_sorted_and_the_same_whatever_the_order(tmp_path: Path) -> None:
    one, other = updated(tmp_path / "a"), updated(tmp_path / "b")
    review(one, ["tide.limit", "basket.start", "tide.limit"])
    review(other, ["basket.start"])
    review(load_store(tmp_path / "b"), ["tide.limit"])
    text = (tmp_path / "a/reviews.toml").read_text(encoding="utf-8")
    assert text == (tmp_path / "b/reviews.toml").read_text(encoding="utf-8")
    fingerprints = {key: c.fingerprint for key, c in one.clauses["shells", "1.1"].items()}
    assert text == (
        f'{HEAD}\n[[review]]\nrule = "basket.start"\ndocument = "shells"\nversion = "1.1"\n'
        f'clause = "2-1@1.0"\nfingerprint = "{fingerprints["2-1"]}"\n'
        f'\n[[review]]\nrule = "tide.limit"\ndocument = "shells"\nversion = "1.1"\n'
        f'clause = "1-1-2@1.0"\nfingerprint = "{fingerprints["1-1-2"]}"\n'
    )


def test_a_rule_that_is_not_in_doubt_is_said_to_be_so(tmp_path: Path) -> None:
    store = updated(tmp_path)
    [done] = review(store, ["tide.wait"])
    assert (done.outcome, done.link, done.explanation) == (
        "nothing in doubt",
        None,
        "no link of it is in doubt",
    )
    assert not (tmp_path / "reviews.toml").exists()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            (["tide.limits"],),
            "ROOT/rules: unknown rule tide.limits; did you mean tide.limit?",
        ),
        (
            (["tide.limit", "9-9"],),
            "ROOT/rules: unknown rule 9-9; name a rule, or a clause that is listed without a check",
        ),
        (
            (["tide.limit"], "pebbles"),
            "ROOT/documents: pebbles is not recorded; the editions are shells 1.0, shells 1.1",
        ),
        (
            (["tide.limit"], "shells", "7"),
            "ROOT/documents: shells 7 is not recorded; the editions are shells 1.0, shells 1.1",
        ),
    ],
)
def test_what_is_not_there_cannot_be_reviewed(
    arguments: tuple[list[str], str, str], expected: str, tmp_path: Path
) -> None:
    store = updated(tmp_path)
    with pytest.raises(SpecError) as refused:
        review(store, *arguments)
    assert str(refused.value).replace(str(tmp_path), "ROOT") == expected
    assert not (tmp_path / "reviews.toml").exists()


def test_a_clause_that_is_gone_cannot_be_reviewed(tmp_path: Path) -> None:
    write_spec(tmp_path)
    without = {key: text for key, text in UPDATE.items() if key != "2-1"}
    record_update(tmp_path, document(without, version="1.1"))
    [done] = review(load_store(tmp_path), ["basket.start"])
    assert done.outcome == "gone"
    assert done.explanation == (
        "1.0, 2-1 is gone in 1.1; "
        f'cite another clause at {tmp_path}/rules/basket.toml:1, or "1.1" = [] for none'
    )
    assert doubtful(tmp_path) == [("basket.start", None), ("tide.limit", "1-1-2")]


def test_reasons_are_reviewed_by_their_clause(tmp_path: Path) -> None:
    words = "Shells may be washed in fresh water by whoever likes them shiny."
    store = updated(tmp_path, **{"2-2": words})
    assert ("", "2-2") in doubtful(tmp_path)
    assert problems(tmp_path)[-1] == (
        "shells 1.1, 2-2: suspect link of the reason why it is not checked: "
        "its words are not those of 1.0, 2-3"
    )
    for name in ("2-2", "2-3@1.0"):
        (tmp_path / "reviews.toml").unlink(missing_ok=True)
        [done] = review(store, [name])
        assert done.outcome == "reviewed"
        assert ("", "2-2") not in doubtful(tmp_path)


def test_everything_in_doubt_at_once_within_an_edition(tmp_path: Path) -> None:
    updated(tmp_path)
    again = {**UPDATE, "1-1-1": UPDATE["1-1-1"].replace("edge", "rim")}
    record_update(tmp_path, document(again, version="1.2"))
    assert len(doubtful(tmp_path)) == 5
    done = review(load_store(tmp_path), None, "shells", "1.1")
    assert [(r.name, r.outcome) for r in done] == [("basket.start", "reviewed"), ("tide.limit", "reviewed")]
    # What was read in 1.1 stands in 1.2 word for word; only the clause that changed since is in doubt.
    assert doubtful(tmp_path) == [("tide.limit", "1-1-1")]


def test_words_that_change_again_are_in_doubt_again(tmp_path: Path) -> None:
    store = updated(tmp_path)
    review(store, None)
    assert doubtful(tmp_path) == []
    record_update(tmp_path, document({**UPDATE, "1-1-2": UPDATE["1-1-2"].replace("12", "14")}, version="1.2"))
    assert doubtful(tmp_path) == [("tide.limit", "1-1-2")]


def test_a_better_reading_of_the_same_file_leaves_its_reviews(tmp_path: Path) -> None:
    """The extractor took a page number for a word before; the file, and what was looked at, are the same."""
    write_spec(tmp_path)
    newer = document(UPDATE, version="1.1")
    worse = document({**UPDATE, "1-1-2": UPDATE["1-1-2"] + " 17."}, version="1.1")
    record_update(tmp_path, msgspec.structs.replace(worse, sha256=newer.sha256))
    review(load_store(tmp_path), None)
    done = record_update(tmp_path, newer)
    assert [path.name for path in done.files] == ["shells-1.1.clauses.jsonl", "reviews.toml"]
    assert doubtful(tmp_path) == []
    again = (tmp_path / "reviews.toml").read_text(encoding="utf-8")
    (tmp_path / "reviews.toml").unlink()
    review(load_store(tmp_path), None)
    assert (tmp_path / "reviews.toml").read_text(encoding="utf-8") == again


def test_a_review_of_a_clause_that_a_better_reading_does_not_find_goes(tmp_path: Path) -> None:
    write_spec(tmp_path)
    newer = document({key: text for key, text in UPDATE.items() if key != "1-1-2"}, version="1.1")
    record_update(tmp_path, msgspec.structs.replace(document(UPDATE, version="1.1"), sha256=newer.sha256))
    review(load_store(tmp_path), None)
    record_update(tmp_path, newer)
    assert [entry.rule for entry in load_store(tmp_path).reviews] == ["basket.start"]
    assert doubtful(tmp_path) == [("tide.limit", None)]


def test_typography_and_numbers_alone_put_nothing_in_doubt(tmp_path: Path) -> None:
    write_spec(tmp_path)
    noisy = {"0": "Preface"} | {
        f"{int(key[0]) + 1}{key[1:]}": text.replace(" ", "  ").replace("'", "’")
        for key, text in RULEBOOK.items()
    }
    record_update(tmp_path, document(noisy, version="1.1"))
    assert doubtful(tmp_path) == []
    assert {link.status for link in load_store(tmp_path).links if link.version == "1.1"} == {"moved"}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('rule = "tide.limit"', 'rule = "tide.limits"', ":11: unknown rule tide.limits; take the review out"),
        ('version = "1.1"', 'version = "3"', ":6: shells 3 is not recorded; take the review out"),
        ('document = "shells"', 'document = "nets"', ":6: nets 1.1 is not recorded; take the review out"),
        (
            'clause = "1-1-2@1.0"',
            'clause = "1-1-2@1.1"',
            ":14: shells 1.1 has no clause with the permanent id 1-1-2@1.1; take the review out",
        ),
        ("[[review]]", "[[reviewed]]", ":3: unknown key `reviewed`; this file takes [[review]]"),
        ("fingerprint =", "print =", None),
    ],
)
def test_a_wrong_review_is_refused_with_its_line(
    old: str, new: str, expected: str | None, tmp_path: Path
) -> None:
    review(updated(tmp_path), None)
    path = tmp_path / "reviews.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(SpecError) as refused:
        load_store(tmp_path)
    assert str(refused.value).startswith(f"{path}{expected or ':'}")
