"""What is wrong with what a user gave us, in one line."""

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
