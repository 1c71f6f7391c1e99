"""Documents numbered throughout: their clauses, and the text around the clauses."""
