"""Hashes of a model, of its actions and rules, of source files, and of a game's own files."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from rulehound.spec.language import Model, TracedAction
from rulehound.spec.language.fingerprints import LENGTH, combined, fingerprint


def action_content(action: TracedAction) -> str:
    """A hash of an action: its parameters, guards and effects."""
    said = [f"{guard.name} {guard.rule}" for guard in action.guards]
    said += [f"{effect.path} {' '.join(effect.rules)}" for effect in action.effects]
    return combined([action.name, action.by.value, *action.parameters, *said, fingerprint(*action.nodes)])


def model_content(model: Model) -> str:
    """A hash of a whole model."""
    conditions = [
        (*invariant.rules, name, fingerprint(invariant.condition))
        for name, invariant in (*model.invariants.items(), *model.sometimes_properties.items())
    ]
    actions = [action_content(action) for action in model.actions.values()]
    return combined([*actions, *(part for parts in conditions for part in parts)])


def contents_by_rule(model: Model) -> dict[str, str]:
    """Rule to a hash of everything in a model that cites it: guards, writes and invariants."""
    parts: dict[str, list[str]] = defaultdict(list)
    for name, invariant in (*model.invariants.items(), *model.sometimes_properties.items()):
        for rule in invariant.rules:
            parts[rule] += [name, fingerprint(invariant.condition)]
    for action in model.actions.values():
        for guard in action.guards:
            parts[guard.rule] += [action.name, guard.name, fingerprint(guard.condition)]
        for effect in action.effects:
            for write in effect.writes:
                said = fingerprint(write.condition, write.before, write.after)
                for rule in write.rules:
                    parts[rule] += [action.name, effect.path, said]
    return {rule: combined(said) for rule, said in sorted(parts.items())}


def places_by_rule(model: Model) -> dict[str, Sequence[str]]:
    """Rule to the places of a model that cite it, in words.

    Such a place is ``guard NAME of ACTION``, ``FIELD of ACTION`` or ``invariant NAME``.
    """
    places_of: dict[str, dict[str, None]] = {}
    for name, invariant in model.invariants.items():
        for rule in invariant.rules:
            places_of.setdefault(rule, {})[f"invariant {name}"] = None
    for action in model.actions.values():
        for guard in action.guards:
            places_of.setdefault(guard.rule, {})[f"guard {guard.name} of {action.name}"] = None
        for effect in action.effects:
            for rule in effect.rules:
                places_of.setdefault(rule, {})[f"{effect.path} of {action.name}"] = None
    return {rule: list(places) for rule, places in places_of.items()}


def source_content(folder: Path, files: Iterable[Path] | None = None) -> str:
    """A hash of the Python files below a folder, or of these of them, or of one: of their names and bytes."""
    digest = hashlib.sha256()
    every = [folder] if folder.is_file() else folder.rglob("*.py")
    for path in sorted(every if files is None else files):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:LENGTH]


def spec_hash(directory: Path) -> str:
    """SHA-256 over the names and contents of a game's own files: rules, documents, scenarios, model."""
    digest = hashlib.sha256()
    for path in sorted(directory.rglob("*")):
        if path.suffix in (".toml", ".jsonl", ".py") and "__pycache__" not in path.parts:
            content = path.read_bytes()
            digest.update(f"{path.relative_to(directory).as_posix()}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()
