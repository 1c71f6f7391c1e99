"""Published documents and what is kept of them: editions, clauses, rules, facts, links, and their updates."""
