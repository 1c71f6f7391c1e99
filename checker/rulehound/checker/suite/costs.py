"""The costs that an engine quotes, compared with those of the rules over the whole of a bounded domain.

An engine with the capability `quote` is asked for every cost in the domain, and once in each position for
that of what is not there, which must not break it. For any other engine the records say that its costs are
compared at their boundaries alone, by the vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from rulehound.checker.engines import EngineError
from rulehound.checker.judging.observations.json_paths import ID, NothingThere, NotObserved, look_up, parse
from rulehound.checker.judging.target import Target
from rulehound.checker.judging.traces import Start
from rulehound.checker.records import CheckRecord, Verdict
from rulehound.checker.suite.capabilities import COSTS, cannot, does_not_follow
from rulehound.checker.suite.scenarios.given import Cards, Vocabulary, position
from rulehound.checker.suite.scenarios.order_of_arrival import OrderOfArrival
from rulehound.spec.formats import Action, Adapter, Observation, Refused
from rulehound.spec.game import Priced, Quoted

NOWHERE = "nothing-there"
"""An id that nothing has."""


GONE_ON = "the engine does not stay in the position: it gives by itself the only answer that there is"
"""Why a refused quote says nothing of an engine that shows another player's turn than the position has."""


class PriceNotObserved(Exception):
    """The engine does not show what an action names, or gives it no id; the message is the place."""


def price_checks(target: Target, words: Vocabulary) -> list[CheckRecord]:
    """One record for each kind of cost, whatever the engine does. Raises EngineStartError."""
    if target.game.prices is None:
        return []
    kinds: dict[str, list[Priced]] = {name: [] for name in target.game.prices.rules}
    try:
        asked = target.game.prices.positions(target.values)
    except KeyError as missing:
        return [_unasked(target, name, str(missing.args[0])) for name in kinds]
    for each in asked:
        kinds[each.name].append(each)
    adapter = target.open()
    try:
        return [
            _compare(target, adapter, name, target.game.prices.rules[name], positions, words)
            for name, positions in kinds.items()
        ]
    finally:
        adapter.close()


def _unasked(target: Target, name: str, fact: str) -> CheckRecord:
    """The record of a kind of cost whose domain depends on a number that no document states."""
    return CheckRecord(
        check=f"cost:{name}",
        rules=list(target.game.prices.rules[name]) if target.game.prices else [],
        verdict=Verdict.INCONCLUSIVE,
        scope=f"every cost of {name}",
        shown="nothing",
        edition=target.edition,
        engine=target.engine,
        explanation=f"the fact {fact} has no value",
    )


def _compare(
    target: Target,
    adapter: Adapter,
    name: str,
    rules: Sequence[str],
    positions: Sequence[Priced],
    words: Vocabulary,
) -> CheckRecord:
    total = sum(len(each.quotes) for each in positions)

    def record(verdict: Verdict, equal: int, explanation: str = "") -> CheckRecord:
        return CheckRecord(
            check=f"cost:{name}",
            rules=list(rules),
            verdict=verdict,
            scope=f"every cost of {name}: {positions[0].domain}",
            shown=f"equal in {equal:,} of {total:,} quotes" if equal else "nothing",
            edition=target.edition,
            engine=target.engine,
            counts={"quotes": total, "equal": equal},
            explanation=explanation,
        )

    if why := cannot(target.greeting, (*COSTS, *positions[0].needs)):
        alone = "its costs are compared at their boundaries alone (vector:…)"
        return record(Verdict.UNSUPPORTED, 0, f"{why}; {alone}")
    if why := does_not_follow(target.greeting, target.edition):
        return record(Verdict.UNSUPPORTED, 0, why)
    equal = 0
    try:
        for each in positions:
            observation = _begin(target, adapter, each, words)
            for quoted in each.quotes:
                wrong = _differs(adapter, observation, quoted, words)
                if wrong and _has_gone_on(each, observation, words):
                    return record(Verdict.UNSUPPORTED, equal, GONE_ON)
                if wrong:
                    return record(Verdict.VIOLATION, equal, f"{_place(each, words)}: {wrong}")
                equal += 1
            _ask_of_nothing(adapter, each.quotes[0].action, observation, words)
    except EngineError as error:
        return record(Verdict.ERROR, equal, str(error))
    except Refused as refusal:
        return record(Verdict.UNSUPPORTED, equal, f"the engine refuses the position: {refusal}")
    except PriceNotObserved as place:
        return record(Verdict.UNSUPPORTED, equal, f"the engine does not show {place}")
    return record(Verdict.PASS, equal)


def _begin(target: Target, adapter: Adapter, priced: Priced, words: Vocabulary) -> Observation:
    cards = Cards(words, {})
    placed = position(priced.given, cards, words)
    shown = Start(position=placed, cards=cards.cards, edition=target.edition).begin(adapter)
    order = OrderOfArrival(words.players, words.listed, {})
    order.begin(shown, placed)
    return order.ordered(shown)


def _has_gone_on(priced: Priced, observation: Observation, words: Vocabulary) -> bool:
    """Whether what a position has for a player, such as the turn, is another player's by now."""
    placed = {name: priced.given.get(name, side) for name, side in words.seated.items()}
    return any(observation.get(name) != words.sides.index(str(side)) for name, side in placed.items())


def _differs(adapter: Adapter, observation: Observation, quoted: Quoted, words: Vocabulary) -> str:
    """How a quoted cost differs from the rules' cost, in words; '' where it does not."""
    expected = f"{quoted.action} costs {quoted.cost} and can{'' if quoted.payable else 'not'} be paid"
    try:
        answer = adapter.quote(_resolved(quoted.action, observation, words))
    except Refused as refusal:
        return f"{expected}; the engine quotes nothing: {refusal}"
    if (answer.cost, answer.payable) == (quoted.cost, quoted.payable):
        return ""
    return f"{expected}; the engine quotes {answer.cost}, which can{'' if answer.payable else 'not'} be paid"


def _ask_of_nothing(adapter: Adapter, action: Action, observation: Observation, words: Vocabulary) -> None:
    """Ask what it would cost with things that are not there: a quote or a refusal will do, and an engine that
    breaks raises EngineError.
    """
    resolved = _resolved(action, observation, words)
    for key in (key for key, value in action.items() if resolved[key] != value):
        with suppress(Refused):
            adapter.quote({**resolved, key: NOWHERE})


def _resolved(action: Action, observation: Observation, words: Vocabulary) -> Action:
    """The action with an id in the place of each reference, as the turn player sees the cards."""
    return {key: _thing(value, observation, words) for key, value in action.items()}


def _thing(value: object, observation: Observation, words: Vocabulary) -> object:
    """The id of what a reference names, or the value that is none. Raises NotObserved where there are no
    ids."""
    owner, dot, rest = value.partition(".") if isinstance(value, str) else ("", "", "")
    if not dot or owner not in words.sides:
        return value
    try:
        thing = look_up(observation, [words.players, words.sides.index(owner), *parse(rest)])
    except (NothingThere, NotObserved):
        raise PriceNotObserved(value) from None
    if ID not in thing:
        raise PriceNotObserved(f"ids by which {value} could be named")
    return thing[ID]


def _place(priced: Priced, words: Vocabulary) -> str:
    """The position in which an engine was asked, in words, without the players' areas."""
    said = {key: value for key, value in priced.given.items() if key not in words.sides}
    return ", ".join(f"{key} {value}" for key, value in said.items())
