"""The option --password, which every command that reads documents takes."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated

import typer

PasswordOption = Annotated[
    str | None,
    typer.Option(
        "--password",
        metavar="TEXT",
        help="The password of an encrypted PDF. It is neither kept nor printed.",
    ),
]


def takes_password(command: Callable[..., int]) -> Callable[..., int]:
    """The command with --password as its last option: the documents that it reads are opened with that."""

    @wraps(command)
    def with_password(*, password: str | None = None, **arguments: object) -> int:
        from rulehound.checker.rulebook.password import use_password

        use_password(password)
        return command(**arguments)

    signature = inspect.signature(command, eval_str=True)
    option = inspect.Parameter(
        "password", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=PasswordOption
    )
    parameters = [*signature.parameters.values(), option]
    with_password.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return with_password
