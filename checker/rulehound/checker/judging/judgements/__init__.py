"""What is judged: what one observation shows, what is offered, and the step from one belief to the next."""
