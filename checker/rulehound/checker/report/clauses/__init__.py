"""The page of every clause with what stands behind it, and its exports."""
