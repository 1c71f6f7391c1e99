"""Work in other processes, and answers kept on disk from which the next run continues."""
