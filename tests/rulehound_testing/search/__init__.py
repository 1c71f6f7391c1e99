"""Searches of the model compared, and what other programs make of the same model."""
