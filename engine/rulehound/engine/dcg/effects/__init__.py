"""The effects of cards: the language that they are written in, and how they trigger and resolve."""
