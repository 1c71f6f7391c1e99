"""Scenarios that tell two editions of the rules apart."""
