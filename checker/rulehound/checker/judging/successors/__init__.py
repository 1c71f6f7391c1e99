"""Where the model can go where an engine went, and what differs where it goes nowhere the engine did."""
