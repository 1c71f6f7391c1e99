"""Cross-references: the numbers by which the clauses of a document name each other.

A row of digits is a reference if the document numbers its clauses in that form, and there is a sign that it
is a number of a clause: a word before it ("see", "rule", 参照), the title of that clause beside it, another
reference that it continues ("rules 4.2 and 4.3"), or a clause of that number where the digits could hardly be
an amount. So "1-2 cards", scores, dates and card numbers are no references.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from itertools import takewhile
from typing import NamedTuple

import msgspec

from rulehound.extract.document import Clause, Reference
from rulehound.extract.fingerprints import fingerprint

_HYPHENS = "-‐‑−－"
# Character by character, so that places in the plain text are places in the printed one.
_PLAIN = str.maketrans("０１２３４５６７８９．" + _HYPHENS, "0123456789." + "-" * len(_HYPHENS))

_NOUNS = r"rules?|subrules?|sections?|subsections?|clauses?|chapters?|articles?|paragraphs?"
_BLANK_OR_OPENER = r"[\s:：(（「『“\"]*$"
_NAMED = re.compile(rf"(?:\b(?:{_NOUNS})\s|§)" + _BLANK_OR_OPENER, re.IGNORECASE)
_CHAPTER = re.compile(r"\s?[章節节条條]")  # behind 第 and the number
_POINTED_AT = re.compile(
    r"(?:\b(?:see|see also|refer(?:s|red)? to|cf\.?)\s|参照|參照|参考|参见|參見|详见|詳見|詳細は?|详细)"
    + _BLANK_OR_OPENER,
    re.IGNORECASE,
)
_BROKEN = re.compile(r"(?<=[^\x00-\x7f])\s+(?=[^\x00-\x7f])")  # a line end within a word of such a script
_ASKED_TO_LOOK_UP = re.compile(r"[」』”\"】)）]*\s?を?\s?参\s?照")
_RANGE = r"[~～〜–—]|\b(?:to|through)\b|から|至|到"
_JOINER = re.compile(
    rf"\s*(?:{_RANGE}|[,;/、，；・／]|\b(?:and/or|and|or)\b|及び|および|又は|または|と|や|和|与|與|或|及)"
    rf"\s*(?:\b(?:and|or)\b\s*)?(?:(?:{_NOUNS})\s+)?[「『“\"]?",
    re.IGNORECASE,
)
_PLURAL = re.compile(
    r"\b(?:rules|subrules|sections|subsections|clauses|chapters|articles|paragraphs)\s", re.I
)
_SHORT_RANGE_END = re.compile(r"[~～〜–—-](?P<level>[a-z]{1,2}|[1-9][0-9]{0,2})(?![0-9A-Za-z]|[.-][0-9])")
_BEHIND_BRACKET = re.compile(r"[)）](?P<blank>\s?)(?P<run>[0-9][0-9.a-z-]*)")
_QUOTES = {'"': '"', "“": "”", "「": "」", "『": "』", "‘": "’", "«": "»"}
_LONGEST_TITLE = 120
_LONGEST_BRACKET = 500
_LONGEST_NUMBER = 60
_LOOKED_BACK = 40
"""How many characters before a number are searched for a word that makes it a reference."""
_USUAL_DIGITS = 3  # of a level; more are a year or an amount, unless the document counts so far
_DEEPEST = 12  # more levels are no number of a clause
_LEAST_SECTION = 100
"""The least first level ("603.4") of digits that are hardly an amount, as in documents of many chapters."""


class Numbers(NamedTuple):
    """The numbers of a document's clauses, and their form in a text."""

    keys: dict[str, str]
    """For each number, the key of its clause."""
    titles: dict[str, str]
    """For each number, the text of its clause."""
    headings: frozenset[str]
    """The numbers of headings."""
    pattern: re.Pattern[str]
    """A number of one or more levels, perhaps broken by a line end behind a dash."""


