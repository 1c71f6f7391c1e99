"""From many violations to their causes: which rule an engine breaks, and the shortest trace that shows it.

A finding of the judge names suspects. Here alone it is decided which rule is the cause.
"""
