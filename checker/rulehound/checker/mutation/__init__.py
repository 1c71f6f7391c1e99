"""Mutation testing: small faults planted into a model or an engine, and which checks catch them."""

from rulehound.checker.mutation.catching import CAUGHT, Catch, ModelCatcher, ModelOutcome
from rulehound.checker.mutation.mutants import Mutant, mutants
from rulehound.checker.mutation.random_games import RandomGames

__all__ = ["CAUGHT", "Catch", "ModelCatcher", "ModelOutcome", "Mutant", "RandomGames", "mutants"]
