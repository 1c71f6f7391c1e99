"""The pages of a report's site, to look at in tests."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from urllib.parse import unquote

VOID = {"meta", "img", "input", "link", "br"}


class Page(HTMLParser):
    """Tags, attributes and text of a page; fails on tags that do not close."""

    def __init__(self, text: str | bytes) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(text if isinstance(text, str) else text.decode())
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not any(name.startswith("on") for name, _ in attrs)
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """Attributes of every such tag, in order."""
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def words(self) -> str:
        """The text, words apart by one space."""
        return " ".join(" ".join(self.text).split())


def pages(site: Mapping[str, bytes]) -> dict[str, Page]:
    """The pages of a site by name."""
    return {name: Page(content) for name, content in site.items() if name.endswith(".html")}


def text_of(site: Mapping[str, bytes]) -> str:
    """Everything that stands in the pages of a site, as it is written."""
    return "\n".join(content.decode() for name, content in site.items() if name.endswith(".html"))


def led_to(name: str, page: Page) -> Iterator[tuple[str, str]]:
    """The files that a page leads to or is shown with, and the places in them."""
    for _, attributes in page.tags:
        for key in ("href", "src"):
            address = attributes.get(key)
            if address is not None and not address.startswith("data:"):
                file, _, place = address.partition("#")
                yield (
                    posixpath.normpath(posixpath.join(posixpath.dirname(name), file)) if file else name,
                    unquote(place),
                )
