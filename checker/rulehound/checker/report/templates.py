"""Pages made from templates: values are escaped, none may be missing, and no character steers the display."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any

import jinja2

LOOK = Path(__file__).parent / "page"
"""Templates of the report's page, with the look that other pages share."""

_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, those that turn the direction of the text around them, and no characters at all."""


def templates(*folders: Path) -> jinja2.Environment:
    """The templates of these folders by name; of two with one name, that of the first folder."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folders),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=visible,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["svg_address"] = svg_address
    return environment


def svg_address(svg: str) -> str:
    """An image as the address of itself: nothing in it can run or reach the page."""
    data = base64.b64encode(svg.encode("utf-8", "backslashreplace")).decode("ascii")
    return f"data:image/svg+xml;base64,{data}"


def visible(value: Any) -> Any:
    """Text with escapes in the place of characters that steer the display; anything else, our own markup too,
    as it is.
    """
    if type(value) is not str:
        return value
    return _STEERING.sub(lambda match: repr(match[0])[1:-1], value)
