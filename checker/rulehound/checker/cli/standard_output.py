"""Results as bytes and as JSON on standard output: the same bytes whatever the locale."""

from __future__ import annotations

import sys
from typing import Any

import msgspec


def print_bytes(content: bytes) -> None:
    """Write to standard output, after everything that was printed before."""
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def print_json(value: Any) -> None:
    """Write a value as indented JSON to standard output, the keys of every mapping in order."""
    encoded = msgspec.json.encode(value, order="deterministic")
    print_bytes(msgspec.json.format(encoded, indent=2) + b"\n")
