"""Planted faults of the setup and of turns."""
