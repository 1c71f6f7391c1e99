"""Digimon Battles: its rules, facts and model."""
