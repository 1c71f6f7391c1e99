"""How an engine that cannot set up positions is led to one by play in this game."""

from rulehound.spec.dcg.leading.goal import ACTIONS, goals

__all__ = ["ACTIONS", "goals"]
"""What the game brings to the checker."""
