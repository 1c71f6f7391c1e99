"""What an engine says is data: no text of it changes what a report is, or where it is written."""

from __future__ import annotations

import io
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import hypothesis.strategies as st
import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from jinja2 import UndefinedError
from rich.table import Table

from rulehound import checker
from rulehound.checker.cli.terminal import console, print_run
from rulehound.checker.engines.misbehaviour import SHOWN, quoted
from rulehound.checker.errors import one_line, printable
from rulehound.checker.records import Trace, TraceStep, Verdict
from rulehound.checker.report.directory import PAGES, report_json, run_junit, write_report
from rulehound.checker.report.html import site
from rulehound.checker.report.templates import templates, visible
from rulehound.checker.report.trace_files import LONGEST_NAME, TRACES, trace_files
from rulehound.checker.run_record import NotShown, Run, RunEngine
from rulehound_testing.made_up_run import record, rule, run
from rulehound_testing.sites import text_of

HOSTILE = [
    "<script>alert(1)</script>",
    '" onmouseover="alert(1)',
    "' --><!-- ]]> <![CDATA[",
    "</pre></td></table>",
    "{{ 7 * 7 }}{% raw %}",
    "[bold red]x[/] [link=file:///etc/passwd]y[/link]",
    "\x1b[2J\x1b]0;title\x07\x9b31m\r\x08",
    "one\n  observed: nothing\nReport: /tmp/other",
    "../../../etc/passwd",
    "\u202egnp.exe\u2066\u200f\u00ad",
    "\x00\x7f\x85\u2028\ufeff\uffff",
    "",
]
PLAIN = "x"

said = st.one_of(
    st.sampled_from(HOSTILE), st.text(max_size=30), st.text(alphabet="<>&'\"]-!\n\x1b\0/.%{}[]", max_size=12)
)
"""Text as JSON can carry it from an engine: any but lone surrogates."""

cheap = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def spoken(*texts: str) -> Run:
    """A run in which an engine says these things wherever it is heard."""
    name, version, text, value, key, named = texts
    trace = Trace(
        game="counter",
        edition="first",
        kind="engine",
        rule=named,
        start={"position": {key: text}, "cards": []},
        steps=[TraceStep({"action": text, "by": value}, text, {key: [value, {key: [text]}]}, refused=True)],
        expected=text,
        observed=value,
        values={"total.max": 2},
        engine="my-sim",
        board=[text, value],
    )
    told = {"explanation": text, "shown": value, "engine": "my-sim", "label": value, "trace": trace}
    records = [
        record("guard:add:room-left", "total.limit", verdict=Verdict.VIOLATION, **told),
        record("engine:accepts-start", named, verdict=Verdict.VIOLATION, **told),
        record("engine:answers:1", verdict=Verdict.ERROR, **told),
    ]
    met = RunEngine("my-sim", name, version, [text], trouble=text)
    return run([rule("total.limit")], records, engine=met, not_shown=NotShown(limits=[f"not judged: {text}"]))


