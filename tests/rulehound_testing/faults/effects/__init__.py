"""Planted faults of the effects of cards."""
