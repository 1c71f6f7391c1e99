"""One run from end to end: what is read, what is asked, what it comes to."""
