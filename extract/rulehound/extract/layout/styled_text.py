"""Text with styles: joining and cutting it while every character keeps its style."""

from collections.abc import Iterable
from typing import NamedTuple

from rulehound.extract.document import Span

SPACELESS = "\u2e80-\u2fdf\u3000-\u30ff\u3130-\u318f\u31c0-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef"
"""Characters of scripts written without spaces (Chinese, Japanese), with their punctuation and full-width
forms, for a class of a regular expression."""


class StyledText(NamedTuple):
    """A text with its styles. The spans, if there are any, cover it from end to end."""

    text: str
    spans: tuple[Span, ...]


def joined(first: StyledText, second: StyledText, between: str = " ") -> StyledText:
    """Two texts joined. The text `between` them has the style of the end of the first."""
    text = first.text + between + second.text
    shift = len(first.text) + len(between)
    moved = (Span(span.start + shift, span.end + shift, span.style) for span in second.spans)
    spans = first.spans
    if spans and between:
        spans = (*spans[:-1], Span(spans[-1].start, shift, spans[-1].style))
    return StyledText(text, _merged((*spans, *moved)))


def part(words: StyledText, start: int, end: int | None = None) -> StyledText:
    """Characters `start` up to `end` of a text."""
    stop = len(words.text) if end is None else end
    cut = (Span(max(0, s.start - start), min(stop, s.end) - start, s.style) for s in words.spans)
    return StyledText(words.text[start:stop], tuple(span for span in cut if span.start < span.end))


def squeezed(words: StyledText) -> StyledText:
    """A text with single spaces for white space, and none at the ends."""
    if (
        "  " not in words.text
        and words.text == words.text.strip()
        and words.text.replace(" ", "x").isprintable()
    ):
        return words
    characters: list[str] = []
    places = [0]  # where each character of the old text begins in the new one
    for character in words.text:
        if not character.isspace():
            characters.append(character)
        elif characters and characters[-1] != " ":
            characters.append(" ")
        places.append(len(characters))
    text = "".join(characters).rstrip()
    spans = (Span(places[s.start], min(len(text), places[s.end]), s.style) for s in words.spans)
    return StyledText(text, _merged(span for span in spans if span.start < span.end))


def _merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans, with neighbours of one style merged."""
    merged: list[Span] = []
    for span in spans:
        if merged and merged[-1].style == span.style:
            merged[-1] = Span(merged[-1].start, span.end, span.style)
        else:
            merged.append(span)
    return tuple(merged)
