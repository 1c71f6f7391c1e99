"""Trials of a game: its start, its actions, refusals, ids, and that it comes to an end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rulehound.checker.engines.misbehaviour import quoted
from rulehound.checker.judging.observations.json_paths import changes, same, things
from rulehound.checker.suite.adapter_check.greeting import UNKNOWN_FIELD
from rulehound.checker.suite.adapter_check.remarks import Judged, Remark
from rulehound.checker.suite.adapter_check.talk import NONSENSE, Talk, TriedAdapter, not_offered, shown
from rulehound.spec.formats import Action, Observation, Refused

MOST_STEPS = 3_000
"""Actions in which a random game should be over."""
TRIED = 40
"""Refusals that are tried in one game."""


def new_game(adapter: TriedAdapter) -> Iterator[Remark]:
    """A game starts, is shown again as it was, and offers something to whoever decides."""
    with adapter.talk() as talk:
        first = talk.begin(adapter.setup(0))
        yield Remark("new-game", Judged.FINE, "a game starts, and what is shown fits the schema")
        if not same(again := talk.ask("observe"), first):
            path, (was, now) = next(iter(changes(first, again).items()), ("", ("", "")))
            what = "observe shows another game than new_game"
            change = f"{quoted(path)} was {_brief(was)} and is {_brief(now)}"
            yield Remark("observe", Judged.MEND, what, "asking must not change anything", change)
        else:
            yield Remark("observe", Judged.FINE, "shows the game as it stands")
        yield from _offers(talk, first)
    with adapter.talk() as talk:
        if talk.wire:
            talk.channel.call("new_game", {"setup": adapter.setup(0), UNKNOWN_FIELD: [1]})
            yield Remark("unknown-fields", Judged.FINE, "fields that nobody knows are ignored")


def _offers(talk: Talk, first: Observation) -> Iterator[Remark]:
    offered = talk.offered()
    texts = [shown(action) for action in offered]
    twice = sorted({text for text in texts if texts.count(text) > 1})
    if twice:
        remedy = "list each action once"
        yield Remark("legal-actions", Judged.MEND, "the same action is listed twice", remedy, twice[0])
    elif not offered:
        what, remedy = "a game that has just begun offers nothing", "list what whoever decides may do"
        yield Remark("legal-actions", Judged.MEND, what, remedy, shown(first))
    else:
        yield Remark("legal-actions", Judged.FINE, f"{len(offered)} at the start")


def whole_game(adapter: TriedAdapter) -> Iterator[Remark]:
    """Offered actions are carried out up to the end; ids stay what they were; refusals leave no mark."""
    chance, setup = Random(1), adapter.setup(1)
    with adapter.talk() as talk:
        seen, named, refusals, steps = talk.begin(setup), dict[str, Any](), 0, 0
        moved, mark = "", ""
        while offered := talk.offered():
            moved = moved or _moved(seen, named)
            if refusals < TRIED and not mark:
                mark, tried = _refused(talk, seen, not_offered(adapter, seen, offered, setup)[:3])
                refusals += tried
            action = chance.choice(offered)
            try:
                after = talk.ask("apply", action=action)
            except Refused as refusal:
                what = f"an action that is offered is refused: {quoted(str(refusal))}"
                yield Remark("apply", Judged.MEND, what, "offer what you carry out", shown(action))
                return
            if steps < TRIED and not same(talk.ask("observe"), after):
                what = "apply answers with another observation than observe"
                yield Remark(
                    "apply", Judged.MEND, what, "answer with the game as it then stands", shown(action)
                )
                return
            seen, steps = after, steps + 1
            if steps == MOST_STEPS:
                break
        yield Remark("apply", Judged.FINE, f"{steps:,} offered actions were carried out")
        yield from _about_refusals(mark, refusals)
        yield from _about_ids(moved, bool(named))
        yield from _about_the_end(seen, steps)


def _moved(seen: Observation, named: dict[str, Any]) -> str:
    """An id that names another card than before, in words; "" where there is none."""
    for thing in things(seen):
        card = thing.get("card")
        if isinstance(card, str) and named.setdefault(thing["id"], card) != card:
            return f"{quoted(thing['id'])} was {quoted(named[thing['id']])} and is {quoted(card)}"
    return ""


def _refused(talk: Talk, seen: Observation, others: list[Action]) -> tuple[str, int]:
    """What is wrong with refusals here, and how many were tried: of these actions, and of nonsense."""
    for action in [*others, NONSENSE]:
        try:
            talk.ask("apply", action=action)
        except Refused:
            if not same(talk.ask("observe"), seen):
                return f"refused, and the game is changed: {shown(action)}", 1
        else:
            return f"not offered, and carried out: {shown(action)}", 1
    return "", len(others) + 1


def _about_refusals(mark: str, tried: int) -> Iterator[Remark]:
    if mark:
        remedy = "answer with error code 1 and change nothing, whatever is not among the legal actions"
        yield Remark("refusals", Judged.MEND, mark.partition(": ")[0], remedy, mark.partition(": ")[2])
    else:
        yield Remark(
            "refusals", Judged.FINE, f"{tried} actions that are not legal were refused, without a mark"
        )


def _about_ids(moved: str, any_named: bool) -> Iterator[Remark]:
    if moved:
        remedy = "let a card keep its id as long as it can be seen"
        yield Remark("ids", Judged.MEND, f"an id names another card: {moved}", remedy)
    elif any_named:
        yield Remark("ids", Judged.FINE, "every id keeps naming the same card")
    else:
        what = "no card has an id: of two equal cards it cannot be told which one went where"
        yield Remark("ids", Judged.DOUBT, what, "give each card that can be seen an `id` of its own")


def _about_the_end(seen: Observation, steps: int) -> Iterator[Remark]:
    if steps == MOST_STEPS:
        what = f"a random game is not over after {steps:,} actions"
        yield Remark("end", Judged.DOUBT, what, "see whether somebody wins or runs out of cards")
    elif seen.get("decider") is not None:
        what = "nothing is offered, and somebody decides"
        yield Remark("end", Judged.MEND, what, "offer at least one action while a game lasts", shown(seen))
    else:
        yield Remark("end", Judged.FINE, f"a random game is over after {steps:,} actions")


def _brief(value: Any) -> str:
    return shown(value)[:60]
