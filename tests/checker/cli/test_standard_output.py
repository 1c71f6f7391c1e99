"""Results on standard output: bytes as they are, JSON with keys in order."""

from __future__ import annotations

import pytest

from rulehound.checker.cli.standard_output import print_bytes, print_json


def test_bytes_come_after_what_was_printed_before(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    print("first")
    print_bytes("zwölf\n".encode())
    assert capfdbinary.readouterr().out == "first\nzwölf\n".encode()


def test_json_is_indented_and_its_keys_stand_in_order(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    print_json({"b": [1], "a": "ü"})
    assert capfdbinary.readouterr().out.decode() == '{\n  "a": "ü",\n  "b": [\n    1\n  ]\n}\n'
