"""A document's own update history: its entries, with the actions and the clauses that they name."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from rulehound.extract.document import Revision
from rulehound.extract.front_matter import (
    blanked,
    date_in,
    version_in,
    versions_and_dates,
    without_version_and_date,
)
from rulehound.extract.layout.flow import Usage, running_text
from rulehound.extract.layout.lines import Line, begins_paragraph, is_set_in
from rulehound.extract.layout.styled_text import StyledText
from rulehound.extract.numbered.numbering import Number, Scheme, read_number
from rulehound.extract.numbered.titles import Title, titles_in

Action: TypeAlias = Literal["added", "updated", "removed", "moved", "merged", "other"]

_ENGLISH_ACTIONS: dict[Action, str] = {
    "merged": r"merg\w*|combin\w*|integrat\w*|consolidat\w*",
    "moved": r"mov(?:ed|ing)\b|(?<!\ba )(?<!\bthe )moves?\b|relocat\w*|transferr\w*",
    "added": r"add(?:s|ed|ing|itions?)?\b|new\b|insert\w*",
    "updated": r"(?:updat|revis|rewrit|rewrot|reword|chang|correct|clarif|amend|modif)\w*",
    "removed": r"delet\w*|remov\w*|withdr[ae]w\w*",
}
_OTHER_ACTIONS: dict[Action, str] = {
    "merged": "統合|统合|合并|合併",
    "moved": "移動|移行|移动|移至|移転",
    "added": "追加|新設|新增|添加|增加|加筆",
    "updated": "更新|修正|変更|整理|改訂|改定|訂正|变更|修改|修订|调整",
    "removed": "削除|删除|刪除|廃止|移除",
}
_ACTIONS = {
    action: re.compile(rf"(?<![A-Za-z])(?:{words})|{_OTHER_ACTIONS[action]}", re.IGNORECASE)
    for action, words in _ENGLISH_ACTIONS.items()
}
_WHOLE: tuple[Action, ...] = ("merged", "moved")  # what was merged or moved was not removed besides

# What an entry says of the clause named before a colon; its words are often those of the clause.
_EXPLANATION = re.compile(r"[:：]\s+|：")
# There, an English word says what was done at the start, or where a phrase ends.
_PHRASE_END = re.compile(r"\s*(?:[.,;)]|and\b|to\b|$)")

# A sign of the font's own, without a letter, is a bullet as well.
_BULLET = re.compile(r"(?:\(cid:\d+\)|[•●○◦■□▪▫◆◇▶►‣⁃・\ue000-\uf8ff])\s*(?=\S)|[*※–—-]\s+(?=\S)")

# An entry that ends so goes on in the next line.
_OPEN_END = re.compile(r"(?:\b(?:and|or|with|through|to|into|from|in|of)|[-–~～〜、,，])$")
_QUOTES = ("「」", "『』", "“”", "（）", "()")

_MOST_LINES = 8  # of an entry: a quotation that is never closed does not swallow the others

# What stands between the bounds of a range: the title of the first, if it is quoted, and one of these.
_RANGE = re.compile(r".{,40}(?:\b(?:through|thru)|[–—~～〜至到]|から)\s*旧?[「『“\"']?旧?", re.IGNORECASE)
_LONGEST_RANGE = 200
_MOST_KNOWN = 2000  # of a range between numbers of different parents
_LOOKED_BACK = 40  # characters before a title among which a word is looked for that says what was done to it


class Entry(NamedTuple):
    """One entry of an update history, or the heading of a version."""

    version: str
    date: str
    is_heading: bool
    lines: tuple[Line, ...]
    words: StyledText


def entries_of(lines: Sequence[Line], usage: Usage) -> list[Entry]:
    """The entries of a history, from its lines without its own heading.

    An entry goes on in the next line while it names no action, a quotation is open, or its last word demands
    another.
    """
    version = date = ""
    entries: list[Entry] = []
    open_lines: list[Line] = []

    def close(*, is_heading: bool) -> None:
        if open_lines:
            words = running_text(open_lines, usage, len(bullet_of(open_lines[0])))
            entries.append(Entry(version, date, is_heading, tuple(open_lines), words))
            open_lines.clear()

    for index, line in enumerate(lines):
        is_heading = is_version_heading(line.text)
        if is_heading or (open_lines and _begins_entry(lines, index, open_lines, usage)):
            close(is_heading=False)
        open_lines.append(line)
        if is_heading:
            version, date = version_in(line.text), date_in(line.text)
            close(is_heading=True)
    close(is_heading=False)
    return entries


def looks_like_history(lines: Sequence[Line]) -> bool:
    """True if most of the lines name an action of an update."""
    return 2 * sum(bool(_actions_in(line.text)) for line in lines) > len(lines)


def is_version_heading(text: str) -> bool:
    """True if a line holds a version or a date, and nothing else."""
    rest = without_version_and_date(text)
    return rest != text and not any(character.isalnum() for character in rest)


def _begins_entry(lines: Sequence[Line], index: int, entry: Sequence[Line], usage: Usage) -> bool:
    """True if the line begins an entry, because it names an action or the `entry` before it is complete."""
    line = lines[index]
    if len(entry) == _MOST_LINES:
        return True
    if bullet_of(line) and bullet_of(line) == bullet_of(entry[0]):
        return True
    if line.text[0].isascii() and any(pattern.match(line.text) for pattern in _ACTIONS.values()):
        return True
    begins = begins_paragraph(lines, index)
    if not begins and (is_set_in(line, entry[0]) or is_set_in(entry[0], line)):
        return False
    text = running_text(entry, usage).text
    unbalanced = text.count('"') % 2 or any(text.count(q[0]) > text.count(q[1]) for q in _QUOTES)
    if unbalanced or _OPEN_END.search(text):
        return False
    return begins or bool(_actions_in(text))


def bullet_of(line: Line) -> str:
    """The bullet that a line begins with and the space behind it; empty if it has none."""
    match = _BULLET.match(line.text)
    return match.group() if match else ""


def revisions_of(entries: Iterable[Entry], scheme: Scheme, known: Collection[Number]) -> Iterator[Revision]:
    """The revisions of the entries. An entry with two actions gives two revisions.

    Ranges are written out: numbers of one parent by counting, others by the numbers of the document
    (`known`).
    """
    ordered = sorted(known)
    for entry in entries:
        if entry.is_heading:
            continue
        text = entry.words.text
        for action, numbers, titles in _statements(text, scheme, ordered):
            yield Revision(
                version=entry.version,
                date=entry.date,
                action=action,
                numbers=tuple(dict.fromkeys(map(scheme.write, numbers))),
                titles=tuple(titles),
                text=text,
                page=entry.lines[0].box.page,
            )


class _Cited(NamedTuple):
    """A number in a text, and its place there."""

    start: int
    end: int
    number: Number


def _statements(
    text: str, scheme: Scheme, known: Sequence[Number]
) -> Iterator[tuple[Action, list[Number], list[str]]]:
    """The actions of an entry, each with the numbers and titles of its clauses."""
    titles = titles_in(text)
    cited = _cited_in(text, scheme, known)
    outside = blanked(text, [(title.start, title.end) for title in titles])
    if (colon := _EXPLANATION.search(outside)) and any(one.end <= colon.start() for one in cited):
        actions = _explained(outside[colon.end() :])
        if not set(actions) & set(_WHOLE):  # for these, the explanation says where to
            cited = [
                one
                for one in cited
                if one.end <= colon.start() or _EXPLANATION.match(outside, one.end)  # the next one explained
            ]
            titles = [title for title in titles if title.end <= colon.start()]
    else:
        actions = _actions_in(outside)
    for title in titles:
        # "1-2 Added "Boats" Updated": what stands right before a title was done to that title alone.
        action = _action_before(title, outside) if len(actions) > 1 and len(cited) > 1 else None
        if action:
            within = [one for one in cited if title.start <= one.start < title.end]
            yield action, [one.number for one in within], [title.text]
            cited = [one for one in cited if one not in within]
            titles = [other for other in titles if other != title]
            actions = [other for other in actions if other != action]
    numbers = _written_out(text, cited, known)
    for action in actions or ["other"]:
        yield action, numbers, [title.text for title in titles]


def _actions_in(text: str) -> list[Action]:
    """The actions that a text names, in its order."""
    places = {
        action: match.start() for action, pattern in _ACTIONS.items() if (match := pattern.search(text))
    }
    return _in_order(places)


def _explained(explanation: str) -> list[Action]:
    """The actions of an explanation behind a clause's number; "updated" where it names none."""
    places: dict[Action, int] = {}
    for action, pattern in _ACTIONS.items():
        for match in pattern.finditer(explanation):
            start = match.start()
            if start == 0 or not explanation[start].isascii() or _PHRASE_END.match(explanation, match.end()):
                places.setdefault(action, start)
    return _in_order(places) or ["updated"]


