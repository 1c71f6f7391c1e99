"""What the tests of Digimon Battles share."""
