"""A file is known by its hash or by resemblance, and its clauses are found by content."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.extract import Document
from rulehound.extract.references import cross_referenced
from rulehound.spec.documents.at_hand import Resolution, at_hand, identify, resolve
from rulehound.spec.documents.editions import record, record_edition
from rulehound.spec.documents.facts import read_facts
from rulehound.spec.documents.spec_records import SpecError
from rulehound.spec.documents.store import load_store
from rulehound_testing.made_up_spec import DOCUMENT_TOML, RULEBOOK, document, write_spec

SAME = "same words, same number"


def resolved(old: dict[str, str], new: dict[str, str]) -> dict[str, Resolution]:
    recorded = {clause.key: clause for clause in record(document(old), "1.0")}
    return dict(resolve(recorded, document(new)))


def test_the_recorded_edition_itself_is_ok_everywhere() -> None:
    assert resolved(RULEBOOK, RULEBOOK) == {key: Resolution(key, "ok", key, 1.0, SAME) for key in RULEBOOK}


def test_a_changed_number_makes_its_link_suspect_and_no_other() -> None:
    changed = RULEBOOK["1-1-2"].replace("10", "12")
    found = resolved(RULEBOOK, {**RULEBOOK, "1-1-2": changed})
    assert {key: r.status for key, r in found.items() if r.status != "ok"} == {"1-1-2": "suspect"}
    assert found["1-1-2"].found == "1-1-2"
    assert found["1-1-2"].similarity >= 0.5
    assert found["1-1-2"].explanation.startswith("words changed, at the same number (")


def test_a_new_clause_renumbers_its_followers() -> None:
    new = {
        "2-1": "The beach is swept.",
        "2-2": RULEBOOK["2-1"],
        "2-3": RULEBOOK["2-2"].replace("kept dry", "always kept dry"),
        "2-4": RULEBOOK["2-3"],
    }
    found = resolved(RULEBOOK, {**RULEBOOK, **new})
    assert found["2-1"] == Resolution("2-1", "moved", "2-2", 1.0, "same words, now at 2-2")
    assert found["2-3"].found == "2-4"
    assert (found["2-2"].status, found["2-2"].found) == ("suspect", "2-3")
    assert found["2-2"].explanation.startswith("words changed, now at 2-3 (")


def test_unlike_words_elsewhere_are_not_taken_for_a_clause() -> None:
    old = {str(number): SENTENCES[number] for number in range(5)}
    now = {str(number): f"Judge {number} eats pears at noon, then naps." for number in range(20, 40)}
    assert {resolution.status for resolution in resolved(old, now).values()} == {"orphan"}


def test_a_removed_clause_whose_number_went_to_its_follower_is_an_orphan() -> None:
    new = {key: text for key, text in RULEBOOK.items() if key != "2-3"} | {"2-2": RULEBOOK["2-3"]}
    found = resolved(RULEBOOK, new)
    assert found["2-3"].found == "2-2"
    gone = "no clause with its words, or words like its own"
    assert found["2-2"] == Resolution("2-2", "orphan", None, 0.0, gone)


def test_a_split_clause_leads_to_all_its_parts_and_merged_ones_to_the_whole() -> None:
    halves = {
        "2-4": "Each gatherer sweeps the sand from the path to the pier.",
        "2-5": "Then folds the seven nets neatly.",
    }
    whole = {
        "2-4": "Each gatherer sweeps the sand from the path to the pier, then folds the seven nets neatly."
    }
    split = resolved({**RULEBOOK, **whole}, {**RULEBOOK, **halves})["2-4"]
    assert (split.status, split.places) == ("suspect", ("2-4", "2-5"))
    assert split.explanation == "split into 2-4, 2-5"
    merged = resolved({**RULEBOOK, **halves}, {**RULEBOOK, **whole})
    for key in halves:
        assert (merged[key].status, merged[key].places) == ("suspect", ("2-4",))
        assert merged[key].explanation == "2-4 and 2-5 merged into 2-4"


def test_the_parts_of_a_split_clause_are_not_new(tmp_path: Path) -> None:
    store = load_store(write_spec(tmp_path))
    halves = {
        "1-1-2": "The tide never rises past the highest mark.",
        "1-1-3": "The highest mark is 10.",
        "1-1-4": RULEBOOK["1-1-3"],
        "1-1-5": "Nobody touches the gauge with wet hands.",
    }
    hand = at_hand(store, document({**RULEBOOK, **halves}))
    assert hand.resolutions["1-1-2"].places == ("1-1-2", "1-1-3")
    assert hand.unrecorded == ("1-1-5",)
    fact = read_facts(store, [hand])["tide.max"]
    assert (fact.value, fact.status) == (None, "suspect")


def test_same_words_in_two_places_go_to_their_own_parents() -> None:
    sleep = "They sleep."
    old = {"1": "Hens", "1-1": sleep, "2": "Cats", "2-1": sleep, "3": "Dogs", "3-1": sleep}
    new = {"1": "Dogs", "1-2": sleep, "2": "Hens", "2-2": sleep, "3": "Cats", "3-2": sleep}
    found = resolved(old, new)
    assert {key: r.found for key, r in found.items()} == {
        "1": "2", "1-1": "2-2", "2": "3", "2-1": "3-2", "3": "1", "3-1": "1-2"
    }  # fmt: skip


def test_the_recorded_file_is_known_by_its_hash(tmp_path: Path) -> None:
    identified = identify(load_store(write_spec(tmp_path)), document(RULEBOOK))
    assert identified.exact
    assert identified.edition == ("shells", "1.0")
    assert identified.ruleset == "old-sea"
    assert identified.explanation == "is Rules of Shells, edition 1.0"


def two_editions(tmp_path: Path, newer: Mapping[str, str]) -> Path:
    old, new = document(RULEBOOK), document(newer, version="1.1")
    toml = DOCUMENT_TOML.format(sha256=old.sha256)
    edition = toml[toml.index("[[edition]]") :].replace("1.0", "1.1").replace(old.sha256, new.sha256)
    write_spec(tmp_path, old, document=toml + edition)
    record_edition(tmp_path, "shells", "1.1", new)
    return tmp_path


def test_an_unknown_file_is_matched_to_the_edition_that_it_resembles_most(tmp_path: Path) -> None:
    newer = {**RULEBOOK, "2-1": "Each gatherer takes six shells.", "2-3": "Shells are never washed."}
    store = load_store(two_editions(tmp_path, newer))
    near_old = document({**RULEBOOK, "1-1-3": "A gatherer who waits hands over 4 marks."}, version="")
    near_new = document({**newer, "1-1-3": "A gatherer who waits hands over 4 marks."}, version="1.2")
    identified = identify(store, near_old)
    assert (identified.version, identified.exact, identified.similarity) == ("1.0", False, 8 / 9)
    assert identified.explanation == (
        "resembles Rules of Shells, edition 1.0 most: 8 of 9 clauses have the words of one of its 9"
    )
    identified = identify(store, near_new)
    assert identified.version == "1.1"
    assert identified.explanation.endswith("of its 9; it prints version 1.2")


def test_among_equal_editions_the_printed_version_decides(tmp_path: Path) -> None:
    store = load_store(two_editions(tmp_path, RULEBOOK))
    changed = {**RULEBOOK, "2-2": "Baskets are kept wet."}
    assert identify(store, document(changed, version=["Version", "1.0"][1])).version == "1.0"
    assert identify(store, document(changed, version="1.1")).version == "1.1"


def test_a_document_that_resembles_nothing_is_refused(tmp_path: Path) -> None:
    store = load_store(write_spec(tmp_path))
    stranger = document(
        {str(n): f"Rule {n} of a game about {n} trains." for n in range(1, 9)} | {"9": "The tide"}
    )
    with pytest.raises(SpecError) as refused:
        identify(store, stranger)
    assert str(refused.value) == (
        "shells.pdf: resembles no recorded document (nearest: shells 1.0, 11% alike); "
        "pass an edition of a recorded document (shells 1.0), or record this one"
    )


WORDS = ("shell", "tide", "gull", "sand", "net", "buoy", "crab", "kelp", "pier", "rope", "sail", "hull")
SENTENCES = [f"{' '.join(random.Random(n).choices(WORDS, k=14))} in case {n}." for n in range(27)]


@settings(max_examples=150, deadline=None)
@given(
    order=st.permutations(range(12)),
    kept=st.sets(st.integers(0, 11)),
    new=st.sets(st.integers(20, 26)),
    first=st.integers(1, 4),
)
def test_unchanged_words_are_found_wherever_they_went(
    order: list[int], kept: set[int], new: set[int], first: int
) -> None:
    """Any removal, insertion, reordering, renumbering: a link never follows a number to other known words."""
    old = {str(number): SENTENCES[number] for number in range(12)}
    texts = [SENTENCES[index] for index in [*order, *sorted(new)] if index in kept or index in new]
    now = {str(number): text for number, text in enumerate(texts, first)}
    found = resolved(old, now)
    for number, resolution in found.items():
        if int(number) in kept:
            assert resolution.found is not None
            assert now[resolution.found] == old[number]
            if resolution.reads_otherwise:
                assert (
                    resolution.explanation
                    == "same words, but it stands in another order among its neighbours than before"
                )
            else:
                assert resolution.status == ("ok" if resolution.found == number else "moved")
        else:
            assert resolution.status in ("suspect", "orphan")
            assert resolution.found is None or now[resolution.found] not in old.values()
    in_order = [
        int(resolution.found or 0)
        for _, resolution in sorted(found.items(), key=lambda item: int(item[0]))
        if not resolution.reads_otherwise and resolution.status in ("ok", "moved")
    ]
    assert in_order == sorted(in_order)
    places = [
        resolution.found
        for resolution in found.values()
        if resolution.found is not None and " merged into " not in resolution.explanation
    ]
    assert len(places) == len(set(places))


def test_steps_that_changed_places_are_suspect_and_what_one_was_put_before_is_not() -> None:
    swapped = {**RULEBOOK, "2-1": RULEBOOK["2-2"], "2-2": RULEBOOK["2-1"]}
    found = resolved(RULEBOOK, swapped)
    assert {key for key, r in found.items() if r.status != "ok"} == {"2-1", "2-2"}
    assert (
        found["2-1"].explanation
        == "same words, but it stands in another order among its neighbours than before"
    )
    pushed_on = {**RULEBOOK, "2-1": SENTENCES[0], "2-2": RULEBOOK["2-1"], "2-3": RULEBOOK["2-2"]}
    assert {r.status for r in resolved(RULEBOOK, pushed_on | {"2-4": RULEBOOK["2-3"]}).values()} == {
        "ok",
        "moved",
    }


def test_a_heading_of_other_words_puts_in_doubt_what_stands_right_below_it() -> None:
    assert [clause.kind for clause in document(RULEBOOK).clauses if clause.key == "2"] == ["heading"]
    found = resolved(RULEBOOK, {**RULEBOOK, "2": "Of the other player"})
    below = {"2-1", "2-2", "2-3"}
    assert {key for key, r in found.items() if r.status == "suspect"} == {"2", *below}
    assert found["2-1"].explanation == "same words, but the heading above it, 2, has other words than before"


@pytest.mark.parametrize(
    ("words", "others", "same"),
    [
        ("A crab that sleeps, or eats a shell, rests.", "A crab that sleeps, or eats, a shell rests.", False),
        ("The gull, and the crab, eat.", "The gull and the crab eat.", False),
        ("A crab eats (not in the rain).", "A crab eats not in the rain.", False),
        ("Pearls/shells are kept.", "Pearls, shells are kept.", False),
        ("The tide ends: a crab eats.", "The tide ends. A crab eats.", False),
        ("Who has 1,000 shells, wins.", "Who has 1000 shells, wins.", True),
        ("The “crab” – or gull – eats", "The 'crab' - or gull - eats.", True),
        ("[Crab] eats; the gull waits", "<Crab> eats ； the gull waits!", True),
    ],
)
def test_punctuation_that_may_mean_something_counts(words: str, others: str, same: bool) -> None:
    found = resolved({**RULEBOOK, "2-2": words}, {**RULEBOOK, "2-2": others})
    assert {key for key, r in found.items() if r.status != "ok"} == (set() if same else {"2-2"})
    if not same:
        assert (
            found["2-2"].explanation
            == "same words, but its punctuation, or a title that it quotes, is another than before"
        )


def test_a_title_that_is_not_that_of_the_clause_beside_it_counts() -> None:
    book = {**RULEBOOK, "2-2": 'Nets are dried (see 1 "Shells").', "1": "Shells", "2": "Nets"}
    before = {clause.key: clause for clause in record(referring(book), "1.0")}
    assert [cited.number for cited in before["2-2"].references] == ["1"]
    renamed = {**book, "1": "Pearls", "2-2": 'Nets are dried (see 1 "Pearls").'}
    assert resolve(before, referring(renamed))["2-2"].status == "ok"
    wrong = resolve(before, referring({**book, "2-2": 'Nets are dried (see 1 "Nets").'}))
    assert {key for key, r in wrong.items() if r.status != "ok"} == {"2-2"}


def referring(texts: dict[str, str]) -> Document:
    """The document of these texts, with the cross-references that they hold."""
    made = document(texts)
    return msgspec.structs.replace(made, clauses=cross_referenced(made.clauses))


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_typography_never_makes_a_link_suspect(data: st.DataObject) -> None:
    def noisy(text: str) -> str:
        spaces = text.replace(" ", data.draw(st.sampled_from([" ", "  ", "", "\u00a0"])))
        return spaces.replace("'", data.draw(st.sampled_from(["'", "’"])))

    noise = {key: noisy(text) for key, text in RULEBOOK.items()}
    assert {r.status for r in resolved(RULEBOOK, noise).values()} == {"ok"}