def _in_order(places: Mapping[Action, int]) -> list[Action]:
    """Actions in the order of their places. One of `_WHOLE` replaces all others."""
    whole = [action for action in _WHOLE if action in places]
    return whole[:1] or sorted(places, key=lambda action: places[action])


def _action_before(title: Title, text: str) -> Action | None:
    """The action named right before a title; None without one."""
    before = text[max(0, title.start - _LOOKED_BACK) : title.start].rstrip()
    ends = {match.end(): action for action, pattern in _ACTIONS.items() for match in pattern.finditer(before)}
    return ends.get(len(before))


def _cited_in(text: str, scheme: Scheme, known: Sequence[Number]) -> list[_Cited]:
    """The numbers of clauses in a text. One without levels counts if it is closed and `known`."""
    separator = re.escape(scheme.separator)
    # A number may be closed before it goes on: "12.-1".
    joint = separator if scheme.separator in scheme.closers else f"[{re.escape(scheme.closers)}]?{separator}"
    letter = f"(?:[{scheme.letters}](?![A-Za-z]))?" if scheme.letters else ""
    pattern = re.compile(rf"(?<![A-Za-z0-9.{separator}])[1-9][0-9]*(?:{joint}[1-9][0-9]*)*{letter}")
    cited = []
    plain = blanked(text, versions_and_dates(text))
    for match in pattern.finditer(plain):
        plain_number = re.sub(joint, scheme.separator, match.group())
        reading = next(read_number(plain_number, scheme), None)
        closed = text[match.end() : match.end() + 1] in tuple(scheme.closers)
        alone = closed and not text[match.end() + 1 : match.end() + 2].isdigit()  # "1.0" is an amount
        if reading and not reading.text and (not reading.bare or (alone and _holds(known, reading.number))):
            cited.append(_Cited(*match.span(), reading.number))
    return cited


def _written_out(text: str, cited: Sequence[_Cited], known: Sequence[Number]) -> list[Number]:
    """The cited numbers, with those between the bounds of ranges."""
    numbers: list[Number] = []
    is_bound = False
    for index, one in enumerate(cited):
        before = cited[index - 1] if index else None
        is_bound = (
            before is not None and not is_bound and bool(_RANGE.fullmatch(text[before.end : one.start]))
        )
        if is_bound and before is not None:
            numbers.extend(_between(before.number, one.number, known))
        numbers.append(one.number)
    return numbers


def _holds(ordered: Sequence[Number], number: Number) -> bool:
    place = bisect_left(ordered, number)
    return place < len(ordered) and ordered[place] == number


def _between(first: Number, last: Number, known: Sequence[Number]) -> Sequence[Number]:
    """The numbers between the first and the last; none where these are no likely range."""
    if first[:-1] == last[:-1]:
        return [(*first[:-1], count) for count in range(first[-1] + 1, last[-1])][:_LONGEST_RANGE]
    between = known[bisect_right(known, first) : bisect_left(known, last)]
    if len(first) == len(last):
        between = [number for number in between if len(number) == len(first)]
    elif last[: len(first)] != first:
        between = []
    return between[:_MOST_KNOWN]
