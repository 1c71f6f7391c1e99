"""Published documents as a spec records them: editions, clauses, rules, facts, links, and updates."""
