"""A document's own update history: its entries, and what they say was done to which clauses."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from rulehound.extract.front_matter import date_in, version_in, without_version_and_date
from rulehound.extract.layout.flow import Usage, running_text
from rulehound.extract.layout.lines import Line, begins_paragraph, is_set_in
from rulehound.extract.layout.wording import Words
from rulehound.extract.numbered.numbering import Number, Scheme, read_number
from rulehound.extract.numbered.titles import Title, titles_in
from rulehound.extract.records import Revision

Action: TypeAlias = Literal["added", "updated", "removed", "moved", "merged", "other"]

_ENGLISH_ACTIONS: dict[Action, str] = {
    "merged": r"merg\w*|combin\w*|integrat\w*|consolidat\w*",
    "moved": r"mov(?:e[ds]?|ing)\b|relocat\w*|transferr\w*",
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

# An entry that ends so goes on in the next line.
_OPEN_END = re.compile(r"(?:\b(?:and|or|with|through|to|into|from|in|of)|[-–~～〜、,，])$")
_QUOTES = ("「」", "『』", "“”", "（）", "()")

_MOST_LINES = 8  # of an entry: a quotation that is never closed does not swallow the others

# What stands between the bounds of a range: the title of the first, if it is quoted, and one of these.
_RANGE = re.compile(r".{,40}(?:\b(?:through|thru)|[–—~～〜至到]|から)\s*旧?[「『“\"']?旧?", re.IGNORECASE)
_LONGEST_RANGE = 200


class Entry(NamedTuple):
    """One entry of an update history, or the heading of a version."""

    version: str
    date: str
    is_heading: bool
    lines: tuple[Line, ...]
    words: Words


def entries_of(lines: Sequence[Line], usage: Usage) -> list[Entry]:
    """The entries of a history, from its lines without its own heading.

    An entry goes on in the next line as long as it does not say what was done, a quotation is not closed, or
    its last word asks for another.
    """
    version = date = ""
    entries: list[Entry] = []
    open_lines: list[Line] = []

    def close(*, is_heading: bool) -> None:
        if open_lines:
            words = running_text(open_lines, usage)
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
    """True if most of the lines say that something was done to something."""
    return 2 * sum(bool(_actions_in(line.text)) for line in lines) > len(lines)


def is_version_heading(text: str) -> bool:
    """True if a line says a version or a date, and nothing else."""
    rest = without_version_and_date(text)
    return rest != text and not any(character.isalnum() for character in rest)


def _begins_entry(lines: Sequence[Line], index: int, entry: Sequence[Line], usage: Usage) -> bool:
    """True if the line begins an entry, since it says what was done or the `entry` before it is complete."""
    line = lines[index]
    if len(entry) == _MOST_LINES:
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


def revisions_of(entries: Iterable[Entry], scheme: Scheme, known: Collection[Number]) -> Iterator[Revision]:
    """What the entries say was done; an entry that says two things gives two revisions.

    Ranges are written out: numbers of one parent by counting, others by what numbers are `known` from the
    document.
    """
    for entry in entries:
        if entry.is_heading:
            continue
        text = entry.words.text
        for action, numbers, titles in _statements(text, scheme, known):
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
    """A number in a text, and where it stands there."""

    start: int
    end: int
    number: Number


def _statements(
    text: str, scheme: Scheme, known: Collection[Number]
) -> Iterator[tuple[Action, list[Number], list[str]]]:
    """What an entry says was done, and to which clauses, by their numbers and titles."""
    titles = titles_in(text)
    cited = _cited_in(text, scheme, known)
    outside = text
    for title in titles:
        outside = outside[: title.start] + " " * (title.end - title.start) + outside[title.end :]
    actions = _actions_in(outside)
    for title in titles:
        # "1-2 Added "Boats" Updated": what stands right before a title was done to that title alone.
        action = _action_before(title, outside)
        if action and len(actions) > 1 and len(cited) > 1:
            within = [one for one in cited if title.start <= one.start < title.end]
            yield action, [one.number for one in within], [title.text]
            cited = [one for one in cited if one not in within]
            titles = [other for other in titles if other != title]
            actions = [other for other in actions if other != action]
    numbers = _written_out(text, cited, known)
    for action in actions or ["other"]:
        yield action, numbers, [title.text for title in titles]


def _actions_in(text: str) -> list[Action]:
    """What a text says was done, in its order."""
    found = {action: match.start() for action, pattern in _ACTIONS.items() if (match := pattern.search(text))}
    whole = [action for action in _WHOLE if action in found]
    return whole[:1] or sorted(found, key=lambda action: found[action])


def _action_before(title: Title, text: str) -> Action | None:
    ends = {match.end(): action for action, pattern in _ACTIONS.items() for match in pattern.finditer(text)}
    return ends.get(len(text[: title.start].rstrip()))


def _cited_in(text: str, scheme: Scheme, known: Collection[Number]) -> list[_Cited]:
    """The numbers of clauses that a text names. One without levels counts if it is closed and `known`."""
    separator = re.escape(scheme.separator)
    # A number may be closed before it goes on: "12.-1".
    joint = separator if scheme.separator in scheme.closers else f"[{re.escape(scheme.closers)}]?{separator}"
    letter = f"(?:[{scheme.letters}](?![A-Za-z]))?" if scheme.letters else ""
    pattern = re.compile(rf"(?<![A-Za-z0-9.{separator}])[1-9][0-9]*(?:{joint}[1-9][0-9]*)*{letter}")
    cited = []
    for found in pattern.finditer(text):
        written = re.sub(joint, scheme.separator, found.group())
        reading = next(read_number(written, scheme), None)
        closed = text[found.end() : found.end() + 1] in tuple(scheme.closers)
        if reading and not reading.text and (not reading.bare or (closed and reading.number in known)):
            cited.append(_Cited(*found.span(), reading.number))
    return cited


def _written_out(text: str, cited: Sequence[_Cited], known: Collection[Number]) -> list[Number]:
    """The numbers cited, with those between the bounds of ranges."""
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


def _between(first: Number, last: Number, known: Collection[Number]) -> list[Number]:
    """The numbers behind the first and before the last; none where the bounds hardly make a range."""
    if first[:-1] == last[:-1]:
        return [(*first[:-1], count) for count in range(first[-1] + 1, last[-1])][:_LONGEST_RANGE]
    if len(first) == len(last):
        return sorted(number for number in known if first < number < last and len(number) == len(first))
    return sorted(number for number in known if first < number < last and last[: len(first)] == first)
