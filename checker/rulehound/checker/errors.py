"""Errors in a user's input, in one line each, the end of a process, and text that is safe to print."""

from __future__ import annotations


class UserError(Exception):
    """Bad input or usage. Prints as `what; remedy`; the command exits with status 2."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(f"{what}; {remedy}")
        self.what = what
        self.remedy = remedy

    def __reduce__(self) -> tuple[type[UserError], tuple[str, str]]:
        """As it goes to another process: `args` hold the whole line."""
        return type(self), (self.what, self.remedy)


class Terminated(BaseException):
    """This process is to end: it was sent SIGTERM.

    Not a SystemExit, which Hypothesis takes for a finding, and which an engine of this process may raise.
    """


def printable(text: str) -> str:
    """The text with control characters, which an engine could send to the terminal, made visible."""
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text)


def one_line(text: str) -> str:
    """The text made visible as one line: what an engine says cannot pass for a line of ours."""
    return printable(text).replace("\n", "\\n")
