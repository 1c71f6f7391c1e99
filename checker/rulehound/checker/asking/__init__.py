"""Asking the judge: a position, a question, and the answer with its rules."""
