"""From many violations to their causes: which rule an engine breaks, and the shortest trace that shows it."""
