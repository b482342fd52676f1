"""What the markup of a released Office file may say: values from closed lists, numbers, colours, references.

A value of this vocabulary lays a document out and cannot carry a sentence, a name or a record number:
numbers of six digits and more are round ones, ids are short. Everything else is text, or leaves.
"""

from __future__ import annotations

import re
from functools import lru_cache

from adapters.documents.office.ooxml import presentation_words, schema_words
from adapters.documents.office.ooxml.builtin_names import FONTS, is_builtin_style, is_builtin_style_id

ELEMENTS = schema_words.ELEMENTS | presentation_words.ELEMENTS
ATTRIBUTES = schema_words.ATTRIBUTES | presentation_words.ATTRIBUTES
VALUES = schema_words.VALUES | presentation_words.VALUES
_NUMBER = re.compile(
    r"""[+-]?(?:0|[1-9]\d{0,4}|[1-9]\d{3}00|[1-9]\d{3,7}000)(?:\.\d{1,4})?
    (?:pt|in|cm|mm|px|pc|pi|em|%|fd?|o)?|-?\.\d{1,4}(?:pt|in|cm|mm|em)?|[0-9A-F]{2}|[0-9A-F]{4}""",
    re.VERBOSE,
)
_LONG_NUMBER = re.compile(r"([+-]?)0*(\d{1,10})(\.\d+)?([a-z%]{0,2})")
_COLOUR = re.compile(
    r"\#?(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})|FF[0-9A-Fa-f]{6}|#?[a-zA-Z]{3,16} \[\d{1,4}\]|\[\d{1,4}\]"
)
_COLOURED_TEXT = """
val fill color color2 fillcolor strokecolor bgcolor rgb lastClr shadowcolor bordertopcolor
"""
_COLOURED = frozenset(_COLOURED_TEXT.split())
_REFERENCES = re.compile(
    r"(?:\$?[A-Z]{1,3}\$?\d{1,7}|\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|\$?\d{1,7}:\$?\d{1,7})"
    r"(?:[ :,]\$?[A-Z]{1,3}\$?\d{1,7})*"
)
_GUID = re.compile(r"\{00000000-0000-0000-0000-[0-9]{12}\}")
_ID = re.compile(r"-?(?:0|[1-9]\d{0,4})|(?:rId|id|[#]id|_x0000_[st]|[#]_x0000_[st])\d{1,5}")
_COORDINATES = re.compile(r"(?:(?:@|-|-?\.)?\d{0,5}(?:\.\d{1,4})?(?:pt|in|mm|cm|fd?)?[, ]{0,2}){0,400}")
_LANGUAGE = re.compile(
    r"(?:[a-z]{2}|fil|haw|yue|chr|nso|prs|quz|kok|smn|sma|smj|dsb|hsb|moh|arn|gsw|sah|syr|tzm)"
    r"(?:-(?:Latn|Cyrl|Arab|Hans|Hant|Deva|Cher))?(?:-(?:[A-Z]{2}|419|001))?|x-none"
)
_SCRIPTS_TEXT = """
Arab Armn Beng Bopo Bugi Cans Cher Deva Ethi Geor Gujr Guru Hang Hans Hant Hebr Java Jpan Khmr Knda
Laoo Lisu Mlym Mong Mymr Nkoo Olck Orya Osma Phag Sinh Sora Syrc Syre Syrj Syrn Tale Talu Taml Telu
Tfng Thaa Thai Tibt Uigh Viet Yiii
"""
_SCRIPTS = frozenset(_SCRIPTS_TEXT.split())
_PREFIXES_TEXT = """
p p14 p15 w w14 w15 w16 w16se w16cid w16cex w16sdtdh w16sdtfl w16du wp wp14 wps wpg wpc wpi wne wnne r m v o a
pic c c14 c15 c16 c16r2 c16r3 cx cx1 cx2 cx3 cx4 cx5 cx6 cx7 cx8 dgm dsp dgm14 a14 a15 a16 aink am3d
oel w10 mc x x14 x14ac x15 x15ac x16r2 xr xr2 xr3 xr6 xr9 xr10 xdr xdr14 sl thm15 lc mx mv mo ct pr
xsi
"""
PREFIXES = frozenset(_PREFIXES_TEXT.split())
"""Prefixes of namespaces that Office declares."""
_FORMULA = re.compile(
    r"(?:(?:val|sum|product|mid|abs|min|max|if|mod|atan2|sin|cos|tan|sqrt|prod|pin|at2|cat2|sat2|[*+?/-]{1,2}"
    r"|pixel(?:Line)?(?:Width|Height)|width|height|line(?:Drawn)?|emuWidth|emuHeight|[@#]?-?\d{1,6}(?:\.\d{1,4})?0*"
    r"|\d?cd[248]|[whs]s?d\d{1,2}|[whlrtb]|hc|vc|ls|ss|(?:adj|x|y|dx|dy|a|q|g|gd|connsite[XY])\d{0,3})(?:\s|\Z))+"
)
_GUIDE = re.compile(
    r"-?(?:0|[1-9]\d{0,4}|[1-9]\d{3}00|[1-9]\d{3,7}000)|\d?cd[248]|[whs]s?d\d{1,2}|[whlrtb]|hc|vc|ls|ss"
    r"|hf|vf|(?:adj|x|y|dx|dy|a|q|g|gd|connsite[XY])\d{0,3}"
)
_NO_WORD = r"(?!.*[a-z]{5})(?!.*\d{6})"
_VML_PATH = re.compile(
    _NO_WORD + r"(?:n[fs]|a[elrt]|w[ar]|q[bxy]|h[a-i]|[mlcxertv]|[,\s]|@\d{1,3}|-?\d{1,5})*"
    r"|circle|rect|shape"
)
_ART = re.compile(
    r"urn:microsoft\.com/office/officeart/20\d\d/\d{1,2}/(?:layout/(?:default|process\d{1,2}|list\d|cycle\d|"
    r"hierarchy\d|hList\d{1,2}|vList\d{1,2}|lProcess\d|hProcess\d{1,2}|chevron\d|arrow\d|pyramid\d|radial\d|venn\d"
    r"|matrix\d|orgChart1|target\d|gear1|funnel1|equation\d|balance1|bProcess\d|pList\d|vProcess\d|hChevron\d|hierarchy\d"
    r"|BasicProcess|ChevronAccentProcess)|quickstyle/(?:simple\d|3d\d)|colors/(?:accent[0-6]_\d|colorful\d))"
)
_URI = re.compile(
    r"http://schemas\.(?:openxmlformats\.org/(?:drawingml/2006/(?:main|picture|chart|diagram|lockedCanvas|table)"
    r"|officeDocument/2006/\w{4,12})|microsoft\.com/office/(?:word(?:/20\d\d/wordprocessing(?:Shape|Group|Canvas|Ink))?"
    r"|drawing/2008/diagram|drawing/2014/chartex|word/20\d\d/wordml))"
)
_RELATIONSHIP = re.compile(
    r"http://schemas\.(?:openxmlformats\.org/officeDocument/2006|microsoft\.com/office/20\d\d)/relationships/("
    r"officeDocument|styles|numbering|settings|theme|header|footer|footnotes|endnotes|image|hyperlink|chart"
    r"|diagram(?:Data|Layout|QuickStyle|Colors|Drawing)|worksheet|sharedStrings|drawing|slide|slideLayout"
    r"|slideMaster|notesSlide|notesMaster|tableStyles)"
)
_CONTENT_TYPE = re.compile(
    r"application/(?:xml|vnd\.openxmlformats-(?:package\.relationships\+xml|officedocument\.(?:wordprocessingml\."
    r"(?:document\.main|styles|numbering|settings|header|footer|footnotes|endnotes)|spreadsheetml\.(?:sheet\.main"
    r"|worksheet|styles|sharedStrings)|presentationml\.(?:presentation\.main|slide|slideLayout|slideMaster"
    r"|notesSlide|notesMaster|tableStyles)|theme|drawing|drawingml\.(?:chart|diagram(?:Data|Layout|Style|Colors)))\+xml)"
    r"|vnd\.ms-office\.drawingml\.diagramDrawing\+xml)|image/png"
)
PART = re.compile(
    r"/?\[Content_Types\]\.xml|/?_rels/\.rels|/?media/image\d{1,5}\.png|/?(?:(?:word|xl|ppt)/)?"
    r"(?:(?:theme|charts|drawings|diagrams|worksheets|slides|slideLayouts|slideMasters|notesSlides|notesMasters)/)?"
    r"(?:_rels/)?(?:(?:document|workbook|presentation|tableStyles|styles|settings|numbering"
    r"|footnotes|endnotes|sharedStrings)\d?|(?:header|footer|theme|chart|drawing|sheet|data|layout|quickStyle|colors"
    r"|slide|slideLayout|slideMaster|notesSlide|notesMaster|part)\d{1,4})\.xml(?:\.rels)?"
)
"""Names that parts of a released package have."""
_DATE_PICTURE = re.compile(r"(?:[dMyHhms]{1,4}|am/pm|AM/PM|[\s/.,:'-]){1,40}")
_LEVEL_TEXT = re.compile(r"(?:%\d|[^\w%]|[oO\u00a7\uf000-\uf0ff]|\s){0,12}")
_NUMBER_FORMAT = re.compile(
    r"(?:[0#?.,/%;:@ ()+$€£¥_*\\-]|E\+|General|(?<![A-Za-z])[yYmMdDhHsS]{1,5}(?![A-Za-z])|AM/PM|A/P"
    r"|\[(?:Red|Black|Blue|Green|White|Yellow|Cyan|Magenta|<=9{1,12}|h|hh|m|mm|s|ss|\$[€£¥$]?-[0-9A-Fa-f]{1,4})\]"
    r'|"(?:[^\w"]{0,3}|kg|mg|cm|mm|m|h|EUR|USD)"){0,120}'
)
_CHART_REFERENCE = re.compile(r"Sheet\d{0,3}!(?:\$?[A-Z]{1,3}\$?\d{1,7}:?){1,2}")
_OBJECT_NAME = re.compile(r"Object \d{1,5}")
_CSS = re.compile(
    r"(?:(?:position:(?:absolute|relative|static)|(?:margin-)?(?:left|top|right|bottom)"
    r":-?[\d.]{1,8}(?:pt|in|cm|mm|px|%)?"
    r"|(?:width|height):[\d.]{1,8}(?:pt|in|cm|mm|px|%)?|z-index:-?\d{1,5}"
    r"|visibility:(?:visible|hidden)|flip:[xy ]{1,3}"
    r"|rotation:-?[\d.]{1,8}(?:fd)?|mso-(?:wrap-(?:style|distance-(?:left|top|right|bottom)|mode|edited)"
    r"|position-(?:horizontal|vertical)(?:-relative)?|(?:width|height)-(?:percent|relative)"
    r"|fit-shape-to-text|direction-alt|layout-flow-alt):(?:-?[\d.]{1,6}(?:pt|in)?|square|none|t|f|auto|page|margin|text|char|line"
    r"|absolute|left|right|center|top|bottom|inside|outside|bottom-to-top|(?:left|right|top|bottom|inner|outer)-margin-area)"
    r"|v-text-anchor:(?:top|middle|bottom)(?:-center|-baseline)?|layout-flow:(?:vertical|horizontal)(?:-ideographic)?"
    r"|text-align:(?:left|right|center|justify)|font-size:[\d.]{1,5}(?:pt|px)?|font-weight:(?:bold|normal)"
    r"|font-style:(?:italic|normal)|v-text-(?:kern|reverse|spacing|align|rotate-letters):\w{1,12}"
    r"|text-decoration:underline|v-rotate-letters:[tf]);?\s*)"
)
_BOOKMARK = re.compile(r"_GoBack|GoBack|bookmark\d{1,5}")
_COMPATIBILITY_TEXT = """
compatibilityMode overrideTableStyleFontSizeAndJustification enableOpenTypeFeatures
doNotFlipMirrorIndents differentiateMultirowTableHeaders useWord2013TrackBottomHyphenation
allowHyphenationAtTrackBottom allowTextAfterFloatingTableBreak
"""
_COMPATIBILITY = frozenset(_COMPATIBILITY_TEXT.split())