def numbers_of(clauses: Sequence[Clause]) -> Numbers | None:
    """The numbers of these clauses; None where they have none."""
    # A text names the marks of "12(a)(1)" in many ways; its references lead to clause 12.
    numbered = [clause for clause in clauses if clause.number and not clause.number.endswith(")")]
    if not numbered:
        return None
    separators = sorted({mark for clause in numbered for mark in clause.number if not mark.isalnum()})
    between = "|".join(r"\s?-\s?" if mark == "-" else re.escape(mark) for mark in separators)
    either = "".join(map(re.escape, separators or ".-"))
    letters = "[a-z]{0,2}" if any(clause.number[-1].isalpha() for clause in numbered) else ""
    longest = max(len(level) for clause in numbered for level in re.findall("[0-9]+", clause.number))
    level = f"[1-9][0-9]{{0,{max(longest, _USUAL_DIGITS) - 1}}}"
    levels = f"{level}(?:(?:{between}){level}){{0,{_DEEPEST}}}" if separators else level
    return Numbers(
        keys={clause.number: clause.key for clause in numbered},
        titles={clause.number: clause.text for clause in numbered},
        headings=frozenset(clause.number for clause in numbered if clause.kind == "heading"),
        pattern=re.compile(
            rf"(?<![0-9A-Za-z])(?<![0-9A-Za-z][{either}]){levels}{letters}"
            rf"(?![0-9A-Za-z]|[{either}][0-9])"
        ),
    )


def cross_referenced(clauses: Sequence[Clause], among: Sequence[Clause] | None = None) -> tuple[Clause, ...]:
    """The clauses with their references, and fingerprints in which these do not count.

    The targets are the clauses themselves, or those of `among`.
    """
    numbers = numbers_of(clauses if among is None else among)
    return tuple(_cross_referenced(clause, numbers) for clause in clauses)


def _cross_referenced(clause: Clause, numbers: Numbers | None) -> Clause:
    references = find_references(clause.text, numbers) if numbers else ()
    return msgspec.structs.replace(
        clause, references=references, fingerprint=fingerprint(clause.text, references)
    )


def find_references(text: str, numbers: Numbers) -> tuple[Reference, ...]:
    """The references of a text, in its order. A range gives its two ends.

    A reference may be printed again behind its bracket, as an overlay leaves it ('(see 4-18 "Tides")4-20').
    Both are one reference, with the number whose clause has the quoted title.
    """
    plain = text.translate(_PLAIN)
    references: list[Reference] = []
    position = 0
    while match := numbers.pattern.search(plain, position):
        token = _token(match, numbers)
        position = match.start() + len(token)
        before = references[-1] if references else None
        reference = _reference(text, plain, match.start(), token, before, numbers)
        if reference is None:
            continue
        references.append(reference)
        position = max(position, reference.end)
        if range_end := _short_range_end(plain, reference, numbers):
            references.append(range_end)
            position = range_end.end
        group = _together(text, references)
        if doubled := _doubled(plain, group, numbers):
            references[-len(group) :] = doubled
            position = doubled[-1].end
    return tuple(references)


def _token(match: re.Match[str], numbers: Numbers) -> str:
    """The number as printed. It goes on behind a blank if the whole is a clause's number or has a title."""
    token = match[0]
    whole = _written(token) in numbers.keys or match.string[match.end() : match.end() + 1] in _QUOTES
    return token if whole else re.split(r"\s?-?\s", token)[0]


def _written(token: str) -> str:
    return "".join(token.split())


