"""What the checks of a run rest on beside themselves, as hashes."""

from __future__ import annotations

from rulehound.checker.engines.citations import engine_code
from rulehound.checker.evidence.records import Basis
from rulehound.checker.model.content import model_content, source_content
from rulehound.checker.rulebook.bound_model import BoundModel
from rulehound.spec.language.fingerprints import combined


def basis(bound: BoundModel, document: str, engine: str) -> Basis:
    """What a run by a law rests on; `document` is the SHA-256 of what was read."""
    code = engine_code(engine)
    return Basis(
        document=document,
        values=combined(f"{name}={value!r}" for name, value in sorted(bound.values.items())),
        model=model_content(bound.game.model()),
        engine=source_content(code) if code else "",
    )
