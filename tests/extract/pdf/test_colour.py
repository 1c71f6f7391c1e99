"""Colours of PDF files, in each of its device colour spaces, and what is red."""

import colorsys
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulehound.extract.pdf.colour import hexadecimal, is_red

PARTS = st.floats(-0.5, 1.5, allow_nan=False)
NO_COLOURS = (None, "red", (), (1, 0), (1, 0, 0, 0, 0), ("1", "0", "0"), [None], NotImplemented, {1, 0})


@pytest.mark.parametrize(
    ("colour", "written"),
    [
        (0, "#000000"),
        (1.0, "#ffffff"),
        ((0.5,), "#808080"),
        ((1, 0, 0), "#ff0000"),
        ([0, 0.2, 1], "#0033ff"),
        ((0, 0, 0, 0), "#ffffff"),
        ((0, 0, 0, 1), "#000000"),
        ((0, 1, 1, 0), "#ff0000"),
        ((1, 0, 0, 0.5), "#008080"),
        ((2, -1, 0), "#ff0000"),
    ],
)
def test_a_colour_is_written_as_screens_show_it(colour: object, written: str) -> None:
    assert hexadecimal(colour) == written


@pytest.mark.parametrize("colour", NO_COLOURS, ids=repr)
def test_what_is_no_colour_is_black_and_not_red(colour: object) -> None:
    assert hexadecimal(colour) == "#000000"
    assert not is_red(colour)


@pytest.mark.parametrize(
    "colour",
    [
        (1, 0, 0),
        (0.9, 0.1, 0.2),
        [0.75, 0, 0.05],
        (0, 1, 0.9, 0.1),
        (1, 0.2, 0),
        (1, 0.38, 0.38),
        (0.52, 0, 0),
    ],
)
def test_red_as_publishers_print_it(colour: object) -> None:
    assert is_red(colour)


@pytest.mark.parametrize(
    "colour",
    [
        (1, 0.42, 0.42),  # pale
        (0.48, 0, 0),  # dark
        (1, 0.5, 0),  # orange
        (1, 0, 0.5),  # pink
        (0, 1, 0),
        (0, 0, 1),
        (1, 0, 0, 0),  # cyan ink
        (0, 1, 1, 0.8),  # red under black
        0.5,
        1,
    ],
)
def test_colours_that_are_not_red(colour: object) -> None:
    assert not is_red(colour)


@settings(max_examples=60)
@given(st.tuples(PARTS, PARTS, PARTS))
def test_red_is_within_20_degrees_strong_and_bright(colour: tuple[float, float, float]) -> None:
    red, green, blue = (min(1.0, max(0.0, part)) for part in colour)
    largest, spread = max(red, green, blue), max(red, green, blue) - min(red, green, blue)
    expected = red == largest >= 0.5 and spread >= 0.6 * largest and abs(green - blue) <= spread / 3
    _, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    edges = (saturation, 0.6), (value, 0.5), (abs(green - blue), spread / 3), (red, max(green, blue))
    assert is_red(colour) == expected or any(math.isclose(a, b, abs_tol=1e-9) for a, b in edges)


@settings(max_examples=40)
@given(PARTS)
def test_grey_is_the_same_colour_in_each_space(grey: float) -> None:
    assert hexadecimal(grey) == hexadecimal((grey,)) == hexadecimal((grey, grey, grey))
    assert not is_red(grey)
