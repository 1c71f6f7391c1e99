"""From pages to lines in reading order, and to blocks: furniture, columns, tables, paragraphs."""
