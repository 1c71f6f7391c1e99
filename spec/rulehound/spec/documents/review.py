"""Reviews: the notes that a person read a clause whose words changed, and its link still holds.

They are kept in reviews.toml beside the rules, one sorted entry for each link, so that reviews of two people
merge as text. An entry holds the fingerprint of the words that were read. Where they change again, the link
is in doubt again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Literal

import msgspec

from rulehound.spec.documents.editions import write_together
from rulehound.spec.documents.links import DOUBTFUL, Link
from rulehound.spec.documents.spec_records import Review, SpecError
from rulehound.spec.documents.store import REVIEWS, Store
from rulehound.spec.documents.toml_text import table

HEAD = "# Written by `rulehound review`: links to clauses with changed words that a person has looked at.\n"


class ReviewResult(msgspec.Struct, frozen=True):
    """The result of a review for one link in doubt of a name, or for a name without such links."""

    name: str
    outcome: Literal["reviewed", "gone", "nothing in doubt"]
    """gone: there is no clause to review, and the rule has to be edited."""
    link: Link | None
    explanation: str


def review(
    store: Store,
    names: Sequence[str] | None,
    document: str | None = None,
    version: str | None = None,
    *,
    by: str = "",
    why: str = "",
    write: bool = True,
) -> list[ReviewResult]:
    """Record that the links in doubt of these rules were reviewed and hold. Returns one result for each link.

    `names`: ids of rules, and keys or permanent ids of clauses that need no check; None: everything in doubt.
    `document` and `version` narrow it to one document or edition. An orphan is not reviewed: its clause is
    gone, so the rule must cite another one. Nothing is written where nothing was reviewed, nor where `write`
    is False: the results then say what would be. `by` and `why`: who looked at the clauses, and why the links
    hold; both are kept.
    Raises SpecError for an unknown name, document or edition, before anything is written.
    """
    _require_edition(store, document, version)
    links = [
        link for link in store.links if document in (None, link.document) and version in (None, link.version)
    ]
    if names is None:
        doubtful = [link for link in links if link.status in DOUBTFUL]
        results = [_reviewed(store, link.rule or f"{link.key}", link) for link in doubtful]
    else:
        results = [result for name in dict.fromkeys(names) for result in _by_name(store, name, links)]
    new = {
        Review(link.rule, link.document, link.version, link.clause, link.fingerprint, by, why)
        for result in results
        if result.outcome == "reviewed" and (link := result.link)
    }
    if new and write:
        places = {_place(entry) for entry in new}
        kept = [entry for entry in store.reviews if _place(entry) not in places]
        write_together({store.root / REVIEWS: reviews_toml([*kept, *new]).encode()})
    return results


def reviews_toml(reviews: Iterable[Review]) -> str:
    """The file of reviews."""
    entries = sorted(reviews, key=_place)
    return "\n".join([HEAD, *(table(_written(entry), "[[review]]") for entry in entries)])


def _written(entry: Review) -> dict[str, str]:
    """The fields of a review, without those that say nothing."""
    fields = msgspec.structs.asdict(entry)
    return {name: value for name, value in fields.items() if value or name not in ("by", "why")}


def _place(entry: Review) -> tuple[str, str, str, str]:
    return entry.rule, entry.document, entry.version, entry.clause


def _by_name(store: Store, name: str, links: Sequence[Link]) -> list[ReviewResult]:
    """The results for one rule, or for one clause that needs no check."""
    if name in store.rules:
        own_links = [link for link in links if link.rule == name]
    else:
        own_links = [link for link in links if not link.rule and name in (link.key, link.clause)]
        if not own_links:
            raise _unknown(store, name)
    doubtful = [link for link in own_links if link.status in DOUBTFUL]
    if not doubtful:
        return [ReviewResult(name, "nothing in doubt", None, "no link of it is in doubt")]
    return [_reviewed(store, name, link) for link in doubtful]


def _reviewed(store: Store, name: str, link: Link) -> ReviewResult:
    if link.key is not None:
        return ReviewResult(name, "reviewed", link, link.explanation)
    origin = store.origins[link.rule]
    remedy = f'cite another clause at {origin.file}:{origin.line}, or "{link.version}" = [] for none'
    return ReviewResult(name, "gone", link, f"{link.explanation}; {remedy}")


def _unknown(store: Store, name: str) -> SpecError:
    alike = get_close_matches(name, store.rules, 1)
    remedy = (
        f"did you mean {alike[0]}?" if alike else "name a rule, or a clause that is listed without a check"
    )
    return SpecError(str(store.root / "rules"), None, f"unknown rule {name}", remedy)


def _require_edition(store: Store, document: str | None, version: str | None) -> None:
    recorded = [name for name in store.clauses if document in (None, name[0])]
    if version is not None:
        recorded = [name for name in recorded if name[1] == version]
    if not recorded:
        wanted = " ".join(part for part in (document, version) if part) or "any document"
        known = ", ".join(" ".join(name) for name in store.clauses) or "none"
        raise SpecError(
            str(store.root / "documents"), None, f"{wanted} is not recorded", f"the editions are {known}"
        )
