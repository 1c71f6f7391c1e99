"""The commands, one module each: a function whose parameters are its options."""
