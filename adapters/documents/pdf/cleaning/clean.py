"""What every PDF loses before it is read: all that is not the content of a page.

The file is built anew from its pages, so that nothing else is copied: not the
document information, XMP, bookmarks, names, attachments, scripts, forms,
structure with its alternative texts, thumbnails, hidden layers, nor objects of
earlier revisions. Annotations are first flattened: what a filled form shows
becomes content.
"""

from __future__ import annotations

import io
from decimal import Decimal
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from adapters.documents.faults import encrypted, malformed, too_large, with_covered_text
from adapters.documents.pdf.cleaning.neutral import names_of, rename_operands, rename_resources
from adapters.documents.pdf.cleaning.programs import clean_programs
from adapters.documents.pdf.cleaning.unwanted import refuse_unwanted
from adapters.documents.pdf.covered import apply_redactions, remove_covered
from adapters.documents.pdf.streams import content_streams, inner_dictionary, operators_of, write_operators
from adapters.documents.settings import Settings

_PAGE_KEYS = frozenset(
    {
        "/Type", "/Parent", "/MediaBox", "/CropBox", "/BleedBox", "/TrimBox", "/ArtBox", "/Rotate",
        "/Resources", "/Contents", "/Group", "/UserUnit",
    }
)  # fmt: skip
_RESOURCE_KEYS = frozenset(
    {"/Font", "/XObject", "/ExtGState", "/ColorSpace", "/Pattern", "/Shading", "/ProcSet"}
)
_FONT_KEYS = frozenset(
    {
        "/Type", "/Subtype", "/BaseFont", "/FirstChar", "/LastChar", "/Widths", "/FontDescriptor",
        "/Encoding",
        "/ToUnicode", "/FontBBox", "/FontMatrix", "/CharProcs", "/Resources", "/DescendantFonts",
        "/CIDSystemInfo", "/DW", "/W", "/DW2", "/W2", "/CIDToGIDMap",
    }
)  # fmt: skip
_FORM_KEYS = frozenset(
    {"/Type", "/Subtype", "/FormType", "/BBox", "/Matrix", "/Resources", "/Group", "/Length", "/Filter",
     "/DecodeParms", "/PatternType", "/PaintType", "/TilingType", "/XStep", "/YStep"}
)  # fmt: skip
_NEVER = (
    "/Metadata",
    "/PieceInfo",
    "/LastModified",
    "/StructParent",
    "/StructParents",
    "/OPI",
    "/AF",
    "/OC",
    "/CharSet",
    "/CIDSet",
)
# Operators that paint or set what is painted (ISO 32000-1, annex A), with how many operands they take.
_OPERANDS = {
    "b": 0, "B": 0, "b*": 0, "B*": 0, "BT": 0, "BX": 0, "c": 6, "cm": 6, "CS": 1, "cs": 1, "d": 2, "d0": 2,
    "d1": 6, "Do": 1, "ET": 0, "EX": 0, "f": 0, "F": 0, "f*": 0, "G": 1, "g": 1, "gs": 1, "h": 0, "i": 1,
    "j": 1, "J": 1, "K": 4, "k": 4, "l": 2, "m": 2, "M": 1, "n": 0, "q": 0, "Q": 0, "re": 4, "RG": 3, "rg": 3,
    "ri": 1, "s": 0, "S": 0, "SC": 1, "sc": 1, "SCN": 1, "scn": 1, "sh": 1, "T*": 0, "Tc": 1, "Td": 2,
    "TD": 2, "Tf": 2, "Tj": 1, "TJ": 1, "TL": 1, "Tm": 6, "Tr": 1, "Ts": 1, "Tw": 1, "Tz": 1, "v": 4, "w": 1,
    "W": 0, "W*": 0, "y": 4, "'": 1, '"': 3,
}  # fmt: skip
_ANY_NUMBER = frozenset({"SC", "sc", "SCN", "scn"})
_BROKEN = (
    pikepdf.PdfError,
    pikepdf.PikepdfError,
    ValueError,
    TypeError,
    KeyError,
    RuntimeError,
    IndexError,
)


class Cleaned(NamedTuple):
    """A file built anew, and how many letters somebody had covered in it; they are gone."""

    content: bytes
    n_covered: int


def cleaned(document_id: str, content: bytes, settings: Settings) -> Cleaned:
    """The PDF rebuilt from its pages, every content stream normalized.

    Raises
    ------
    UnreadableError
        DOC003 too large, DOC007 broken, DOC008 a password is needed, DOC030 covered text refused.
    """
    if len(content) > settings.max_bytes:
        raise too_large(document_id, len(content), settings.max_bytes)
    try:
        with Pdf.open(io.BytesIO(content), suppress_warnings=True) as source:
            return _rebuilt(document_id, source, settings)
    except pikepdf.PasswordError:
        raise encrypted(document_id) from None
    except _BROKEN:
        raise malformed(document_id, "PDF", "objects that cannot be read") from None


