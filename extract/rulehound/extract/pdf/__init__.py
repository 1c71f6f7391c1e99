"""PDF files: characters, rulings and colours of their pages, a second reader, and pictures."""
