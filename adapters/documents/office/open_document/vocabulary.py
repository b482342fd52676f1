"""The closed vocabulary of Open Document files: namespaces, elements and values of a released file."""

# ruff: noqa: E501, SIM905 (names read best as one text)

from __future__ import annotations

import re

from adapters.documents.office.ooxml.builtin_names import FONTS

_OASIS = "urn:oasis:names:tc:opendocument:xmlns"
NAMESPACES = {
    "office": f"{_OASIS}:office:1.0",
    "style": f"{_OASIS}:style:1.0",
    "text": f"{_OASIS}:text:1.0",
    "table": f"{_OASIS}:table:1.0",
    "draw": f"{_OASIS}:drawing:1.0",
    "fo": f"{_OASIS}:xsl-fo-compatible:1.0",
    "svg": f"{_OASIS}:svg-compatible:1.0",
    "number": f"{_OASIS}:datastyle:1.0",
    "presentation": f"{_OASIS}:presentation:1.0",
    "xlink": "http://www.w3.org/1999/xlink",
}
"""Namespaces of a released file by their prefix (ODF 1.3, part 3)."""
PREFIXES = {uri: prefix for prefix, uri in NAMESPACES.items()}

_ELEMENTS = {
    "office": "document-content document-styles body text spreadsheet presentation drawing styles automatic-styles "
    "master-styles font-face-decls",
    "style": "style default-style font-face paragraph-properties text-properties table-properties columns column "
    "table-column-properties table-row-properties table-cell-properties graphic-properties section-properties "
    "list-level-properties list-level-label-alignment page-layout page-layout-properties header-style footer-style "
    "header-footer-properties master-page header footer header-left footer-left header-first footer-first tab-stops "
    "tab-stop drop-cap footnote-sep drawing-page-properties background-image default-page-layout region-left "
    "region-center region-right chart-properties",
    "text": "p h span a s tab line-break soft-page-break list list-item list-header section note note-citation "
    "note-body page-number page-count list-style list-level-style-number list-level-style-bullet "
    "list-level-style-image outline-style outline-level-style notes-configuration linenumbering-configuration "
    "numbered-paragraph table-of-content index-body index-title",
    "table": "table table-column table-columns table-header-columns table-row table-rows table-header-rows "
    "table-cell covered-table-cell table-row-group table-column-group shapes",
    "draw": "frame text-box image page page-thumbnail rect line circle ellipse custom-shape g polygon polyline path "
    "connector stroke-dash gradient fill-image marker hatch opacity layer-set layer",
    "svg": "title desc",
    "number": "number-style date-style time-style percentage-style currency-style boolean-style text-style number "
    "text day month year hours minutes seconds am-pm day-of-week week-of-year quarter era fraction "
    "scientific-number boolean text-content currency-symbol",
    "presentation": "notes",
}  # fmt: skip
ELEMENTS = frozenset(f"{prefix}:{name}" for prefix, names in _ELEMENTS.items() for name in names.split())

FIELDS = frozenset(
    "date time author-name author-initials chapter file-name title subject creator description keywords placeholder "
    "sequence user-defined sender-firstname sender-lastname sender-initials sender-title sender-company "
    "sender-street sender-city sender-postal-code sender-country sender-phone-work sender-phone-private sender-email "
    "sender-fax sender-state-or-province sender-position initial-creator creation-date creation-time print-date "
    "print-time printed-by modification-date modification-time editing-cycles editing-duration template-name "
    "sheet-name variable-set variable-get variable-input user-field-get user-field-input expression text-input "
    "conditional-text bookmark-ref reference-ref note-ref sequence-ref database-display database-name word-count "
    "character-count paragraph-count table-count image-count object-count page-variable-get measure dde-connection "
    "hidden-text hidden-paragraph ruby ruby-base ruby-text meta meta-field bibliography-mark page-continuation".split()
)
"""Fields in running text: what they show stays as text that is searched."""

_KEYWORDS = frozenset(
    "true false none auto normal bold italic oblique left right center start end justify top middle bottom baseline "
    "automatic solid dashed dotted double dash wave single thin thick medium long-dash dot-dash dot-dot-dash inherit "
    "transparent page column always avoid page-number parallel run-through dynamic biggest wrap no-wrap scroll "
    "paragraph char frame as-char text graphic table table-column table-row table-cell section drawing-page ruby "
    "presentation chart control default family landscape portrait lr-tb rl-tb tb-rl tb-lr lr rl tb mirrored odd even "
    "all both footnote endnote document chapter current previous next arabic i I a A hidden visible collapse filter "
    "visible-style sub super small-caps uppercase lowercase capitalize roman swiss modern decorative script system "
    "fixed variable font-color embossed engraved accent dot circle disc above below distribute no-limit line space "
    "lines word letter-kerning words continuous skip-white-space label-alignment label-width-and-position listtab "
    "nothing float percentage currency date time boolean string long short standard minus outline title subtitle "
    "object notes handout page-layout repeat no-repeat stretch background-image simple embed onLoad new _self "
    "foreground background full outside inside from-left from-inside from-top page-content paragraph-content "
    "page-start-margin page-end-margin paragraph-start-margin paragraph-end-margin frame-content solid-fill bitmap "
    "gradient hatch linear axial radial ellipsoid square rectangular round miter bevel butt greyscale mono watermark "
    "separate ltr rtl ignore rotate thousand shrink grow border-box content-box index layout formula value protected "
    "column-break ideograph-alpha hanging simple-break strict loose printable ordered-list printer draft en de fr es "
    "it nl pt US GB DE FR ES CA AT CH x-none zxx und zh-CN ja-JP hi-IN zh ja hi CN JP IN ltr-rtl text-after "
    "nonwhitespace collapsing separating consider-shifts alphabetic mathematical lighter bolder "
    "1.0 1.1 1.2 1.3 1.4 x-symbol".split()
)
_FONTS = FONTS | {"Lohit Devanagari", "StarSymbol", "starbats"}
"""The last two are how LibreOffice calls its bullets."""
_WORD = re.compile(
    r"-?\d{1,5}(?:\.\d{1,8})?(?:cm|mm|in|pt|px|pc|em|%|\*)?|#[0-9a-fA-F]{6}|\W{1,3}|0\.0*|-?\d{1,4}"
)
STYLE_NAMES = frozenset(
    {
        *(
            "Standard",
            "Default",
            "default",
            "Text_20_body",
            "Heading",
            "Title",
            "Subtitle",
            "List",
            "Caption",
            "Index",
        ),
        *("Header", "Footer", "Footnote", "Endnote", "Table_20_Contents", "Table_20_Heading", "Quotations"),
        *(f"Heading_20_{n}" for n in range(1, 11)),
    }
)
NEUTRAL_NAME = re.compile(r"n\d{1,6}")
_NAMED = re.compile(r"(?:.*-)?name(?:-asian|-complex)?")


def is_name(attribute: str) -> bool:
    """Whether an attribute names a style, font, table or other thing of the file itself.

    Examples
    --------
    >>> is_name("parent-style-name"), is_name("text-align")
    (True, False)
    """
    return _NAMED.fullmatch(attribute) is not None and attribute not in ("formula-name", "display-name")


def is_plain(attribute: str, value: str) -> bool:
    """Whether a value lays out and tells nothing: numbers with units, colours, words of the definition.

    Examples
    --------
    >>> is_plain("border", "0.06pt solid #000000"), is_plain("border", "Jane")
    (True, False)
    """
    if attribute.startswith("font-family"):
        return value.strip("'") in _FONTS
    return len(value) < 80 and all(word in _KEYWORDS or _WORD.fullmatch(word) for word in value.split())
