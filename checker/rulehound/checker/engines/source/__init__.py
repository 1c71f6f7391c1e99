"""The source of an installed engine, which is read and never imported: where it cites rules, and for what."""
