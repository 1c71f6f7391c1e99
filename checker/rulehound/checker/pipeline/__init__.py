"""The work behind a command from end to end: reading, checks, and the record of the run."""
