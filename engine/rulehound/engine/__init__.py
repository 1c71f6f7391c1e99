"""Reference engines: whole games played by their rules, and the adapter that serves them to anybody.

`rulehound.engine.dcg` is the engine of the Digimon Card Game, `rulehound.engine.dmb` that of Digimon Battles.
Neither knows the other, or the checker, or reads a rulebook: its numbers are its own, and every line that
carries out a rule cites the rule's id. What engines of every game need stands in this package itself: the
adapter (`game_adapter`), saved games (`saving`), taking back (`playing`), refusals (`illegal`), `reading`.
"""
