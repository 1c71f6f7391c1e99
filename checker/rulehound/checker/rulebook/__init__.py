"""What a run is judged by: the spec of a game, the document at hand, and the facts read from it."""
