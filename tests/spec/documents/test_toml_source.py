"""The line of a value is the line on which a person finds it, whatever stands around it."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.spec.documents.toml_source import TomlSource

FILLERS = (
    "",
    "# a comment, with [[rule]] in it",
    "   ",
    "text{n} = '''\n[[rule]]\nid = \"r0\"\n'''",
    "list{n} = [\n  1, # one\n\n  2,\n]",
    'text{n} = """\\\n  [[rule]] \\\n"""',
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.lists(st.sampled_from(FILLERS), max_size=3), st.booleans()), min_size=1, max_size=6)
)
def test_every_rule_and_key_is_found_on_its_line(rules: list[tuple[list[str], bool]]) -> None:
    lines: list[str] = []
    expected: dict[tuple[str | int, ...], int] = {}
    for index, (fillers, spaced) in enumerate(rules):
        lines.append(f"[other.o{index}]")  # the fillers' keys fall into a table of their own
        for n, filler in enumerate(fillers):
            lines += filler.replace("{n}", str(n)).split("\n")
        expected["rule", index] = len(lines) + 1
        lines.append("  [[ rule ]] # here" if spaced else "[[rule]]")
        expected["rule", index, "id"] = len(lines) + 1
        lines.append(f'id = "r{index}"')
        expected["rule", index, "clauses"] = len(lines) + 1
        lines += ["clauses = [", f'  "c{index}-0",', "  # between", f'  "c{index}-1",', "]"]
        expected["rule", index, "clauses", 1] = len(lines) - 1
        expected["rule", index, "missing", 3] = expected["rule", index]
    with TemporaryDirectory() as folder:
        path = Path(folder, "spec.toml")
        path.write_text("\n".join(lines), encoding="utf-8")
        source = TomlSource(path)
        assert {place: source.line(place) for place in expected} == expected


def test_files_of_the_same_text_share_nothing(tmp_path: Path) -> None:
    for name in ("one.toml", "other.toml"):
        (tmp_path / name).write_text("words = ['here']\n", encoding="utf-8")
    one, other = (TomlSource(tmp_path / name) for name in ("one.toml", "other.toml"))
    one.data["words"].append("there")
    assert other.data == TomlSource(tmp_path / "one.toml").data == {"words": ["here"]}
