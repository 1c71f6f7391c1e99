"""Cards, positions, games and engines of the Digimon Card Game, made up for tests."""
