"""The checker: judges engines of a game by its rules, and says which rule they break.

`docs/architecture.md` lists its layers in the order of the flow. `rulehound.extract` reads PDFs;
`rulehound.spec` defines what a game is.
"""
