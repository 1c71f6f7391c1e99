"""The headings of sections around the clauses of a document: preface, contents, glossary, update history."""

import re
from typing import Literal, TypeAlias

Section: TypeAlias = Literal["preface", "contents", "glossary", "index", "credits", "history"]

# Alone on their line. In capitals as well; other words beside them make them a title of something else.
_HEADINGS: dict[Section, str] = {
    "preface": r"Introduction|Preface|Foreword|はじめに|序文|前書き|まえがき|前言|引言",
    "contents": r"(?:Table of )?Contents|目次|目录|目錄",
    "glossary": r"Glossary(?: of Terms)?|用語集|用語解説|用語一覧|词汇表|术语表|术语解释|詞彙表|術語表",
    "index": r"Index|索引",
    "credits": r"Credits|Acknowledge?ments|Colophon|クレジット|謝辞|致谢|致謝|制作人员",
    "history": r"(?:Update|Revision|Change|Version|Edition|Document)s? (?:History|Log|Record|Notes)"
    r"|History of (?:Changes|Revisions|Updates)|Change ?log"
    r"|更新履歴|改訂履歴|変更履歴|更新历史|更新记录|修订记录|更新歷史|更新記錄|修訂記錄",
}
_PATTERNS = {
    section: re.compile(rf"(?:{words})\s*[:：]?", re.IGNORECASE) for section, words in _HEADINGS.items()
}

_LONGEST = 30

# From the first dot of a row only, or a long row without a page number would be tried from each of its dots.
_DOT = "[.․…‥·・]"
LEADERS = re.compile(rf"(?<!{_DOT})(?<!{_DOT}\s)\s?(?:{_DOT}\s?){{3,}}+\w*$")
"""The dots that lead from an entry of the contents to its page number."""

CLOSING: frozenset[Section] = frozenset({"glossary", "index", "credits", "history"})
"""Sections that stand behind the clauses, though the contents name them as well."""


def section_of(text: str) -> Section | None:
    """The section that a line is the heading of; None if it is none."""
    if len(text) > _LONGEST or (text[:1].isascii() and not text[:1].isupper()):
        return None
    return next((section for section, pattern in _PATTERNS.items() if pattern.fullmatch(text)), None)
