"""The hash of source files: another for every change of them, and for nothing else."""

from __future__ import annotations

from pathlib import Path

from rulehound.extract.source_hash import folders_hash


def test_a_hash_of_folders_is_of_names_and_contents_of_sources(tmp_path: Path) -> None:
    def tree(place: str, files: dict[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path / place

    first = tree("first", {"a.py": "1", "within/b.toml": "2", "note.md": "3"})
    known = folders_hash([first])
    assert known == folders_hash([tree("elsewhere", {"a.py": "1", "within/b.toml": "2", "note.md": "other"})])
    assert known != folders_hash([tree("changed", {"a.py": "1", "within/b.toml": "3"})])
    assert known != folders_hash([tree("renamed", {"a.py": "1", "within/c.toml": "2"})])
    assert known != folders_hash([tree("run together", {"a.py": "1within/b.toml2"})])
    assert folders_hash([first], but=[first / "a.py"]) == folders_hash([tree("less", {"within/b.toml": "2"})])
    assert folders_hash([first], endings=(".py",)) == folders_hash([tree("one ending", {"a.py": "1"})])
