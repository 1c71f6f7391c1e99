"""What the commands do, one module a command; `run` returns the exit status."""