class Shape(HTMLParser):
    """The tags of a page with the names of their attributes, and its comments, in order; its text apart."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[Any] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        links = [
            "a trace" if value and "traces/" in value else value  # its file is called after the rule
            for name, value in attributes
            if name in ("href", "src", "id", "style", "class")
        ]
        self.tags.append((tag, [name for name, _ in attributes], links))

    def handle_endtag(self, tag: str) -> None:
        self.tags.append(tag)

    def handle_comment(self, data: str) -> None:
        self.tags.append(data)

    def handle_decl(self, decl: str) -> None:
        self.tags.append(decl)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def shape_of_xml(text: str) -> Any:
    """The elements of each suite with the names of their attributes; which suite is which does not count."""
    suites = ElementTree.fromstring(text).iter("testsuite")
    return sorted([(element.tag, sorted(element.attrib)) for element in suite.iter()] for suite in suites)


@cheap
@given(st.tuples(*[said] * 6))
@example(tuple(HOSTILE[:6]))
@example(tuple(HOSTILE[6:12]))
@example(("", "", "", "", "", ""))
def test_the_page_is_the_same_page_whatever_is_said(texts: tuple[str, ...]) -> None:
    said, unsaid = (text_of(site(spoken(*each), {})) for each in (texts, [t and PLAIN for t in texts]))
    shown, plain = Shape(said), Shape(unsaid)
    assert shown.tags == plain.tags
    text = "".join(shown.text)
    assert not [c for c in text if c in "\x00\x07\x08\x1b\x7f\x9b\u202e\u2066"]
    assert visible(texts[2]) in text.replace("\r\n", "\n").replace("\r", "\n") or "\r" in texts[2]


@cheap
@given(st.tuples(*[said] * 6))
@example(tuple(HOSTILE[:6]))
@example(tuple(HOSTILE[6:12]))
def test_the_xml_is_the_same_xml_whatever_is_said(texts: tuple[str, ...]) -> None:
    shown, plain = run_junit(spoken(*texts)), run_junit(spoken(*[t and PLAIN for t in texts]))
    assert shape_of_xml(shown) == shape_of_xml(plain)


@cheap
@given(st.tuples(*[said] * 6))
@example(tuple(HOSTILE[:6]))
@example(tuple(HOSTILE[6:12]))
def test_the_json_reads_back_as_it_was(texts: tuple[str, ...]) -> None:
    made = spoken(*texts)
    assert msgspec.json.decode(report_json(made), type=Run) == made


@cheap
@given(st.tuples(*[said] * 6))
@example(tuple(HOSTILE[:6]))
@example(tuple(HOSTILE[6:12]))
def test_the_terminal_has_the_same_lines_whatever_is_said(texts: tuple[str, ...]) -> None:
    lines = terminal(spoken(*texts)).split("\n")
    assert all(line.isprintable() for line in lines)
    ours = ["  expected:", "  observed:", "  replay:", "Facts:"]
    plain = terminal(spoken(*[PLAIN for _ in texts])).split("\n")
    for start in ours:
        assert [line.startswith(start) for line in lines].count(True) == [
            line.startswith(start) for line in plain
        ].count(True)
    assert lines[-2].endswith("Report: report/index.html")


def terminal(made: Run) -> str:
    stream = io.StringIO()
    print_run(made, Path("report"), console(stream))
    return stream.getvalue()


def test_nothing_is_markup_on_a_terminal() -> None:
    shown = terminal(spoken(*["[bold]x[/bold] :smile: \x1b[31m"] * 6))
    assert "[bold]x[/bold] :smile: \\x1b[31m" in shown


@given(st.lists(said, min_size=1, max_size=3))
def test_whatever_is_printed_steers_no_terminal(texts: list[str]) -> None:
    stream = io.StringIO()
    table = Table(*texts)
    table.add_row(*texts)
    for each in (*texts, table):
        console(stream).print(each)
    assert all(line.isprintable() for line in stream.getvalue().split("\n"))


@cheap
@given(st.lists(said, min_size=1, max_size=6))
@example(["a/b", "a_b", "a b", "A_B", "a_b-2", "a_b"])
@example(["../../x", "/etc/passwd", "...", "-rf", "x" * 5000, "\u0130\u00df\u65e5"])
@example(["x", "x-2", "x", "x"])
def test_traces_have_names_of_their_own_that_lead_nowhere(rules: list[str]) -> None:
    made = [each for name in rules for each in spoken(*[name] * 6).records]
    unattributed = run([], made, violations=[])
    names = [file.removeprefix(f"{TRACES}/") for file in trace_files(unattributed).values()]
    assert len({name.lower() for name in names}) == len(names) == 3 * len(rules)
    for name in names:
        assert Path(name).name == name
        assert name.isascii()
        assert name.isprintable()
        assert name[0] not in ".-"
        assert len(name) <= LONGEST_NAME + len("-1000.json")


@pytest.mark.parametrize("text", HOSTILE)
def test_a_report_is_written_where_it_should_be_and_nowhere_else(text: str, tmp_path: Path) -> None:
    made = spoken(*[text] * 6)
    write_report(tmp_path / "in" / "report", made, {})
    write_report(tmp_path / "in" / "report", made, {})
    files = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())
    folders = {path.parent.relative_to("in/report").as_posix() for path in files}
    assert folders == {".", *PAGES} - {"boards", "pictures", "printed", "scenarios", "walks"}
    assert len(list((tmp_path / "in/report/traces").iterdir())) == 3
    ElementTree.parse(tmp_path / "in/report/junit.xml")


@given(st.text())
def test_what_is_quoted_is_one_printable_line_of_bounded_length(text: str) -> None:
    assert quoted(text).isprintable()
    assert len(quoted(text)) <= 10 * SHOWN + 1
    assert one_line(text).isprintable()
    assert printable(text).replace("\n", "").isprintable()


def test_a_text_that_steers_nothing_is_as_it_was() -> None:
    for text in ("日本語　全角", "a\u00a0b\u00ad", "one\ntwo\tthree", "😀é"):
        assert visible(text) == text


def test_every_page_shows_what_is_filled_in_as_text(tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    for folder, said in ((own, "{{ said }}"), (other, "other: {{ said }}")):
        folder.mkdir()
        (folder / "page.html.j2").write_text(said)
    page = templates(own, other).get_template("page.html.j2")
    assert page.render(said="<b>\u202e\x1b") == "&lt;b&gt;\\u202e\\x1b"
    with pytest.raises(UndefinedError):
        page.render()


def test_no_page_is_made_in_another_way() -> None:
    sources = Path(checker.__path__[0]).rglob("*.py")
    # what a new game is written by makes no page
    made = [path.name for path in sources if "jinja2.Environment(" in path.read_text("utf-8")]
    assert sorted(made) == ["package.py", "templates.py"]
