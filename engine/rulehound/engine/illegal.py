"""What an engine raises where it refuses an action or an effect, with every reason and its rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Flag
from functools import reduce
from operator import or_
from typing import Any, ClassVar, TypeAlias

import msgspec

from rulehound.spec import formats

Explanations: TypeAlias = Mapping[Any, tuple[str, str]]
"""Reason to the rule that it rests on ('' where it rests on none) and a sentence for people."""


class IllegalMove(formats.Refused):
    """An action or effect is refused for every reason in `flags`; nothing has changed.

    `reasons` has the same for people and programs: name, rule id and sentence. `detail` is added to the last
    sentence. A game derives its own, with the flags of its reasons explained.
    """

    explained: ClassVar[Explanations]

    def __init__(self, flags: Iterable[Any], detail: str = "") -> None:
        distinct = tuple(dict.fromkeys(flags))
        self.flags: Any = reduce(or_, distinct)
        reasons = [explanation(self.explained, reason) for reason in distinct]
        if detail:
            reasons[-1] = msgspec.structs.replace(reasons[-1], text=f"{reasons[-1].text}: {detail}")
        super().__init__(reasons)


def explanation(explained: Explanations, reason: Flag) -> formats.Reason:
    """One reason as it is reported: its name, rule and sentence."""
    rule, text = explained[reason]
    return formats.Reason(str(reason.name).lower().replace("_", "-"), rule, text)
