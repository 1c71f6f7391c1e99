"""The ways in which strangers misbehave, and the name of each."""

from __future__ import annotations

from rulehound.checker.engines import Misbehaviour

ROWS = {
    "crashes": (Misbehaviour.CRASHED, r"ended with status 3 \(IndexError: no such card\)"),
    "raises": (Misbehaviour.CRASHED, r"ended by SIGSEGV \(oh \\x1b\[31mno\)"),
    "exits": (Misbehaviour.EXITED, "it ended with status 0"),
    "exits-in-a-line": (Misbehaviour.CUT_OFF, "status 0 in the middle of a line"),
    "closes-its-output": (Misbehaviour.EXITED, "it closed its output"),
    "floods": (Misbehaviour.TOO_MUCH, "over 2000000 bytes in one message"),
    "dies-and-is-spoken-for": (Misbehaviour.OUTLIVED, "its output is still open"),
    "swells": (Misbehaviour.OUT_OF_MEMORY, "status 1 .*MemoryError"),
    "not-json": (Misbehaviour.NOT_JSON, r"the answer to observe is 'Loading cards... 100 %\\x07'"),
    "blank": (Misbehaviour.NOT_JSON, "the answer to observe is ''"),
    "not-utf-8": (Misbehaviour.NOT_JSON, "observe"),
    "lone-surrogate": (Misbehaviour.NOT_JSON, "observe"),
    "nan": (Misbehaviour.NOT_JSON, "NaN"),
    "infinite": (Misbehaviour.NOT_JSON, "1e999"),
    "huge-number": (Misbehaviour.MALFORMED, "a number of over 18 digits"),
    "longer-number": (Misbehaviour.NOT_JSON, "observe"),
    "nested": (Misbehaviour.MALFORMED, "nested over 64 deep"),
    "swollen": (Misbehaviour.MALFORMED, "over 50000 values"),
    "nested-past-reading": (Misbehaviour.NOT_JSON, "observe"),
    "wrong-id": (Misbehaviour.WRONG_ID, "asked with id 2 and answered with id 3"),
    "id-as-text": (Misbehaviour.WRONG_ID, "asked with id 2 and answered with id '2'"),
    "no-id": (Misbehaviour.WRONG_ID, "answered with no id"),
    "speaks-first": (Misbehaviour.UNASKED, "before its answer to observe .* a message of its own, 'hurry'"),
    "answers-with-a-question": (Misbehaviour.UNASKED, "a message of its own, 'why'"),
    "a-number": (Misbehaviour.MALFORMED, "Expected `object`, got `int`"),
    "a-list": (Misbehaviour.MALFORMED, "Expected `object`, got `array`"),
    "neither": (Misbehaviour.MALFORMED, "has neither, or both, of result and error"),
    "both": (Misbehaviour.MALFORMED, "has neither, or both, of result and error"),
    "own-error": (Misbehaviour.FAILED, r"error -32603: oh\\nno \\x1b\[2J"),
    "no-such-method": (Misbehaviour.MISSING, "error -32601: unheard of"),
    "bad-reasons": (Misbehaviour.MALFORMED, "refusal of observe"),
}
"""Way to what it is called, and what is said of it."""


LATE = {
    "hangs": (Misbehaviour.TIMEOUT, r"no answer within 0\.3 s"),
    "stops-in-a-line": (Misbehaviour.UNFINISHED, r"a part of an answer within 0\.3 s"),
    "drips": (Misbehaviour.UNFINISHED, r"a part of an answer within 0\.3 s"),
    "floods-its-error-output": (Misbehaviour.TIMEOUT, r"no answer within 0\.3 s"),
}
"""Those that only the time limit ends."""


AFTERWARDS = ("answers-twice", "floods-with-lines")
"""Those whose first answer is good, and whose next is none."""


KINDS = {way: kind for way, (kind, _) in {**ROWS, **LATE}.items()} | dict.fromkeys(
    AFTERWARDS, Misbehaviour.UNASKED
)
"""Way to the name of what it does."""
