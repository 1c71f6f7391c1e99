"""Deletion as a procedure: what is about to be deleted may be saved, the rest then goes to the trash."""

from rulehound.spec.dcg.model.processing import finish
from rulehound.spec.dcg.model.state import Fate, Player, Stack, Stage, State, model
from rulehound.spec.language import (
    By,
    Member,
    Truth,
    both,
    either,
    negate,
    require,
    rule,
    select,
    when,
)

MINE, THEIRS = Stage.WOULD_DELETE, Stage.WOULD_DELETE_THEIRS


def delete(stack: Stack, fate: Fate) -> None:
    """Mark a Digimon: it is about to be deleted. `finish` then lets its player save it, or it goes."""
    stack.fate = fate


def send_to_trash(player: Player, stack: Stack) -> None:
    """A stack leaves the field: all of its cards go to its owner's trash."""
    with rule("deletion.trash", "deletion.stack", "areas.owner"):
        player.trash += stack.cards
        stack.leave()


def remove_top(stack: Stack) -> None:
    """The top card is taken off, and the card under it is the top card now; the last card stays."""
    with when(stack.under.height >= 1):
        stack.top = stack.under.top
        stack.under = stack.under.without_top()
        stack.settle_dp()


def can_purge(stack: Stack) -> Truth:
    """Armor Purge needs a card under the top card to go on with."""
    return both(stack.about_to_be_deleted, stack.has("armor-purge"), stack.under.height >= 1)


def protects(decoy: Stack, other: Stack) -> Truth:
    """Decoy answers to effects of the other player alone, for Digimon of its colours."""
    return both(
        other.fate == Fate.DELETED_BY_OPPONENT,
        decoy.digimon,
        decoy.top.decoy.shares(other.top.colours),
    )


def can_save(player: Player) -> Truth:
    """Whether the player has an effect against a deletion that is about to happen."""

    def has_decoy(other: Stack) -> Truth:
        """Another Digimon than this one protects it."""
        itself = select(protects(other, other), 1, 0)
        return player.battle.count(lambda decoy: protects(decoy, other)) > itself

    return player.battle.any(lambda stack: either(can_purge(stack), has_decoy(stack)))


@model.action("armor-purge-mine", saved=Member("me.battle"))
def armor_purge_mine(s: State, saved: Stack) -> None:
    """The turn player trashes the top card of a Digimon so that it is not deleted."""
    require(s.stage == MINE, "deletion.would")
    armor_purge(s.me, saved)


@model.action("armor-purge-theirs", saved=Member("opponent.battle"))
def armor_purge_theirs(s: State, saved: Stack) -> None:
    """The other player trashes the top card of a Digimon so that it is not deleted."""
    require(s.stage == THEIRS, "deletion.would")
    armor_purge(s.opponent, saved)


def armor_purge(player: Player, saved: Stack) -> None:
    """The top card goes to the trash and the Digimon stays."""
    require(can_purge(saved), "keyword.armor-purge")
    with rule("keyword.armor-purge"):
        player.trash += 1
        remove_top(saved)
        saved.fate = Fate.SAFE


@model.action("decoy-mine", decoy=Member("me.battle"), saved=Member("me.battle"))
def decoy_mine(s: State, decoy: Stack, saved: Stack) -> None:
    """The turn player deletes a Digimon with Decoy so that another one is not deleted."""
    require(s.stage == MINE, "deletion.would")
    use_decoy(s.me, decoy, saved)


@model.action("decoy-theirs", decoy=Member("opponent.battle"), saved=Member("opponent.battle"))
def decoy_theirs(s: State, decoy: Stack, saved: Stack) -> None:
    """The other player deletes a Digimon with Decoy so that another one is not deleted."""
    require(s.stage == THEIRS, "deletion.would")
    use_decoy(s.opponent, decoy, saved)


def use_decoy(player: Player, decoy: Stack, saved: Stack) -> None:
    """The Digimon with Decoy is deleted at once; one that is about to be deleted itself can still be."""
    require(protects(decoy, saved), "keyword.decoy")
    with rule("keyword.decoy"):
        saved.fate = Fate.SAFE
        send_to_trash(player, decoy)


@model.action("let-delete")
def let_delete(s: State) -> None:
    """Nothing more is done against the deletion by the player who is asked: the turn player first."""
    require(either(s.stage == MINE, s.stage == THEIRS), "deletion.would")
    could_save = either(both(s.stage == MINE, can_save(s.me)), both(s.stage == THEIRS, can_save(s.opponent)))
    require(could_save, "turn.decider")
    theirs_next = both(s.stage == MINE, can_save(s.opponent))
    with when(theirs_next):
        s.stage = THEIRS
    with when(negate(theirs_next)):
        carry_out(s)


@model.action("ask-other-player", By.RULES)
def ask_other_player(s: State) -> None:
    """The turn player has nothing against the deletion, the other player may."""
    require(s.stage == MINE, "deletion.would")
    require(both(negate(can_save(s.me)), can_save(s.opponent)), "turn.decider")
    s.stage = THEIRS


@model.action("delete", By.RULES)
def delete_doomed(s: State) -> None:
    """Delete everything that nobody has saved, or could save, all at once."""
    require(either(s.stage == MINE, s.stage == THEIRS), "deletion.would")
    require(negate(can_save(s.opponent)), "deletion.would", "theirs-is-asked")
    require(either(s.stage == THEIRS, negate(can_save(s.me))), "deletion.would", "mine-is-asked")
    carry_out(s)


def carry_out(s: State) -> None:
    """Everything about to be deleted goes to its owner's trash, with the cards under it."""

    def doomed(stack: Stack) -> Truth:
        return stack.about_to_be_deleted

    for player in (s.me, s.opponent):
        with rule("deletion.trash", "deletion.stack", "areas.owner", "battle.loser-deleted"):
            player.trash += player.battle.total(lambda stack: stack.cards, doomed)
            player.battle.discard(doomed)
    s.stage = s.then
    s.then = Stage.UNSUSPEND
    finish(s)
