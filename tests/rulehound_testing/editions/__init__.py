"""Editions of documents that tests make up, and how well alignment understands them."""
