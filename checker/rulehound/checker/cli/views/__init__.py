"""Results of commands as text for people; some views also run the commands that write reports."""
