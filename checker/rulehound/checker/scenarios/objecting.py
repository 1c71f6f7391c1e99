"""Whether the model objects to what happened in a scenario.

An engine that makes decisions of players by itself, or does not ask where there is one answer alone, may go
another way than a scenario expects, and still do as the rules say: its way is followed by the judge. Where
effects of cards were at work, which come between any two decisions, the judge is not relied on either.
"""

from __future__ import annotations

from rulehound.checker.engines import EngineError, unreadable_is_malformed
from rulehound.checker.judge import Judge
from rulehound.checker.model_at_hand import ModelAtHand
from rulehound.checker.scenarios.run import Run

CHOSEN = "it went otherwise, as it may have by what the engine chooses by itself: {}"
"""Why nothing is said of a scenario on an engine that makes decisions of players."""

UNASKED = "it went otherwise, as it may where what has one answer alone is not asked"
"""Why nothing is said of a scenario on an engine that leaves such decisions out."""


def excuse(run: Run) -> str:
    """Why the way of an engine may be another than the scenario expects; "" where it may not."""
    chosen = run.greeting.chooses
    objections, unasked = _followed(run)
    if objections or not (chosen or unasked):
        return ""
    return CHOSEN.format(", ".join(chosen)) if chosen else UNASKED


def objects(run: Run) -> bool:
    """Whether the judge finds anything wrong with the steps that were taken, and with where they led."""
    return _followed(run)[0]


def _followed(run: Run) -> tuple[bool, bool]:
    """Whether the judge objects, and whether the engine left out decisions that have one answer alone."""
    hunt, greeting = run.hunt, run.greeting
    at_hand = ModelAtHand(hunt.game, hunt.values, greeting.chooses)
    unsupported = greeting.unsupported.get(hunt.edition, ())
    judge = Judge(hunt.game, hunt.values, run.start.known, unsupported, at_hand)
    try:
        with unreadable_is_malformed():
            found = judge.state(run.taken[0].before if run.taken else run.observation)
            for step in run.taken:
                if step.refused:
                    continue
                before, after = judge.completed(step.before), judge.completed(step.after)
                told = judge.reader.told(before, after, judge.cards)
                if told.moves or told.unknown:
                    break
                found += [*judge.step(step.before, step.action, step.after), *judge.state(step.after)]
    except EngineError:
        return False, False
    return bool(found), judge.unasked > 0
