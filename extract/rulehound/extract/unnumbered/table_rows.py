"""The kinds of rows of tables: questions and answers, terms and meanings, entries of the contents."""

import re
from collections.abc import Sequence
from itertools import pairwise, zip_longest

from rulehound.extract import kinds
from rulehound.extract.document import Kind
from rulehound.extract.layout.blocks import Block
from rulehound.extract.layout.flow import Usage, running_text
from rulehound.extract.unnumbered.keys import slug
from rulehound.extract.unnumbered.parts import DocumentPart, row_lines, row_words

Columns = Sequence[Sequence[str]]
"""The texts of a table, column after column."""

_QUESTION = re.compile(r"q(?:uestions?)?|質問|问题|問題|問|问", re.IGNORECASE)
_ANSWER = re.compile(r"a(?:nswers?)?|回答|答案|答え|答", re.IGNORECASE)
_NUMBER = re.compile(r"n[oº°]\.?|nr\.?|#|numbers?|番号|编号|編號|号|號", re.IGNORECASE)
_TERM = re.compile(r"terms?|words?|names?|keywords?|用語|名称|术语|名稱", re.IGNORECASE)
_MEANING = re.compile(
    r"definitions?|meanings?|descriptions?|explanations?|effects?|説明|意味|说明|含义", re.IGNORECASE
)
_NAMES = (_QUESTION, _ANSWER, _NUMBER, _TERM, _MEANING)
_PLAIN_NUMBER = re.compile(r"[A-Za-z]{0,2}\d{1,4}[.)]?")


def row_parts(rows: Sequence[Block], usage: Usage, may_be_contents: bool) -> list[DocumentPart]:
    """The parts of the rows of one table.

    The row that names the columns, and its repetitions on later pages, are labels. `may_be_contents` is false
    after the text of the document has begun.
    """
    texts = [[running_text(cell, usage).text if cell else "" for cell in row.cells] for row in rows]
    header = texts[0] if _is_header(texts[0]) else None
    columns = list(zip_longest(*(text for text in texts if text != header), fillvalue=""))
    contents = may_be_contents and _are_contents(columns)
    question, has_numbers = _question_column(columns, header), _has_numbers(columns)
    parts = []
    for row, text in zip(rows, texts, strict=True):
        kind, address, cells = _entry(text), "", row.cells
        if contents:
            kind = "contents"
        elif text == header:
            kind, address = "label", "columns"
        elif question is not None:
            kind = "ruling" if any(text[1:]) else "label"
            if has_numbers and any(text[1:]):
                address, cells = slug(text[0]) if text[0] else "", cells[1:]
        elif kind == "definition":
            address = slug(text[0])
        parts.append(DocumentPart(kind, row_lines(row), row_words(cells, usage), address=address))
    return parts


def _is_header(row: Sequence[str]) -> bool:
    return any(row) and all(not text or any(name.fullmatch(text) for name in _NAMES) for text in row)


def _are_contents(columns: Columns) -> bool:
    """True if the last column holds ascending numbers of pages."""
    if len(columns) < 2:
        return False
    pages = [text for text in columns[-1] if text]
    if not pages or not all(map(kinds.is_page_number, pages)):
        return False
    numbers = [int(re.split(r"\D", page)[0]) for page in pages]
    return 2 * len(pages) > len(columns[-1]) and all(one <= other for one, other in pairwise(numbers))


def _has_numbers(columns: Columns) -> bool:
    """True if the first of three columns and more numbers the rows."""
    return len(columns) > 2 and all(not text or _PLAIN_NUMBER.fullmatch(text) for text in columns[0])


def _question_column(columns: Columns, header: Sequence[str] | None) -> int | None:
    """Index of the column of questions: it is named so, or has question marks where the next has none."""
    for index, (column, following) in enumerate(pairwise(columns)):
        names = header[index : index + 2] if header is not None else []
        if len(names) == 2 and _QUESTION.fullmatch(names[0]) and _ANSWER.fullmatch(names[1]):
            return index
        questions = sum("?" in text or "？" in text for text in column)
        if 2 * questions > len(column) and 2 * sum(text.endswith(("?", "？")) for text in following) < len(
            following
        ):
            return index
    return None


def _entry(text: Sequence[str]) -> Kind:
    """The kind of a row in other tables: a definition, a heading of the rows below, or a clause."""
    if not all(text):
        return "heading" if text[0] and not any(text[1:]) and kinds.is_title(text[0]) else "clause"
    return "definition" if len(text) == 2 else "clause"
