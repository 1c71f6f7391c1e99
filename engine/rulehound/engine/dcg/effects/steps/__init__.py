"""What each step of an effect does, once what it needs has been chosen."""
