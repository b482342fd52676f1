"""Words before codes and addresses that a recogniser takes for names ("LOINC 2345-7", "mailto:")."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.catalog.lexicon import either
from engine.catalog.public_codes import NAMES_OF_LISTS
from engine.catalog.rules import rule, unchanged
from engine.text import Span

_LIST = re.compile(
    rf"(?:{either(NAMES_OF_LISTS)})(?:[ :#.\-]{{1,3}}(?:[A-Z]{{1,4}}[\-/ ]?)?\d[\d.:/\-]*)?", re.IGNORECASE
)
_SCHEME = re.compile(r"(?:mailto|tel|sms|fax|callto|sips?|xmpp)(?=:\S)", re.IGNORECASE)
"""What says how an address is reached (RFC 3986, 3.1), before its colon."""


@rule("without-labels", without=unchanged)
def without_labels(found: Sequence[Span], text: str) -> list[Span]:
    """Findings without names of public lists, alone or with a code of theirs, and schemes of addresses.

    Parameters
    ----------
    found : sequence of Span
    text : str
    """
    return [span for span in found if not _is_label(span, text)]


def _is_label(span: Span, text: str) -> bool:
    if (scheme := _SCHEME.match(text, span.start)) and scheme.end() == span.end:
        return True
    return _LIST.fullmatch(text, span.start, span.end) is not None
