"""Hashes of expressions: equal for equal expressions, in every process and on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from rulehound.spec.language.nodes import Node, walk

LENGTH = 16
"""Hexadecimal digits of a fingerprint."""

_known: dict[int, str] = {}
"""Fingerprint of a node by its `uid`; nodes are interned and live as long as the process."""


def fingerprint(*roots: Node) -> str:
    """A hash of expressions in their order. Bound variables are numbered by depth, so names do not matter."""
    for node in walk(list(roots)):
        if node.uid not in _known:
            said = (_known[arg.uid] if isinstance(arg, Node) else repr(arg) for arg in node.args)
            _known[node.uid] = combined([node.op, node.sort.value, *said])
    return combined(_known[root.uid] for root in roots)


def combined(parts: Iterable[str]) -> str:
    """A hash of texts in their order, each told apart from the next."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode()
        digest.update(f"{len(data)}:".encode() + data)
    return digest.hexdigest()[:LENGTH]
