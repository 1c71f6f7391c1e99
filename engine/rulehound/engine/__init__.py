"""Reference engines: whole games played by their rules, and the adapter that serves them to anybody.

`rulehound.engine.dcg` is the engine of the Digimon Card Game. The engine knows nothing of the checker and
reads no rulebook: its numbers are its own, and every line that carries out a rule cites the rule's id.
"""
