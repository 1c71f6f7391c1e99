"""Reading PDF files: characters, rulings and colours of pages, a second reader, and pictures."""
