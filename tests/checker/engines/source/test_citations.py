"""Code that cites rules is found in any language, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulehound.checker.engines.source.citations import LARGEST, find_citations
from rulehound.checker.errors import UserError

RULES = ("tide.limit", "tide.limit.low", "tide.wait", "basket.start")


def cited(folder: Path, **files: str) -> dict[str, list[str]]:
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    found = find_citations(folder, RULES)
    return {
        rule: [f"{Path(p.file).relative_to(folder).as_posix()}:{p.line}" for p in places]
        for rule, places in found.items()
    }


@pytest.mark.parametrize(
    "line",
    [
        "x = 1  # rule: tide.wait",
        "x = 1; // tide.wait, and more",
        "x = 1; /* see tide.wait. */",
        "x := 1 -- tide.wait",
        "; tide.wait",
        "% tide.wait",
        "<!-- tide.wait -->",
        "explain('tide.wait')",
        'explain("tide.wait")',
        "explain(`tide.wait`)",
        'say("it\\"s tide.wait")',
        '"""tide.wait"""',
        "-- tide.wait",
    ],
)
def test_comments_and_strings_of_many_languages_cite(line: str, tmp_path: Path) -> None:
    assert cited(tmp_path, code=f"\n{line}\n") == {"tide.wait": ["code:2"]}


@pytest.mark.parametrize(
    "line",
    [
        "tide.wait = 3",
        "x = tide.wait + 1",
        "# tide.waiting",
        "# tide.wait-longer",
        "# low.tide.wait",
        "# tide.wait.long",
        "# tide_wait",
        "x--tide.wait",
        "f(a); tide.wait(3)",
        "x % tide.wait",
        "# tide",
    ],
)
def test_code_and_other_words_do_not(line: str, tmp_path: Path) -> None:
    assert cited(tmp_path, code=f"{line}\n") == {}


def test_the_longest_id_is_meant(tmp_path: Path) -> None:
    assert cited(tmp_path, code="# tide.limit.low\n# tide.limit.\n") == {
        "tide.limit": ["code:2"],
        "tide.limit.low": ["code:1"],
    }


def test_a_line_cites_a_rule_once_and_a_comment_over_lines_counts_by_line(tmp_path: Path) -> None:
    text = "/* tide.wait\n   tide.wait tide.wait\n   basket.start */\ntide.wait\n"
    assert cited(tmp_path, a__c=text) == {"basket.start": ["a.c:3"], "tide.wait": ["a.c:1", "a.c:2"]}


def test_a_comment_that_is_never_closed_runs_to_the_end(tmp_path: Path) -> None:
    assert cited(tmp_path, a__c="x /* on\n" * 5_000 + "tide.wait") == {"tide.wait": ["a.c:5001"]}


def test_files_come_in_order_of_their_names_whatever_the_disk_says(tmp_path: Path) -> None:
    for name in ("b", "a/z", "a/b", "c"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("# tide.wait")
    assert cited(tmp_path) == {"tide.wait": ["b:1", "c:1", "a/b:1", "a/z:1"]}


def test_what_nobody_wrote_by_hand_is_passed_over(tmp_path: Path) -> None:
    for folder in (".git", "node_modules", "vendor", "target", "__pycache__"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "code.py").write_text("# tide.wait")
    (tmp_path / "binary").write_bytes(b"# tide.wait\n\0")
    (tmp_path / "huge").write_text("# tide.wait\n" + " " * LARGEST)
    (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "latin.c").write_bytes(b"// caf\xe9\n// tide.wait\n")
    (tmp_path / "link.c").symlink_to(tmp_path / "latin.c")
    assert cited(tmp_path) == {"tide.wait": ["latin.c:2"]}


def test_one_file_will_do(tmp_path: Path) -> None:
    (tmp_path / "code").write_text("// tide.wait")
    [place] = find_citations(tmp_path / "code", RULES)["tide.wait"]
    assert (place.file, place.line) == ((tmp_path / "code").as_posix(), 1)


def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nowhere does not exist; name a folder of source files"):
        find_citations(tmp_path / "nowhere", RULES)


def test_no_rules_are_cited_nowhere(tmp_path: Path) -> None:
    (tmp_path / "code").write_text("// tide.wait")
    assert find_citations(tmp_path, ()) == {}
