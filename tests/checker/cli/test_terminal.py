"""Runs as text: what a person reads, the same wherever it is printed to."""

from __future__ import annotations

import io
import re
from pathlib import Path

import msgspec
import pytest

from rulehound.checker.cli.terminal import WIDTH, console, print_records, print_run, progress, violation_lines
from rulehound.checker.errors import printable
from rulehound.checker.records import Verdict
from rulehound.checker.report import summary
from rulehound.checker.run_record import CitedClause, Run, RunLinks
from rulehound_testing.made_up_run import one_of_each, record, rule, run, trace

VIOLATION = """\
total.limit   violated   engine "my-sim"   guard:add:room-left
  The total stays low.
  Counter Rules 1.0, 1-1, page 2   out/index.html#total.limit
  total.max = 2 (1-1, page 2)
  seen once; agreed for 1 step before; not run again; fingerprint 710f9c79f3e24a8f
  expected: refused
  observed: carried out
  1  add 1  total 0 → 1
  2  add 2  total 1 → 2  guard "room-left" does not hold, breaks total.limit
  replay: rulehound replay out/traces/total.limit.json --engine 'my-sim --adapter'
"""


def printed(made: Run, verbose: bool = True) -> str:
    """The text of a run as it goes to a pipe."""
    stream = io.StringIO()
    print_run(made, Path("out"), console(stream), verbose)
    return stream.getvalue()


@pytest.fixture(scope="module")
def text() -> str:
    made = one_of_each()
    rules = [
        msgspec.structs.replace(r, facts=["total.max"]) if r.id == "total.limit" else r for r in made.rules
    ]
    return printed(msgspec.structs.replace(made, rules=rules))


def test_each_rule_in_force_has_its_line(text: str) -> None:
    lines = [line.split() for line in text.splitlines()]
    verdicts = {line[0]: line[-1] for line in lines if line and line[0].startswith(("total.", "add."))}
    assert verdicts["total.floor"] == "pass"
    assert verdicts["add.one"] == "inconclusive"
    assert ["total.lonely", "1-1", "nothing", "not", "judged"] in lines
    assert "total.old" not in text


def test_a_violation_is_a_block_with_place_fact_steps_and_replay(text: str) -> None:
    assert f"\n{VIOLATION}" in text


def test_a_violation_that_an_example_shows_names_the_example() -> None:
    made = one_of_each()
    (violation,) = made.violations
    shown = msgspec.structs.replace(violation, element="expectation", checks=["scenario:a/1", "scenario:b"])
    lines = [line.strip() for line in violation_lines(made, shown, Path("out"), "")]
    assert lines[lines.index("shown by scenario:a/1") + 1].startswith("seen once; ")
    assert "fails from the same cause: scenario:b" in lines
    assert not any("shown by" in line for line in violation_lines(made, violation, Path("out"), ""))


def test_the_likeliest_other_rules_are_named() -> None:
    made = one_of_each()
    (violation,) = made.violations
    for also, line in ((["b", "c", "d"], ["likeliest otherwise: b, c"]), ([], [])):
        shown = msgspec.structs.replace(violation, also=also)
        lines = [line.strip() for line in violation_lines(made, shown, Path("out"), "")]
        assert [each for each in lines if "likeliest" in each] == line


def test_facts_that_could_not_be_read_and_gaps_are_told(text: str) -> None:
    assert "add.step  missing  counter-rules 1.0, 1-2 is gone" in text
    assert "Facts: 1 of 2 read." in text
    assert "Bounds: shown within these and not beyond (1):\n  one-player: total up to 3\n" in text
    assert "Rules that no check ran for (1):\n  total.lonely\n" in text
    assert text.endswith("2 rules not judged.  Report: out/index.html\n")


def test_a_line_for_every_rule_and_every_gap_is_printed_only_where_asked_for(text: str) -> None:
    short = printed(one_of_each(), verbose=False)
    assert "\nnot shown: 1 bound, 1 action never taken, 1 rule without a check, " in short
    assert "one-player: total up to 3" not in short
    rows, every = (
        [line.split()[0] for line in made.partition("\nRule ")[2].partition("\n\n")[0].splitlines()[1:]]
        for made in (short, text)
    )
    assert rows == ["total.limit", "add.order", "add.one"]
    assert "total.floor" in every
    assert "total.floor" not in rows
    assert set(rows) < set(every)
    assert short.splitlines()[-1] == text.splitlines()[-1]


