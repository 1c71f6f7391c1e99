"""Search in C that is generated and compiled where it runs."""
