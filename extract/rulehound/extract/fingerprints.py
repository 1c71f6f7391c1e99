"""A short hash of a clause's words, the same for two printings that differ in typography alone."""

import hashlib
import re
import unicodedata

_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹘﹣－"), "-")
# A dash or a point counts where it is part of a number ("-2000 DP" is not "+2000 DP", "1-2" is not "12").
_WORDS = re.compile(r"[^\W_]|[+%=≤≥≠]|-(?=\d)|(?<=\d)\.(?=\d)")


def fingerprint(text: str) -> str:
    """16 hexadecimal digits that depend on the letters, digits and arithmetic signs of `text` alone.

    The text is taken in Unicode's NFKC form and case-folded; white space, quotes, brackets, kinds of dash and
    other punctuation do not count. The signs of numbers do.
    """
    folded = unicodedata.normalize("NFKC", text.translate(_DASHES)).casefold()
    # Case folding can undo the normal form (U+0345), so it is taken again.
    squeezed = "".join(unicodedata.normalize("NFKC", folded).translate(_DASHES).split())
    words = "".join(_WORDS.findall(squeezed))
    return hashlib.blake2b(words.encode(), digest_size=8).hexdigest()