def test_a_run_without_findings_is_short() -> None:
    many = [rule(f"total.r{number}") for number in range(300)]
    passed = [record(f"invariant:r{number}", f"total.r{number}") for number in range(300)]
    lines = printed(run(many, passed), verbose=False).splitlines()
    assert len(lines) < 20
    assert lines[-1] == "300 rules passed.  Report: out/index.html"
    assert not any("total.r" in line for line in lines)
    assert sum("total.r" in line for line in printed(run(many, passed)).splitlines()) == 300


def test_long_names_are_whole_and_lines_of_tables_keep_their_width() -> None:
    name = "total." + "very-long-" * 7 + "name"
    number = "-".join("123456789")
    long = rule(name)
    long = msgspec.structs.replace(
        long, clauses=[msgspec.structs.replace(long.clauses[0], number=number)] * 20
    )
    shown = printed(run([long], [record("invariant:" + "x" * 90, name)]))
    assert name in shown
    assert number in shown.replace("\n", "")
    table = shown.splitlines()[2:-2]
    assert all(len(line) <= WIDTH for line in table)


def test_no_line_that_goes_to_a_pipe_ends_in_spaces(text: str) -> None:
    lines = text.splitlines()
    assert any("  " in line for line in lines)
    assert [line for line in lines if line != line.rstrip()] == []


def test_nothing_an_engine_says_steers_the_terminal() -> None:
    evil = "\x1b[2J\x07\r[bold]x[/bold]"
    bad = trace("total.limit", expected=evil, observed=evil)
    records = [record("a", "total.limit", verdict=Verdict.VIOLATION, explanation=evil, trace=bad)]
    shown = printed(run([rule("total.limit")], records))
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "\r" not in shown
    assert r"\x1b[2J\x07\r[bold]x[/bold]" in shown
    stream = io.StringIO()
    print_records(records, console(stream))
    assert "\x1b" not in stream.getvalue()
    assert printable("a\tb\nc\x85ü") == "a\\tb\nc\\x85ü"


def test_what_broke_for_no_rule_is_told_too() -> None:
    stray = record(
        "engine:answers:1", verdict=Verdict.ERROR, engine="x", explanation="it ended with status 3"
    )
    shown = printed(run([rule("total.limit")], [stray]))
    assert 'no rule   error   engine "my-sim"   engine:answers:1\n  it ended with status 3\n' in shown


def test_long_lists_say_how_much_is_left_out() -> None:
    made = one_of_each()
    gaps = msgspec.structs.replace(made.not_shown, never_failed=[f"check:{n}" for n in range(30)])
    shown = printed(msgspec.structs.replace(made, not_shown=gaps))
    assert "planted fault (30):" in shown
    assert "check:11\n  and 18 more, listed in the report" in shown
    assert "check:12\n" not in shown


def test_no_progress_where_nobody_looks(capfd: pytest.CaptureFixture[str]) -> None:
    with progress() as report:
        report("reading", 1, 2)
    assert capfd.readouterr() == ("", "")


