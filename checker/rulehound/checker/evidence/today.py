"""The tree as it is now: what evidence has to be about to be of today."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulehound.checker.errors import UserError
from rulehound.checker.evidence.basis import basis
from rulehound.checker.evidence.records import Basis
from rulehound.checker.model.content import action_content, contents_by_rule
from rulehound.checker.mutation.source.engine import read_engine
from rulehound.checker.mutation.source.mutants import CitedFunction, cited_functions
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.suite.catalogue import declared_checks, possible_vectors
from rulehound.spec.documents.records import CheckDeclaration


@dataclass(frozen=True)
class Today:
    """What there is to rest on now."""

    checks: Mapping[str, CheckDeclaration]
    """Every check, those of the solver's inputs as one for each guard, by its id."""
    actions: Mapping[str, str]
    """Hash of each action of the model."""
    rules: Mapping[str, str]
    """For each rule a hash of all that the model says under it."""
    functions: Mapping[str, CitedFunction]
    """The functions of the engine's source that cite rules, by place."""
    bases: Mapping[str, Basis]
    """What a run by each edition would rest on, the document at hand being what it is."""


def today(book: Rulebook, engine: str) -> Today:
    """The tree as it is: of a game, and of the engine installed under a name."""
    model = book.game.model()
    vectors = possible_vectors(book.game.vectors) if book.game.vectors else ()
    checks = [*declared_checks(book.game, book.store), *vectors]
    document = book.hand.document.sha256
    return Today(
        checks={check.id: check for check in checks},
        actions={name: action_content(action) for name, action in model.actions.items()},
        rules=contents_by_rule(model),
        functions=_functions(engine, tuple(book.store.rules)),
        bases={
            edition: basis(BoundModel(book.game, edition, {**book.values, **switches}), document, engine)
            for edition, switches in book.game.rulesets.items()
        },
    )


def _functions(engine: str, rules: Sequence[str]) -> Mapping[str, CitedFunction]:
    """Those of an engine's code that cite rules; none where there is no source of it in Python."""
    try:
        source = read_engine(engine)
    except UserError:
        return {}
    return cited_functions(source, rules)
