"""Attacks: declaration, block, battle, security checks."""
