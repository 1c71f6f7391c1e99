"""What an engine reports of the effects of cards, in the words of the model."""

from rulehound.spec.dcg.reading.reported_effects.events import DRAWN, reported_effects

__all__ = ["DRAWN", "reported_effects"]
