"""The difference of two editions for people: on the terminal, as JSON and as a page."""
