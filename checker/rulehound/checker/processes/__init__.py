"""Work shared out to other processes, and what is kept of it on disk."""
