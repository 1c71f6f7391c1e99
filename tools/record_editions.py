"""Record editions of documents in the spec of a game: numbers, places and hashes, never the text.

usage: python tools/record_editions.py [--game NAME] [PDF …]

What `rulehound extract DOC --update` does, for several documents and the spec in this repository: each is
recorded again in its place, or as a new edition of a document of the spec. Without documents the bundled
rulebooks are recorded: those of the game that is named, else of every game. Documents are of the default game
where none is named.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rulehound.checker.cli.options import DEFAULT_GAME
from rulehound.extract import DocumentError, read_document
from rulehound.spec.documents.spec_records import SpecError
from rulehound.spec.documents.update import record_update
from rulehound.spec.game import find_game, installed_games


def main(arguments: Sequence[str] | None = None) -> int:
    """Record each file; returns the exit status."""
    parser = argparse.ArgumentParser(description="Record editions of documents in the spec of a game.")
    parser.add_argument("--game", choices=sorted(installed_games()), help="the game of the documents")
    parser.add_argument("documents", metavar="PDF", nargs="*", type=Path)
    options = parser.parse_args(arguments)
    every = [DEFAULT_GAME] if options.documents else sorted(installed_games())
    games = [options.game] if options.game else every
    try:
        for game in games:
            directory = find_game(game).directory
            for path in options.documents or sorted((directory / "rulebook").glob("*.pdf")):
                done = record_update(directory, read_document(path))
                counts = f"{done.clauses} clauses, {done.carried} carried on"
                print(f"{done.document} {done.version}: {done.what}, {counts}")
    except (DocumentError, SpecError) as error:
        print(f"record_editions: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
