"""Faults planted into the source of an installed engine, at the code that its citations of rules stand at.

    engine ──sites──▶ code that carries rules ──operators──▶ mutants ──trying──▶ what became of each
                                                                          │
                                                one process each, asked until a check of its rules fails

Of the engine nothing is known but its entry point and its source, which is read and never written.
"""
