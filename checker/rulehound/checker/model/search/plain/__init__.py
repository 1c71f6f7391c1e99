"""The same search in Python alone: slower than the others and always there."""
