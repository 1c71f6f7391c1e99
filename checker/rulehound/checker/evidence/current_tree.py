"""The present checks, model and engine, which recorded evidence is compared with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rulehound.checker.engines.source.cited_code import CitedFunction, cited_functions
from rulehound.checker.engines.source.modules import read_engine
from rulehound.checker.errors import UserError
from rulehound.checker.evidence.basis import basis
from rulehound.checker.evidence.edition_evidence import Basis
from rulehound.checker.model.content_hashes import action_content, contents_by_rule
from rulehound.checker.rulebook.reading import Rulebook
from rulehound.checker.suite.catalogue import declared_checks, possible_vectors
from rulehound.spec.documents.spec_records import CheckDeclaration


@dataclass(frozen=True)
class CurrentTree:
    """Everything that evidence rests on, as it is now."""

    checks: Mapping[str, CheckDeclaration]
    """Every check by its id. All vectors of a guard, the inputs that a solver finds, are one check."""
    actions: Mapping[str, str]
    """Hash of each action of the model."""
    rules: Mapping[str, str]
    """For each rule, a hash of everything in the model that cites it."""
    functions: Mapping[str, CitedFunction]
    """The functions of the engine's source that cite rules, by place."""
    bases: Mapping[str, Basis]
    """The basis that a run by each edition would have with the document at hand."""


def current_tree(book: Rulebook, engine: str) -> CurrentTree:
    """The current tree of a game, and of the engine installed under this name."""
    model = book.game.model()
    vectors = possible_vectors(book.game.vectors) if book.game.vectors else ()
    checks = [*declared_checks(book.game, book.store), *vectors]
    document = book.hand.document.sha256
    return CurrentTree(
        checks={check.id: check for check in checks},
        actions={name: action_content(action) for name, action in model.actions.items()},
        rules=contents_by_rule(model),
        functions=_functions(engine, book.game.name, tuple(book.store.rules)),
        bases={
            edition: basis(replace(book, edition=edition).bound, document, engine)
            for edition in book.game.rulesets
        },
    )


def _functions(engine: str, game: str, rules: Sequence[str]) -> Mapping[str, CitedFunction]:
    """The functions of an engine of a game that cite rules; none where it has no source in Python."""
    try:
        source = read_engine(engine, game)
    except UserError:
        return {}
    return cited_functions(source, rules)
