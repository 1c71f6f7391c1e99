"""Mutation testing: small faults planted into a model or an engine, and which checks catch them."""

from rulehound.checker.mutation.catching import CAUGHT, Catch, Catcher, Outcome
from rulehound.checker.mutation.games import RandomGames
from rulehound.checker.mutation.mutants import Mutant, mutants

__all__ = ["CAUGHT", "Catch", "Catcher", "Mutant", "Outcome", "RandomGames", "mutants"]
