"""Faults that are planted into the reference engine of Digimon Battles."""
