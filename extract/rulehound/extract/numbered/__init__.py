"""Documents numbered throughout: which line starts which clause, and what stands around the clauses."""
