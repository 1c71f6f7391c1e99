"""An engine in front of another that garbles some of its answers: JSON all the same, and of any shape."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from rulehound.checker.engines.channels import LocalChannel
from rulehound.checker.engines.client import EngineClient
from rulehound.spec.formats import Adapter, Handshake

JUNK: list[Any] = [
    *(None, True, False, 0, 1, -1, 10**17, -(10**17), 1.5, -0.0, 1e308),
    *("", "x", "a1", "0", "main", "\x1b[31m", "<script>", "\u202e", "a\nb"),
    *([], {}, [[]], [None], {"id": "a1"}, {"id": None}, {"": ""}, {"a.b[c]": 1}),
]


class Garbled:
    """An engine of which a share of the answers has one to three places with something else in them."""

    def __init__(self, engine: Adapter, seed: str, share: float) -> None:
        self.engine, self.chance, self.share = engine, Random(seed), share

    def handshake(self) -> Handshake:
        return self.engine.handshake()

    def close(self) -> None:
        self.engine.close()

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.engine, name)

        def answer(*arguments: Any) -> Any:
            value = msgspec.json.decode(msgspec.json.encode(method(*arguments)))
            if self.chance.random() < self.share:
                for _ in range(self.chance.choice((1, 1, 1, 3))):
                    value = self.garbled(value)
            return value

        return answer

    def garbled(self, value: Any) -> Any:
        """The value with one place in it gone, doubled, or something else."""
        place = self.chance.choice(list(_places(value)))
        if not place:
            return self.chance.choice(JUNK)
        inner = value
        for key in place[:-1]:
            inner = inner[key]
        how = self.chance.random()
        if how < 0.3:
            del inner[place[-1]]
        elif how < 0.4 and isinstance(inner, list):
            inner.append(inner[place[-1]])
        else:
            inner[place[-1]] = self.chance.choice(JUNK)
        return msgspec.json.decode(msgspec.json.encode(value))


def _places(value: Any) -> Iterator[list[Any]]:
    """The way to every place within a value, its own included."""
    yield []
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from ([key, *place] for place in _places(part))


def garbled(engine: Adapter, seed: str) -> EngineClient:
    """The engine garbled, held to the protocol."""
    share = Random(seed).choice((0.01, 0.05, 0.3))
    return EngineClient(LocalChannel(Garbled(engine, seed, share)), engine.handshake())
