"""Evidence on record: which clause is verified by which checks, and what is out of date.

    report.json, mutants ─recording─▶ evidence/*.jsonl ─standings─▶ a status for each rule and clause ─gate
                                                            ▲
                                          the current tree ─┘

A rule is verified only where a check of it ran and passed, and has been seen to fail on a planted fault.
"""
