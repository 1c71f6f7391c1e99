"""The standings of clauses in the formats of other tools: tables, requirements, test reports."""
