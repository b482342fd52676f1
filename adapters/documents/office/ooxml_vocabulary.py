"""Words of the Office Open XML schemas and of Word's built-in styles.

An attribute value made of these words alone says how a document is laid out,
not what it says: reading back leaves it out. Anything else is read as text.
"""

from __future__ import annotations

import re

_WORDS = frozenset(
    {
        "accent", "acronym", "address", "align", "alignment", "all", "annotation", "apart", "application",
        "archive", "area", "arrow", "asst", "attached", "authorities", "auto", "axis", "back", "background",
        "balloon", "band", "bar", "base", "baseline", "basic", "before", "best", "between", "bibliography",
        "bidi", "block", "bmp", "body", "bold", "book", "both", "bottom", "bounds", "box", "bullet",
        "callout", "cap", "caption", "cat", "cell", "center", "char", "character", "chart", "charts",
        "circle", "cite", "clean", "clear", "clip", "closing", "clr", "clustered", "cm", "code", "col",
        "colorful", "colors", "cols", "column", "columns", "com", "compatibility", "compress", "con",
        "connector", "contemporary", "contextual", "continuation", "continue", "continuous", "conv",
        "corner", "cr", "ctr", "custom", "dark", "dash", "data", "date", "day", "dc", "dcmitype", "dcterms",
        "decimal", "default", "definition", "des", "desc", "diagram", "diagrams", "differentiate", "dir",
        "dist", "doc", "document", "documents", "dot", "dotted", "double", "drawing", "drawingml", "dxa",
        "edit", "effects", "elegant", "embed", "emphasis", "enable", "end", "endnote", "endnotes",
        "envelope", "even", "every", "exact", "external", "false", "features", "figures", "first", "fit",
        "fixed", "flat", "flip", "follow", "followed", "font", "footer", "footnote", "footnotes", "for",
        "form", "format", "front", "full", "function", "gap", "general", "gfx", "grid", "grids", "group",
        "hang", "hanging", "header", "headers", "heading", "hierarchy", "high", "horizontal", "horz",
        "html", "http", "https", "hyperlink", "hyphenation", "icon", "image", "in", "indent", "index",
        "inf", "inline", "inset", "intense", "internal", "jpeg", "justification", "justify", "keep",
        "keyboard", "label", "landscape", "last", "layout", "least", "left", "letter", "level", "lin",
        "line", "linear", "link", "linked", "list", "low", "lower", "lvl", "mail", "main", "major", "map",
        "mapping", "margin", "margins", "math", "max", "media", "medium", "message", "microsoft", "min",
        "minor", "mirror", "mm", "mode", "modern", "multi", "multilevel", "multiply", "multirow", "music",
        "next", "nil", "node", "nodes", "none", "normal", "not", "note", "notes", "num", "number",
        "numbering", "oclc", "odd", "off", "office", "officeart", "officedocument", "on", "open",
        "openxmlformats", "org", "orthographic", "outline", "over", "override", "package", "pad", "page",
        "pages", "par", "paragraph", "parallel", "pg", "pict", "picture", "pitch", "plain", "png",
        "portrait", "pos", "preformatted", "pres", "presentation", "preserve", "prim", "process",
        "professional", "property", "pt", "purl", "px", "quick", "quickstyle", "quote", "rect", "rectangle",
        "ref", "reference", "rel", "relationship", "relationships", "rels", "repeat", "restart", "reverse",
        "right", "roman", "rot", "round", "row", "salutation", "sample", "schemas", "section", "self",
        "sep", "separator", "settings", "shading", "shape", "shapes", "shared", "sheet", "sheets", "sib",
        "sides", "signature", "simple", "single", "size", "smart", "solid", "spacing", "sparse",
        "spreadsheetml", "square", "standard", "start", "step", "stretch", "string", "strings", "strong",
        "style", "styles", "sub", "subject", "subscript", "subtitle", "subtle", "sum", "superscript",
        "symbol", "tab", "table", "tail", "tbl", "tdash", "term", "text", "theme", "thick", "thin", "tile",
        "times", "title", "toa", "toc", "top", "trans", "true", "type", "typewriter", "und", "unit", "up",
        "upper", "urn", "value", "values", "var", "variable", "vert", "vertical", "view", "vml", "vnd",
        "w3", "web", "wide", "width", "window", "word", "wordml", "wordprocessingml", "workbook",
        "worksheet", "worksheets", "wrap", "www", "xml", "year",
    }
)  # fmt: skip
_PIECE = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_MEASURE = re.compile(
    r"""[-+]?\d{1,6}(?:\.\d{1,6})?(?:pt|in|cm|mm|%)?|\#?[0-9A-Fa-f]{6}
    |\{?[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\}?""",
    re.VERBOSE,
)
# Names of the styles and fonts that Word writes into every new document.
_WORDS |= frozenset(
    {
        "light", "medium", "dark", "colorful", "list", "grid", "shading", "placeholder", "revision", "macro",
        "times", "new", "roman", "courier", "cambria", "calibri", "arial", "math", "ms",
    }
)  # fmt: skip
FONTS = frozenset(
    {
        "", "Aharoni", "Angsana New", "Aptos", "Aptos Display", "Arial", "Arial Black", "Arial Narrow",
        "Arial Unicode MS", "Batang", "BatangChe", "Book Antiqua", "Bookman Old Style", "Calibri",
        "Calibri Light", "Cambria", "Cambria Math", "Candara", "Century", "Century Gothic",
        "Century Schoolbook", "Comic Sans MS", "Consolas", "Constantia", "Corbel", "Cordia New", "Courier",
        "Courier New", "DaunPenh", "David", "DejaVu Sans", "DejaVu Serif", "DengXian", "DokChampa", "Ebrima",
        "Estrangelo Edessa", "Euphemia", "FangSong", "Franklin Gothic Book", "Franklin Gothic Medium",
        "Garamond", "Gautami", "Georgia", "Gill Sans MT", "Gulim", "Helvetica", "Helvetica Neue", "Impact",
        "Iskoola Pota", "Javanese Text", "KaiTi", "Kalinga", "Kartika", "Latha", "Leelawadee UI",
        "Liberation Mono", "Liberation Sans", "Liberation Serif", "Lucida Console", "Lucida Grande",
        "Lucida Sans", "Lucida Sans Unicode", "MS Gothic", "MS Mincho", "MS PGothic", "MS PMincho",
        "MS Sans Serif", "MV Boli", "Malgun Gothic", "Mangal", "Meiryo", "Microsoft Himalaya",
        "Microsoft JhengHei", "Microsoft New Tai Lue", "Microsoft Sans Serif", "Microsoft Tai Le",
        "Microsoft Uighur", "Microsoft YaHei", "Microsoft Yi Baiti", "MingLiU", "Mongolian Baiti",
        "MoolBoran",
        "Myanmar Text", "Nirmala UI", "Noto Sans", "Noto Serif", "Nyala", "OpenSymbol", "Open Sans",
        "PMingLiU", "Palatino Linotype", "Phagspa", "Plantagenet Cherokee", "Raavi", "Roboto", "Segoe UI",
        "Segoe UI Emoji", "Segoe UI Historic", "Segoe UI Symbol", "Shruti", "SimHei", "SimSun", "Sylfaen",
        "Symbol", "Tahoma", "Times", "Times New Roman", "Trebuchet MS", "Tunga", "Verdana", "Vrinda",
        "Webdings", "Wingdings", "Wingdings 2", "Wingdings 3", "Yu Gothic", "Yu Gothic Light", "Yu Mincho",
        "宋体", "新細明體", "游ゴシック", "游ゴシック Light", "游明朝", "等线", "等线 Light", "맑은 고딕",
        "\uff2d\uff33 ゴシック", "\uff2d\uff33 明朝", "\uff2d\uff33 \uff30ゴシック",
        "\uff2d\uff33 \uff30明朝",
    }
)  # fmt: skip
"""Fonts that come with Word, LibreOffice and the systems they run on; the name of another one is read."""
_FONT = frozenset({"ascii", "hAnsi", "eastAsia", "cs", "typeface"})
_HEX = re.compile(r"[0-9A-Fa-f]{1,20}")
# What attributes that lay out may hold: languages, colours, ids of paragraphs, prefixes, media types.
_FORMS = {
    **dict.fromkeys(("paraId", "textId", "panose", "panose1", "lastClr", "usb0", "csb0", "nsid"), _HEX),
    **dict.fromkeys(("eastAsia", "bidi", "lang"), re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,4}){0,2}")),
    "script": re.compile("[A-Z][a-z]{3}"),
    **dict.fromkeys(("fill", "color"), re.compile(r"\#?[0-9A-Fa-f]{3,8}")),
    **dict.fromkeys(
        ("Ignorable", "Requires"), re.compile(r"(?:[a-z]{1,4}\d{0,4}(?:se|cid|cex|sdtdh)?(?:\s|\Z))+")
    ),
    "Type": re.compile(
        r"http://schemas\.(?:openxmlformats\.org|microsoft\.com)/(?:office|officeDocument|package)/"
        r"(?:\d{4}|word|\d{2}|relationships|metadata|/)*/[A-Za-z-]{4,30}"
    ),
    "ContentType": re.compile(
        r"application/(?:xml|vnd\.(?:openxmlformats-(?:officedocument|package)\.[A-Za-z.+-]+"
        r"|ms-(?:word|excel|office)\.[A-Za-z.+-]+))|image/png"
    ),
    "path": re.compile(r"[mlcxetrvwhnsqbaf@XYyo\d,.\s-]*|circle|rect|shape"),
    **dict.fromkeys(("coordsize", "coordorigin", "adj"), re.compile(r"[\d,.\s-]*")),
    "eqn": re.compile(
        r"(?:(?:val|sum|product|mid|abs|min|max|if|mod|atan2|sin|cos|sqrt|prod|pixel\w{2,10}"
        r"|width|height|line\w{2,6}|[@#]?[\d.-]+)(?:\s|\Z))+"
    ),
    "uri": re.compile(
        r"http://schemas\.(?:openxmlformats\.org|microsoft\.com)/(?:office|officeDocument|drawingml|drawing"
        r"|word|main|picture|chart|diagram|wordprocessing(?:Shape|Group|Canvas|Drawing|Ink)|relationships"
        r"|\d{1,4}|chartex|ink|model3d|lockedCanvas|/)+|\{[0-9A-Fa-f-]{36}\}"
    ),
}


def is_layout(attribute: str, value: str) -> bool:
    """Whether the value of an attribute only lays the document out.

    Parameters
    ----------
    attribute : str
        Its name, with or without a prefix.
    value : str
        Its value.
    """
    name = attribute.rpartition(":")[2]
    if _MEASURE.fullmatch(value) or (name in _FONT and value in FONTS):
        return True
    if name in _FORMS and _FORMS[name].fullmatch(value):
        return True
    if not value.isascii() or "@" in value or sum(map(str.isdigit, value)) > 12:
        return False
    pieces = _PIECE.findall(value)
    n_digits = sum(len(piece) for piece in pieces if piece.isdigit())
    return n_digits < 6 and all(len(p) < 3 or p.isdigit() or p.lower() in _WORDS for p in pieces)


def is_builtin_style(name: str) -> bool:
    """Whether the name of a style is made of words of Word's own styles alone, as ``Heading 1 Char`` is."""
    words = name.lower().split()
    return bool(words) and all(word in _WORDS or (len(word) == 1 and word.isdigit()) for word in words)
