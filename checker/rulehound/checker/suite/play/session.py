"""One game of an engine under the eyes of a judge: what is done in it is judged, and the steps are kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

import msgspec

from rulehound.checker.engines import EngineError, unreadable_is_malformed
from rulehound.checker.judging.coverage import Coverage
from rulehound.checker.judging.judge import Judge
from rulehound.checker.judging.observations.json_paths import same
from rulehound.checker.judging.traces import Start, Taken, take
from rulehound.checker.records import Finding
from rulehound.checker.suite.leading import cards_in_play
from rulehound.spec.formats import Action, Adapter, Card, Reason, Refused

Result = TypeVar("Result")

ACCEPTS_OFFERED = "engine:accepts-offered"
"""Check of the engine against itself: what it offers, it carries out."""

ACCEPTS_START = "engine:accepts-start"
"""Check that the engine starts a game that the rules allow."""

REFUSAL_CHANGES_NOTHING = "engine:refusal-changes-nothing"
"""Check of the engine against itself: what it refuses leaves no mark."""


JudgeFor = Callable[[Mapping[str, Card]], Judge]
"""Makes the judge of one game, from the cards in it."""


class Oracle(Enum):
    """What a finding was made from: an oracle says whether what an engine does is right."""

    START = "start"
    """At the engine's refusal to start."""
    STATE = "state"
    """At the observation after the last step."""
    LEGAL = "legal"
    """At the actions offered after the last step."""
    STEP = "step"
    """At the last step."""
    REFUSAL = "refusal"
    """At the engine's refusal of the last step."""


@dataclass(frozen=True)
class Detection:
    """A finding, and the oracle that made it."""

    finding: Finding
    oracle: Oracle

    @property
    def key(self) -> tuple[str, str, bool]:
        """Findings of one check under one rule and in one direction are taken for one fault."""
        return self.finding.check, self.finding.rule, self.finding.withholds


class Session:
    """A game under way. Every method raises EngineError where the engine misbehaves."""

    def __init__(self, adapter: Adapter, start: Start, judge_for: JudgeFor) -> None:
        """Start the game. Raises Refused where the engine does not take the start."""
        self.adapter, self.start = adapter, start
        self.taken: list[Taken] = []
        self.observation = start.begin(adapter)
        self.judge = judge_for(cards_in_play(adapter, start.known))
        self.at_start = self.look(Oracle.STATE)
        """What is wrong before anybody does anything; a judge is shown the start of a game first."""

    def offered(self) -> list[Action]:
        """What the engine offers now."""
        return self.adapter.legal_actions()

    def listed(self, action: Action) -> Action:
        """An action of an earlier listing as the engine lists it now, with its own numbers as they are now.

        Where the engine adds nothing, or does not list it now, it is the action without what had been added.
        """
        known = self.judge.known
        meant = known(action)
        if meant == action:
            return action
        return next((one for one in self.offered() if known(one) == meant), meant)

    def take(self, action: Action) -> list[Detection]:
        """Take an offered action; look at the step, then at where it leads."""
        self._count(ACCEPTS_OFFERED)
        return self._done(action, offered=True)

    def attempt(self, action: Action) -> list[Detection]:
        """Try what is not offered, or let an effect resolve: a refusal must leave no mark."""
        self._count(REFUSAL_CHANGES_NOTHING)
        return self._done(action, offered=False)

    def follow(self, action: Action) -> bool:
        """Take a step without judging it; False, and nothing kept, where the engine refuses."""
        before = self.observation
        try:
            self._carry_out(action)
        except Refused:
            return False
        self.taken.append(Taken(action, before, self.observation))
        return True

    def _carry_out(self, action: Action, offered: bool = True) -> None:
        """Carry an action out; one at which the engine breaks is the last step of the game.

        Raises Refused and EngineError.
        """
        try:
            self.observation = take(self.adapter, action)
        except EngineError:
            self.taken.append(Taken(action, self.observation, self.observation, (), offered, broke=True))
            raise

    def _done(self, action: Action, offered: bool) -> list[Detection]:
        before = self.observation
        try:
            self._carry_out(action, offered)
        except Refused as refusal:
            self.observation = self.adapter.observe()
            self.taken.append(Taken(action, before, self.observation, refusal.reasons, offered))
            detections = self.look(Oracle.REFUSAL)
            if not detections:
                self.taken.pop()
            return detections
        self.taken.append(Taken(action, before, self.observation, offered=offered))
        return [*self.look(Oracle.STEP), *self.look(Oracle.STATE)]

    def look(self, oracle: Oracle, offered: Sequence[Action] = ()) -> list[Detection]:
        """What one oracle says of the game as it stands now; `offered` are the actions for the oracle of
        offers."""
        last = self.taken[-1] if self.taken else None
        if oracle is Oracle.STATE:
            findings = self._read(lambda: self.judge.state(self.observation))
        elif oracle is Oracle.LEGAL:
            of_offers = self._read(lambda: self.judge.legal(self.observation, offered, self.refusals))
            findings = [_after(len(self.taken), finding) for finding in of_offers]
        elif last is None or (oracle is Oracle.REFUSAL) != bool(last.refused):
            findings = []
        elif oracle is Oracle.STEP:
            findings = self._read(lambda: self.judge.step(last.before, last.action, last.after))
        else:
            findings = refusal_findings(last)
        return [Detection(finding, oracle) for finding in findings]

    def refusals(self, action: Action) -> Sequence[Reason]:
        """Why the engine refuses an action; nothing where it takes it after all, or cannot go back."""
        if "save" not in self.adapter.handshake().capabilities:
            return ()
        token, here = self.adapter.save(), self.observation
        try:
            self._carry_out(action, offered=False)
        except Refused as refusal:
            return refusal.reasons
        finally:
            self.observation = here
        self.adapter.restore(token)
        return ()

    def _read(self, judge: Callable[[], Result]) -> Result:
        """Judge; an observation that cannot be read is the engine's fault, or ours, and no verdict."""
        with unreadable_is_malformed():
            return judge()

    def _count(self, check: str) -> None:
        self.judge.coverage += Coverage.of_checks([check])


def _after(steps: int, finding: Finding) -> Finding:
    """A finding about what is offered after so many steps."""
    offers = finding.offers and msgspec.structs.replace(finding.offers, after=steps)
    return msgspec.structs.replace(finding, offers=offers)


def start_refused(refusal: Refused) -> Detection:
    """The finding that an engine does not start a legal game."""
    suspects = [reason.rule for reason in refusal.reasons if reason.rule][:1]
    finding = Finding(suspects, ACCEPTS_START, "a legal game is started", f"refused: {refusal}")
    return Detection(finding, Oracle.START)


def refusal_findings(last: Taken) -> list[Finding]:
    """What is wrong with a refusal: the action had been offered, or the game is not what it was."""
    findings = []
    if last.offered:
        suspects = [reason.rule for reason in last.refused if reason.rule][:1]
        expected = "what the engine offers, it carries out"
        findings.append(Finding(suspects, ACCEPTS_OFFERED, expected, f"refused: {last.refusal}"))
    if not same(last.before, last.after):
        expected = "a refused action changes nothing"
        findings.append(
            Finding([], REFUSAL_CHANGES_NOTHING, expected, f"changed, and refused: {last.refusal}")
        )
    return findings
