"""Where a released Office file's markup has which form of value, and where a reader sees text."""

from __future__ import annotations

import re

from adapters.documents.office.ooxml import presentation_words
from adapters.documents.office.ooxml.value_forms import (
    ART,
    BOOKMARK,
    CHART_REFERENCE,
    COMPATIBILITY,
    CONTENT_TYPE,
    COORDINATES,
    CSS,
    DATE_PICTURE,
    FIELD_WORDS,
    FORMULA,
    GUID,
    GUIDE,
    ID,
    LANGUAGE,
    LEVEL_TEXT,
    NUMBER_FORMAT,
    OBJECT_NAME,
    PART,
    PREFIXES,
    REFERENCES,
    RELATIONSHIP,
    URI,
    VML_PATH,
)

_COLOURED_TEXT = """
val fill color color2 fillcolor strokecolor bgcolor rgb lastClr shadowcolor bordertopcolor
"""
COLOURED = frozenset(_COLOURED_TEXT.split())
"""Attributes whose value may be a colour."""
_STYLED_TEXT = """
pStyle rStyle tblStyle basedOn next link numStyleLink styleLink defaultTableStyle clickAndTypeStyle
"""
STYLED = frozenset(_STYLED_TEXT.split())
VAL_FORMS = {
    **dict.fromkeys(("lang", "lid", "themeFontLang"), LANGUAGE),
    "dateFormat": DATE_PICTURE,
    "lvlText": LEVEL_TEXT,
    "formatCode": NUMBER_FORMAT,
    **dict.fromkeys(("abstractNumId", "numId", "lvlPicBulletId", "axId", "crossAx", "multiLevelType"), ID),
    **dict.fromkeys(
        (
            "chr",
            "begChr",
            "endChr",
            "sepChr",
            "decimalSymbol",
            "listSeparator",
            "noLineBreaksAfter",
            "brkBinSub",
        ),
        re.compile(r"[^\w\s]{0,4}|\S?"),
    ),
    "checkedState": re.compile(r"[0-9A-F]{4}"),
}
"""The form of ``val``, by element."""
FONT_ELEMENTS = frozenset({"mathFont", "rFont", "name"})
"""Elements whose ``val`` names a font."""
FONTED = frozenset({"ascii", "hAnsi", "eastAsia", "cs", "typeface", "font"})
"""Attributes that name a font."""
THEME_FONT = re.compile(r"\+m[jn]-(?:lt|ea|cs)")
FORMS = {
    **dict.fromkeys(
        (
            "id",
            "spid",
            "shapeId",
            "abstractNumId",
            "numId",
            "modelId",
            "srcId",
            "destId",
            "parTransId",
            "sibTransId",
            "presAssocID",
            "cxnId",
            "embed",
            "link",
            "pict",
            "relId",
            "Id",
            "cs",
            "dm",
            "lo",
            "qs",
            "type",
            "idref",
            "stCxn",
        ),
        re.compile(rf"{ID.pattern}|{GUID.pattern}"),
    ),
    **dict.fromkeys(("lang", "bidi", "eastAsia", "altLang"), LANGUAGE),
    **dict.fromkeys(("sqref", "topLeftCell", "activeCell", "r", "spans", "location"), REFERENCES),
    **dict.fromkeys(
        (
            "coordsize",
            "coordorigin",
            "adj",
            "limo",
            "from",
            "to",
            "points",
            "control1",
            "control2",
            "inset",
            "textboxrect",
            "connectlocs",
            "wrapcoords",
            "origin",
            "offset",
            "offset2",
            "focusposition",
            "focussize",
            "arcsize",
            "position",
            "xrange",
            "yrange",
            "polar",
            "connectangles",
            "rotation",
            "viewpoint",
            "skewamt",
            "colors",
            "dashstyle",
            "matrix",
            "lightposition",
            "custT",
            "hR",
        ),
        COORDINATES,
    ),
    **dict.fromkeys(
        ("Ignorable", "Requires"), re.compile(rf"(?:(?:{'|'.join(sorted(PREFIXES))})(?:\s|\Z))+")
    ),
    **dict.fromkeys(("eqn", "fmla"), FORMULA),
    **dict.fromkeys(
        ("x", "y", "l", "t", "r2", "wR", "hR", "stAng", "swAng", "gdRefX", "gdRefY", "pos"), GUIDE
    ),
    **dict.fromkeys(
        ("axis", "ptType", "hideLastTrans", "st", "cnt", "step"),
        re.compile(
            r"(?:(?:self|ch|des|desOrSelf|par|ancst"
            r"|ancstOrSelf|followSib|precedSib|follow|preced|root|none|all|doc|node|norm|nonNorm|asst|nonAsst|parTrans|pres|sibTrans"
            r"|true|false|-?\d{1,5})(?:\s|\Z)){1,6}"
        ),
    ),
    **dict.fromkeys(("csTypeId", "loTypeId", "qsTypeId", "presId", "uniqueId"), ART),
    **dict.fromkeys(("forName", "refForName", "presName"), re.compile(r"name\d{1,4}")),
    "ref": re.compile(rf"name\d{{1,4}}|{REFERENCES.pattern}"),  # of diagrams; of workbooks
    "anchor": BOOKMARK,
    "uri": URI,
    "path": VML_PATH,
    "v": VML_PATH,
    "style": re.compile(f"(?:{CSS.pattern})*"),
    "Type": RELATIONSHIP,
    "ContentType": CONTENT_TYPE,
    "Extension": re.compile("rels|xml|png"),
    "PartName": PART,
    "Target": PART,
    "formatCode": NUMBER_FORMAT,
    "format": NUMBER_FORMAT,
    "char": re.compile(r"[0-9A-Fa-f]{4}|\W|[oO\u00a7]"),
    "sz": re.compile(r"\d{1,5}"),
    "instr": FIELD_WORDS,
    "fldCharType": re.compile("begin|separate|end"),
    "Id": re.compile(r"rId\d{1,5}"),
    "action": presentation_words.ACTIONS,
    "def": GUID,
    "styleName": re.compile(r"Style \d{1,4}"),
}
"""The form of a value, by attribute."""
NAMES = {
    **dict.fromkeys(("docPr", "cNvPr"), OBJECT_NAME),
    "bookmarkStart": BOOKMARK,
    "compatSetting": re.compile("|".join(COMPATIBILITY)),
    **dict.fromkeys(("layoutNode", "forEach", "choose", "if", "else", "presOf"), re.compile(r"name\d{1,4}")),
    "gd": GUIDE,
    "cSld": presentation_words.LAYOUT_NAMES,
    **dict.fromkeys(("theme", "clrScheme", "fontScheme", "fmtScheme", "custClr"), re.compile("Office")),
}
"""What ``name`` may be, by element."""
TEXTS = frozenset(
    {
        "descr",
        "title",
        "alt",
        "tooltip",
        "string",
        "displayText",
        "helpText",
        "statusText",
        "display",
        "error",
        "errorTitle",
        "prompt",
        "promptTitle",
    }
)
"""Attributes that somebody reads, on whatever element."""
TEXT_VALUES = frozenset(
    {"alias", "tblCaption", "tblDescription", "lvlText", "helpText", "statusText", "listEntry"}
)
"""Elements whose ``val`` somebody reads."""
TEXT_NAMES = frozenset({"sheet"})
"""Elements whose ``name`` somebody reads."""
TEXT_ELEMENTS = frozenset(
    {
        "t",
        "instrText",
        "v",
        "oddHeader",
        "evenHeader",
        "firstHeader",
        "oddFooter",
        "evenFooter",
        "firstFooter",
        "formula1",
        "formula2",
        "name",
    }
)
"""Elements whose character data a reader sees."""
MEASURED = {
    **dict.fromkeys(
        (
            "posOffset",
            "pctWidth",
            "pctHeight",
            "pctPosHOffset",
            "pctPosVOffset",
            "align",
            "col",
            "colOff",
            "row",
            "rowOff",
            "x",
            "y",
        ),
        None,
    ),
    "f": CHART_REFERENCE,
    "formula": re.compile(rf"-?\d{{1,5}}(?:\.\d{{1,4}})?|{REFERENCES.pattern}"),
    "formatCode": NUMBER_FORMAT,
    "tableStyleId": GUID,
}
"""Elements whose character data is never text, and its form; None: a plain value."""
