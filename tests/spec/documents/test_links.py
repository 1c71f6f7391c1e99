"""Links are written once, and carried to every edition by permanent ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.spec.documents.lineage import Lineage, nearest
from rulehound.spec.documents.links import Link, completed, links_of
from rulehound.spec.documents.spec_records import NotChecked, RecordedClause, Review, RuleSource

Clauses = Mapping[str, tuple[str, str, tuple[str, ...]]]
"""Key to permanent id, words (as their fingerprint) and ids that it came out of."""


def recorded(clauses: Clauses) -> dict[str, RecordedClause]:
    return {
        key: RecordedClause(id, key, "clause", 1, (), words, "", was=was)
        for key, (id, words, was) in clauses.items()
    }


def lineage(**editions: Clauses) -> Lineage:
    return Lineage({version: recorded(clauses) for version, clauses in editions.items()})


def source(**clause: str | tuple[str, ...]) -> RuleSource:
    return RuleSource("shells", clause)


def told(links: Sequence[Link]) -> list[tuple[str, str | None, str]]:
    return [(link.version, link.key, link.status) for link in links]


def review(clause: str, words: str, rule: str = "r", version: str = "v2", document: str = "shells") -> Review:
    return Review(rule, document, version, clause, words)


SAME: Clauses = {"1": ("1@v1", "waves", ()), "2": ("2@v1", "sand", ())}
PLAIN = lineage(
    v1=SAME,
    v2={"1": ("1@v2", "wind", ()), "2": ("1@v1", "waves", ()), "3": ("2@v1", "dunes", ())},
)


def test_the_same_words_under_another_number_are_moved_and_other_words_suspect() -> None:
    moved, suspect = links_of("r", source(v1="1"), PLAIN, ()), links_of("r", source(v1="2"), PLAIN, ())
    assert told(moved) == [("v1", "1", "ok"), ("v2", "2", "moved")]
    assert told(suspect) == [("v1", "2", "ok"), ("v2", "3", "suspect")]
    assert suspect[1] == Link(
        "r",
        "shells",
        "v2",
        "3",
        "suspect",
        "2@v1",
        "dunes",
        "v1, 2",
        "its words are not those of v1, 2",
    )


def test_the_same_words_under_the_same_number_are_ok() -> None:
    assert told(links_of("r", source(v1="1"), lineage(v1=SAME, v2=SAME), ())) == [
        ("v1", "1", "ok"),
        ("v2", "1", "ok"),
    ]


def test_what_is_written_for_an_edition_holds_there_and_counts_as_read() -> None:
    three = lineage(
        v1=SAME, v2={"1": ("1@v1", "foam", ())}, v3={"1": ("1@v1", "foam", ()), "2": ("1@v3", "x", ())}
    )
    assert told(links_of("r", source(v1="1"), three, ())) == [
        ("v1", "1", "ok"),
        ("v2", "1", "suspect"),
        ("v3", "1", "suspect"),
    ]
    assert {status for *_, status in told(links_of("r", source(v1="1", v2="1"), three, ()))} == {"ok"}
    assert told(links_of("r", source(v1="1", v3=("1", "2")), three, ())) == [
        ("v1", "1", "ok"),
        ("v2", "1", "ok"),
        ("v3", "1", "ok"),
        ("v3", "2", "ok"),
    ]


def test_words_that_come_back_were_read_before() -> None:
    back = lineage(v1=SAME, v2={"1": ("1@v1", "foam", ())}, v3=SAME)
    assert [status for *_, status in told(links_of("r", source(v1="1"), back, ()))] == [
        "ok",
        "suspect",
        "ok",
    ]


def test_a_link_is_carried_back_to_older_editions_too_but_is_no_orphan_there() -> None:
    assert told(links_of("r", source(v2=("2", "3")), PLAIN, ())) == [
        ("v1", "1", "moved"),
        ("v1", "2", "suspect"),
        ("v2", "2", "ok"),
        ("v2", "3", "ok"),
    ]
    assert told(links_of("r", source(v2="1"), PLAIN, ())) == [("v2", "1", "ok")]


def test_a_clause_that_is_gone_leaves_an_orphan_until_the_edition_is_cited() -> None:
    gone = lineage(v1=SAME, v2={"1": SAME["1"]})
    [_, _, kept, orphan] = links_of("r", source(v1=("1", "2")), gone, ())
    assert (kept.key, kept.status) == ("1", "ok")
    assert orphan == Link("r", "shells", "v2", None, "orphan", "2@v1", "", "v1, 2", "v1, 2 is gone in v2")
    assert told(links_of("r", source(v1=("1", "2"), v2="1"), gone, ()))[2:] == [("v2", "1", "ok")]
    assert told(links_of("r", source(v1="2", v2=()), gone, ())) == [("v1", "2", "ok")]


def test_a_reason_needs_no_clause() -> None:
    reason = NotChecked("shells", {"v1": ("1", "2")}, reason="physical")
    gone = lineage(v1=SAME, v2={"1": SAME["1"]})
    assert told(links_of("", reason, gone, ())) == [
        ("v1", "1", "ok"),
        ("v1", "2", "ok"),
        ("v2", "1", "ok"),
    ]


PARTS: Clauses = {"1": ("1@v2", "wa", ("1@v1",)), "2": ("2@v2", "ves", ("1@v1",)), "3": SAME["2"]}
DIVIDED = lineage(
    v1=SAME,
    v2=PARTS,
    v3={"1": ("1@v2", "wa", ("1@v1",)), "2": ("2@v3", "ves sand", ("2@v2", "2@v1"))},
)


def test_a_split_clause_is_followed_to_all_its_parts_and_further() -> None:
    links = links_of("r", source(v1="1"), DIVIDED, ())
    assert told(links) == [
        ("v1", "1", "ok"),
        ("v2", "1", "split"),
        ("v2", "2", "split"),
        ("v3", "1", "split"),
        ("v3", "2", "split"),
    ]
    assert links[1].explanation == "v1, 1 became 2 clauses"


def test_merged_clauses_are_followed_to_the_one_once() -> None:
    links = links_of("r", source(v2=("2", "3")), DIVIDED, ())
    assert told(links) == [
        ("v1", "1", "suspect"),
        ("v1", "2", "moved"),
        ("v2", "2", "ok"),
        ("v2", "3", "ok"),
        ("v3", "2", "suspect"),
    ]
    assert links[-1].explanation == "v2, 2 was merged with others, or split"


def test_a_part_leads_to_itself_and_not_to_its_siblings() -> None:
    assert told(links_of("r", source(v2="1"), DIVIDED, ())) == [
        ("v1", "1", "suspect"),
        ("v2", "1", "ok"),
        ("v3", "1", "ok"),
    ]


@pytest.mark.parametrize(
    ("entry", "status"),
    [
        (review("2@v1", "dunes"), "moved"),
        (review("2@v1", "dunes", version="v1"), "moved"),
        (review("2@v1", "sand"), "suspect"),
        (review("2@v1", "dunes", rule="other"), "suspect"),
        (review("2@v1", "dunes", rule=""), "suspect"),
        (review("2@v1", "dunes", document="pebbles"), "suspect"),
        (review("1@v1", "dunes"), "suspect"),
    ],
)
def test_a_review_holds_for_its_rule_and_the_words_that_were_looked_at(entry: Review, status: str) -> None:
    assert told(links_of("r", source(v1="2"), PLAIN, [entry]))[-1] == ("v2", "3", status)


def test_a_part_that_is_reworded_later_is_not_said_to_be_merged() -> None:
    later = lineage(v1=SAME, v2=PARTS, v3={"1": ("1@v2", "waa", ("1@v1",))})
    [*_, link] = links_of("r", source(v2="1"), later, ())
    assert (link.status, link.explanation) == ("suspect", "its words are not those of v2, 1")


def test_each_part_is_reviewed_by_itself() -> None:
    reviews = [review("1@v2", "wa"), review("2@v2", "ves")]
    found = told(links_of("r", source(v1="1"), DIVIDED, reviews[:1]))
    assert [status for *_, status in found] == ["ok", "ok", "split", "ok", "split"]
    found = told(links_of("r", source(v1="1"), DIVIDED, reviews))
    assert [status for *_, status in found] == ["ok", "ok", "moved", "ok", "split"]


STEPS = {
    "1": RecordedClause("1@v1", "1", "heading", 1, (), "waves", ""),
    "1-1": RecordedClause("1-1@v1", "1-1", "step", 1, (), "crab", "", parent="1", punctuation="comma"),
    "1-2": RecordedClause("1-2@v1", "1-2", "step", 1, (), "gull", "", parent="1"),
}
SWAPPED = {
    "1": STEPS["1"],
    "1-1": msgspec.structs.replace(STEPS["1-2"], key="1-1"),
    "1-2": msgspec.structs.replace(STEPS["1-1"], key="1-2"),
}


@pytest.mark.parametrize(
    ("now", "why"),
    [
        (
            {**STEPS, "1-1": msgspec.structs.replace(STEPS["1-1"], punctuation="none")},
            "its punctuation, or a title that it quotes, is another than in v1",
        ),
        (
            {**STEPS, "1": msgspec.structs.replace(STEPS["1"], fingerprint="tides")},
            "the heading above it, 1, has other words than in v1",
        ),
        (SWAPPED, "it stands in another order among its neighbours than in v1"),
    ],
)
def test_the_same_words_are_suspect_where_what_they_may_mean_changed(
    now: dict[str, RecordedClause], why: str
) -> None:
    editions = Lineage({"v1": STEPS, "v2": now})
    [_, link] = links_of("r", source(v1="1-1"), editions, ())
    assert (link.status, link.explanation) == ("suspect", why)
    [_, reviewed] = links_of("r", source(v1="1-1"), editions, [review("1-1@v1", "crab")])
    assert reviewed.status in ("ok", "moved")


def test_punctuation_that_is_not_on_record_is_not_compared() -> None:
    unknown = {**STEPS, "1-1": msgspec.structs.replace(STEPS["1-1"], punctuation="")}
    [_, link] = links_of("r", source(v1="1-1"), Lineage({"v1": STEPS, "v2": unknown}), ())
    assert link.status == "ok"


def test_completed_fills_in_what_was_carried_and_nothing_else() -> None:
    cited = source(v1=("1", "2"))
    filled = completed(cited, links_of("r", cited, PLAIN, ()))
    assert filled.clause == {"v1": ("1", "2"), "v2": ("2", "3")}
    assert completed(filled, ()) is filled
    none = source(v1="2", v2=())
    assert completed(none, links_of("r", none, PLAIN, ())).clauses("v2") == ()


def test_nearest_is_the_newest_older_edition_else_the_oldest() -> None:
    order = ["a", "b", "c", "d"]
    assert nearest("c", ["a", "b", "d"], order) == "b"
    assert nearest("a", ["d", "b"], order) == "b"
    assert nearest("c", [], order) is None


@given(st.data())
def test_ids_belong_together_along_lines_of_descent_alone(data: st.DataObject) -> None:
    """Against a plain search of all ways through a random history of splits and mergers."""
    width = 3
    names = [[f"{row}{column}" for column in range(width)] for row in range(4)]
    was = {
        name: tuple(data.draw(st.sets(st.sampled_from(names[row - 1]), max_size=2))) if row else ()
        for row, line in enumerate(names)
        for name in line
    }
    history = lineage(**{f"v{row}": {n: (n, n, was[n]) for n in line} for row, line in enumerate(names)})

    def ancestors(name: str) -> set[str]:
        return {name}.union(*(ancestors(parent) for parent in was[name]))

    for one in was:
        expected = {other for other in was if one in ancestors(other) or other in ancestors(one)}
        assert history.kin(one) == expected
