"""Options, what is placed by them, and other effects that a player starts in the main phase."""

from rulehound.spec.dcg.model.costs import payable
from rulehound.spec.dcg.model.processing import carry_out_effect, finish, in_main_phase
from rulehound.spec.dcg.model.showing import colours_met, place_due, placed, show
from rulehound.spec.dcg.model.state import (
    MOST_BURST,
    Card,
    Kind,
    Procedure,
    Role,
    Shown,
    Stack,
    Stage,
    State,
    cards_in_no_area,
    model,
)
from rulehound.spec.language import (
    By,
    Member,
    Pool,
    Truth,
    both,
    negate,
    require,
    rule,
    when,
)


@model.action("use-option", card=Pool(Card))
def use_option(s: State, card: Card) -> None:
    """Show an Option of the hand, to pay for it and carry out its effect."""
    in_main_phase(s)
    require(s.me.hand >= 1, "option.from-hand")
    require(card.kind == Kind.OPTION, "option.kind")
    require(colours_met(s, card), "option.colours")
    require(payable(s.memory, card.play_cost), "memory.affordable")
    show(s, card, Procedure.USE, card.play_cost, "option.from-hand")


@model.action("place-option", By.RULES, shown=Member("shown"))
def place_option(s: State, shown: Shown) -> None:
    """Early editions lay the Option on the field while it is used."""
    require(place_due(s, shown, Procedure.USE), "showing.order")
    with rule("option.effect"):
        s.me.battle.add(Stack(top=shown.card, dp=shown.card.dp, role=Role.BASE))
    placed(s, shown)


@model.action("end-effect", By.RULES)
def end_effect(s: State) -> None:
    """The effect has been carried out; an Option that it placed nowhere goes to the trash at once."""
    require(s.stage == Stage.EFFECT, "option.trash")
    require(both(s.me.aside == 0, s.opponent.aside == 0), "effects.reveal")
    with rule("option.trash"):
        s.me.trash += cards_in_no_area(s) + s.me.battle.total(lambda stack: stack.cards, in_use)
        s.me.battle.discard(in_use)
        s.shown.discard(lambda _: True)
    with rule("turn.main-phase", "rules.processing"):
        s.stage = s.after
        s.after = Stage.UNSUSPEND
    finish(s)


def in_use(stack: Stack) -> Truth:
    """Whether a stack is the Option that is being used, and lies on the field."""
    return stack.role != Role.NONE


@model.action("effect-place-option", By.ENVIRONMENT, shown=Member("shown"))
def place_by_effect(s: State, shown: Shown) -> None:
    """The effect of the Option places it in the battle area, where it stays."""
    require(both(s.stage == Stage.EFFECT, shown.procedure == Procedure.USE), "option.stays")
    with rule("option.stays"):
        with when(shown.on_field):
            s.me.battle.update(lambda stack: stack.replace(role=Role.NONE, played_this_turn=True), in_use)
        with when(negate(shown.on_field)):
            s.me.battle.add(Stack(top=shown.card, dp=shown.card.dp, played_this_turn=True))
        shown.leave()


@model.action("delay", option=Member("me.battle"))
def delay(s: State, option: Stack) -> None:
    """Trash an Option of the battle area to carry out its Delay effect; costs and colours do not matter."""
    in_main_phase(s)
    require(both(option.top.kind == Kind.OPTION, option.has("delay")), "delay.option")
    require(negate(option.played_this_turn), "delay.not-same-turn")
    with rule("delay.trash"):
        s.me.trash += option.cards
        option.leave()
    with rule("delay.effect"):
        carry_out_effect(s, Stage.MAIN)


@model.action("digi-burst", digimon=Member("me.battle"))
def digi_burst(s: State, digimon: Stack) -> None:
    """Trash digivolution cards, the uppermost first, to carry out the effect behind that."""
    in_main_phase(s)
    needed = digimon.top.digi_burst
    require(both(digimon.digimon, needed >= 1), "digi-burst.has")
    require(digimon.under.height >= needed, "digi-burst.cards")
    with rule("digi-burst.cards"):
        s.me.trash += needed
        for count in range(1, MOST_BURST + 1):
            with when(needed >= count):
                digimon.under = digimon.under.without_top()
    with rule("digi-burst.effect"):
        carry_out_effect(s, Stage.MAIN)
