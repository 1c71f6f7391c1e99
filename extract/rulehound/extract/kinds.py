"""The kind of a piece of text by its words: a sentence, a title, an example, a remark on the document."""

import re

from rulehound.extract.document import Kind
from rulehound.extract.headings import LEADERS, section_of

_CLOSERS = "\"'”’»)）」』]】*_"
_ENDS = (".", "!", "?", ":", ";", "…", "。", "！", "？", "：", "；")

_EXAMPLE = re.compile(
    r"[(（\[]?\s*(?:for example|for instance|examples?\b|e\.\s?g\.|ex\.|例えば|例如|例\s*[:：)）])",
    re.IGNORECASE,
)
_EXAMPLES = re.compile(r"\bexamples?\b|例\s*$", re.IGNORECASE)
_NOTE = re.compile(r"(?:[*※]\s|(?:note|nb|n\.b\.|remark)s?\s*[:：])", re.IGNORECASE)
_PAGE = re.compile(r"\d{1,4}(?:\s*[-–]\s*\d{1,4})?")
# What closes a page of the web: whatever follows is no part of the document.
_AFTERWORD = re.compile(
    r"\d+ (?:thoughts?|comments?|replies|reply|responses?)(?: (?:on|to) .*)?|leave a (?:reply|comment)\W*"
    r"|(?:post|add) a comment\W*|related (?:posts|articles)\W*|share this\W*",
    re.IGNORECASE,
)
# Of the document, its pages, pictures, changes and authors, or of what there is without saying what it does;
# or advice.
_REMARK = re.compile(
    r"\b(?:this|the following|the next) (?:section|document|manual|booklet|rulebook|guide|pages?|chapter)"
    r" (?:will )?(?:explain|describe|contain|cover|introduce|show|list|answer|discuss)s?\b"
    r"|\bfollowing (?:\w+ )?translations?\b|\b(?:figure|image|picture|diagram)s? below\b"
    r"|\b(?:shown|illustrated) below\b|\bto illustrate\b|\b(?:web ?site|download|upcoming post)\b"
    r"|\b(?:read|find) (?:them|it|more) here\b|\bI recommend\b|^let['’]s\b"
    r"|\b(?:is|are|be) recommended\b|\byou (?:do not|don['’]t) want\b|^(?:tip|hint)s?:"
    r"|\b(?:rules|rulings?|texts?|wordings?)\b[^.]*\b(?:been|be|were|was) (?:updated|revised|amended)\b"
    r"|\bchanges to (?:previous|earlier)\b"
    r"|^there (?:is a|are (?:certain|some|several|various)) (?:cards?|effects?|difference)\b[^.]*\.$"
    r"|(?:^|\. )we (?:will|have|are|await)\b|\bwe['’]ve\b|^while we\b",
    re.IGNORECASE,
)
_PREFACE = re.compile(
    r"(?:about (?:the|this) (?:game|document|manual|book)|overview|welcome|what (?:is|kind of)\b)",
    re.IGNORECASE,
)
_DEMANDS = re.compile(
    r"\b(?:must|shall|cannot|can['’]t|may not|never|loses|wins|(?:lose|win) the game"
    r"|exactly|at (?:most|least)|no more than|takes? (?:precedence|priority))\b"
    r"|なければならない|できない|必须|不能",
    re.IGNORECASE,
)
_VERSION = re.compile(r"\b(?:version|ver|v|edition|rev(?:ision)?)\.?\s*\d|第\s*\d+\s*版", re.IGNORECASE)
# A word that makes a statement of the words around it.
_STATES = re.compile(
    r"\b(?:is|are|was|were|be|been|can|cannot|may|might|must|shall|should|will|would|has|have|had|do|does|did"
    r"|\w+n['’]t|wins?|loses?|gets?|takes?|goes|put|place|draw|discard|shuffle|choose|return)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"(?:if|when|whenever|while|what|how|who|which|where|why|once|after|before)\b", re.IGNORECASE
)
_MOST_TITLE_WORDS, _MOST_PLAIN_WORDS, _MOST_WORDS_OF_A_CONDITION = 14, 9, 28
_CAPITALISED = 0.7
_TERM = re.compile(r"(?P<term>[^.!?。:：]{1,70}?)(?:\s[–—]\s|\s?[:：](?:\s|(?=[^\W\d])))\s*(?=\S)")
_MOST_TERM_WORDS = 12


def ends_sentence(text: str) -> bool:
    """True if the text ends as a sentence does, or with a colon or semicolon."""
    return text.rstrip(_CLOSERS + " ").endswith(_ENDS) or text.endswith(("。)", "。）"))


def is_example(text: str) -> bool:
    """True if the text says that it is an example."""
    return _EXAMPLE.match(text) is not None


def is_note(text: str) -> bool:
    """True if the text, with its marker, says that it is a note."""
    return _NOTE.match(text) is not None


def is_remark(text: str) -> bool:
    """True if the text demands nothing: it is about the document, its pictures or authors, or advice."""
    return _REMARK.search(text) is not None and not demands(text)


def is_afterword(text: str) -> bool:
    """True for a title of the end of a web page: of comments, or of links to other pages."""
    return _AFTERWORD.fullmatch(text) is not None


def names_contents(title: str) -> bool:
    """True for the title of a table of contents."""
    return section_of(title.strip()) == "contents"


def section_kind(title: str) -> Kind | None:
    """The kind of text in a section of that title, if the title says that it holds no rules."""
    section = section_of(title)
    if section == "history":
        return "change-entry"
    if section in ("preface", "credits", "index") or _PREFACE.match(title):
        return "introduction"
    return "example" if _EXAMPLES.search(title) else None


def is_contents_entry(text: str) -> bool:
    """True for a line with dots that lead to the number of a page."""
    return LEADERS.search(text) is not None


def is_page_number(text: str) -> bool:
    """True for the number of a page, or of several."""
    return _PAGE.fullmatch(text) is not None


def names_version(text: str) -> bool:
    """True if the text names the version of the document, as titles do."""
    return _VERSION.search(text) is not None


def is_title(text: str) -> bool:
    """True for words that name something without a statement.

    Such are a condition from which nothing follows, and a few words of which most are capitalised, or that
    have neither a verb of a statement nor the end of a sentence.
    """
    words = re.findall(r"[\w'’]+", text)
    if _CONDITION.match(text) and "," not in text and not text.endswith((".", ":")):
        return len(words) <= _MOST_WORDS_OF_A_CONDITION
    if text.isupper() and len(words) <= _MOST_TITLE_WORDS:
        return True
    if len(words) > _MOST_TITLE_WORDS or text.rstrip(_CLOSERS).endswith((".", ";", "。")) or term_of(text):
        return False
    long = [word for word in words if len(word) > 3 and not word.isdecimal()]
    if len(long) >= 2 and sum(word[0].isupper() for word in long) >= _CAPITALISED * len(long):
        return True
    return (
        len(words) <= _MOST_PLAIN_WORDS and not ends_sentence(text.rstrip(":：")) and not _STATES.search(text)
    )


def term_of(text: str) -> str:
    """The term that a text such as "Term: meaning" or "Term – meaning" defines; else empty."""
    match = _TERM.match(text)
    if match is None or len(match["term"].split()) > _MOST_TERM_WORDS or is_example(text) or is_note(text):
        return ""
    return match["term"].strip()


def demands(text: str) -> bool:
    """True if the text says outright what must be, what cannot be, what wins or loses, or what goes first."""
    return _DEMANDS.search(text) is not None
