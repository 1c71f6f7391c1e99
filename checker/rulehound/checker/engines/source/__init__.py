"""The source of an installed engine, which is read and never imported: its code, and its citations of
rules."""
