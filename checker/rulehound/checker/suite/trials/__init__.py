"""Trials of an engine against itself. Every other check of the engine rests on them.

The same seed and actions give the same game, in a fresh process and after other games; a saved state comes
back; and the process ends when it is asked to.
"""

from rulehound.checker.suite.trials.checks import AGAINST_ITSELF, trials

__all__ = ["AGAINST_ITSELF", "trials"]
