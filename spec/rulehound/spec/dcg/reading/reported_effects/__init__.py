"""Effects that an engine reports by its events, as environment actions of the model."""

from rulehound.spec.dcg.reading.reported_effects.cards_of_both import mixes, placing_under_others
from rulehound.spec.dcg.reading.reported_effects.events import DRAWN, reported_effects, without_events

__all__ = ["DRAWN", "mixes", "placing_under_others", "reported_effects", "without_events"]
