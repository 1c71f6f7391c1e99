"""What is let in of what an engine writes: any JSON within bounds, as it is; nothing else."""

from __future__ import annotations

import json
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import example, given

from rulehound.checker.engines import EngineError, Misbehaviour
from rulehound.checker.engines.bounded_json import DEPTH, DIGITS, VALUES, json_of_line

MOST = 10**DIGITS - 1

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-MOST, MOST)
    | st.floats(allow_nan=False, allow_infinity=False).map(lambda number: float(f"{number:.6e}"))
    | st.text(alphabet='a"\\[]{}0123456789\n\x00é')
    | st.just("9" * 40),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(alphabet='k"\\[{9'), inner, max_size=4)
    ),
)


@given(values)
@example({'\\"[': "9" * 40, "\\": ["\\\\", '"' * 3]})
def test_json_within_bounds_is_let_in_as_it_is(value: Any) -> None:
    assert json_of_line(json.dumps(value).encode(), "it") == value
    assert json_of_line(json.dumps(value, ensure_ascii=False).encode(), "it") == value


@given(values, st.integers(0, 4))
def test_what_is_nested_too_deep_is_not(value: Any, more: int) -> None:
    deep = DEPTH - depth_of(value) + more
    for number in range(deep):
        value = [value, "]"] if number % 2 else {"[": value}
    line = json.dumps(value).encode()
    if not more:
        json_of_line(line, "it")
        return
    with pytest.raises(EngineError, match="it is nested over 64 deep") as caught:
        json_of_line(line, "it")
    assert caught.value.kind is Misbehaviour.MALFORMED


def depth_of(value: Any) -> int:
    """Arrays and objects within each other."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth_of, inner), default=0)


@given(values, st.integers(10**DIGITS, 10**60), st.booleans())
def test_a_number_that_is_too_long_is_not(value: Any, number: int, negative: bool) -> None:
    line = json.dumps([value, -number if negative else number]).encode()
    with pytest.raises(EngineError, match="it has a number of over 18 digits"):
        json_of_line(line, "it")


def test_a_value_too_many_is_not() -> None:
    assert len(json_of_line(json.dumps([0] * VALUES).encode(), "it")) == VALUES
    for value in ([0] * (VALUES + 1), [{}] * VALUES):
        with pytest.raises(EngineError, match="it has over 50000 values"):
            json_of_line(json.dumps(value).encode(), "it")


@given(st.binary())
@example(b"[1" + b"0" * 30 + b"]")
@example(b"\xff")
@example(b'"\\ud800"')
def test_bytes_are_json_or_said_not_to_be(line: bytes) -> None:
    try:
        json.loads(line)
    except ValueError:
        with pytest.raises(EngineError) as caught:
            json_of_line(line, "it")
        assert caught.value.kind is Misbehaviour.NOT_JSON
        assert str(caught.value).isprintable()
