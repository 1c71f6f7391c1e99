"""Planted faults of attacks."""
