"""What a player does in the main phase, attacks aside: playing, using, digivolving."""
