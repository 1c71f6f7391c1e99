"""The basis of a run: hashes of its document, values, model and engine."""

from __future__ import annotations

from rulehound.checker.engines.source.files import engine_code
from rulehound.checker.evidence.edition_evidence import Basis
from rulehound.checker.model.content_hashes import model_content, source_content
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.spec.formats import Ruleset
from rulehound.spec.language.fingerprints import combined


def basis(bound: BoundModel, document: str, engine: str) -> Basis:
    """The basis of a run by a bound model. `document`: SHA-256 of the document that was read."""
    code = engine_code(engine)
    return Basis(
        document=document,
        values=values_content(bound.values),
        model=model_content(bound.game.model()),
        engine=source_content(code) if code else "",
    )


def values_content(values: Ruleset) -> str:
    """A hash of facts and switches."""
    return combined(f"{name}={value!r}" for name, value in sorted(values.items()))
