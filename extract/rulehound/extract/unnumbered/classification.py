"""Classifying the blocks of a document without numbers by their kinds."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise, takewhile

from rulehound.extract import kinds
from rulehound.extract.document import DEMANDING, Kind
from rulehound.extract.layout.blocks import Block
from rulehound.extract.layout.flow import Usage
from rulehound.extract.layout.styled_text import part, squeezed
from rulehound.extract.unnumbered.keys import slug
from rulehound.extract.unnumbered.parts import DocumentPart, part_of
from rulehound.extract.unnumbered.table_rows import row_parts

TITLE = 1000
"""Level of a title that is set as text."""

# What stands before the first section is a preface if it is no larger a share of the document.
_LARGEST_FRONT = 0.3
# So many paragraphs of a section that begin with a term, and at least half of them, make it a glossary.
_FEWEST_TERMS = 3
# A heading with so many words and a full stop at its end is a sentence in bold print.
_SENTENCE_WORDS = 8
# A bullet before no more words than these, and a colon, names something of a picture.
_MOST_LABEL_WORDS = 4
# A number behind a bullet, as some lists are printed. Before lower case it is an amount, "2 cards".
_PLACE = re.compile(r"(?P<place>\d{1,2})\s+(?=[^\W\d]|[\"“‘'(\[<])")
_FEWEST_PLACES = 3
_TEXT = DEMANDING | {"example", "introduction"}


def classified(blocks: Sequence[Block], usage: Usage) -> list[DocumentPart]:
    """The parts of a document in reading order, one for each block."""
    parts = list(_by_themselves(blocks, usage))
    for step in (_contents, _titles, _glossaries, _scraps, _named_sections, _front):
        parts = step(parts)
    return parts


def _by_themselves(blocks: Sequence[Block], usage: Usage) -> Iterator[DocumentPart]:
    """Each part by itself, or by its list or table."""
    has_begun = False
    for (kind, _), group in groupby(blocks, key=lambda block: (block.kind, block.table)):
        together = list(group)
        if kind == "row":
            parts = row_parts(together, usage, may_be_contents=not has_begun)
        elif kind == "item":
            parts = list(_list_parts(together, usage))
        else:
            parts = [
                _heading(block, usage) if kind == "heading" else _paragraph(block, usage)
                for block in together
            ]
        has_begun = has_begun or any(one.kind in DEMANDING for one in parts)
        yield from parts


def _heading(block: Block, usage: Usage) -> DocumentPart:
    heading = part_of("heading", block, usage)
    text = heading.text
    stopped = text.endswith((".", ".”", '."', "。"))
    if stopped and (kinds.term_of(text) or (len(text.split()) >= _SENTENCE_WORDS and not text.isupper())):
        return heading._replace(kind=_kind_of(text), level=0)
    return heading._replace(kind="label", level=0) if text.endswith((":", "：")) else heading


def _paragraph(block: Block, usage: Usage) -> DocumentPart:
    paragraph = part_of("clause", block, usage)
    text = paragraph.text
    if all(kinds.is_contents_entry(line.text) for line in paragraph.lines):
        return paragraph._replace(kind="contents")
    return paragraph._replace(kind="label" if kinds.is_title(text) else _kind_of(text))


def _list_parts(items: Sequence[Block], usage: Usage) -> Iterator[DocumentPart]:
    """The items of lists, with nested lists. A single title or unfinished sentence is no list."""
    for one_list in _lists(items):
        parts = [
            part_of("step" if any(map(str.isalnum, item.marker)) else "clause", item, usage)
            for item in one_list
        ]
        text = parts[0].text
        if len(parts) == 1 and (
            kinds.is_title(text) or not (kinds.ends_sentence(text) or kinds.demands(text))
        ):
            yield parts[0]._replace(kind="label", level=0)
            continue
        places = {
            place
            for place, one in enumerate(parts, 1)
            if one.kind == "clause" and _place_of(one.text) == place
        }
        for place, one in enumerate(parts, 1):
            yield _item(one, len(places) >= _FEWEST_PLACES and place in places, len(parts) == 1)


def _place_of(text: str) -> int | None:
    """The number at the start of an item; None if it is an amount, or there is none."""
    match = _PLACE.match(text)
    return int(match["place"]) if match and not text[match.end()].islower() else None


def _lists(items: Sequence[Block]) -> list[list[Block]]:
    """Successive lists. The next one begins where the marker of the first level changes."""
    lists: list[list[Block]] = []
    for item in items:
        if not lists or (item.level == 1 and _form(item) != _form(lists[-1][0])):
            lists.append([])
        lists[-1].append(item)
    return lists


def _form(item: Block) -> str:
    return re.sub(r"\w+", "#", item.marker)


def _item(item: DocumentPart, is_counted: bool, is_alone: bool) -> DocumentPart:
    """An item with its kind. In a counted item, the number behind its bullet belongs to its marker."""
    if is_counted and (place := _PLACE.match(item.text)):
        words = squeezed(part(item.words, place.end()))
        item = item._replace(kind="step", words=words, marker=f"{item.marker} {place['place']}")
    is_name = item.text.endswith((":", "：")) and len(item.text.split()) <= _MOST_LABEL_WORDS
    if item.kind == "clause" and is_name:
        return item._replace(kind="label")
    is_note = item.marker == "※" or (item.marker == "*" and is_alone)
    kind = _kind_of(f"{item.marker} {item.text}" if is_note else item.text)
    return item if kind == "clause" else item._replace(kind=kind)


def _kind_of(text: str) -> Kind:
    if kinds.is_example(text):
        return "example"
    if kinds.is_remark(text):
        return "introduction"
    return "note" if kinds.is_note(text) else "clause"


def _contents(parts: Sequence[DocumentPart]) -> list[DocumentPart]:
    """The parts, with the title, the entries and the inner titles of the table of contents classified."""
    result = list(parts)
    for index, one in enumerate(parts):
        if kinds.names_contents(one.text) and one.kind in ("heading", "label"):
            result[index] = one._replace(kind="contents")
            for behind in range(index + 1, len(parts)):
                entry = parts[behind]
                if entry.kind not in ("label", "clause", "step") or not re.search(r"\s\d{1,4}$", entry.text):
                    break
                result[behind] = entry._replace(kind="contents")
    entries = [index for index, one in enumerate(result) if one.kind == "contents"]
    for first, last in pairwise(entries):
        if all(one.kind in ("heading", "label") for one in result[first + 1 : last]):
            result[first:last] = [one._replace(kind="contents") for one in result[first:last]]
    title = entries[0] - 1 if entries and not kinds.names_contents(parts[entries[0]].text) else -1
    if title >= 0 and result[title].kind == "heading":
        result[title] = result[title]._replace(kind="contents")
    return result


def _titles(parts: Sequence[DocumentPart]) -> list[DocumentPart]:
    """The parts, with labels before text as headings. The last label in a row of names is none."""
    result = list[DocumentPart]()
    for before, one, following in zip([None, *parts], parts, [*parts[1:], None], strict=False):
        is_name = one.kind == "label" and one.level == 0 and not one.address
        is_last_name = one.text.endswith((":", "：")) and before is not None and before.kind == "label"
        is_title = is_name and not is_last_name and following is not None and following.kind in _TEXT
        result.append(one._replace(kind="heading", level=TITLE) if is_title else one)
    return result


def _glossaries(parts: Sequence[DocumentPart]) -> list[DocumentPart]:
    """The parts, with the entries of glossaries that are set as paragraphs classified."""
    result = list(parts)
    starts = [0, *(index for index, one in enumerate(parts) if one.kind == "heading"), len(parts)]
    for start, end in pairwise(starts):
        texts = [
            index for index in range(start, end) if parts[index].kind == "clause" and not parts[index].marker
        ]
        terms = {index: term for index in texts if (term := kinds.term_of(parts[index].text))}
        if len(terms) >= _FEWEST_TERMS and 2 * len(terms) >= len(texts):
            for index, term in terms.items():
                result[index] = parts[index]._replace(kind="definition", address=slug(term))
    return result


def _scraps(parts: Sequence[DocumentPart]) -> list[DocumentPart]:
    """The parts, with scraps of drawings among the paragraphs as labels.

    Scraps are words that begin in mid-sentence among titles, and texts that a section repeats word for word.
    No rule is lost with them.
    """
    result, texts = list[DocumentPart](), set[str]()
    for index, one in enumerate(parts):
        if one.kind == "heading" and one.level < TITLE:
            texts = set()
        around = [*parts[max(0, index - 2) : index], *parts[index + 1 : index + 3]]
        amid_titles = len(around) == 4 and all(other.kind in ("heading", "label") for other in around)
        is_scrap = (amid_titles and one.text[:1].islower()) or one.text in texts
        is_paragraph = one.kind == "clause" and not one.marker
        result.append(one._replace(kind="label") if is_paragraph and is_scrap else one)
        texts.add(one.text)
    return result


def _named_sections(parts: Sequence[DocumentPart]) -> list[DocumentPart]:
    """The parts, with those in sections whose titles say that they hold no rules classified."""
    result = list[DocumentPart]()
    kind, level = None, 0
    for one in parts:
        # Titles within an update history name versions of the document.
        if one.kind == "heading" and not (kind == "change-entry" and one.level > level):
            kind, level = kinds.section_kind(one.text), one.level
        is_rule = kind == "introduction" and kinds.demands(one.text)
        result.append(one._replace(kind=kind) if kind and one.kind in DEMANDING and not is_rule else one)
    return result


def _front(parts: Sequence[DocumentPart]) -> list[DocumentPart]:
    """The parts, with those before the first section that demand nothing classified as preface."""
    until = _first_section(parts)
    front = [one for one in parts[:until] if one.kind != "contents"]
    if sum(len(one.lines) for one in front) > _LARGEST_FRONT * sum(len(one.lines) for one in parts):
        return list(parts)
    return [
        one._replace(kind="introduction")
        if index < until
        and one.kind != "contents"
        and (one.kind in ("heading", "label") or not kinds.demands(one.text))
        else one
        for index, one in enumerate(parts)
    ]


def _first_section(parts: Sequence[DocumentPart]) -> int:
    """Index of the first part of the first section, behind the contents or the title of the document."""
    contents = [index for index, one in enumerate(parts) if one.kind == "contents"]
    behind = contents[-1] + 1 if contents else _title_length(parts)
    headings = (index for index, one in enumerate(parts) if one.kind == "heading" and index >= behind)
    return next(headings, 0)


def _title_length(parts: Sequence[DocumentPart]) -> int:
    """How many headings at the start are the title: the only ones so important, or with the version."""
    first = list(takewhile(lambda one: one.kind == "heading" and one.level == parts[0].level, parts))
    others = [one for one in parts[len(first) :] if one.kind == "heading"]
    versioned = [index for index, one in enumerate(first, 1) if kinds.names_version(one.text)]
    if first and others and all(one.level > first[0].level for one in others):
        return len(first)
    return max(versioned, default=0)
