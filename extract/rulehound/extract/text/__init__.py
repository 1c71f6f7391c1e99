"""Plain text and Markdown files: their lines and blocks."""
