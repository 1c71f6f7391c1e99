"""What an engine reports of the effects of cards, in the words of the model."""

from rulehound.spec.dcg.reading.told.events import DRAWN, told

__all__ = ["DRAWN", "told"]