def _rebuilt(document_id: str, source: Pdf, settings: Settings) -> Cleaned:
    refuse_unwanted(document_id, source, settings)
    hidden = _hidden_layers(source)
    n_marks = apply_redactions(source)
    _flatten(source)
    with Pdf.new() as target:
        for page in source.pages:
            for key in set(page.obj.keys()) - _PAGE_KEYS:
                del page.obj[key]
            target.pages.append(page)
        if not len(target.pages):
            raise malformed(document_id, "PDF", "no pages")
        layers = _Layers(hidden)
        resource_names = names_of(content_streams(target))
        for owner, resources in content_streams(target):
            _clean_stream(target, (owner, resources), layers, resource_names)
        rename_resources(target, content_streams(target), resource_names)
        for _, resources in content_streams(target):
            _own_fonts(target, resources)
        n_covered = remove_covered(target)
        if settings.covered_text == "refuse" and n_covered + n_marks:
            raise with_covered_text(document_id, n_covered)
        _clean_objects(target, settings)
        written = io.BytesIO()
        target.remove_unreferenced_resources()
        target.save(written, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    if written.tell() > settings.max_expanded_bytes:
        raise too_large(document_id, written.tell(), settings.max_expanded_bytes)
    return Cleaned(written.getvalue(), n_covered)


def _flatten(source: Pdf) -> None:
    """Make what filled forms and other annotations show part of the pages."""
    form = source.Root.get("/AcroForm")
    if isinstance(form, Dictionary) and "/XFA" in form:
        del form["/XFA"]
    source.generate_appearance_streams()
    source.flatten_annotations("all")


def _hidden_layers(source: Pdf) -> set[str]:
    """Names of the optional content groups that are off when the file is opened."""
    properties = source.Root.get("/OCProperties")
    if not isinstance(properties, Dictionary):
        return set()
    default = properties.get("/D", Dictionary())
    groups = list(default.get("/OFF", Array()))
    if default.get("/BaseState") == Name.OFF:
        shown = {group.objgen for group in default.get("/ON", Array())}
        groups += [group for group in properties.get("/OCGs", Array()) if group.objgen not in shown]
    for number, group in enumerate(groups):
        group[_HIDDEN_MARK] = number
    return {_HIDDEN_MARK} if groups else set()


_HIDDEN_MARK = "/SafereleaseHidden"


class _Layers:
    """Which marked content is hidden."""

    def __init__(self, hidden: set[str]) -> None:
        self._any = bool(hidden)

    def is_hidden(self, group: object) -> bool:
        """Whether an optional content group (or a membership with a hidden one) is off."""
        if not self._any or not isinstance(group, Dictionary):
            return False
        named = group.get("/OCGs", Array())
        members = list(named) if isinstance(named, Array) else [named]

        return any(isinstance(g, Dictionary) and _HIDDEN_MARK in g for g in [group, *members])


def _clean_stream(target: Pdf, drawn: tuple[Any, Any], layers: _Layers, names: dict[str, str]) -> None:
    """Write the owner's operators anew: without marks and hidden layers; names neutral."""
    owner, resources = drawn
    kept = _kept_operators(owner, resources, layers)
    named = [
        (rename_operands(str(one[1]), one[0], names), one[1]) if isinstance(one, tuple) else one
        for one in kept
    ]
    write_operators(target, owner, named)
    for key in set(owner.keys()) - _FORM_KEYS if isinstance(owner, Stream) else ():
        del owner[key]


def _kept_operators(owner: Any, resources: Any, layers: _Layers) -> list[Any]:
    """The operators that paint what is shown, each with the operands it takes and no others."""
    kept: list[Any] = []
    marks: list[bool] = []
    properties = inner_dictionary(resources, "/Properties")
    for instruction in operators_of(owner):
        operator = str(instruction.operator)
        operands = list(instruction.operands)
        if operator in ("BMC", "BDC"):
            group = _group(operands, properties) if operator == "BDC" else None
            marks.append(layers.is_hidden(group))
        elif operator == "EMC" and marks:
            marks.pop()
        if operator == "INLINE IMAGE" and not any(marks):
            kept.append(instruction)
        if operator not in _OPERANDS or any(marks):
            continue
        if operator == "Do" and not _is_drawn(operands, resources, layers):
            continue
        if (wanted := _wanted(operator, operands)) is not None:
            kept.append((wanted, instruction.operator))
    return kept


def _wanted(operator: str, operands: list[Any]) -> list[Any] | None:
    """The operands that the operator takes, the last of those given; None if they are of a wrong kind."""
    count = _OPERANDS[operator]
    if len(operands) < count:
        return None
    wanted = operands[len(operands) - count :] if operator not in _ANY_NUMBER else operands
    strings = any(isinstance(o, String) or (isinstance(o, Array) and _has_text(o)) for o in wanted)
    if strings and operator not in ("Tj", "TJ", "'", '"'):
        return None
    if operator in ("Tj", "'", '"') and not isinstance(wanted[-1], String):
        return None
    if operator == "TJ" and not isinstance(wanted[0], Array):
        return None
    return wanted


def _has_text(items: Any) -> bool:
    return any(not isinstance(item, int | float | Decimal) for item in items)


def _group(operands: Any, properties: Any) -> object:
    if len(operands) == 2 and operands[0] == Name.OC and isinstance(operands[1], Name):
        return properties.get(str(operands[1]))
    return None


def _is_drawn(operands: Any, resources: Any, layers: _Layers) -> bool:
    xobject = inner_dictionary(resources, "/XObject").get(str(operands[0])) if len(operands) == 1 else None
    if not isinstance(xobject, Stream) or xobject.get("/Subtype") not in (Name.Form, Name.Image):
        return False
    return not layers.is_hidden(xobject.get("/OC"))


def _clean_objects(target: Pdf, settings: Settings) -> None:
    """Metadata hangs on any object; pictures are blanked; fonts must be objects of their own."""
    for item in list(target.objects):
        _drop_strings(item)
        if not isinstance(item, Dictionary | Stream):
            continue
        if isinstance(item, Stream) and item.get("/Subtype") == Name.Image and settings.images != "keep":
            _blank(item)
        for key in _NEVER:
            if key in item:
                del item[key]
    for owner, resources in list(content_streams(target)):
        _keep_only_drawable(resources)
        if settings.images != "keep":
            _drop_inline_pictures(target, owner)
    clean_programs(target)


def _drop_inline_pictures(target: Pdf, owner: Any) -> None:
    operators = operators_of(owner)
    kept = [one for one in operators if str(one.operator) != "INLINE IMAGE"]
    if len(kept) < len(operators):
        write_operators(target, owner, kept)


def _keep_only_drawable(resources: Any) -> None:
    """Drop resources that no operator can use: what is not drawn is not searched as a page is."""
    if not isinstance(resources, Dictionary):
        return
    for key in set(resources.keys()) - _RESOURCE_KEYS:
        del resources[key]
    xobjects = inner_dictionary(resources, "/XObject")
    for name, xobject in list(xobjects.items()):
        if not isinstance(xobject, Stream) or xobject.get("/Subtype") not in (Name.Form, Name.Image):
            del xobjects[name]


def _own_fonts(target: Pdf, resources: Any) -> None:
    """Fonts as objects of their own, with what a font has and nothing else."""
    fonts = inner_dictionary(resources, "/Font")
    for name, font in list(fonts.items()):
        if not isinstance(font, Dictionary):
            del fonts[name]
            continue
        for key in set(font.keys()) - _FONT_KEYS:
            del font[key]
        if not font.is_indirect:
            fonts[name] = target.make_indirect(font)


def _drop_strings(item: Any) -> None:
    """Delete entries that are strings: what is left of a page has none but names of character sets."""
    waiting, seen = [item], set()
    while waiting:
        found = waiting.pop()
        if isinstance(found, Array):
            waiting += [inner for inner in found if isinstance(inner, Array | Dictionary)]
        if not isinstance(found, Dictionary | Stream) or (found.is_indirect and found.objgen in seen):
            continue
        seen.add(found.objgen)
        for key, value in list(found.items()):
            if isinstance(value, String) and key not in ("/Registry", "/Ordering"):
                del found[key]
            elif isinstance(value, Array | Dictionary) and not value.is_indirect:
                waiting.append(value)


def _blank(image: Any) -> None:
    """One grey pixel where the picture was; a stencil mask paints nothing."""
    is_mask = bool(image.get("/ImageMask", False))
    for key in set(image.keys()) - {"/Type", "/Subtype", "/Length"}:
        del image[key]
    image.write(b"\x80" if not is_mask else b"\xff")
    image["/Width"], image["/Height"], image["/BitsPerComponent"] = 1, 1, 1 if is_mask else 8
    if is_mask:
        image["/ImageMask"] = True
    else:
        image["/ColorSpace"] = Name.DeviceGray
