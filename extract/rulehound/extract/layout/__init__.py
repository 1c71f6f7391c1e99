"""Layout: making lines in reading order of pages, and blocks of lines."""
