"""The rulebook of a run: the spec of a game, the document at hand, and the facts read from it."""
