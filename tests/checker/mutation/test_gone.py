"""Mutants on record whose code is gone are told from those that could be planted today."""

from __future__ import annotations

from pathlib import Path

from rulehound.checker.mutation.gone import gone_from_engine, gone_from_model
from rulehound.checker.mutation.mutants import mutants
from rulehound.checker.mutation.source.mutants import source_mutants
from rulehound.checker.mutation.source.trial import nothing_to_change
from rulehound.checker.mutation.tried_mutants import Planted, TriedMutant
from rulehound_testing.small_source import RULES, source
from rulehound_testing.toy.game import model

TEXT = """
def wait(tide):
    if tide > 3:  # rule.a
        tide = 0  # rule.b
    return tide


def rest():  # rule.c
    "Nothing happens."
"""


def tried(planted: Planted, place: str, name: str) -> TriedMutant:
    return TriedMutant(name, planted, place, "content", ("rule.a",), "caught")


def test_mutants_of_the_model_stay_while_their_action_gives_them() -> None:
    every = [tried("model", mutant.action, mutant.name) for mutant in mutants(model)]
    gone = [tried("model", "add", "add: guard none dropped"), tried("model", "take", every[0].mutant)]
    assert every
    assert gone_from_model([*every, *gone, tried("engine", "other:play", "x")], model) == gone


def test_mutants_of_an_engine_stay_while_its_source_gives_them(tmp_path: Path) -> None:
    there = source(tmp_path, TEXT)
    every = [tried("engine", mutant.place, mutant.name) for mutant in source_mutants(there, RULES)]
    assert {each.place for each in every} >= {"shells:wait"}
    gone = [
        tried("engine", "shells:wait", "shells:wait:9 left out"),
        tried("engine", "shells:dance", "shells:dance:1 left out"),
        tried("engine", "shells:wait", nothing_to_change("shells:wait")),
    ]
    elsewhere = [tried("engine", "shellsuit:wait", "x"), tried("model", "add", "x")]
    assert gone_from_engine([*every, *gone, *elsewhere], there, RULES) == gone
