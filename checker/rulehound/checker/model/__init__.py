"""The model of a game by itself: searched, proved, and its state graph looked at."""
