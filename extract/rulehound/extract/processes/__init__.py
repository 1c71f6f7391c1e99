"""Runs the reading of untrusted files in processes of their own, under limits."""