def test_progress_has_times_and_counts_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "xterm")
    with progress() as report:
        report("running scenarios", 1, 1200)
        report("naming the causes", 0, 0)
        report("running scenarios", 1200, 1200)
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", stream.getvalue())
    last = [line for line in shown.splitlines() if line.strip()][-3:]
    assert re.search(r"in all .* 0:00:\d\d", last[0])
    assert re.search(r"✓ running scenarios .* 1,200/1,200 .*0:00:\d\d", last[1])
    assert re.search(r"naming the causes .* 0:00:\d\d", last[2])
    assert "100" not in last[2]
    assert all(len(line) <= 80 for line in shown.splitlines())
    quiet = io.StringIO()
    monkeypatch.setattr(quiet, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", quiet)
    with progress(quiet=True) as report:
        report("running scenarios", 1, 2)
    assert quiet.getvalue() == ""


def test_a_quiet_run_has_its_findings_and_its_last_line_alone() -> None:
    stream = io.StringIO()
    print_run(one_of_each(), Path("out"), console(stream), quiet=True)
    text = stream.getvalue()
    assert text.startswith(f"\n{VIOLATION.splitlines()[0]}\n")
    assert VIOLATION.splitlines()[-1] in text
    assert "Facts:" not in text
    assert text.splitlines()[-1].endswith("2 rules not judged.  Report: out/index.html")
    stream = io.StringIO()
    print_run(
        run([rule("total.limit")], [record("a", "total.limit")]), Path("out"), console(stream), quiet=True
    )
    assert stream.getvalue() == "1 rule passed.  Report: out/index.html\n"


def test_a_rule_that_was_asked_for_has_its_line() -> None:
    made = run([rule("total.limit"), rule("total.floor")], [record("a", "total.limit", "total.floor")])
    stream = io.StringIO()
    print_run(made, Path("out"), console(stream), asked={"total.floor"})
    lines = [line.split() for line in stream.getvalue().splitlines()]
    assert ["total.floor", "1-1", "1", "a", "all", "12", "states", "pass"] in lines
    assert not any(line[:1] == ["total.limit"] for line in lines)


def test_clauses_around_which_the_same_thing_changed_share_a_line() -> None:
    made = one_of_each()
    what = "same words, but the heading above it, 1, has other words than before"
    clause = CitedClause("1-1-1", "suspect", "1-1-1", "1-1-1", 3, "It stays.", explanation=what)
    clause = msgspec.structs.replace(clause, reviewed="0.9, 1-1-1", reviewed_text="It stays.")
    other = msgspec.structs.replace(clause, recorded="1-1-2", number="1-1-2", key="1-1-2")
    reworded = msgspec.structs.replace(other, recorded="1-1-3", number="1-1-3", text="It never stays.")
    cited = {"total.limit": [clause, other], "total.floor": [other, reworded]}
    rules = [msgspec.structs.replace(each, clauses=cited.get(each.id, [])) for each in made.rules]
    assert list(summary.suspect_lines(msgspec.structs.replace(made, rules=rules))) == [
        f"1-1-1, 1-1-2   suspect links of total.limit, total.floor: {what}",
        f"1-1-3, page 3   suspect link of total.floor: {what}",
        "  now: It never stays.",
        "  reviewed (0.9, 1-1-1): It stays.",
    ]


def test_what_waits_for_a_review_is_told_with_both_wordings_and_counted_last() -> None:
    made = one_of_each()
    assert "Links: 0 suspect, 0 orphan; 0 clauses without a rule.\n" in printed(made)
    clause = CitedClause(
        recorded="1-1",
        status="suspect",
        number="1-1",
        key="1-2",
        page=3,
        text="The total stays high.",
        explanation="words changed",
        reviewed="0.9, 1-1",
        reviewed_text="The total stays low.",
    )
    rules = [
        msgspec.structs.replace(each, clauses=[clause]) if each.id in ("total.limit", "total.floor") else each
        for each in made.rules
    ]
    links = RunLinks(suspect=["1-1 of total.limit", "1-1 of total.floor"], uncovered=["9-9"])
    text = printed(msgspec.structs.replace(made, rules=rules, links=links))
    assert (
        "\nClauses that changed since they were reviewed:\n"
        "  1-1, page 3   suspect link of total.limit, total.floor: words changed\n"
        "    now: The total stays high.\n"
        "    reviewed (0.9, 1-1): The total stays low.\n"
        "Links: 2 suspect, 0 orphan; 1 clause without a rule: 9-9.\n"
    ) in text
    assert "rulehound extract FILE" not in text
    unknown = msgspec.structs.replace(clause, reviewed_text="")
    rules = [msgspec.structs.replace(each, clauses=[unknown] if each.clauses else []) for each in rules]
    assert (
        "    reviewed: 0.9, 1-1, whose text is not at hand\n"
        "  To see the words that were reviewed, read that edition once: rulehound extract FILE\n"
    ) in printed(msgspec.structs.replace(made, rules=rules, links=links))
    last = text.splitlines()[-1]
    assert "2 rules rest on clauses that changed since they were reviewed." in last
