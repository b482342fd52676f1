"""Values that identify a person directly: removed from one document, they are looked for in all of a release.

The rule: numbers and codes of at least `LEAST_CHARACTERS` letters and digits, two of them digits, e-mail
addresses, and names of persons of at least two words. Dates, places, organisations, single surnames and
shorter numbers may stand in another document: they are common, or mean something else there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.record.fingerprints import SearchText, Value, ValueSearch, readable, value_of

LEAST_CHARACTERS = 6
LEAST_DIGITS = 2
EMAIL = "email"
DIRECT = frozenset(
    {"ssn", "taxpayer-id", "phone", "fax", "email", "mrn", "health-plan", "account", "credit-card", "iban"}
    | {"license", "vehicle", "plate", "device", "national-id", "passport", "unique-code", "code", "own-code"}
)
PERSON = "person"


def direct_value(category: str, text: str) -> Value | None:
    """The value to look for everywhere when `text` was removed; None when it may stand elsewhere.

    Examples
    --------
    >>> direct_value("mrn", "MRN 00884410") is not None
    True
    >>> direct_value("person", "Smith") is None
    True
    >>> direct_value("date", "3 May 1999") is None
    True
    """
    words = [word for word in readable(text).split(" ") if sum(map(str.isalpha, word)) > 1]
    is_name = category == PERSON and len(words) > 1
    has_digits = (
        sum(map(str.isdigit, text)) >= LEAST_DIGITS and sum(map(str.isalnum, text)) >= LEAST_CHARACTERS
    )
    is_code = category in DIRECT and (category == EMAIL or has_digits)
    return value_of(category, text) if is_name or is_code else None


class Everywhere:
    """Searches texts for values that were removed from other documents.

    Parameters
    ----------
    values : mapping of Value to str
        Each with its category.
    """

    def __init__(self, values: Mapping[Value, str]) -> None:
        self.values = dict(values)
        self._search = ValueSearch(self.values)

    def __repr__(self) -> str:
        return f"Everywhere({len(self.values)} values)"

    def standing(self, texts: Iterable[str]) -> set[Value]:
        """Values that stand in the texts of one document as wholes."""
        return self._search.standing(SearchText("\n\n".join(texts)))
