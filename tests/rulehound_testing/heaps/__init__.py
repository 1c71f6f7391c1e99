"""An engine of the heap game in `toy`, made to be mutated: each module cites rules in another way."""
