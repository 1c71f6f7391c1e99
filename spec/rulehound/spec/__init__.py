"""The spec: documents and their rules (`documents`), the model of a game (`language`, `game`, `dcg`)."""
