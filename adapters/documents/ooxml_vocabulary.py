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
# Names of fonts, languages and colours, ids of paragraphs.
_LAYOUT_ATTRIBUTES = frozenset(
    {
        "ascii", "hAnsi", "eastAsia", "cs", "typeface", "panose", "panose1", "script", "paraId", "textId",
        "fill", "color", "themeFill", "Ignorable", "Requires", "uri", "lang", "bidi", "lastClr", "usb0",
        "csb0", "Type", "ContentType", "path", "coordsize", "coordorigin", "adj", "eqn", "nsid",
    }
)  # fmt: skip


def is_layout(attribute: str, value: str) -> bool:
    """Whether the value of an attribute only lays the document out.

    Parameters
    ----------
    attribute : str
        Its name, with or without a prefix.
    value : str
        Its value.
    """
    if _MEASURE.fullmatch(value):
        return True
    if not value.isascii() or "@" in value or sum(map(str.isdigit, value)) > 12:
        return False
    if attribute.rpartition(":")[2] in _LAYOUT_ATTRIBUTES:
        return True
    pieces = _PIECE.findall(value)
    n_digits = sum(len(piece) for piece in pieces if piece.isdigit())
    return n_digits < 6 and all(len(p) < 3 or p.isdigit() or p.lower() in _WORDS for p in pieces)
