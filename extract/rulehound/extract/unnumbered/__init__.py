"""Documents without numbers: their sections, and the kinds and addresses of their clauses."""
