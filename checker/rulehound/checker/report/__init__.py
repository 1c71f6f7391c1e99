"""The report of a run: a folder of views of its records that opens from a file and needs no network."""
