"""Observations and actions of engines in the words of the model."""
