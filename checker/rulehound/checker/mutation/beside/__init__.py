"""Mutants that no check catches, beside the unchanged engine, and scenarios that tell both apart.

    survivor ──walks──▶ where both part ──drafting, smaller──▶ a scenario ──cover──▶ few scenarios

The unchanged engine is in a process of its own. A draft is for people to read: the engine without the fault
may be wrong, and what it does need not be demanded by any clause.
"""
