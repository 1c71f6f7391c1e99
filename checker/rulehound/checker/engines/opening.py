"""Finding and starting an engine: an installed one by its name, any other by its command line."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points

from rulehound.checker.engines.channels import Channel, LocalChannel, PipeChannel
from rulehound.checker.engines.client import EngineClient, greet
from rulehound.checker.engines.misbehaviour import EngineError, EngineStartError, quoted
from rulehound.checker.engines.pipe import EngineLimits, Pipe
from rulehound.checker.errors import UserError
from rulehound.spec.formats import PROTOCOL, Handshake, Refused
from rulehound.spec.game import Game

GROUP = "rulehound.engines"
"""Entry points: each a function that takes the name of a game and returns an Adapter.

It raises LookupError for a game that it does not play.
"""


def installed_engines() -> Mapping[str, EntryPoint]:
    """The engines that run in process, by name."""
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def installed_engine(game: Game) -> str:
    """The installed engine that the game names; "" where it names none, or one that is not installed."""
    return game.engine if game.engine in installed_engines() else ""


def engine_of(game: Game, named: str | None = None) -> str:
    """The engine that somebody named, else the installed one of the game. Raises UserError for neither."""
    engine = named if named is not None else installed_engine(game)
    if named is None and not engine:
        raise UserError(f"no engine of {game.title} is installed", "give one with --engine")
    return engine


def require_installed(name: str) -> None:
    """Raise UserError where no engine of this name is installed."""
    names = installed_engines()
    if name not in names:
        known = ", ".join(names) or "there is none"
        raise UserError(f"there is no installed engine {name!r}", f"give the name of one ({known})")


def open_engine(spec: str, game: str, limits: EngineLimits | None = None) -> EngineClient:
    """Start an engine for a game and complete its handshake.

    `spec` is the name of an installed engine, else a command line. Raises EngineStartError for whatever goes
    wrong until the handshake is complete; nothing is then left running.
    """
    channel, local = open_channel(spec, game, limits)
    try:
        greeting = greet(channel, game, over_pipe=not local)
        _require_ours(spec, greeting, game)
    except EngineError as error:
        channel.close()
        what = f"engine {spec!r} did not complete its handshake: {error}"
        raise EngineStartError(what, "run it by hand and look at its answer to the handshake") from error
    except Refused as refusal:
        channel.close()
        what = f"engine {spec!r} refuses the handshake: {quoted(str(refusal))}"
        raise EngineStartError(what, f"give an engine that plays {game!r}") from refusal
    except BaseException:
        channel.close()
        raise
    return EngineClient(channel, greeting)


def open_channel(spec: str, game: str, limits: EngineLimits | None = None) -> tuple[Channel, bool]:
    """Start an engine without a handshake. Returns the channel, and whether the engine runs in this process.

    Raises EngineStartError where it cannot be started.
    """
    installed = installed_engines()
    if spec in installed:
        return _load(spec, installed[spec], game), True
    return _spawn(spec, tuple(installed), limits or EngineLimits()), False


def _load(name: str, point: EntryPoint, game: str) -> Channel:
    try:
        return LocalChannel(point.load()(game))
    except LookupError as error:
        what = f"engine {name!r} does not play {game!r}: {quoted(str(error))}"
        raise EngineStartError(what, "give another engine or another game") from error
    except Exception as error:
        what = f"engine {name!r} cannot be loaded: {type(error).__name__}: {quoted(str(error))}"
        raise EngineStartError(what, "mend or reinstall the package that brings it") from error


def _spawn(command: str, installed: tuple[str, ...], limits: EngineLimits) -> Channel:
    names = ", ".join(installed) or "there is none"
    remedy = f"give a command line, or the name of an installed engine ({names})"
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise EngineStartError(f"engine command {command!r} cannot be read: {error}", remedy) from None
    if not words:
        raise EngineStartError("the engine command is empty", remedy)
    try:
        return PipeChannel(Pipe(words, limits))
    except FileNotFoundError:
        raise EngineStartError(f"engine command {words[0]!r} does not exist", remedy) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise EngineStartError(f"engine command {words[0]!r} cannot be run: {reason}", remedy) from None


def _require_ours(spec: str, greeting: Handshake, game: str) -> None:
    major = PROTOCOL.partition(".")[0]
    if greeting.protocol.partition(".")[0] != major:
        what = f"engine {spec!r} speaks protocol '{quoted(greeting.protocol)}', not {PROTOCOL!r}"
        raise EngineStartError(what, f"give an adapter for protocol {major}")
    if greeting.game != game:
        what = f"engine {spec!r} plays '{quoted(greeting.game)}', not {game!r}"
        raise EngineStartError(what, f"give an engine that plays {game!r}")
