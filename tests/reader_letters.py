"""Letters to attack, and an encyclopedia small enough to teach a reader in no time."""

from __future__ import annotations

import json

LETTERS = (
    ("His CD4 count fell, so he started antiretroviral drugs against the virus in spring.", "HIV", True),
    ("The receiver was appointed and creditors filed their claims after the insolvency.", "bankruptcy", True),
    ("The parish council met and talked about the new roads and the school.", "HIV", False),
)
ATTACKED = "\n".join(
    json.dumps({"text": text, "concept": concept, "sensitive": sensitive})
    for text, concept, sensitive in LETTERS
)
_ABOUT = (
    "HIV weakens the body. Antiretroviral drugs keep the virus down and the CD4 count up for many years ",
    "bankruptcy ends with a receiver, who pays creditors what is left after their claims were filed there ",
)


def encyclopedia(n_words: int) -> str:
    """Lines of articles whose paragraphs have at least `n_words` words."""
    paragraphs = [" ".join((about * 3).split()[:n_words]) for about in _ABOUT]
    return json.dumps({"title": "All", "text": "\n\n".join(paragraphs * 3)})
