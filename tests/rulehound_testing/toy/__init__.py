"""A game of ten lines, its rulebook, and engines of it: what shows that the checker knows no game."""
