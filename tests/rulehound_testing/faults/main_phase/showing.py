"""Planted faults: cards that are shown before they are played or used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rulehound.engine.dcg.actions import Done, SuspendFor
from rulehound.engine.dcg.areas import put_back, take
from rulehound.engine.dcg.effects import gifts, triggers
from rulehound.engine.dcg.effects.language import DigivolveInto
from rulehound.engine.dcg.in_play import Place, Player
from rulehound.engine.dcg.main_phase import digisorption, playing, showing
from rulehound.engine.dcg.reasons import Reason
from rulehound.engine.dcg.state import State, card_of
from rulehound.engine.dcg.tasks import About, Frame, Origin, Shown
from rulehound_testing.faults.patching import Fault, Installed, conduct, forgiving, function, untold

sound_finish = showing.finish
sound_fail = showing.fail
sound_before = triggers.before
sound_effects_come_first = showing.effects_come_first
sound_set_aside = showing.set_aside
sound_price = showing.price
sound_payable = showing.payable
sound_close = showing.close
sound_report = showing.report
sound_added = showing.added
sound_suspend_for = digisorption.suspend_for


def failed_but_paid(state: State, shown: Shown) -> None:
    """What has become too dear is placed all the same."""
    playing.place(state, shown)


def trashed_from_elsewhere(state: State, shown: Shown) -> None:
    """What came from under a Digimon or from the security stack and has become too dear is trashed."""
    sound_fail(state, shown)
    if shown.lay is not None and shown.lay.area in ("under", "security"):
        there = state.players[shown.player]
        take(there, shown.card)
        there.trash += (shown.card,)


def put_on_top(player: Player, card: str, place: Place) -> None:
    """What goes back goes on top of what lies there."""
    put_back(player, card, Place(place.area, 1 if place.area == "under" else 0, place.stack))


def failed_into_the_trash(state: State, shown: Shown) -> None:
    """What has become too dear is trashed, and what was placed for it goes to the hand."""
    showing.put_down(state, shown)
    there = state.players[shown.player]
    there.trash += (shown.card,)
    there.hand += tuple(card for _, card in shown.materials)


def the_other_order(state: State, shown: Shown, place: Any, *, pays_first: bool) -> None:
    """Paid for first where it is placed first, and the other way round."""
    sound_finish(state, shown, place, pays_first=not pays_first)


def shown_in_hand(state: State, shown: Shown) -> None:
    """A card that is shown stays in the hand meanwhile."""
    sound_set_aside(state, shown)
    there = state.players[shown.player]
    there.hand += (shown.card,)


def free_together(state: State, shown: Shown) -> int:
    """DNA digivolution costs nothing."""
    return 0 if shown.procedure == "dna" else sound_price(state, shown)


def closed_at_a_discount(now: State, action: Done) -> None:
    """A DigiXros that places nothing makes the card cheaper all the same."""
    sound_close(now, action)
    shown, *rest = now.now
    listed = card_of(now, shown.card).digixros if isinstance(shown, Shown) else None
    if isinstance(shown, Shown) and listed is not None and not shown.materials:
        now.now = (msgspec.structs.replace(shown, cost=shown.cost - listed.reduces), *rest)


def dna_unreported(state: State, shown: Shown, what: str, *subjects: str, amount: int = 0) -> None:
    """No effect answers to a DNA digivolution."""
    if shown.procedure != "dna" or what != "digivolved":
        sound_report(state, shown, what, *subjects, amount=amount)


def placed_cards_unreported(state: State, shown: Shown, what: str, *subjects: str, amount: int = 0) -> None:
    """No effect answers to a play for which cards were placed."""
    if not shown.materials or what != "played":
        sound_report(state, shown, what, *subjects, amount=amount)


def dna_at_full_price(state: State, shown: Shown) -> int:
    """What changes costs of digivolving does not change that of a DNA digivolution."""
    return 0 if shown.procedure == "dna" else sound_added(state, shown)


def played_alone(state: State, shown: Shown, what: str, *subjects: str, amount: int = 0) -> None:
    """Nothing answers to a play for which cards were placed."""
    if what != "played" or not shown.materials:
        sound_report(state, shown, what, *subjects, amount=amount)


def lowered_first(state: State, shown: Shown) -> int:
    """What lowers a cost is taken off before what raises it is added, and leaves 0 at least."""
    if shown.free:
        return 0
    word = "digivolution_cost" if shown.procedure == "digivolve" else "play_cost"
    given = gifts.gifts_to_card(state, shown.player, shown.card, "hand", word)
    plain = [amount for gift in given if isinstance(amount := getattr(gift.gives, word), int)]
    left = max(shown.cost + sum(amount for amount in plain if amount < 0), 0)
    return left + sum(amount for amount in plain if amount > 0)


def absorbed_before_the_rest(state: State, action: SuspendFor) -> None:
    """Digisorption leaves 0 of a cost at least, whatever is added to that."""
    sound_suspend_for(state, action)
    state.now = tuple(
        msgspec.structs.replace(task, cost=max(task.cost, 0)) if isinstance(task, Shown) else task
        for task in state.now
    )


def below_zero(meant: Callable[[State, Shown], bool]) -> Callable[[State, Shown], int]:
    """A cost that is lowered by more than there is gives memory, where it is one of those that are meant."""

    def price(state: State, shown: Shown) -> int:
        below = not shown.free and meant(state, shown)
        return shown.cost + sound_added(state, shown) if below else sound_price(state, shown)

    return price


def is_absorbed(state: State, shown: Shown) -> bool:
    """Whether it is a card with Digisorption that is digivolved into."""
    return shown.procedure == "digivolve" and bool(card_of(state, shown.card).digisorption)


def never_too_dear(procedure: str) -> Callable[[], Installed]:
    """A card that is shown for this procedure is paid for, however dear it has become."""

    def payable(state: State, shown: Shown) -> bool:
        return shown.procedure == procedure or sound_payable(state, shown)

    return function(showing, "payable", payable)


def paid_all_the_same(state: State, shown: Shown) -> None:
    """A digivolution whose Digimon has gone is paid for, and its card goes to the trash."""
    if shown.procedure != "digivolve" or not showing.is_set_aside(state, shown):
        sound_fail(state, shown)
        return
    showing.pay(state, shown, showing.price(state, shown))
    showing.put_down(state, shown)
    state.players[shown.player].trash += (shown.card,)


def dna_before_all(state: State, shown: Shown, what: Any, subjects: tuple[str, ...]) -> bool:
    """Nothing comes before a DNA digivolution."""
    return shown.procedure != "dna" and sound_effects_come_first(state, shown, what, subjects)


def both_at_once(state: State, shown: Shown, what: Any, subjects: tuple[str, ...]) -> bool:
    """An effect by which two Digimon digivolve takes both cards at once."""
    first = sound_effects_come_first(state, shown, what, subjects)
    there = state.players[shown.player]
    for frame in state.now:
        if (
            shown.by_effect
            and isinstance(frame, Frame)
            and isinstance(next(iter(frame.steps), None), DigivolveInto)
        ):
            there.hand, there.revealed = (), (*there.revealed, *there.hand)
            break
    return first


def absorbed_below(state: State, action: SuspendFor) -> None:
    """It is always the Digimon that digivolves which is suspended for Digisorption."""
    shown = showing.current(state)
    sound_suspend_for(state, action if shown is None else SuspendFor(shown.onto))


def answered_by_itself_alone(state: State, about: About, *players: Any) -> list[Origin]:
    """Only its own effects come before the play of a card that lists cards to be placed under it."""
    found = sound_before(state, about, *players)
    facts = state.match.facts.get(about.subjects[0]) if about.what == "played" else None
    listed = facts is not None and (facts.assembly is not None or facts.digixros is not None)
    return [one for one in found if one.card in about.subjects] if listed else found


FAULTS: Mapping[str, Fault] = {
    "half-an-assembly": Fault(
        "assembly.whole", "an Assembly is left half done", forgiving(Done, Reason.ASSEMBLY_IN_PART)
    ),
    "placing-is-compulsory": Fault(
        "digixros.optional",
        "a card that lists others is not played without them",
        lambda: conduct(Done, why_not=lambda _state, _action: iter([Reason.ASSEMBLY_IN_PART])),
    ),
    "no-answers": Fault(
        "showing.answers",
        "no effect answers to a card that is shown",
        function(showing, "effects_come_first", lambda *_arguments: False),
    ),
    "placed-unpaid": Fault(
        "showing.failure", "what is too dear is placed", function(showing, "fail", failed_but_paid)
    ),
    "failed-into-the-trash": Fault(
        "digixros.failure", "what is too dear is trashed", function(showing, "fail", failed_into_the_trash)
    ),
    "the-other-order": Fault(
        "showing.order", "the order of the other editions", function(showing, "finish", the_other_order)
    ),
    "shown-in-hand": Fault(
        "showing.set-aside", "a shown card stays in the hand", function(showing, "set_aside", shown_in_hand)
    ),
    "dna-costs-nothing": Fault(
        "dna.cost", "DNA digivolution is free", function(showing, "price", free_together)
    ),
    "cheaper-with-none-chosen": Fault(
        "digixros.none-chosen",
        "a DigiXros without cards lowers the cost",
        lambda: conduct(Done, carry_out=closed_at_a_discount),
    ),
    "dna-unanswered": Fault(
        "dna.digivolves",
        "no effect answers to a DNA digivolution",
        function(showing, "report", dna_unreported),
    ),
    "dna-at-full-price": Fault(
        "dna.digivolves",
        "costs of DNA digivolution are not changed",
        function(showing, "added", dna_at_full_price),
    ),
    "digixros-unanswered": Fault(
        "digixros.is-play",
        "no effect answers to a play with a DigiXros",
        function(showing, "report", placed_cards_unreported),
    ),
    "placed-in-silence": Fault(
        "digixros.is-play",
        "nothing answers to a play for which cards were placed",
        function(showing, "report", played_alone),
    ),
    "lowered-first": Fault(
        "card.costs",
        "what lowers a cost leaves 0 at least before what raises it is added",
        function(showing, "price", lowered_first),
    ),
    "absorbed-before-the-rest": Fault(
        "digisorption.cost",
        "what Digisorption lowers a cost by leaves 0 at least, whatever is added",
        lambda: conduct(SuspendFor, carry_out=absorbed_before_the_rest),
    ),
    **{
        name: Fault(
            rule,
            f"{what} gives memory where the cost is below 0",
            function(showing, "price", below_zero(meant)),
        )
        for name, rule, what, meant in (
            (
                "options-give-memory",
                "card.costs",
                "an Option",
                lambda _state, shown: shown.procedure == "use",
            ),
            ("dna-gives-memory", "card.costs", "DNA digivolution", lambda _, shown: shown.procedure == "dna"),
            (
                "placing-gives-memory",
                "digixros.cost",
                "placing cards",
                lambda _, shown: bool(shown.materials),
            ),
            ("absorbing-gives-memory", "digisorption.cost", "Digisorption", is_absorbed),
        )
    },
    "digivolved-though-too-dear": Fault(
        "showing.failure", "a digivolution that has become too dear is made", never_too_dear("digivolve")
    ),
    "trashed-from-elsewhere": Fault(
        "showing.failure",
        "what came from under a Digimon or from security and has become too dear is trashed",
        function(showing, "fail", trashed_from_elsewhere),
    ),
    "back-on-top": Fault(
        "showing.failure",
        "what has become too dear goes back on top of what lies where it lay",
        function(showing, "put_back", put_on_top),
    ),
    "used-though-too-dear": Fault(
        "showing.failure", "an Option that has become too dear is used", never_too_dear("use")
    ),
    "paid-all-the-same": Fault(
        "showing.failure",
        "a digivolution whose Digimon has gone is paid for all the same",
        function(showing, "fail", paid_all_the_same),
    ),
    "dna-before-all": Fault(
        "dna.digivolves",
        "nothing comes before a DNA digivolution",
        function(showing, "effects_come_first", dna_before_all),
    ),
    "both-at-once": Fault(
        "showing.set-aside",
        "an effect by which two Digimon digivolve takes both cards before the first has digivolved",
        function(showing, "effects_come_first", both_at_once),
    ),
    "absorbed-below": Fault(
        "digisorption.suspend",
        "it is always the Digimon that digivolves which is suspended for Digisorption",
        lambda: conduct(SuspendFor, carry_out=absorbed_below),
    ),
    "answered-by-itself-alone": Fault(
        "showing.answers",
        "only its own effects come before a card is played that lists cards to be placed under it",
        function(triggers, "before", answered_by_itself_alone),
    ),
    "absorbed-unseen": Fault(
        "digisorption.suspend",
        "what waits for a Digimon to become suspended does not trigger for Digisorption",
        untold(digisorption, "suspended"),
    ),
}
"""Faults by name."""
