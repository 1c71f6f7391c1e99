"""The package that a new game begins with: its rulebook recorded, and a small game to replace."""
