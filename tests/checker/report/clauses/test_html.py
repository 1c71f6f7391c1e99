"""The page of every clause, as a browser shows it: Debian's chromium, without a network."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from rulehound.checker.evidence.current_tree import current_tree
from rulehound.checker.evidence.status import Status
from rulehound.checker.pipeline.check import check_game
from rulehound.checker.pipeline.clause_pages import clauses_of_run, write_clause_pages
from rulehound.checker.pipeline.engine_run import RunSettings
from rulehound.checker.pipeline.traceability import traceability
from rulehound.checker.report.clauses.html import MARKS, for_script
from rulehound.checker.report.directory import write_report
from rulehound.checker.report.html import ClausePages
from rulehound.checker.rulebook.reading import open_game, read_rulebook
from rulehound_testing.toy.spec import Engine, toy_game

CHROMIUM = shutil.which("chromium")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed here")

AFTER = """
<script>
addEventListener("load", async () => {{
  const out = [];
  const key = (name) => document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", {{key: name, bubbles: true}}));
  const rest = () => new Promise((done) => setTimeout(done, 20));
  {script}
  const told = document.createElement("pre");
  told.id = "told";
  told.textContent = JSON.stringify(out);
  document.body.append(told);
}});
</script>
"""


@cache
def page() -> str:
    """The page of the Digimon Card Game, whose clauses are more than 2,000."""
    book = read_rulebook(open_game("dcg"))
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "clauses")
        result = traceability(book, current_tree(book, "reference"))
        write_clause_pages(out, book, result, "reference")
        return (out / "index.html").read_text("utf-8")


def browser(tmp_path: Path, text: str, fragment: str = "", script: str = "") -> tuple[str, list[object]]:
    """The document after its scripts have run, and what a script of the test told."""
    file = tmp_path / "page.html"
    # The page lets in its own scripts alone, of which this is one then.
    file.write_text(text.replace("</body>", AFTER.format(script=script) + "</body>"), encoding="utf-8")
    command = [
        str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile",
        "--virtual-time-budget=10000", "--dump-dom", f"{file.as_uri()}{fragment}",
    ]  # fmt: skip
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if "</html>" not in ended.stdout:
        pytest.skip(f"chromium does not run here: {ended.stderr[-300:]}")
    told = re.search(r'<pre id="told">(.*?)</pre>', ended.stdout, re.DOTALL)
    assert told, ended.stdout[-500:]
    return ended.stdout, json.loads(html.unescape(told[1]))


def test_every_clause_is_on_the_map_with_a_sign_and_a_name() -> None:
    text = page()
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1])  # type: ignore[index]
    cells = re.findall(r'<a class="cell ([\w-]+)"[^>]*aria-label="([^"]+)"', text)
    assert len(cells) == len(data["clauses"]) > 2000
    assert set(MARKS) == set(Status)
    assert len(set(MARKS.values())) == len(Status)
    assert all(label.endswith(status.replace("-", " ")) for status, label in cells)
    assert "the page is whole" in text


def test_the_map_of_two_thousand_clauses_is_small_beside_what_is_loaded_later() -> None:
    text = page()
    data = re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1]  # type: ignore[index]
    bytes_of_a_clause = (len(text.encode()) - len(data.encode())) / text.count('<a class="cell')
    assert bytes_of_a_clause * 2000 < 500_000


def test_nothing_is_fetched() -> None:
    assert not re.search(r'(?:src|href)="(?!#|data:)', page())
    assert "default-src 'none'" in page()


@needs_chromium
def test_a_clause_opens_by_link_and_by_keys(tmp_path: Path) -> None:
    script = """
      const now = () => document.activeElement;
      const at = () => now().getAttribute("aria-label")?.split(",")[0] ?? now().tagName;
      const panel = document.getElementById("clause");
      out.push(panel.innerHTML);
      location.hash = "#dcg-comprehensive-rules-en@4.0/1-4-2-2"; await rest();
      out.push(panel.innerHTML);
      key("Escape");
      const first = document.querySelector(".cell");
      out.push(document.querySelectorAll(".cell[tabindex='0']").length);
      first.focus(); out.push(at());
      key("ArrowRight"); out.push(at());
      key("ArrowLeft"); out.push(at());
      key("ArrowDown"); out.push(document.activeElement !== first);
      key("ArrowUp"); out.push(at());
      first.click(); await rest();
      out.push(document.activeElement.tagName, panel.hidden);
      key("Escape"); out.push(at(), panel.hidden);
    """
    _, (linked, other, *told) = browser(tmp_path, page(), "#rulehound-rulebook@1.1/3-3-2", script)
    for wanted in ("3-3-2: ", "memory.limit", "dcg/memory.py:", "invariant:memory.limit", "data:image/png"):
        assert wanted in str(linked), wanted
    assert '<rect x="' in str(other)  # no page is at hand, and where the clause stands is drawn
    cells = re.findall(r'aria-label="([^",]+), ', page())
    assert told == [1, cells[0], cells[1], cells[0], True, cells[0], "H2", False, cells[0], True]


@needs_chromium
def test_filters_and_search(tmp_path: Path) -> None:
    script = """
      const form = document.querySelector(".filter");
      const shown = () => document.querySelectorAll(".cell:not([hidden])").length;
      const changed = () => form.dispatchEvent(new Event("input", {bubbles: true}));
      const type = (text) => { form.elements.find.value = text; changed(); };
      out.push(shown() === document.querySelectorAll(".cell").length);
      type("memory.limit 3-3-2"); out.push(shown() > 0 && shown() < 20);
      out.push(form.querySelector("output").textContent);
      type("xylophone quaggas"); out.push(shown(), document.querySelector(".none").hidden);
      type("");
      for (const box of form.querySelectorAll("[name=status]")) box.checked = box.value === "not testable";
      type(""); out.push(shown(), document.querySelectorAll(".cell.not-testable").length);
      out.push(document.title, document.querySelectorAll("#clause img[src=x]").length);
    """
    says = "The counter never stands past the highest number on either side of the gauge."
    evil = "</script><script>document.title='taken'</script><img src=x onerror=alert(1)>"
    assert says in page()
    text = page().replace(says, evil.replace("<", "\\u003c").replace(">", "\\u003e"))
    dom, told = browser(tmp_path, text, "#rulehound-rulebook@1.1/3-3-2", script)
    whole, some, said, none, hidden, left, untestable, title, images = told
    assert (whole, some, none, hidden) == (True, True, 0, False)
    assert left == untestable != 0
    assert re.fullmatch(r"\d+ of \d+ clauses", str(said))
    assert (title != "taken", images) == (True, 0)
    assert "&lt;/script&gt;" in dom


def clauses_of_toy(tmp_path: Path) -> ClausePages:
    """The page of every clause of a run of a toy game, whose report is written."""
    game = toy_game(tmp_path / "toy")
    (game.directory / "seen_to_fail.toml").write_text(
        '[caught]\n"guard:add:add.few" = { content = "another", faults = ["few-3"] }\n'
    )
    settings = RunSettings(effort="quick")
    found = check_game(game, "reference", lambda: Engine(most=3), settings, background=False)
    clauses = clauses_of_run(found)
    write_report(tmp_path / "report", found.run, found.pictures, clauses)
    return clauses


def test_text_of_a_spec_cannot_end_the_data() -> None:
    assert for_script({"says": "</script>\u2028&"}) == '{"says":"\\u003c/script\\u003e\\u2028\\u0026"}'


@needs_chromium
def test_filters_stand_in_the_address_beside_the_clause_that_is_open(tmp_path: Path) -> None:
    clauses = clauses_of_toy(tmp_path)
    (tmp_path / "look").mkdir()
    (tmp_path / "look/clauses.js").write_text(clauses.data, "utf-8")
    script = """
      const form = document.querySelector(".filter");
      const shown = () => document.querySelectorAll(".cell:not([hidden])").length;
      while (!globalThis.clauseData) await rest();
      await rest();
      out.push(form.elements.find.value, shown(), document.querySelectorAll(".cell").length);
      form.elements.find.value = "add.few"; form.dispatchEvent(new Event("input", {bubbles: true}));
      const cell = document.querySelector(".cell:not([hidden])");
      cell.click(); await rest(); await rest();
      out.push(location.hash, decodeURIComponent(cell.getAttribute("href").slice(1)));
      key("Escape"); out.push(location.hash);
      const box = form.querySelector("[name=status]:checked");
      form.elements.find.value = ""; box.checked = false;
      form.dispatchEvent(new Event("input", {bubbles: true}));
      out.push(location.hash.includes(`status=${box.value}`), location.hash.startsWith("#status="));
      location.hash = "#find=nothing+like+it"; await rest();
      out.push(shown(), box.checked, form.elements.find.value);
    """
    _, told = browser(tmp_path, clauses.page, "#find=few", script)
    found, some, whole, opened, link, shut, *others = told
    assert (found, 0 < int(str(some)) < int(str(whole))) == ("few", True)
    assert parse_qs(str(opened)[1:]) == {"find": ["add.few"], "clause": [link]}
    assert parse_qs(str(shut)[1:]) == {"find": ["add.few"]}
    assert others == [False, True, 0, True, "nothing like it"]


@needs_chromium
def test_the_report_of_a_run_leads_to_each_clause(tmp_path: Path) -> None:
    clauses = clauses_of_toy(tmp_path)
    few = (tmp_path / "report/rules/add.few.html").read_text("utf-8")
    address = re.findall(r'href="\.\./clauses\.html(#[^"]+)"', few)[0]
    ways = [re.findall(r"<nav[^>]*>(.*?)</nav>", each)[0] for each in (clauses.page, few)]
    here, there = (re.findall(r'href="(?:\.\./)?([^"]+)">|href="([^"]+)" aria', each) for each in ways)
    assert [max(one) for one in here] == [max(one) for one in there]
    assert 'href="clauses.html" aria-current="page"' in ways[0]
    script = (
        "while (document.getElementById('clause').hidden) await rest();"
        "out.push(document.activeElement.tagName, document.getElementById('clause').textContent);"
    )
    (tmp_path / "look").mkdir()
    (tmp_path / "look/clauses.js").write_text(clauses.data, "utf-8")
    _, (tag, shown) = browser(tmp_path, clauses.page, address, script)
    assert tag == "H2"
    changed = "changed since it was seen to fail"
    for wanted in ("violated", "add.few", "judged by", "Counterexample:", changed, "never seen to fail"):
        assert wanted in str(shown), wanted
