"""Synthetic updates: a new edition of any numbered document, made by edits whose truth is known.

Numbers follow the edits, as a publisher's do, and so do cross-references, but for those that are retargeted
or left behind. The same clauses, intensity and seed give the same update.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

import msgspec

from rulehound.extract import Box, Clause, Document, fingerprint
from rulehound.extract.document import Kind, Reference
from rulehound.extract.references import cross_referenced
from rulehound.spec.documents.alignment import AlignmentSide, side_of_document

NUMBER = re.compile(
    r"""(?:(?<![0-9A-Za-z.-])(?P<number>[0-9]+(?:[-.][0-9]+)*)(?![0-9-]))"""
    r"""(?:(?P<before>\s?["“「])(?P<title>[^"”」]+)(?P<after>["”」]))?"""
)
"""A number that may be a clause's, with the title behind it."""
SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=。)\s*(?=\S)")
WORD = re.compile(r"[A-Za-zÀ-ÿ']+|\d+|[\uE000-\uF8FF]|\s+|.", re.DOTALL)
NO_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
BETWEEN_WORDS = re.compile(r"(?<=[a-z]) (?=[a-z])|(?<=[\u3040-\u30ff])(?=[\u3040-\u30ff])")
CLAUSES_A_PAGE = 25
SLOT = 0xE000
"""Characters from here on (a private area of Unicode) stand for a text's cross-references."""


@dataclass(frozen=True)
class Intensity:
    """How much is edited: shares of the document's clauses, of references for the last two, counts for
    chapters."""

    chapters: int = 1
    added: float = 0.02
    removed: float = 0.02
    reworded: float = 0.06
    numbers: float = 0.02
    half: float = 0.01
    split: float = 0.015
    merged: float = 0.015
    moved: float = 0.01
    moved_far: float = 0.01
    noise: float = 0.2
    page_numbers: float = 0.02
    retargeted: float = 0.05
    left_behind: float = 0.02

    def times(self, factor: float) -> Intensity:
        """The same kinds of edits, more or fewer of each."""
        shares = {name: value * factor for name, value in vars(self).items() if isinstance(value, float)}
        return replace(self, chapters=round(self.chapters * factor), **shares)


INTENSITIES = {"light": Intensity().times(0.3), "usual": Intensity(), "heavy": Intensity().times(2.5)}


@dataclass(frozen=True)
class Written:
    """A clause of a numbered document, as far as an update needs it."""

    number: str
    parent: str | None
    kind: str
    text: str


@dataclass
class Citation:
    """A cross-reference: to an item, or a number that nobody looked after."""

    target: Item | None
    quotes: tuple[str, str] | None = None
    """What stands before and after the title of its target, where it quotes that; else None."""
    printed: str = ""
    title: str = ""
    echo: bool = False
    """The reference before it, printed again behind its bracket."""
    was: str | None = None
    """Key of the clause that it named in the old edition; None where it is new."""


@dataclass(eq=False)
class Item:
    """A clause while the new edition is being written; its text holds a slot for each citation."""

    sources: tuple[str, ...]
    kind: str
    text: str
    citations: dict[str, Citation]
    parent: Item | None
    children: list[Item] = field(default_factory=list)
    done: set[str] = field(default_factory=set)
    """Edits that it went through."""

    def family(self) -> Iterator[Item]:
        """Itself and what is under it, in reading order."""
        yield self
        for child in self.children:
            yield from child.family()

    @property
    def siblings(self) -> list[Item]:
        """The list that it stands in; items at the top stand under a root without words."""
        assert self.parent is not None
        return self.parent.children


@dataclass(frozen=True)
class Truth:
    """What was done."""

    groups: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    """Old keys and new keys of every correspondence."""
    edits: dict[tuple[str, ...], frozenset[str]]
    """By the new keys of a correspondence, the edits that its clauses went through."""
    retargeted: frozenset[tuple[str, str]]
    """New key of the citing clause and the number that it prints now."""
    dangling: frozenset[tuple[str, str]]
    strays: frozenset[tuple[str, str, str]]
    """New key of a clause to which nothing was done but that a page's number stands in its text on one side;
    that number on the old side, and on the new one."""


@dataclass(frozen=True)
class Update:
    """Two editions and how the second came from the first."""

    old: AlignmentSide
    new: AlignmentSide
    truth: Truth


def update(clauses: Sequence[Written], intensity: Intensity, seed: int, as_read: bool = False) -> Update:
    """Edit a document into its next edition.

    The references of the two are those that were written, or `as_read`, those that the reader finds.
    """
    separator = next((c for clause in clauses for c in clause.number if c in "-."), "-")
    root = _read(clauses)
    texts = {item: item.text for item in root.family()}
    # Drawn on their own, so that the edits are the same with them and without.
    pages = random.Random(f"pages {seed}")
    before = _print_page_numbers(root, intensity.page_numbers / 2, pages)
    old = _side("old", _numbered(root, separator), as_read)
    for item, text in texts.items():
        item.text = text
    known = {passage.key for passage in old.passages}
    went = {source: page for item, page in before.items() for source in item.sources}
    _Editor(root, random.Random(seed)).edit(intensity)
    came = _print_page_numbers(root, intensity.page_numbers / 2, pages)
    numbered = _numbered(root, separator)
    return Update(old, _side("new", numbered, as_read), _truth(known, numbered, went, came))


def _print_page_numbers(root: Item, share: float, rng: random.Random) -> dict[Item, str]:
    """The number of its page in the middle of the text of some items, as a reader has it who does not know a
    foot of a page from the text that runs on over it."""
    items = [item for item in root.family() if BETWEEN_WORDS.search(item.text)]
    printed = {}
    for place in sorted(rng.sample(range(len(items)), round(share * len(items)))):
        item, page = items[place], str(1 + place // CLAUSES_A_PAGE)
        gap = rng.choice([*BETWEEN_WORDS.finditer(item.text)])
        around = rng.choice((f"{gap.group()}{page}{gap.group()}", f"{gap.group()}{page}"))
        item.text = item.text[: gap.start()] + around + item.text[gap.end() :]
        printed[item] = page
    return printed


def _read(clauses: Sequence[Written]) -> Item:
    root = Item((), "", "", {}, None)
    items: dict[str | None, Item] = {None: root}
    for clause in clauses:
        parent = items[clause.parent if clause.parent in items else None]
        items[clause.number] = Item((clause.number,), clause.kind, clause.text, {}, parent)
        parent.children.append(items[clause.number])
    for clause in clauses:
        item = items[clause.number]

        def slot(match: re.Match[str], item: Item = item) -> str:
            number, title = match["number"], match["title"]
            target = items.get(number)
            if target is item or not (title or re.search("[-.]", number)):
                return match.group()
            titled = target is not None and title == target.text
            quotes = (match["before"], match["after"]) if titled else None
            mark = chr(SLOT + len(item.citations))
            item.citations[mark] = Citation(target, quotes, number)
            return mark if titled else mark + match.group()[len(number) :]

        item.text = NUMBER.sub(slot, clause.text)
    return root


def _numbered(root: Item, separator: str) -> list[tuple[str, Item]]:
    numbered = []

    def visit(item: Item, number: str) -> None:
        if item is not root:
            numbered.append((number, item))
        for index, child in enumerate(item.children, 1):
            visit(child, f"{number}{separator}{index}" if number else str(index))

    visit(root, "")
    return numbered


def _side(name: str, numbered: Sequence[tuple[str, Item]], as_read: bool) -> AlignmentSide:
    keys = {id(item): number for number, item in numbered}
    clauses = []
    for number, item in numbered:
        text, references = _written_out(item, keys)
        box = Box(1, 0, 0, 0, 0)
        clauses.append(
            Clause(
                number=number,
                key=number,
                parent=keys.get(id(item.parent)),
                kind=cast(Kind, item.kind),
                text=text,
                page=1,
                bbox=box,
                boxes=(box,),
                changed=False,
                fingerprint=fingerprint(text, references),
                references=references,
            )
        )
        if name == "old":
            item.sources = (number,)
            for citation in item.citations.values():
                citation.was = citation.printed
    found = cross_referenced(clauses) if as_read else tuple(clauses)
    return side_of_document(Document(name, "", name, "", "", 1, found, ()))


def _written_out(item: Item, keys: Mapping[int, str]) -> tuple[str, tuple[Reference, ...]]:
    """The text with its references in it, and where these are."""
    text = ""
    references: list[Reference] = []
    for character in item.text:
        citation = item.citations.get(character)
        if citation is None:
            text += character
            continue
        if citation.echo:
            # The number of before or of now, by a coin that falls the same way every time.
            text += citation.printed if len(text) % 2 else references[-1].number
            references[-1] = msgspec.structs.replace(references[-1], end=len(text))
            continue
        if citation.target is not None:
            citation.printed = keys[id(citation.target)]
            citation.title = citation.target.text
        cited = citation.printed
        if citation.quotes is not None:
            cited += citation.quotes[0] + citation.title + citation.quotes[1]
        target = citation.printed if citation.printed in keys.values() else None
        references.append(
            Reference(len(text), len(text) + len(cited), citation.printed, citation.title, target)
        )
        text += cited
    return text, tuple(references)


def _truth(
    old: set[str], numbered: Sequence[tuple[str, Item]], went: Mapping[str, str], came: Mapping[Item, str]
) -> Truth:
    became: dict[str, list[tuple[str, Item]]] = {}
    groups: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    edits: dict[tuple[str, ...], frozenset[str]] = {}
    strays: set[tuple[str, str, str]] = set()
    for number, item in numbered:
        for source in item.sources:
            became.setdefault(source, []).append((number, item))
        if not item.sources:
            groups.append(((), (number,)))
            edits[(number,)] = frozenset({"added"})
    grouped: set[str] = set()
    for number, item in numbered:
        if not item.sources or number in grouped:
            continue
        parts = became[item.sources[0]] if len(item.sources) == 1 else [(number, item)]
        news = tuple(part for part, _ in parts)
        grouped.update(news)
        groups.append((item.sources, news))
        edits[news] = frozenset(edit for _, part in parts for edit in part.done)
        gone = [went[source] for source in item.sources if source in went]
        come = [came[part] for _, part in parts if part in came]
        if gone != come:
            strays |= set() if edits[news] else {(number, "".join(gone), "".join(come))}
            edits[news] |= {"reworded"}
    groups += [((key,), ()) for key in sorted(old - became.keys())]
    sources = {number: item.sources for number, item in numbered}
    retargeted, dangling = set(), set()
    for number, item in numbered:
        for citation in item.citations.values():
            if citation.was is None or citation.echo:
                continue
            if citation.printed not in sources:
                if citation.was in old:
                    dangling.add((number, citation.printed))
            elif citation.was not in sources[citation.printed]:
                retargeted.add((number, citation.printed))
    return Truth(tuple(groups), edits, frozenset(retargeted), frozenset(dangling), frozenset(strays))


class _Editor:
    """Makes the edits of one update, each kind on clauses that it fits."""

    def __init__(self, root: Item, rng: random.Random) -> None:
        self.root, self.rng = root, rng
        self.vocabulary = [word for item in self.items() for word in _words(item.text)]
        self.following: dict[str, list[str]] = {}
        for one, other in zip(self.vocabulary, self.vocabulary[1:], strict=False):
            self.following.setdefault(one, []).append(other)
        self.spaces = not NO_SPACES.search("".join(self.vocabulary))

    def items(self) -> list[Item]:
        """Everything that stands in the document now."""
        return [item for item in self.root.family() if item is not self.root]

    def edit(self, intensity: Intensity) -> None:
        """All edits, those that others build on first."""
        size = len(self.items())
        edits: list[tuple[Callable[[Item], bool], float]] = [
            (self.split, intensity.split),
            (self.merge, intensity.merged),
            (self.move, intensity.moved),
            (self.move_far, intensity.moved_far),
            (self.remove, intensity.removed),
            (self.add, intensity.added),
            (self.reword, intensity.reworded),
            (self.change_number, intensity.numbers),
            (self.rewrite_half, intensity.half),
        ]
        for change, share in edits:
            self.apply(change, share * size)
        for _ in range(intensity.chapters):
            self.add_chapter()
        self.cite_elsewhere(intensity.retargeted, self.retarget)
        self.cite_elsewhere(intensity.left_behind, self.leave_behind)
        self.apply(self.make_noise, intensity.noise * size)

    def apply(self, change: Callable[[Item], bool], times: float) -> None:
        """Make a change to so many clauses that it fits, drawn without order."""
        left = round(times)
        for item in self.rng.sample(self.items(), len(self.items())):
            if left == 0:
                return
            if item.parent is not None and any(item is child for child in item.siblings):
                left -= change(item)

    def split(self, item: Item) -> bool:
        """Into two or three clauses, beside each other or one under another."""
        pieces = SENTENCE_END.split(item.text)
        if item.children or len(pieces) < 2 or any(len(_words(piece)) < 4 for piece in pieces):
            return False
        at = sorted(self.rng.sample(range(1, len(pieces)), min(len(pieces) - 1, self.rng.choice((1, 1, 2)))))
        space = " " if self.spaces else ""
        texts = [space.join(pieces[i:j]) for i, j in zip([0, *at], [*at, len(pieces)], strict=True)]
        whole, item.text = item.citations, texts[0]
        item.done.add("split")
        under = self.rng.random() < 0.3 and self.depth(item) < 5
        for offset, text in enumerate(texts[1:], 1):
            parent = item if under else item.parent
            part = Item(item.sources, item.kind, text, {}, parent, done={"split"})
            part.citations = {mark: whole[mark] for mark in whole if mark in text}
            position = offset - 1 if under else _index(item) + offset
            part.siblings.insert(position, part)
        item.citations = {mark: whole[mark] for mark in whole if mark in item.text}
        return True

    def merge(self, item: Item) -> bool:
        """With the clause after it, sometimes the one after that too."""
        index = _index(item)
        together = item.siblings[index : index + self.rng.choice((2, 2, 3))]
        if len(together) < 2 or any(
            one.children or one.done or len(_words(one.text)) < 4 or one.kind != item.kind for one in together
        ):
            return False
        for other in together[1:]:
            for mark, citation in other.citations.items():
                fresh = chr(SLOT + max((ord(each) - SLOT for each in item.citations), default=-1) + 1)
                other.text = other.text.replace(mark, fresh)
                item.citations[fresh] = citation
            item.text += (" " if self.spaces else "") + other.text
            item.sources += other.sources
            self.redirect(other, item)
        del item.siblings[index + 1 : index + len(together)]
        item.done.add("merged")
        return True

    def move(self, item: Item) -> bool:
        """To another place among its siblings, past two of them at least."""
        siblings, index = item.siblings, _index(item)
        places = [place for place in range(len(siblings)) if abs(place - index) >= 2]
        if not places or item.done:
            return False
        siblings.insert(self.rng.choice(places), siblings.pop(index))
        item.done.add("moved")
        return True

    def move_far(self, item: Item) -> bool:
        """With all that is under it, into another chapter, to a place that fits its depth."""
        depth = self.depth(item)
        inside = {id(each) for each in item.family()}
        others = [
            each
            for each in self.items()
            if self.depth(each) == depth - 1 and each is not item.parent and id(each) not in inside
        ]
        if depth < 2 or not others or len(inside) > 40 or item.done:
            return False
        item.siblings.pop(_index(item))
        item.parent = self.rng.choice(others)
        item.siblings.insert(self.rng.randint(0, len(item.siblings)), item)
        item.done.add("moved")
        return True

    def remove(self, item: Item) -> bool:
        """With all that is under it. References to it are left behind or name its parent now."""
        family = list(item.family())
        if len(family) > 12 or any(each.done for each in family):
            return False
        item.siblings.pop(_index(item))
        for gone in family:
            self.redirect(
                gone, item.parent if item.parent is not self.root and self.rng.random() < 0.5 else None
            )
        return True

    def add(self, item: Item) -> bool:
        """A clause after this one."""
        heading = item.kind == "heading"
        text = self.rng.choice(["", "New "]) + self.sentence(3) if heading else self.sentence(self.length())
        fresh = Item((), item.kind, text, {}, item.parent)
        item.siblings.insert(_index(item) + 1, fresh)
        return True

    def add_chapter(self) -> None:
        """Somewhere among the chapters, with sections and clauses."""
        chapter = Item((), "heading", self.sentence(3), {}, self.root)
        self.root.children.insert(self.rng.randint(0, len(self.root.children)), chapter)
        for _ in range(self.rng.randint(2, 5)):
            section = Item((), "heading", self.sentence(2), {}, chapter)
            chapter.children.append(section)
            for _ in range(self.rng.randint(1, 6)):
                section.children.append(Item((), "clause", self.sentence(self.length()), {}, section))

    def reword(self, item: Item) -> bool:
        """One to three words, or a sentence more."""
        if self.rng.random() < 0.2 and item.kind != "heading" and len(item.text) > 30:
            item.text += (" " if self.spaces else "") + self.sentence(8)
            item.done.add("reworded")
            return True
        return self.replace_words(item, min(self.rng.randint(1, 3), max(1, len(_words(item.text)) // 3)))

    def rewrite_half(self, item: Item) -> bool:
        """Every other word, in a text of at least eight."""
        words = len(_words(item.text))
        return words >= 8 and "reworded" not in item.done and self.replace_words(item, words // 2)

    def replace_words(self, item: Item, count: int) -> bool:
        """So many words by others of the document."""
        tokens = WORD.findall(item.text)
        places = [
            i for i, token in enumerate(tokens) if token.isalnum() and not SLOT <= ord(token[0]) <= 0xF8FF
        ]
        if len(places) < 2:
            return False
        for place in self.rng.sample(places, min(count, len(places))):
            before = tokens[place]
            while tokens[place].casefold() == before.casefold():
                tokens[place] = self.rng.choice(self.vocabulary)
        item.text = "".join(tokens)
        item.done.add("reworded")
        return True

    def change_number(self, item: Item) -> bool:
        """A number of the text, not of a reference."""
        numbers = list(re.finditer(r"(?<![\w.-])\d+(?![\w.-])", item.text, re.ASCII))
        if not numbers:
            return False
        found = self.rng.choice(numbers)
        other = str(int(found.group()) + self.rng.choice((1, 2, 5)))
        item.text = item.text[: found.start()] + other + item.text[found.end() :]
        item.done.add("reworded")
        return True

    def cite_elsewhere(self, share: float, change: Callable[[Citation], None]) -> None:
        """Change a share of the references."""
        citations = [
            each for item in self.items() for each in item.citations.values() if each.target and not each.echo
        ]
        for citation in self.rng.sample(citations, round(share * len(citations))):
            change(citation)

    def retarget(self, citation: Citation) -> None:
        """To any other clause of its target's kind: to a heading, where the title is quoted."""
        target = citation.target
        others = [item for item in self.items() if target and item is not target and item.kind == target.kind]
        citation.target = self.rng.choice(others)

    def leave_behind(self, citation: Citation) -> None:
        """With the number and title that it had."""
        if citation.was is not None:
            citation.target, citation.printed = None, citation.was

    def redirect(self, gone: Item, target: Item | None) -> None:
        """References to a clause that is no more."""
        for item in self.items():
            for citation in item.citations.values():
                if citation.target is gone:
                    citation.target = target
                    citation.printed = citation.was or ""

    def make_noise(self, item: Item) -> bool:
        """What a printing may do to a text that says the same: quotes, dashes, spaces, doubled references."""
        noises: list[Callable[[str], str]] = [
            lambda text: re.sub('"([^"]*)"', r"“\1”", text),
            lambda text: text.replace("“", '"').replace("”", '"').replace("'", "’"),
            lambda text: text.replace(" - ", " – ").replace(",", " ,"),
            lambda text: text.replace(" ", "  ", 3),
            lambda text: text.rstrip("."),
        ]
        item.text = self.rng.choice(noises)(item.text)
        if self.rng.random() < 0.3:
            self.echo(item)
        return True

    def echo(self, item: Item) -> None:
        """Print the number of a reference, the old one or the new one, a second time behind its bracket."""
        for mark, citation in item.citations.items():
            behind = item.text.find(mark + ")") + 2
            if behind > 1 and citation.quotes and citation.was and citation.target:
                again = chr(max(map(ord, item.citations)) + 1)
                item.citations[again] = Citation(citation.target, None, citation.was, echo=True)
                item.text = item.text[:behind] + again + item.text[behind:]
                return

    def sentence(self, length: int) -> str:
        """Words that follow each other somewhere in the document; the sentence as a whole does not exist."""
        words = [self.rng.choice(self.vocabulary)]
        while len(words) < length:
            go_on = self.following.get(words[-1])
            words.append(self.rng.choice(go_on if go_on and self.rng.random() < 0.8 else self.vocabulary))
        return (" ".join(words) + ".") if self.spaces else ("".join(words) + "。")

    def length(self) -> int:
        """Words of a clause: the length of any clause of some length."""
        return self.rng.randint(8, 30)

    def depth(self, item: Item) -> int:
        """1 for chapters."""
        return 0 if item.parent is None else 1 + self.depth(item.parent)


def _words(text: str) -> list[str]:
    return [word for word in WORD.findall(text) if word.isalnum() and not SLOT <= ord(word[0]) <= 0xF8FF]


def _index(item: Item) -> int:
    return next(index for index, other in enumerate(item.siblings) if other is item)
