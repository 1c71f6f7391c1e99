"""Lockstep: an engine beside another one that plays the same game; where they part, one of them is wrong.

McKeeman, "Differential Testing for Software" (1998). The other engine is an engine like any other, and may be
wrong itself: a record says by which engine it expects what it expects.
"""

from rulehound.checker.suite.lockstep.checks import AGREES, BESIDE, begun_with, lockstep

__all__ = ["AGREES", "BESIDE", "begun_with", "lockstep"]
"""Names for other packages."""
