"""Trials of an engine against itself, which all else that is checked of it rests on.

The same seed and actions give the same game, in a fresh process and after other games; what was saved comes
back; and the process ends when it is asked to.
"""

from rulehound.checker.suite.trials.checks import (
    DETERMINISTIC,
    ENDS,
    FRESH_GAMES,
    SAVE_RESTORES,
    trials,
)

__all__ = ["DETERMINISTIC", "ENDS", "FRESH_GAMES", "SAVE_RESTORES", "trials"]
