"""Judging what an engine shows and does by the model: which states of the game fit all that was observed.

A `target` (an engine with the rules that it is judged by) gives a `judge` for each game. The game makes a
view of every observation; `observations/` says what engines leave out of them. A `belief` is the set of
states that fit all views so far. `judgements/` are pure functions of view and belief: invariants, stacks,
offers, and the step to the next belief, for which `successors/` takes the model's steps, and says what
differs where none fits. Each gives findings and a `coverage`. `wording/` puts values, states and what breaks
an invariant into words.
"""
