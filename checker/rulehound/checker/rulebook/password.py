"""The password of the rulebook of this run.

Only this process stores it. No setting and no record holds it, so neither a report nor the command that
replays a finding can show it.
"""

from __future__ import annotations

_current: list[str | None] = [None]


def use_password(password: str | None) -> None:
    """Open encrypted documents with this password from now on; None takes it back."""
    _current[0] = password


def password_in_use() -> str | None:
    """The password to open documents with; None where none was given."""
    return _current[0]
