"""The report of `rulehound trace`: a page of every clause, and exports for other tools."""
