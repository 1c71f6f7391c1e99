"""Trials of the handshake, and of what an adapter does with what it does not know."""

from __future__ import annotations

from collections.abc import Iterator

from rulehound.checker.engines.misbehaviour import EngineError, Misbehaviour, quoted
from rulehound.checker.suite.adapter_check.remarks import Judged, Remark, broken
from rulehound.checker.suite.adapter_check.talk import TriedAdapter, Unfit, shown
from rulehound.spec.formats import CAPABILITIES, PROTOCOL, Handshake, Refused

UNKNOWN_METHOD = "rulehound/unknown"
UNKNOWN_FIELD = "x-unknown"
PLAYED = ("new-game", "observe", "legal-actions", "apply")
"""Capabilities without which an engine cannot be played."""


def handshake(adapter: TriedAdapter) -> tuple[Handshake | None, list[Remark]]:
    """The handshake and what there is to say of it; None where it does not complete."""
    try:
        with adapter.silence() as talk:
            greeting = talk.greet(**({UNKNOWN_FIELD: True} if talk.wire else {}))
    except EngineError as error:
        return None, [broken("handshake", error)]
    except Refused as refusal:
        what = f"the handshake is refused: {quoted(str(refusal))}"
        return None, [Remark("handshake", Judged.MEND, what, f"play {adapter.game.name!r} by {PROTOCOL}")]
    except Unfit as unfit:
        remedy = "compare it with `rulehound adapter schema`"
        return None, [Remark("handshake", Judged.MEND, str(unfit), remedy, unfit.message)]
    return greeting, list(_said(adapter, greeting))


def _said(adapter: TriedAdapter, greeting: Handshake) -> Iterator[Remark]:
    """What a handshake says, line by line."""
    majors = [version.partition(".")[0] for version in (greeting.protocol, PROTOCOL)]
    if majors[0] != majors[1]:
        what = f"it speaks protocol '{quoted(greeting.protocol)}', and this is {PROTOCOL!r}"
        yield Remark("handshake", Judged.MEND, what, f"answer with {PROTOCOL!r}, and follow that")
        return
    if greeting.game != adapter.game.name:
        what = f"it plays '{quoted(greeting.game)}' and was asked for {adapter.game.name!r}"
        yield Remark("handshake", Judged.MEND, what, "refuse a game that you do not play, with error code 1")
        return
    called = quoted(f"{greeting.engine} {greeting.version}".strip())
    yield Remark("handshake", Judged.FINE, f"{called}, protocol {quoted(greeting.protocol)}")
    unknown = sorted(set(greeting.capabilities) - set(CAPABILITIES))
    if unknown:
        what = f"nobody knows the capability {', '.join(map(quoted, unknown))}"
        remedy = f"there are {', '.join(CAPABILITIES)}"
        yield Remark("handshake.capabilities", Judged.MEND, what, remedy, shown(greeting.capabilities))
    missing = [name for name in PLAYED if name not in greeting.capabilities]
    if missing:
        what = f"without {', '.join(missing)} the engine cannot be played"
        yield Remark("handshake.capabilities", Judged.DOUBT, what, "add the methods and list them")
    if not unknown and not missing:
        yield Remark("handshake.capabilities", Judged.FINE, ", ".join(greeting.capabilities))
    strange = sorted({*greeting.editions, *greeting.unsupported} - set(adapter.game.rulesets))
    if strange:
        what = f"nobody knows the edition {', '.join(map(quoted, strange))}"
        remedy = f"there are {', '.join(adapter.game.rulesets)}"
        yield Remark("handshake.editions", Judged.MEND, what, remedy, shown(greeting.editions))
    elif greeting.editions:
        yield Remark("handshake.editions", Judged.FINE, ", ".join(greeting.editions))
    else:
        what = "it does not say which edition of the rules it follows"
        yield Remark("handshake.editions", Judged.DOUBT, what, "list it in `editions`")
    if adapter.game.schema and greeting.schema.partition(".")[0] != adapter.game.schema.partition(".")[0]:
        said = f"schema '{quoted(greeting.schema)}'" if greeting.schema else "no version of the schema"
        what = f"it names {said}; this is {adapter.game.schema!r}"
        judged = Judged.MEND if greeting.schema else Judged.DOUBT
        yield Remark("handshake.schema", judged, what, f"answer with schema {adapter.game.schema!r}")
    else:
        yield Remark("handshake.schema", Judged.FINE, f"schema {quoted(greeting.schema)}")


def unknown_method(adapter: TriedAdapter) -> Iterator[Remark]:
    """A method that nobody has is answered with an error, and the engine goes on."""
    check, remedy = "unknown-method", "answer an unknown method with error code -32601"
    with adapter.talk() as talk:
        if not talk.wire:
            return
        try:
            result = talk.ask(UNKNOWN_METHOD)
        except EngineError as error:
            if error.kind not in (Misbehaviour.MISSING, Misbehaviour.FAILED):
                yield Remark(check, Judged.MEND, f"{UNKNOWN_METHOD}: {error}", remedy)
                return
        except Refused:
            yield Remark(check, Judged.MEND, "it is refused as if it were an illegal action", remedy)
            return
        else:
            yield Remark(check, Judged.MEND, "it was answered with a result", remedy, shown(result))
            return
    yield Remark(check, Judged.FINE, "answered with an error")
