"""The tokens of saved games: plain JSON values under the name of the game, a version and a checksum."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

import msgspec

from rulehound.spec.formats import Reason, Refused

GAME, VERSION, CHECKSUM = "saved_game", "version", "checksum"
"""The fields of every token that are not the game's."""


def sealed(token: msgspec.Struct) -> dict[str, Any]:
    """A token in plain values, under its checksum."""
    values: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(token))
    return {**values, CHECKSUM: checksum(values)}


def unsealed(token: Any, game: str, version: int) -> dict[str, Any]:
    """What a token holds but for its checksum, which `require_undamaged` looks at.

    Raises Refused where the token is no saved game of this game, or has another version.
    """
    if not isinstance(token, Mapping) or token.get(GAME) != game:
        raise refusal("not-a-saved-game", "this is not a saved game of this engine")
    if token.get(VERSION) != version:
        text = f"the game was saved in version {token.get(VERSION)!r}; this engine reads version {version}"
        raise refusal("unknown-version", f"{text}: go on with the engine that saved it")
    return {name: value for name, value in token.items() if name != CHECKSUM}


def require_undamaged(token: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Raise Refused where the checksum of a token is not that of what it holds."""
    if token.get(CHECKSUM) != checksum(values):
        raise damaged("it is not as it was saved")


def checksum(values: Mapping[str, Any]) -> int:
    """The CRC-32 of what a token holds, in whatever order its fields come; it finds damage, not malice."""
    return zlib.crc32(msgspec.json.encode(values, order="sorted"))


def damaged(how: str) -> Refused:
    """A refusal of a token that was a saved game once."""
    return refusal("damaged-save", f"the saved game is damaged: {how}")


def refusal(reason: str, text: str) -> Refused:
    """A refusal to restore."""
    return Refused([Reason(reason, text=text)])
