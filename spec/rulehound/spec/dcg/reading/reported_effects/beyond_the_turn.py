"""What lasts beyond the end of a turn in a game in which no card has an effect: as its position states it.

For the model all that lasts ends with the turn. What an engine shows to last longer is given to its stack
again as the next turn begins, before anything else: so much, for as long as it is shown to last, and nothing
more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rulehound.spec.dcg.model import Stage
from rulehound.spec.dcg.reading.cards import GIVES, facts_told, model_card
from rulehound.spec.dcg.reading.inherited import INHERITED
from rulehound.spec.dcg.reading.reported_effects.event_context import (
    Event,
    EventContext,
    NotInModel,
    top_of,
)
from rulehound.spec.dcg.reading.reported_effects.lasting_changes import (
    becomes_at_last,
    more_than_printed,
    values_shown,
)
from rulehound.spec.dcg.reading.states import ALWAYS_CHECKED, IDS, UNTOLD, top_card
from rulehound.spec.dcg.reading.unasked_decisions import rounds
from rulehound.spec.formats import Observation
from rulehound.spec.reading import AtOnce

ENDS: Mapping[str, Callable[[int, int], bool]] = {
    "turn-end": lambda _turn, _player: True,
    "my-turn-end": lambda turn, player: turn == player,
    "opponents-turn-end": lambda turn, player: turn != player,
    "always": lambda _turn, _player: False,
}
"""Until when something lasts, to whether it ends with a turn (effects.duration); arguments: the player whose
turn ends, and the player whose effect it is."""

WITHIN_TURN = ("battle-end", "attack-end")
"""Until when something lasts that may end within a turn, which no action of the model does."""

UNTIL_WHEN = "the engine does not tell until when something lasts"
UNTIL_BATTLE = "something lasts until a battle or an attack ends"
"""Why a step is not judged."""

Lasting = Mapping[str, Any]


class BeyondTheTurn:
    """What lasts on the stacks of the battle areas, turn after turn of one step."""

    def __init__(self, context: EventContext) -> None:
        self._context = context
        before, self._after = context.both
        entries = {entry["id"]: entry for seat in before["players"] for entry in seat["battle"]}
        self._entries: Mapping[str, Mapping[str, Any]] = {**entries, **_in_battle(self._after)}
        """Stack id to the stack as it was shown last, of those that were there before the step."""
        self._lasting: dict[str, Sequence[Lasting]] = {
            stack: tuple(entry["lasting"]) for stack, entry in entries.items() if entry.get("lasting")
        }
        self._before = entries
        self._names_stacks = not any(IDS in one.get(UNTOLD, ()) for one in context.both)
        self._turns = 0

    def turn_over(self, turn: int, later: Sequence[Event] | None) -> Iterator[AtOnce]:
        """What is given again as the turn of this player is over; the context is that of the turn after it.

        `later` are the events from then on, None where the engine does not tell what happens.

        Raises NotInModel.
        """
        self._turns += 1
        self._lasting = {
            stack: left
            for stack, there in self._lasting.items()
            if (left := [one for one in there if not _ends(one, turn)])
        }
        if self._lasting and not self._names_stacks:
            raise NotInModel("an effect lasts beyond the turn, and stacks have no ids")
        present = _in_battle(self._after)
        given = []
        for stack, there in self._lasting.items():
            if stack not in present:
                if later is None:
                    raise NotInModel("something has left on which an effect lasts, and nobody tells when")
                if not any(stack in event["subjects"] for event in later):
                    continue  # it was gone before
            given.append(
                becomes_at_last(self._context, self._with(stack, there), self._context.owners[stack])
            )
        if given:
            second = self._context.turn != self._after.get("first", 0)
            yield AtOnce(given, (("stage", int(Stage.UNSUSPEND)), ("second_players_turn", second)))

    def at_last(self) -> Iterator[AtOnce]:
        """What is given again where the engine does not tell by an event that a turn began.

        Raises NotInModel, also where something may have ended before the turn did, or the model forgets it.
        """
        self._look_within_turn()
        if self._turns or not self._lasting:
            return
        over = rounds(*self._context.both)
        if not over:
            return
        if over > 1:
            raise NotInModel("an effect lasts, and nobody tells which turns have passed")
        ended, self._context.turn = self._context.turn, self._after["turn"]
        yield from self.turn_over(ended, None)

    def untold(self) -> str:
        """Why a step over the end of a turn is not judged, where a stack keeps what may last longer."""
        before, after = self._context.both
        cards, present = self._context.printed, _in_battle(after)
        given = {
            stack
            for stack, entry in self._before.items()
            if entry.get("lasting") is None and more_than_printed(entry, cards)
        }
        kept = given and any(
            more_than_printed(entry, cards)
            for stack, entry in present.items()
            if stack in given or not self._names_stacks
        )
        return UNTIL_WHEN if kept and (self._turns or rounds(before, after)) else ""

    def _look_within_turn(self) -> None:
        """Raise NotInModel where something may have ended before the turn did, or the model forgets it."""
        after, passing_on = _in_battle(self._after), INHERITED in facts_told(self._context.printed)
        for stack, entry in self._before.items():
            there = entry.get("lasting") or ()
            if passing_on and any(one["gives"].keys() & GIVES - {"dp"} for one in there):
                raise NotInModel("an effect gives keywords where cards pass some on")
            if any(one.get("until") in WITHIN_TURN for one in there):
                shown = after.get(stack)
                if shown is None or values_shown(shown) != values_shown(entry):
                    raise NotInModel(UNTIL_BATTLE)

    def _with(self, stack: str, there: Sequence[Lasting]) -> Mapping[str, Any]:
        """The stack as it is while nothing but this lasts on it. Raises NotInModel."""
        entry, cards = self._entries[stack], self._context.printed
        top = model_card(top_card(entry, cards))
        dp, checks, words = 0, 0, list[str]()
        for one in there:
            gives = {name: value for name, value in one["gives"].items() if value}
            if not gives.keys() <= GIVES or not all(
                isinstance(gives.get(name, 0), int) for name in ("dp", "security_attack")
            ):
                raise NotInModel(
                    f"an effect lasts that gives {', '.join(sorted(gives.keys() - GIVES) or gives)}"
                )
            dp, checks = dp + gives.get("dp", 0), checks + gives.get("security_attack", 0)
            words += gives.get("keywords", ())
        if top_of(top, "has_dp") and not top_of(top, "dp") and dp > 0:
            # the model deletes it with the end of the turn
            raise NotInModel("an effect that lasts alone keeps a Digimon above 0 DP")
        return {
            **entry,
            "dp": max(top_of(top, "dp") + dp, 0) if top_of(top, "has_dp") else None,
            "keywords": words,
            "checks": ALWAYS_CHECKED + top_of(top, "extra_checks") + checks,
        }


def _in_battle(observation: Observation) -> dict[str, Mapping[str, Any]]:
    return {entry["id"]: entry for seat in observation["players"] for entry in seat["battle"]}


def _ends(one: Lasting, turn: int) -> bool:
    """Whether what lasts ends with the turn of this player. Raises NotInModel."""
    until, player = str(one.get("until")), one.get("player")
    if until in WITHIN_TURN:
        raise NotInModel(UNTIL_BATTLE)
    if until not in ENDS or (player is None and until in ("my-turn-end", "opponents-turn-end")):
        raise NotInModel(UNTIL_WHEN)
    return ENDS[until](turn, -1 if player is None else player)
