"""The phases of a game: setup, and a turn from its Prep Phase to its End Phase; the battle stands apart."""
