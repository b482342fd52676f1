"""A report's page as PDF/A-2a with tags (PDF/UA-1), set by Typst."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from adapters.machine.extras import require
from adapters.reports.pdf.blocks import blocks_of
from engine.errors import InvalidError, fault

_SHEET = Path(__file__).with_name("document.typ")
MEDIA_TYPE = "application/pdf"
STANDARDS: Final = ("a-2a", "ua-1")
"""An archive's format that readers for the blind understand too."""


@dataclass(frozen=True)
class Print:
    """What stands around a report on paper.

    Parameters
    ----------
    title : str
        Of the file, and at the head of each page but the first.
    mark : str
        At the right of it, such as the release.
    foot : str
        At the foot of each page.
    author : str
        Who made it.
    created : datetime
        Its time in the file; the same report gives the same pages.
    signed : mapping
        What the last section says of the signature; empty for none.
    language : str
        Of the page, for hyphens and for readers for the blind.
    page, of : str
        The words of "Page 1 of 2" in it.
    """

    title: str
    mark: str
    foot: str
    author: str
    created: datetime
    signed: Mapping[str, object]
    language: str = "en"
    page: str = "Page"
    of: str = "of"


def typeset(page: str, about: Print) -> bytes:
    """Set a page in type.

    Parameters
    ----------
    page : str
        HTML of one of our reports.
    about : Print

    Raises
    ------
    InvalidError
        ``EXT001`` when the extra reports is not installed; ``PDF004`` for a page that cannot be set.
    """
    require("reports", "a report as PDF")
    import typst

    data = {
        "title": about.title,
        "running": about.title,
        "mark": about.mark,
        "foot": about.foot,
        "author": about.author,
        "description": about.title,
        "signed": about.signed,
        "language": about.language,
        "page": about.page,
        "of": about.of,
        "blocks": blocks_of(page),
    }
    try:
        return typst.compile(
            str(_SHEET),
            root=str(_SHEET.parent),
            format="pdf",
            ignore_system_fonts=True,
            sys_inputs={"data": json.dumps(data)},
            pdf_standards=list(STANDARDS),
            timestamp=int(about.created.timestamp()),
        )
    except typst.TypstError:
        advice = "Use the page itself, and report the fault."
        raise InvalidError(fault("PDF004", "report", "must be a page that can be set", "", advice)) from None
