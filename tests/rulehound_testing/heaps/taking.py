"""How the heap grows, and whose turn it is then."""

import os


def grown(count: int, amount: int) -> int:
    """The heap with an amount on it, put there one by one."""
    while True:
        if amount == 0:  # rule: add.turns
            return count
        count, amount = count + 1, amount - 1


def next_turn(turn: int) -> int:
    """Who comes after a player."""
    if turn > 1:
        os._exit(3)  # rule: add.turns
    return 1 - turn  # rule: add.turns
