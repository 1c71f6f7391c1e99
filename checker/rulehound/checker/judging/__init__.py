"""Judging what an engine shows and does by the model: which states of the game fit all that was observed."""
