"""Faults planted into a model, and which of them its invariants, proofs and searches catch."""

from rulehound.checker.mutation.catching import CAUGHT, Catch, Catcher, Outcome
from rulehound.checker.mutation.games import RandomGames
from rulehound.checker.mutation.mutants import Mutant, mutants

__all__ = ["CAUGHT", "Catch", "Catcher", "Mutant", "Outcome", "RandomGames", "mutants"]
