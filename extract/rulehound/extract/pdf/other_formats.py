"""Recognising files of other formats that are given as a PDF, to say how to make a PDF of them."""

import re
from typing import NamedTuple


class Format(NamedTuple):
    """A format that is not read."""

    name: str
    """With its article, as in "an HTML page"."""
    remedy: str
    """What to do with a file of it."""


_EXPORT = "save it as a PDF, or as text or Markdown"
_FORMATS = (
    (
        re.compile(
            rb"\A(\xef\xbb\xbf)?\s*(<!--.*?-->\s*|<\?xml[^>]*>\s*)*<(!doctype\s+html|html)\b", re.I | re.S
        ),
        Format("an HTML page", "print it to a PDF in a browser, or save it as text or Markdown"),
    ),
    (re.compile(rb"\APK\x03\x04.*\bword/", re.S), Format("a Word document (DOCX)", _EXPORT)),
    (re.compile(rb"\APK\x03\x04.*\[Content_Types\]", re.S), Format("an Office document", _EXPORT)),
    (re.compile(rb"\APK\x03\x04.*opendocument\.text", re.S), Format("an OpenDocument text (ODT)", _EXPORT)),
    (re.compile(rb"\APK\x03\x04.*epub\+zip", re.S), Format("an e-book (EPUB)", _EXPORT)),
    (re.compile(rb"\APK\x03\x04"), Format("a ZIP archive", "unpack it, and name the document in it")),
    (re.compile(rb"\A\xd0\xcf\x11\xe0"), Format("an Office document of an old kind", _EXPORT)),
    (re.compile(rb"\A\{\\rtf"), Format("a document in RTF", _EXPORT)),
    (re.compile(rb"\A%!PS"), Format("a PostScript file", "convert it to a PDF, for example with ps2pdf")),
    (
        re.compile(rb"\A\x1f\x8b"),
        Format("a compressed file (gzip)", "unpack it, and name the document in it"),
    ),
)


def other_format(head: bytes, tail: bytes) -> Format | None:
    """The format of a file by its first and last bytes; None for one that is not known here."""
    ends = head + b"\n" + tail
    return next((known for pattern, known in _FORMATS if pattern.search(ends)), None)
