"""Faults planted into the source of an installed engine, at the code for which it cites rules.

    engine ──cited code──▶ pieces of code ──operators──▶ mutants ──trial──▶ the outcome of each

Each mutant runs in a process of its own and is put questions until a check of its rules fails. Nothing is
known of the engine but its entry point and its source, which is read and never written.
"""
