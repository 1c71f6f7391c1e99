"""`rulehound serve`: the judge in a browser on this machine."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from rulehound.checker.cli.options import (
    DEFAULT_GAME,
    ENGINE_MEMORY,
    ENGINE_SECONDS,
    EditionOption,
    EngineMemoryOption,
    EngineSecondsOption,
    GameOption,
    RulesOption,
    SpecOption,
)
from rulehound.checker.cli.password_option import takes_password


@takes_password
def serve(
    *,
    port: Annotated[
        int,
        typer.Option("--port", metavar="N", min=0, max=65_535, help="The port on this machine; 0: any."),
    ] = 0,
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine",
            metavar="CMD",
            help="An engine to compare with the one that plays, in the same games, step by step: the "
            "name of an installed one, or a command that starts an adapter.",
        ),
    ] = None,
    rules: RulesOption = None,
    edition: EditionOption = None,
    game: GameOption = DEFAULT_GAME,
    spec: SpecOption = None,
    engine_seconds: EngineSecondsOption = ENGINE_SECONDS,
    engine_memory: EngineMemoryOption = ENGINE_MEMORY,
) -> int:
    """Serve the judge to a browser on this machine, until interrupted.

    Set up a position, try actions, see which are illegal and by which clause, play on, save and share. The
    printed address holds a token; the server answers no request without it.
    """
    from rulehound.checker.errors import UserError

    try:
        import python_multipart  # noqa: F401  # what reads forms for starlette
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as missing:
        what = f"the pages need a package that is not installed ({missing.name})"
        raise UserError(what, "install it with: pip install '.[serve]', in the repository") from None

    from rulehound.checker.cli.terminal import console
    from rulehound.checker.engines import engine_limits, engine_of, open_engine
    from rulehound.checker.judging.target import target_of
    from rulehound.checker.pipeline.ask import asking_of
    from rulehound.checker.rulebook.reading import open_game, read_rulebook
    from rulehound.checker.serving.application import application
    from rulehound.checker.serving.beside import EngineBeside
    from rulehound.checker.serving.desk import Desk
    from rulehound.checker.serving.server import serve as serve_pages

    book = read_rulebook(open_game(game, spec), rules, edition)
    book.complete_model()
    playing = engine_of(book.game)
    target = target_of(book.bound, playing, partial(open_engine, playing, book.game.name))
    companion = None
    if engine is not None:
        limits = engine_limits(engine_seconds, engine_memory)
        opener = partial(open_engine, engine, book.game.name, limits)
        companion = EngineBeside.opened(target_of(book.bound, engine, opener))
    adapter = target.open()
    to = console()

    def tell(address: str) -> None:
        to.print(f"The judge is at {address}", soft_wrap=True, highlight=False)
        to.print("for this machine alone; Ctrl-C ends it", soft_wrap=True)
        to.file.flush()

    try:
        desk = Desk(book, asking_of(book), target, adapter, companion)
        serve_pages(application(desk), port, tell)
    finally:
        adapter.close()
        if companion is not None:
            companion.close()
    return 0
