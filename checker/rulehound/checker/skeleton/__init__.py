"""The package that a new game begins with: its rulebook recorded, and a small game in the place of its own."""
