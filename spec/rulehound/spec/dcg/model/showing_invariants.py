"""Invariants of a shown card and of tokens, in every state that legal play can reach."""

from rulehound.spec.dcg.model.costs import payable
from rulehound.spec.dcg.model.invariants import at, deleting
from rulehound.spec.dcg.model.showing import digivolving, half_assembled
from rulehound.spec.dcg.model.state import Procedure, Role, Shown, Stack, Stage, State, model
from rulehound.spec.language import Truth, between, both, either, implies, negate, switch

ONE_SHOWN = (Stage.SHOWN, Stage.PAID, Stage.PLACED)


@model.invariant("showing.set-aside")
def one_at_a_time(s: State) -> Truth:
    """At most one card is shown, until it is placed and paid for, or its effect as an Option is over."""
    count = s.shown.count()
    return both(
        count <= 1,
        implies(at(s, *ONE_SHOWN), count == 1),
        implies(count >= 1, at(s, *ONE_SHOWN, Stage.EFFECT)),
        implies(at(s, Stage.EFFECT), s.shown.all(lambda shown: shown.procedure == Procedure.USE)),
    )


@model.invariant("showing.order")
def on_field(s: State) -> Truth:
    """A shown card is on the field once it is placed, never before, and nothing is placed for it after that.

    During the effect of an Option it depends on the edition where the card is. An effect that answers to a
    shown card and deletes something comes first: no material has been placed for the card by then, and its
    player has not ended the choice of materials.
    """
    placed_at = {Stage.SHOWN: False, Stage.PAID: False, Stage.PLACED: True}
    used_on_field = negate(switch("option.order", "no-area"))
    pays_first = switch("option.order", "pay-first")

    def where_it_is(shown: Shown) -> Truth:
        option = shown.procedure == Procedure.USE
        return both(
            *(implies(at(s, stage), shown.on_field == placed) for stage, placed in placed_at.items()),
            implies(at(s, Stage.EFFECT), shown.on_field == used_on_field),
            implies(both(option, at(s, Stage.PAID)), pays_first),
            implies(both(option, at(s, Stage.PLACED)), both(used_on_field, negate(pays_first))),
            implies(shown.on_field, shown.materials.is_empty),
            implies(
                both(deleting(s), s.then == Stage.SHOWN), both(shown.materials.is_empty, negate(shown.closed))
            ),
        )

    return s.shown.all(where_it_is)


@model.invariant("memory.affordable", "memory.affordable", "effects.timing")
def can_be_paid(s: State) -> Truth:
    """A card that is placed before it is paid for can be paid for: no effect comes between the two."""
    return implies(s.stage == Stage.PLACED, s.shown.all(lambda shown: payable(s.memory, shown.cost)))


@model.invariant("digixros.listed", "digixros.listed", "digixros.once", "assembly.listed")
def materials_are_listed(s: State) -> Truth:
    """Cards are placed under a played card alone, not more of them than it lists."""

    def fits(shown: Shown) -> Truth:
        placed = shown.materials.height
        lists = either(shown.card.digixros > 0, shown.card.assembly > 0)
        return both(
            between(0, shown.place, shown.card.listed),
            between(0, placed, shown.place),
            implies(placed >= 1, both(shown.procedure == Procedure.PLAY, lists)),
        )

    return s.shown.all(fits)


@model.invariant("assembly.whole")
def whole_sets(s: State) -> Truth:
    """No card is paid for with a part of its Assembly, and the materials that are placed leave no gap in its
    list.
    """

    def whole(shown: Shown) -> Truth:
        more_there = s.me.trash >= shown.card.listed - shown.place
        goes_on = both(switch("assembly.known", "true"), negate(shown.closed), more_there)
        counted = implies(negate(shown.on_field), shown.materials.height == shown.place)
        return both(
            implies(half_assembled(shown), both(at(s, Stage.SHOWN), goes_on)),
            implies(shown.card.assembly > 0, counted),
        )

    return s.shown.all(whole)


@model.invariant("digivolve.stack", "digivolve.stack", "dna.stack", "option.effect")
def roles_are_single(s: State) -> Truth:
    """Only what digivolves, and an Option that is used on the field, has a role; of each there is one."""
    mine = (s.me.battle, s.me.breeding)
    bases = mine[0].count(is_base) + mine[1].count(is_base)
    rights = s.me.battle.count(lambda stack: stack.role == Role.RIGHT)
    digivolves = s.shown.any(lambda shown: both(digivolving(shown), negate(shown.on_field)))
    fuses = s.shown.any(lambda shown: both(shown.procedure == Procedure.DNA, negate(shown.on_field)))
    option_lies = s.shown.any(lambda shown: both(shown.procedure == Procedure.USE, shown.on_field))
    return both(
        bases <= 1,
        rights <= 1,
        implies(bases >= 1, either(digivolves, option_lies)),
        implies(rights >= 1, fuses),
        implies(both(s.stage == Stage.PAID, digivolves), bases == 1),
        implies(both(s.stage == Stage.PAID, fuses), rights == 1),
        s.me.breeding.all(lambda stack: stack.role != Role.RIGHT),
        implies(s.me.breeding.any(is_base), digivolves),
        s.me.battle.all(lambda stack: implies(stack.role != Role.NONE, negate(stack.token))),
        s.opponent.battle.all(lambda stack: stack.role == Role.NONE),
        s.opponent.breeding.all(lambda stack: stack.role == Role.NONE),
    )


def is_base(stack: Stack) -> Truth:
    """Whether a stack digivolves into the shown card, or is the shown Option."""
    return stack.role == Role.BASE


@model.invariant("token.no-stack")
def tokens_lie_alone(s: State) -> Truth:
    """Nothing lies under a token, and none is in a breeding area."""
    return both(
        *(
            both(
                player.battle.all(lambda stack: implies(stack.token, stack.under.is_empty)),
                player.breeding.all(lambda stack: negate(stack.token)),
            )
            for player in (s.me, s.opponent)
        )
    )
