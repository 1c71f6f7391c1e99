"""The words of the effect language that stand for themselves: kinds, areas, keywords, timings, places."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Natural = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]

Kind = Literal["digimon", "tamer", "digi-egg", "option"]  # rule: card.kinds
Color = Literal["red", "blue", "yellow", "green", "black", "purple", "white"]  # rule: card.colors
Side = Literal["me", "opponent", "both"]
One = Literal["me", "opponent"]

Keyword = Literal[
    "blocker",
    "piercing",
    "jamming",
    "reboot",
    "retaliation",
    "rush",
    "armor-purge",
    "blitz",
    "delay",
    "decoy",
    "digisorption",
    "digi-burst",
    "security-attack",
    "recovery",
    "draw",
    "de-digivolve",
]

Area = Literal["battle", "breeding", "hand", "trash", "security", "deck", "egg-deck", "under"]
"""Where to look. Battle and breeding area have Digimon, Tamers and Options that lie there; the others have
cards; `under` has the digivolution cards of what the effect stands on, or of `under_of`."""

Forbidden = Literal[
    "attack",
    "attack-player",
    "be-attacked",
    "block",
    "suspend",
    "unsuspend",
    "digivolve",
    "deletion-in-battle",
    "deletion-by-effect",
    "return-to-hand",
    "return-to-deck",
    "effects-of-options",
    "effects-of-digimon",
    "effects-of-tamers",
    "effects-of-opponent",
    "dp-reduction",
]
"""What something cannot do or what cannot happen to it while an effect says so.

Protection from effects is from those of the opponent; what is protected may still be chosen."""

Until = Literal["turn-end", "opponents-turn-end", "my-turn-end", "battle-end", "attack-end", "always"]
"""When a lasting effect ends: at the end of this turn, of the opponent's next (or present) one, of one's own
next (or present) one, with the battle, with the attack; or with the Digimon."""

Timing = Literal[
    "on-play",
    "when-digivolving",
    "when-attacking",
    "counter",
    "end-of-attack",
    "on-deletion",
    "start-of-turn",
    "end-of-turn",
    "start-of-main-phase",
    "when",
    "would",
    "main",
    "delay",
    "security",
    "continuous",
]
"""`start-of-turn` and `end-of-turn` are of the turn that `turn` names. `when` and `would` need an `event`;
`would` comes before it happens and may change that. `continuous` gives something for a condition's time."""

Happening = Literal[
    "played",
    "digivolved",
    "attacks",
    "blocks",
    "blocked",
    "attack-target-changed",
    "deleted",
    "deleted-opponent-in-battle",
    "won-battle",
    "left-battle-area",
    "returned-to-hand",
    "returned-to-deck",
    "put-into-security",
    "suspended",
    "unsuspended",
    "drawn",
    "card-trashed-from-hand",
    "under-card-trashed",
    "put-under",
    "card-moved",
    "hatched",
    "moved",
    "security-checked",
    "security-removed",
    "security-added",
    "option-used",
    "memory-gained",
    "de-digivolved",
]
"""What can have happened to what `which` describes (`when`); `would` knows deleted, left-battle-area and
returned-to-hand, which it may prevent, played, digivolved and option-used."""

Place = Literal[
    "hand",
    "trash",
    "deck-top",
    "deck-bottom",
    "security-top",
    "security-bottom",
    "egg-deck-top",
    "egg-deck-bottom",
    "battle",
    "breeding",
    "under",
    "under-top",
]
"""Where cards are put. `under` is below all digivolution cards of `onto`, `under-top` right below its top."""


Pile = Literal["hand", "trash", "deck-top", "deck-bottom", "security-top", "security-bottom"]
"""Where revealed cards that are left can go."""
