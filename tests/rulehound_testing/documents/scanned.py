"""Makes scans of PDFs: files whose pages are pictures and have no text."""

from collections.abc import Iterable
from pathlib import Path

import pypdfium2

DOTS = 150
"""An inch."""


def scanned(source: Path, target: Path, pages: Iterable[int] | None = None) -> Path:
    """Write the pages of a PDF (1-based; None: all) as pictures into `target`, and return that."""
    pdf = pypdfium2.PdfDocument(source)
    numbers = [*pages] if pages is not None else range(1, len(pdf) + 1)
    first, *others = (pdf[number - 1].render(scale=DOTS / 72).to_pil().convert("L") for number in numbers)
    first.save(target, "PDF", resolution=DOTS, save_all=True, append_images=others)
    pdf.close()
    return target
