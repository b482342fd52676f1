"""What the markup of a released Office file may say: values from closed lists, numbers, colours, references.

A value of this vocabulary lays a document out and cannot carry a sentence, a name or a record number:
numbers of six digits and more are round ones, ids are short. Everything else is text, or leaves.
"""

from __future__ import annotations

import re
from functools import lru_cache

from adapters.documents.office.ooxml import presentation_words, schema_words
from adapters.documents.office.ooxml.builtin_names import FONTS, is_builtin_style, is_builtin_style_id
from adapters.documents.office.ooxml.slots import (
    COLOURED,
    FONT_ELEMENTS,
    FONTED,
    FORMS,
    MEASURED,
    NAMES,
    STYLED,
    TEXT_NAMES,
    TEXT_VALUES,
    TEXTS,
    THEME_FONT,
    VAL_FORMS,
)
from adapters.documents.office.ooxml.value_forms import (
    COLOUR,
    CSS,
    GUID,
    LEVEL_TEXT,
    LONG_NUMBER,
    NUMBER,
    NUMBER_FORMAT,
    PART,
    SCRIPTS,
    STYLE_NAME,
)

ELEMENTS = schema_words.ELEMENTS | presentation_words.ELEMENTS
ATTRIBUTES = schema_words.ATTRIBUTES | presentation_words.ATTRIBUTES
VALUES = schema_words.VALUES | presentation_words.VALUES


def is_text(element: str, attribute: str, parent: str = "") -> bool:
    """Whether an attribute carries what somebody reads, to be searched as text.

    Parameters
    ----------
    element, attribute : str
        Names without namespace.
    parent : str
        Of the element's parent; told where it matters (a default may be a text or a state).
    """
    if attribute == "val":
        return element in TEXT_VALUES or (element == "default" and parent == "textInput")
    if attribute == "name":
        return element in TEXT_NAMES
    return attribute in TEXTS


@lru_cache(65536)
def is_value(element: str, attribute: str, value: str) -> bool:
    """Whether an attribute's value is one of the closed vocabulary.

    Parameters
    ----------
    element, attribute : str
        Names without namespace.
    value : str
        As it stands.
    """
    if not value:
        return True
    if attribute == "val":
        return _is_val(element, value)
    if attribute == "name":
        return _is_name(element, value)
    if attribute == "styleId":
        return is_builtin_style_id(value) or GUID.fullmatch(value) is not None
    if attribute in FONTED and (value in FONTS or THEME_FONT.fullmatch(value)):
        return True
    if attribute == "script":
        return value in SCRIPTS
    form = FORMS.get(attribute)
    if form is not None and form.fullmatch(value):
        return True
    return attribute in ATTRIBUTES and _is_plain(attribute, value)


def _is_val(element: str, value: str) -> bool:
    if element in STYLED:
        return is_builtin_style_id(value)
    if element in FONT_ELEMENTS and (value in FONTS or is_builtin_style(value)):
        return True
    form = VAL_FORMS.get(element)
    if form is not None and form.fullmatch(value):
        return True
    return element not in ("alias", "tag", "name", "aliases") and _is_plain("val", value)


def _is_name(element: str, value: str) -> bool:
    if element == "styleLbl":
        return value in VALUES
    if element in ("lsdException", "cellStyle"):
        return is_builtin_style(value) or STYLE_NAME.fullmatch(value) is not None
    form = NAMES.get(element)
    return form is not None and form.fullmatch(value) is not None


def _is_plain(attribute: str, value: str) -> bool:
    if value in VALUES or NUMBER.fullmatch(value):
        return True
    return attribute in COLOURED and COLOUR.fullmatch(value) is not None


@lru_cache(16384)
def rounded(value: str) -> str:
    """A number as a released file has it: no leading zeros, round from six digits on, four decimals."""
    found = LONG_NUMBER.fullmatch(value)
    if found is None:
        return value
    sign, digits, decimals, unit = found[1], found[2], found[3] or "", found[4]
    if len(digits) >= 6:
        keep = 2 if len(digits) == 6 else 3
        digits, decimals = digits[:-keep] + "0" * keep, ""
    return f"{sign.lstrip('+')}{digits}{decimals[:5]}{unit}"


def is_measure(element: str, text: str) -> bool:
    """Whether the character data of an element is a measure, a reference or a format of the vocabulary."""
    form = MEASURED.get(element, False)
    if form is False:
        return False
    return bool(form.fullmatch(text)) if form is not None else _is_plain("", text)


def is_measured(element: str) -> bool:
    """Whether the character data of an element is never text."""
    return element in MEASURED


def is_element(name: str) -> bool:
    """Whether an element may stand in a released file."""
    return name in ELEMENTS


def is_layout(element: str, attribute: str, value: str) -> bool:
    """Whether an attribute's value is markup: of the vocabulary, and in no place that is for text.

    Parameters
    ----------
    element, attribute : str
        Names without namespace.
    value : str
        As it stands.
    """
    if is_text(element, attribute):
        return element == "lvlText" and LEVEL_TEXT.fullmatch(value) is not None
    return is_value(element, attribute, value)


def is_part_name(name: str) -> bool:
    """Whether a file of a package has a name that says nothing."""
    return PART.fullmatch(name) is not None


def css_of_shape(style: str) -> str:
    """The declarations of a drawn shape's style that only lay it out."""
    kept = (piece.strip() for piece in style.split(";"))
    return ";".join(piece for piece in kept if piece and CSS.fullmatch(piece))


def number_format(code: str) -> str:
    """A format of numbers without text of its own."""
    if NUMBER_FORMAT.fullmatch(code):
        return code
    bare = re.sub(r'"[^"]*"|\\.|_.|\*.', "", code)
    if bare and NUMBER_FORMAT.fullmatch(bare):
        return bare
    return "yyyy-mm-dd" if re.search(r"(?i)y+.*d|d+.*y", bare) else "General"