def _reference(
    text: str, plain: str, start: int, token: str, before: Reference | None, numbers: Numbers
) -> Reference | None:
    """The reference of the number at `start`; None where nothing shows that it is one."""
    number, end = _written(token), start + len(token)
    opener = _opener(text, start)
    title, title_end = _title(text, plain, end, opener, number, numbers)
    is_known = number in numbers.keys
    lead = _BROKEN.sub("", plain[max(0, start - _LOOKED_BACK, before.end if before else 0) : start])
    is_named = bool(_NAMED.search(lead)) or (lead.endswith("第") and bool(_CHAPTER.match(plain, end)))
    pointed_at = bool(_POINTED_AT.search(lead))
    is_joined = before is not None and bool(_JOINER.fullmatch(plain, before.end, start))
    if len(re.findall("[0-9]+", number)) == 1:
        several = bool(_PLURAL.search(plain[max(0, start - _LOOKED_BACK) : start]))
        is_meant = (
            ((is_named or pointed_at) and bool(title))
            or (is_named and is_known)
            or (bool(title) and number in numbers.headings and _is_title(title, numbers.titles[number]))
            or (is_joined and several and is_known)
        )
    else:
        # The way a clause's own number is closed, with text right behind it.
        closed = plain[end : end + 1] == "." and plain[end + 1 : end + 2].isalnum()
        is_meant = (
            is_named
            or pointed_at
            or (is_known and (_is_hardly_amount(number) or is_joined or closed))
            or (bool(title) and same_title(title, numbers.titles.get(number, "")))
            or bool(_ASKED_TO_LOOK_UP.match(plain, title_end))
        )
    if not is_meant:
        return None
    first = opener if opener is not None and title_end > end else start
    return Reference(first, title_end, number, title, numbers.keys.get(number))


def _is_hardly_amount(number: str) -> bool:
    levels = re.findall("[0-9]+", number)
    return len(levels) > 2 or number[-1].isalpha() or int(levels[0]) >= _LEAST_SECTION


def _opener(text: str, start: int) -> int | None:
    """The place of the quote that opens right before the number at `start`; None without one."""
    place = start - 1
    if place < 0 or text[place] not in _QUOTES:
        return None
    if text[place] == '"' and place > 0 and not (text[place - 1].isspace() or text[place - 1] in "(（"):
        return None  # the end of a quote before the number
    return place


def _title(
    text: str, plain: str, end: int, opener: int | None, number: str, numbers: Numbers
) -> tuple[str, int]:
    """The title beside the number that ends at `end`, quoted or equal to that of the clause, and its end."""
    if opener is not None:
        close = _closing(text, plain, opener, numbers)
        return (_bare(text[end:close]), close + 1) if close else ("", end)
    behind = text[end : end + 3]
    place = end + len(behind) - len(behind.lstrip(" .,:：、，"))
    if text[place : place + 1] in _QUOTES:
        close = _closing(text, plain, place, numbers)
        return (_bare(text[place + 1 : close]), close + 1) if close else ("", end)
    # Without a quote, only behind a closed number: a book with a heading "Cards" may say "1-2 cards".
    if number in numbers.headings and text[end : end + 1] in (".", ":", "："):
        title = numbers.titles[number]
        after = text[place + len(title) : place + len(title) + 1]
        same = text[place : place + len(title)].casefold() == title.casefold()
        if title and same and not (after.isascii() and after.isalnum()):
            return text[place : place + len(title)], place + len(title)
    return "", end


def _bare(title: str) -> str:
    """A quoted title without the punctuation of the sentence around it."""
    return title.strip(" .,;:：、，。．")


def _closing(text: str, plain: str, opener: int, numbers: Numbers) -> int | None:
    """The place where the quote that opens at `opener` closes. It may contain quotes."""
    mark, closer = text[opener], _QUOTES[text[opener]]
    stop = min(len(text), opener + _LONGEST_TITLE)
    if mark != closer:
        depth = 0
        for place in range(opener, stop):
            depth += (text[place] == mark) - (text[place] == closer)
            if depth == 0:
                return place
        return None
    marks = [place for place in range(opener + 1, _bracket_end(text, opener, stop)) if text[place] == mark]
    for place in marks:
        joiner = _JOINER.match(plain, place + 1)
        if joiner and numbers.pattern.match(plain, joiner.end()):
            return place
    if not marks:
        return None
    # An odd number of marks, or two at once, are quotes in the quote: "Keepers" on deck".
    return marks[-1] if len(marks) % 2 == 0 or marks[0] == opener + 1 else marks[0]


