"""Results of commands as text for people: each module prints what one command came to."""
