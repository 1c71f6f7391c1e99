"""A model under one configuration as a small program on integers, and its states as bits."""
