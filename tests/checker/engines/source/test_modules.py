"""A hash of code says what the code does, whatever version of Python reads it."""

import ast

import pytest

from rulehound.checker.engines.source.modules import content_hash

CODE = """
@dataclass(frozen=True)
class Pile[T]:
    cards: list = ()

    async def draw(self, count: int = 1, /, *rest, sure=False) -> str:
        match count:
            case 0 | 1 if sure:
                return f"{count!r:>{3}} card"
        try:
            yield lambda: None
        except ValueError as error:
            raise KeyError from error
"""


def function(text: str) -> ast.stmt:
    """The only statement of a text."""
    (statement,) = ast.parse(text).body
    return statement


def test_a_hash_is_the_same_on_every_version_of_python() -> None:
    """Pinned, since evidence on record made with one version is compared by another."""
    code = CODE.replace("[T]", "")  # what only newer versions read
    assert content_hash(function(code)) == "dc42c7958e4e882a"


@pytest.mark.parametrize(
    "other",
    [
        'def draw(count):\n    """Draw cards."""\n    return count + 1',
        "def draw(count):  # cards\n\n    return (count\n        + 1)",
    ],
)
def test_docstrings_comments_and_places_make_no_difference(other: str) -> None:
    assert content_hash(function(other)) == content_hash(function("def draw(count): return count + 1"))


@pytest.mark.parametrize(
    "other",
    [
        "def draw(count): return count + 2",
        "def draw(count): return count - 1",
        "def draw(count): return 1 + count",
        "def draw(count): return count + True",
        "def draw(count): return count + '1'",
        "def draw(count=0): return count + 1",
        "def draw(*count): return count + 1",
        "async def draw(count): return count + 1",
        "def draw(count): return",
        "def draw(count) -> int: return count + 1",
    ],
)
def test_what_code_does_makes_a_difference(other: str) -> None:
    assert content_hash(function(other)) != content_hash(function("def draw(count): return count + 1"))
