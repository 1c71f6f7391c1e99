"""Effects of cards: the language in which they are written, when they come up, and what their words do."""