FIELD_WORDS = re.compile(
    r"""(?:\s|"|\\[hzunpfr*@\#ol]|bookmark\d{1,5}|_GoBack|\d-\d
    |(?i:mergeformat|charformat|arabic|roman|alphabetic|ordinal|cardtext)
    |PAGE|NUMPAGES|SECTIONPAGES|SECTION|TOC|FORMTEXT|FORMCHECKBOX|FORMDROPDOWN|REF|PAGEREF|NOTEREF|HYPERLINK)*""",
    re.VERBOSE,
)
"""Codes of fields, or pieces of them, that say nothing of their own."""

# Elements whose ``val`` has a form of its own.
_STYLED_TEXT = """
pStyle rStyle tblStyle basedOn next link numStyleLink styleLink defaultTableStyle clickAndTypeStyle
"""
_STYLED = frozenset(_STYLED_TEXT.split())
_VAL_FORMS = {
    **dict.fromkeys(("lang", "lid", "themeFontLang"), _LANGUAGE),
    "dateFormat": _DATE_PICTURE,
    "lvlText": _LEVEL_TEXT,
    "formatCode": _NUMBER_FORMAT,
    **dict.fromkeys(("abstractNumId", "numId", "lvlPicBulletId", "axId", "crossAx", "multiLevelType"), _ID),
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
_FONT_ELEMENTS = frozenset({"mathFont", "rFont", "name"})
_FONTED = frozenset({"ascii", "hAnsi", "eastAsia", "cs", "typeface", "font"})
_THEME_FONT = re.compile(r"\+m[jn]-(?:lt|ea|cs)")
_FORMS = {
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
        re.compile(rf"{_ID.pattern}|{_GUID.pattern}"),
    ),
    **dict.fromkeys(("lang", "bidi", "eastAsia", "altLang"), _LANGUAGE),
    **dict.fromkeys(("sqref", "topLeftCell", "activeCell", "r", "spans", "location"), _REFERENCES),
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
        _COORDINATES,
    ),
    **dict.fromkeys(
        ("Ignorable", "Requires"), re.compile(rf"(?:(?:{'|'.join(sorted(PREFIXES))})(?:\s|\Z))+")
    ),
    **dict.fromkeys(("eqn", "fmla"), _FORMULA),
    **dict.fromkeys(
        ("x", "y", "l", "t", "r2", "wR", "hR", "stAng", "swAng", "gdRefX", "gdRefY", "pos"), _GUIDE
    ),
    **dict.fromkeys(
        ("axis", "ptType", "hideLastTrans", "st", "cnt", "step"),
        re.compile(
            r"(?:(?:self|ch|des|desOrSelf|par|ancst"
            r"|ancstOrSelf|followSib|precedSib|follow|preced|root|none|all|doc|node|norm|nonNorm|asst|nonAsst|parTrans|pres|sibTrans"
            r"|true|false|-?\d{1,5})(?:\s|\Z)){1,6}"
        ),
    ),
    **dict.fromkeys(("csTypeId", "loTypeId", "qsTypeId", "presId", "uniqueId"), _ART),
    **dict.fromkeys(("forName", "refForName", "presName"), re.compile(r"name\d{1,4}")),
    "ref": re.compile(rf"name\d{{1,4}}|{_REFERENCES.pattern}"),  # of diagrams; of workbooks
    "anchor": _BOOKMARK,
    "uri": _URI,
    "path": _VML_PATH,
    "v": _VML_PATH,
    "style": re.compile(f"(?:{_CSS.pattern})*"),
    "Type": _RELATIONSHIP,
    "ContentType": _CONTENT_TYPE,
    "Extension": re.compile("rels|xml|png"),
    "PartName": PART,
    "Target": PART,
    "formatCode": _NUMBER_FORMAT,
    "format": _NUMBER_FORMAT,
    "char": re.compile(r"[0-9A-Fa-f]{4}|\W|[oO\u00a7]"),
    "sz": re.compile(r"\d{1,5}"),
    "instr": FIELD_WORDS,
    "fldCharType": re.compile("begin|separate|end"),
    "Id": re.compile(r"rId\d{1,5}"),
    "action": presentation_words.ACTIONS,
    "def": _GUID,
    "styleName": re.compile(r"Style \d{1,4}"),
}
# Names of things, by element: what a name may be.
_NAMES = {
    **dict.fromkeys(("docPr", "cNvPr"), _OBJECT_NAME),
    "bookmarkStart": _BOOKMARK,
    "compatSetting": re.compile("|".join(_COMPATIBILITY)),
    **dict.fromkeys(("layoutNode", "forEach", "choose", "if", "else", "presOf"), re.compile(r"name\d{1,4}")),
    "gd": _GUIDE,
    "cSld": presentation_words.LAYOUT_NAMES,
    **dict.fromkeys(("theme", "clrScheme", "fontScheme", "fmtScheme", "custClr"), re.compile("Office")),
}
_TEXTS = frozenset(
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
_TEXT_VALUES = frozenset(
    {"alias", "tblCaption", "tblDescription", "lvlText", "helpText", "statusText", "listEntry"}
)
_TEXT_NAMES = frozenset({"sheet"})
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
_MEASURED = {
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
    "f": _CHART_REFERENCE,
    "formula": re.compile(rf"-?\d{{1,5}}(?:\.\d{{1,4}})?|{_REFERENCES.pattern}"),
    "formatCode": _NUMBER_FORMAT,
    "tableStyleId": _GUID,
}


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
        return element in _TEXT_VALUES or (element == "default" and parent == "textInput")
    if attribute == "name":
        return element in _TEXT_NAMES
    return attribute in _TEXTS


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
        return is_builtin_style_id(value) or _GUID.fullmatch(value) is not None
    if attribute in _FONTED and (value in FONTS or _THEME_FONT.fullmatch(value)):
        return True
    if attribute == "script":
        return value in _SCRIPTS
    form = _FORMS.get(attribute)
    if form is not None and form.fullmatch(value):
        return True
    return attribute in ATTRIBUTES and _is_plain(attribute, value)


def _is_val(element: str, value: str) -> bool:
    if element in _STYLED:
        return is_builtin_style_id(value)
    if element in _FONT_ELEMENTS and (value in FONTS or is_builtin_style(value)):
        return True
    form = _VAL_FORMS.get(element)
    if form is not None and form.fullmatch(value):
        return True
    return element not in ("alias", "tag", "name", "aliases") and _is_plain("val", value)


def _is_name(element: str, value: str) -> bool:
    if element == "styleLbl":
        return value in VALUES
    if element in ("lsdException", "cellStyle"):
        return is_builtin_style(value) or _STYLE_NAME.fullmatch(value) is not None
    form = _NAMES.get(element)
    return form is not None and form.fullmatch(value) is not None


_STYLE_NAME = re.compile(r"Style \d{1,4}")


def _is_plain(attribute: str, value: str) -> bool:
    if value in VALUES or _NUMBER.fullmatch(value):
        return True
    return attribute in _COLOURED and _COLOUR.fullmatch(value) is not None


@lru_cache(16384)
def rounded(value: str) -> str:
    """A number as a released file has it: no leading zeros, round from six digits on, four decimals."""
    found = _LONG_NUMBER.fullmatch(value)
    if found is None:
        return value
    sign, digits, decimals, unit = found[1], found[2], found[3] or "", found[4]
    if len(digits) >= 6:
        keep = 2 if len(digits) == 6 else 3
        digits, decimals = digits[:-keep] + "0" * keep, ""
    return f"{sign.lstrip('+')}{digits}{decimals[:5]}{unit}"


def is_measure(element: str, text: str) -> bool:
    """Whether the character data of an element is a measure, a reference or a format of the vocabulary."""
    form = _MEASURED.get(element, False)
    if form is False:
        return False
    return bool(form.fullmatch(text)) if form is not None else _is_plain("", text)


def is_measured(element: str) -> bool:
    """Whether the character data of an element is never text."""
    return element in _MEASURED


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
        return element == "lvlText" and _LEVEL_TEXT.fullmatch(value) is not None
    return is_value(element, attribute, value)


def is_part_name(name: str) -> bool:
    """Whether a file of a package has a name that says nothing."""
    return PART.fullmatch(name) is not None


def css_of_shape(style: str) -> str:
    """The declarations of a drawn shape's style that only lay it out."""
    kept = (piece.strip() for piece in style.split(";"))
    return ";".join(piece for piece in kept if piece and _CSS.fullmatch(piece))


def number_format(code: str) -> str:
    """A format of numbers without text of its own."""
    if _NUMBER_FORMAT.fullmatch(code):
        return code
    bare = re.sub(r'"[^"]*"|\\.|_.|\*.', "", code)
    if bare and _NUMBER_FORMAT.fullmatch(bare):
        return bare
    return "yyyy-mm-dd" if re.search(r"(?i)y+.*d|d+.*y", bare) else "General"
