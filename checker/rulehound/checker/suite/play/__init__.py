"""Play of an engine: random games and Hypothesis, judged at every step, and short games that show
findings."""

from rulehound.checker.suite.play.playing import Played, play
from rulehound.checker.suite.play.session import JudgeFor, Session

__all__ = ["JudgeFor", "Played", "Session", "play"]
