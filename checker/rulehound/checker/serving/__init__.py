"""The judge in a browser on this machine: positions put on a board, actions tried, questions answered."""
