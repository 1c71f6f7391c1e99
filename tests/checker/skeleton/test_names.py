"""Names of new games: what can name a package that can be installed beside everything else."""

from __future__ import annotations

import keyword

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulehound.checker.errors import UserError
from rulehound.checker.skeleton.names import class_prefix, require_usable


@pytest.mark.parametrize("name", ["", "My", "3d", "two words", "a-b", "../up", "class", "_x", "a" * 41, "é"])
def test_a_name_that_no_package_can_have_is_refused(name: str) -> None:
    with pytest.raises(UserError, match="cannot name a game"):
        require_usable(name)


@pytest.mark.parametrize(
    ("name", "what"),
    [("dmb", "a game"), ("reference", "an engine"), ("json", "a module"), ("msgspec", "a module")],
)
def test_a_name_that_is_taken_is_refused(name: str, what: str) -> None:
    with pytest.raises(UserError, match=f"{what} {name} is installed already"):
        require_usable(name)


@given(st.from_regex(r"[a-z][a-z0-9_]{0,20}", fullmatch=True).map(lambda name: f"zz{name}"))
def test_a_name_that_is_usable_makes_classes(name: str) -> None:
    require_usable(name)
    assert f"{class_prefix(name)}View".isidentifier()
    assert not keyword.iskeyword(class_prefix(name))
