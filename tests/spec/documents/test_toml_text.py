"""Strings and tables of TOML, read back by the reader of the standard library."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.spec.documents.toml_text import quoted, table


@settings(max_examples=150)
@given(st.text(max_size=12))
def test_any_text_is_read_back(text: str) -> None:
    assert tomllib.loads(f"text = {quoted(text)}") == {"text": text}


def test_every_character_that_toml_escapes() -> None:
    text = "".join(map(chr, [*range(0x20), 0x22, 0x5C, 0x7F, 0x80, 0x2028, 0xFEFF]))
    assert tomllib.loads(f"text = {quoted(text)}") == {"text": text}
    assert "\n" not in quoted(text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain", '"plain"'),
        ('a "b"\\', '"a \\"b\\"\\\\"'),
        ("\x7f", '"\\u007F"'),
        ("舟\n", '"舟\\n"'),
        ("", '""'),
    ],
)
def test_how_a_text_is_written(text: str, written: str) -> None:
    assert quoted(text) == written


def test_half_a_character_is_replaced() -> None:
    assert quoted("a\ud800b\udfff") == '"a\ufffdb\ufffd"'
    assert quoted("\ud7ff\ue000") == '"\ud7ff\ue000"'


def test_a_table_is_read_back_under_its_header() -> None:
    text = table({"version": "2.0", "date": ""}, "[[edition]]") + table({"version": '"3"'}, "[[edition]]")
    assert tomllib.loads(text) == {"edition": [{"version": "2.0", "date": ""}, {"version": '"3"'}]}
    assert text.startswith("[[edition]]\n")


def test_a_table_without_a_header() -> None:
    assert table({"title": "Boats"}) == 'title = "Boats"\n'
    assert table({}, "[empty]") == "[empty]\n"
