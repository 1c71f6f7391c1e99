"""Reading plain text and Markdown files into lines and blocks."""
