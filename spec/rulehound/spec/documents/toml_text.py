"""Writing TOML: the few forms that are added to the files of a spec."""

from __future__ import annotations

from collections.abc import Mapping

_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def quoted(text: str) -> str:
    r"""A basic string: what TOML forbids in one is escaped, everything else stands as it is.

    >>> print(quoted('a "word"'), quoted("a\nb\x7f"))
    "a \"word\"" "a\nb\u007F"
    """
    return f'"{"".join(_escaped(character) for character in text)}"'


def _escaped(character: str) -> str:
    if character in _SHORT:
        return _SHORT[character]
    code = ord(character)
    if 0xD800 <= code <= 0xDFFF:  # half a character: no TOML can hold it
        return "\N{REPLACEMENT CHARACTER}"
    return f"\\u{code:04X}" if code < 0x20 or code == 0x7F else character


def table(values: Mapping[str, str | tuple[str, ...]], header: str = "") -> str:
    """Keys with strings or lists of strings, one a line, under a header such as ``[[edition]]``."""
    lines = [header] if header else []
    lines += [f"{key} = {_value(value)}" for key, value in values.items()]
    return "\n".join(lines) + "\n"


def _value(value: str | tuple[str, ...]) -> str:
    return quoted(value) if isinstance(value, str) else f"[{', '.join(map(quoted, value))}]"
