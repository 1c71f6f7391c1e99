"""Findings in words: values and states beside others, and what of a state breaks an invariant."""
