"""Planted faults of the main phase."""
