"""Security checks, one card at a time, each to its end."""

from rulehound.spec.dcg.model.attack import allowed_checks, attacker_there
from rulehound.spec.dcg.model.processing import finish
from rulehound.spec.dcg.model.state import Card, Fate, Kind, Stage, State, model
from rulehound.spec.language import By, Pool, Truth, both, either, negate, require, rule, select, when


@model.action("check", By.RULES, card=Pool(Card))
def check(s: State, card: Card) -> None:
    """The top security card is turned over and lies in no area; which card it is, is chance."""
    require(s.stage == Stage.CHECK, "security.one-by-one")
    require(card.kind != Kind.DIGI_EGG, "deck.kinds")
    with rule("security.check", "security.one-by-one"):
        s.opponent.security -= 1
        s.revealed = card
        s.stage = Stage.REVEALED
    with rule("security.count"):
        s.checks += 1


def security_digimon_fights(s: State) -> Truth:
    """The checked card is a Digimon card that no effect has put elsewhere, and the attacker is there."""
    return both(s.revealed.number >= 1, s.revealed.kind == Kind.DIGIMON, s.revealed.has_dp, attacker_there(s))


@model.action("security-battle", By.RULES)
def security_battle(s: State) -> None:
    """The Security Digimon battles the attacker; that alone can be deleted, unless it has Jamming."""
    require(s.stage == Stage.REVEALED, "security.effects-first")
    require(security_digimon_fights(s), "security.digimon")
    attacker = s.me.battle.the(lambda stack: stack.attacking)
    lost = attacker.dp <= s.revealed.dp
    with rule("security.digimon", "battle.tie", "battle.loser-deleted", "security.not-deleted"), when(lost):
        attacker.fate = Fate.DELETED
    with rule("keyword.jamming"), when(both(lost, attacker.has("jamming"))):
        attacker.fate = Fate.SAFE
    with rule("security.digimon"):
        s.stage = Stage.FOUGHT
    finish(s)


@model.action("check-over", By.RULES)
def check_over(s: State) -> None:
    """The checked card goes to the trash, and the next is turned over while the attacker may check more."""
    waits = both(s.stage == Stage.REVEALED, negate(security_digimon_fights(s)))
    require(either(s.stage == Stage.FOUGHT, waits), "security.one-by-one")
    with rule("security.trashed", "areas.owner"):
        s.opponent.trash += select(s.revealed.number >= 1, 1, 0)
        s.revealed = Card.nothing()
    used_up = both(attacker_there(s), s.checks >= allowed_checks(s))  # of one that is gone nothing is allowed
    with rule("security.one-by-one"):
        s.stage = Stage.CHECK
    with rule("security.count"), when(used_up):
        s.stage = Stage.END_OF_ATTACK
    with rule("security.empty-ends"), when(s.opponent.security == 0):
        s.stage = Stage.END_OF_ATTACK
    with rule("security.attacker-gone"), when(negate(attacker_there(s))):
        s.stage = Stage.END_OF_ATTACK
