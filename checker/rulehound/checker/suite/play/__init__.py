"""Play of an engine: random games and Hypothesis under the eyes of a judge, and short ways to findings."""

from rulehound.checker.suite.play.playing import Played, play
from rulehound.checker.suite.play.session import JudgeFor, Session

__all__ = ["JudgeFor", "Played", "Session", "play"]
