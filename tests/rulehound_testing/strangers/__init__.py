"""Engines that misbehave, and how tests start them."""