def _bracket_end(text: str, start: int, stop: int) -> int:
    """The place where the bracket around `start` closes; `stop` where it does not close before that."""
    depth = 0
    for place in range(start, stop):
        depth += (text[place] in "(（") - (text[place] in ")）")
        if depth < 0:
            return place
    return stop


def _short_range_end(plain: str, first: Reference, numbers: Numbers) -> Reference | None:
    """The end of a range of which only the last level is printed: "4.5a–c", "4.5–7"."""
    match = _SHORT_RANGE_END.match(plain, first.end)
    if match is None:
        return None
    last_level = r"[a-z]+$" if match["level"].isalpha() else r"[0-9]+$"
    number = re.sub(last_level, match["level"], first.number)
    if number == first.number or number not in numbers.keys:
        return None
    return Reference(match.start("level"), match.end("level"), number, "", numbers.keys[number])


def _together(text: str, references: list[Reference]) -> list[Reference]:
    """The references in the bracket that is still open behind the last one, or the last one alone."""
    last = references[-1]
    earliest = max(0, last.start - _LONGEST_BRACKET)
    opened = max(text.rfind(bracket, earliest, last.start) for bracket in "(（")
    if opened < 0 or _bracket_end(text, opened + 1, last.end) != last.end:
        return [last]
    inside = takewhile(lambda reference: reference.start > opened, reversed(references))
    return list(inside)[::-1]


def _doubled(plain: str, group: Sequence[Reference], numbers: Numbers) -> list[Reference]:
    """The references of a bracket, corrected by their second print behind it; empty without one."""
    match = _BEHIND_BRACKET.match(plain, group[-1].end)
    if match is None or (match["blank"] and match.end() < len(plain)):
        return []
    again = _again(match["run"], group, numbers)
    if again is None:
        return []
    doubled = [_truer(one, number, numbers) for one, number in zip(group, again, strict=True)]
    return [*doubled[:-1], msgspec.structs.replace(doubled[-1], end=match.end())]


def _again(run: str, group: Sequence[Reference], numbers: Numbers) -> tuple[str, ...] | None:
    """A run of glued numbers cut into one for each reference, the first ones as long as possible.

    Digits behind the last are noise if its clause has the quoted title. None where it cannot be cut so.
    """

    @cache  # a run may be cut in very many ways that come to nothing
    def rest(start: int, index: int) -> tuple[str, ...] | None:
        """The numbers from `start` of the run on, for the references from `index` on."""
        for end in range(min(len(run), start + _LONGEST_NUMBER), start, -1):
            number = run[start:end]
            if number not in numbers.keys:
                continue
            if index + 1 < len(group):
                if (others := rest(end, index + 1)) is not None:
                    return (number, *others)
            elif end == len(run) or same_title(group[index].title, numbers.titles[number]):
                return (number,)
        return None

    return rest(0, 0)


def _truer(printed: Reference, again: str, numbers: Numbers) -> Reference:
    """The reference with the one of its two numbers whose clause has the title; the later if both have."""
    if same_title(printed.title, numbers.titles[again]) or printed.target is None:
        return msgspec.structs.replace(printed, number=again, target=numbers.keys[again])
    return printed


def same_title(one: str, other: str) -> bool:
    """Whether two titles have the same letters and digits, or one begins or ends with the other."""
    shorter, longer = sorted((_letters(one), _letters(other)), key=len)
    return bool(shorter) and (longer.startswith(shorter) or longer.endswith(shorter))


def _is_title(quoted: str, title: str) -> bool:
    """Whether a quote is the whole title."""
    return bool(_letters(quoted)) and _letters(quoted) == _letters(title)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))
