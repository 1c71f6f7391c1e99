"""Parts of which games draw their boards, as SVG: places, words, cards, and the table both players sit at."""
