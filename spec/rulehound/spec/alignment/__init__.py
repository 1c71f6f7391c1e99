"""Two editions of a document side by side: which clause became which, and what changed on the way."""
