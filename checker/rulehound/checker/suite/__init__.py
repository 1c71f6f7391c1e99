"""Everything that an engine is asked: trials, play, scenarios, boundary inputs, costs, exploration."""
