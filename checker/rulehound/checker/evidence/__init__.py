"""What runs have shown, kept on record: which clause is verified, by what, and what is out of date.

    report.json, mutants ─recording─▶ evidence/*.jsonl ─standing─▶ a status for each rule and clause ─gate
                                                      ▲
                             the tree as it is now ──basis

A rule is verified only where a check of it ran and passed, and has been seen to fail on a planted fault.
"""
