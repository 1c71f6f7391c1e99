"""Results of commands as text for people, and the runs of the commands that write whole reports."""
