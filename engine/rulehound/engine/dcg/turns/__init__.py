"""The setup of a game, the phases of a turn, and the breeding area."""
