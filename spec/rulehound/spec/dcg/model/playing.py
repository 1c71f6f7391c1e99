"""Playing Digimon and Tamers from the hand, with what is placed under them for a DigiXros or an Assembly."""

from rulehound.spec.dcg.model.costs import payable, with_assembly, with_digixros
from rulehound.spec.dcg.model.processing import in_main_phase
from rulehound.spec.dcg.model.showing import (
    can_assemble,
    can_be_material,
    can_digixros,
    lists_more,
    place_due,
    placed,
    show,
)
from rulehound.spec.dcg.model.state import (
    Card,
    Kind,
    Material,
    Procedure,
    Shown,
    Stack,
    Stage,
    State,
    model,
)
from rulehound.spec.language import (
    By,
    Member,
    Pool,
    both,
    either,
    require,
    rule,
    select,
    smallest,
    switch,
    when,
)


@model.action("play", card=Pool(Card))
def play(s: State, card: Card) -> None:
    """Show a Digimon or Tamer of the hand, to pay for it and place it."""
    in_main_phase(s)
    require(s.me.hand >= 1, "play.from-hand")
    require(either(card.kind == Kind.DIGIMON, card.kind == Kind.TAMER), "play.kinds")
    # a DigiXros or Assembly that is still to be declared counts as what it can be at best
    others = s.me.hand - 1 + s.me.battle.count(can_be_material)
    materials = select(switch("digixros.known", "true"), smallest(card.listed, others), 0)
    whole = both(switch("assembly.known", "true"), card.listed >= 1, s.me.trash >= card.listed)
    lowest = with_assembly(with_digixros(card.play_cost, card.digixros, materials), card.assembly, whole)
    require(payable(s.memory, lowest), "memory.affordable")
    show(s, card, Procedure.PLAY, card.play_cost, "play.from-hand")


@model.action("effect-show-to-play", By.ENVIRONMENT, card=Pool(Card))
def show_by_effect(s: State, card: Card) -> None:
    """An effect has a card of the hand played without paying; a DigiXros or Assembly may go with it."""
    require(s.stage == Stage.MAIN, "effects.timing")
    require(s.me.hand >= 1, "effects.play", "from-hand")
    require(either(card.kind == Kind.DIGIMON, card.kind == Kind.TAMER), "play.kinds")
    show(s, card, Procedure.PLAY, 0, "effects.play")


@model.action("place-played", By.RULES, shown=Member("shown"))
def place_played(s: State, shown: Shown) -> None:
    """The card enters the battle area unsuspended, on what was placed for it."""
    require(place_due(s, shown, Procedure.PLAY), "showing.order")
    with rule("play.battle-area", "play.unsuspended", "battle.unlimited", "digixros.stack", "assembly.stack"):
        s.me.battle.add(Stack(top=shown.card, under=shown.materials, dp=shown.card.dp, played_this_turn=True))
    placed(s, shown)


@model.action("digixros-from-hand", shown=Member("shown"), listed=Pool(Material), card=Pool(Card))
def digixros_from_hand(s: State, shown: Shown, listed: Material, card: Card) -> None:
    """Place a listed card of the hand under the card that is being played."""
    digixros(s, shown, listed, card)
    require(s.me.hand >= 1, "digixros.areas")
    with rule("digixros.areas"):
        s.me.hand -= 1


@model.action(
    "digixros-from-battle", shown=Member("shown"), listed=Pool(Material), digimon=Member("me.battle")
)
def digixros_from_battle(s: State, shown: Shown, listed: Material, digimon: Stack) -> None:
    """Place the top card of one's own in the battle area; what lay under it goes to the trash."""
    require(can_be_material(digimon), "token.no-stack")
    digixros(s, shown, listed, digimon.top)
    with rule("digixros.rest"):
        s.me.trash += digimon.under.height
    with rule("digixros.areas"):
        digimon.leave()


def digixros(s: State, shown: Shown, listed: Material, card: Card) -> None:
    """A listed card goes under the ones to the left of it in the list, and lowers the cost."""
    require(s.stage == Stage.SHOWN, "digixros.when")
    require(can_digixros(s, shown), "digixros.when", "digixros.has")
    require(both(listed.card == shown.card.number, listed.named == card.number), "digixros.listed")
    require(both(shown.place < listed.place, listed.place <= shown.card.listed), "digixros.once")
    with rule("digixros.stack", "digixros.once"):
        shown.materials = shown.materials.with_bottom(card)
        shown.place = listed.place
    with rule("digixros.cost"):
        shown.cost -= shown.card.digixros


@model.action("digixros-nothing", shown=Member("shown"))
def digixros_nothing(s: State, shown: Shown) -> None:
    """Declare a DigiXros and place no card for it, where the edition has that."""
    require(s.stage == Stage.SHOWN, "digixros.when")
    require(both(can_digixros(s, shown), shown.materials.is_empty), "digixros.when", "digixros.has")
    require(switch("digixros.none-chosen", "true"), "digixros.none-chosen")
    with rule("digixros.optional"):
        shown.closed = True


@model.action("assemble", shown=Member("shown"), listed=Pool(Material), card=Pool(Card))
def assemble(s: State, shown: Shown, listed: Material, card: Card) -> None:
    """Place the next card of the list from the trash; once begun, the whole set is placed."""
    require(s.stage == Stage.SHOWN, "assembly.when")
    require(both(can_assemble(s, shown), lists_more(shown)), "assembly.when", "assembly.has")
    require(both(listed.card == shown.card.number, listed.named == card.number), "assembly.listed")
    require(listed.place == shown.place + 1, "assembly.whole")
    with rule("assembly.areas"):
        s.me.trash -= 1
    with rule("assembly.stack"):
        shown.materials = shown.materials.with_bottom(card)
        shown.place = listed.place
    with when(listed.place == shown.card.listed), rule("assembly.cost"):
        shown.cost -= shown.card.assembly
