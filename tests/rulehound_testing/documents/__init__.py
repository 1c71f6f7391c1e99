"""Documents that tests write, damage and score."""
