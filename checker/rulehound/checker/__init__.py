"""The checker: puts engines of a game under its rules, and says which rule they break.

Its rooms, in the order of the flow: rulebook, model, engines, judging, suite, diagnosis, mutation, evidence,
report, pipeline, cli. PDFs are read by `rulehound.extract`; what a game is, `rulehound.spec` says.
"""
