"""Checks of the model itself: search of its states, proof of its invariants, and the graph of its states."""
