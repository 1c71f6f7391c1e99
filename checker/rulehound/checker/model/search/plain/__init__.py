"""The search in plain Python: slower than the other backends, and always available."""
