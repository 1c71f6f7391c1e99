"""Count the modules that have their test where a reader looks for it, room by room.

    python tools/count_mirrored.py              how many of how many, for each folder of modules
    python tools/count_mirrored.py --missing    modules without a test of their own, and tests of no module

`X/rulehound/X/a/b.py` is tested by `tests/X/a/test_b.py`. Modules that hold nothing to run, such as the first
file of a package, are left out.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("spec", "extract", "checker", "engine")


def modules() -> dict[Path, Path]:
    """Every module with something to run, and where its test belongs; paths from the top of the tree."""
    found = {}
    for room in ROOMS:
        inside = ROOT / room / "rulehound" / room
        for path in sorted(inside.rglob("*.py")):
            if path.name != "__init__.py" and has_code(path):
                place = path.relative_to(inside)
                found[path.relative_to(ROOT)] = Path("tests", room, place.parent, f"test_{place.name}")
    return found


def has_code(path: Path) -> bool:
    """Whether a module defines a function, or a class that does something."""
    return any(
        isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    )


def main() -> None:
    """Print the counts, or what is missing."""
    every = modules()
    mirrored = {module for module, test in every.items() if (ROOT / test).exists()}
    if "--missing" in sys.argv:
        for module in every:
            if module not in mirrored:
                print(module)
        places = set(every.values())
        for test in sorted((ROOT / "tests").rglob("test_*.py")):
            if test.relative_to(ROOT) not in places:
                print("  of no module:", test.relative_to(ROOT))
        return
    of, have = (
        Counter(str(module.parent) for module in every),
        Counter(str(module.parent) for module in mirrored),
    )
    for folder, count in sorted(of.items()):
        print(f"{have[folder]:4} of {count:3}  {folder}")
    print(f"{len(mirrored):4} of {len(every):3}  in all")


if __name__ == "__main__":
    main()
