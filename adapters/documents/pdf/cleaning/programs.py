"""What a PDF carries to draw its letters and colours, written anew from closed grammars.

Maps of characters, functions and font programs may hold comments, names and notices, which no page shows and
no recogniser reads. What their grammar does not need leaves; what it needs keeps its place.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import pikepdf
from pdfminer.glyphlist import glyphname2unicode
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

_TABLES = frozenset(
    {b"glyf", b"loca", b"head", b"hhea", b"hmtx", b"maxp", b"cvt ", b"fpgm", b"prep", b"cmap", b"OS/2"}
    | {b"vhea", b"vmtx", b"CFF ", b"gasp", b"post"}
)
"""Tables that draw glyphs (ISO 32000-1, 9.9); ``name`` and what lays out text are not among them."""
_FORMS = frozenset({b"\0\1\0\0", b"true", b"OTTO"})
_NO_NAMES = struct.pack(">I", 0x00030000)
"""Version 3 of the table ``post``: without names of glyphs."""
_RANGES = re.compile(r"end(codespacerange|(?:bf|cid|notdef)(?:char|range))")
_LONGEST = 8
"""Bytes of what a code may stand for: a ligature of four letters."""
_ORDERINGS = frozenset({"Identity", "Japan1", "GB1", "CNS1", "Korea1", "KR", "UCS"})
_FUNCTION = re.compile(
    rb"%[^\r\n]*|([{}]|[-+]?(?:\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})(?![\w.])|(?:abs|add|and|atan|bitshift|ceiling|copy|cos"
    rb"|cvi|cvr|div|dup|eq|exch|exp|false|floor|ge|gt|idiv|ifelse|if|index|le|ln|log|lt|mod|mul|neg|ne|not|or"
    rb"|pop|roll|round|sin|sqrt|sub|true|truncate|xor)(?![\w.]))|\s+|."
)
_QUOTED = re.compile(rb"\((?:[^()\\]|\\.)*\)|(?<=%!PS-AdobeFont-1.0)[^\r\n]*|%(?!!)[^\r\n]*", re.DOTALL)
_NOTICES = (0, 1, 2, 3, 4, 1200, 1221, 1222)
"""Operators of a top dictionary that name a text (Adobe TN 5176, table 9); two bytes as 1200 and more."""
_COLLECTION = 1230
"""The operator of a font whose glyphs have numbers: none of its strings names a glyph."""
_STANDARD_STRINGS = 391


def clean_programs(pdf: Pdf) -> None:
    """Write the programs of a file's fonts and functions anew, and names of glyphs of Type 3 fonts."""
    for item in list(pdf.objects):
        if isinstance(item, Stream) and item.get("/FunctionType") == 4:
            item.write(_function(item.read_bytes()))
        if not isinstance(item, Dictionary):
            continue
        for key in ("/ToUnicode", "/Encoding"):
            if isinstance(item.get(key), Stream):
                _clean_map(item[key])
        if isinstance(item.get("/CharProcs"), Dictionary):
            _rename_glyphs(item)
        if isinstance(item.get("/CIDSystemInfo"), Dictionary):
            _clean_collection(item["/CIDSystemInfo"])
        for key, clean in _PROGRAMS.items():
            if isinstance(item.get(key), Stream):
                _clean_program(item, key, clean)


def _clean_program(descriptor: Any, key: str, clean: Callable[[bytes], bytes]) -> None:
    """The program of a font anew; one that cannot be read leaves, and another font is drawn."""
    program = descriptor[key]
    try:
        written = clean(program.read_bytes())
    except (struct.error, LookupError, ValueError):
        del descriptor[key]
        return
    program.write(written)
    if key == "/FontFile2":
        program["/Length1"] = len(written)


def _function(source: bytes) -> bytes:
    """A function's operators and numbers; comments and other words leave."""
    return b" ".join(found[1] for found in _FUNCTION.finditer(source) if found[1])


def _clean_map(stream: Any) -> None:
    """The ranges of a map of characters; its comments, names and strings leave."""
    ranges, is_vertical = [], bool(stream.get("/WMode", 0))
    for one in pikepdf.parse_content_stream(stream):
        kind = _RANGES.fullmatch(str(one.operator))
        if kind is not None:
            ranges.append(_range(kind[1], list(one.operands)))
        is_vertical |= str(one.operator) == "def" and [str(o) for o in one.operands] == ["/WMode", "1"]
    head = b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /R def /CMapType 2 def\n"
    mode = b"/WMode 1 def\n" if is_vertical else b""
    tail = b"endcmap CMapName currentdict /CMap defineresource pop end end\n"
    stream.write(head + mode + b"".join(ranges) + tail)
    for key in set(stream.keys()) - {"/Type", "/CMapName", "/WMode", "/UseCMap", "/Length", "/Filter"}:
        del stream[key]
    if "/CMapName" in stream:
        stream["/CMapName"] = Name("/R")


def _range(kind: str, operands: list[Any]) -> bytes:
    width = 3 if kind.endswith("range") and kind != "codespacerange" else 2
    rows = [operands[at : at + width] for at in range(0, len(operands) - width + 1, width)]
    written = [b" ".join(map(_hexadecimal, row)) for row in rows if all(map(_is_short, row))]
    pieces = [written[at : at + 100] for at in range(0, len(written), 100)]
    name = kind.encode()
    return b"".join(b"%d begin%s\n%s\nend%s\n" % (len(one), name, b"\n".join(one), name) for one in pieces)


def _is_short(operand: Any) -> bool:
    if isinstance(operand, Array):
        return all(map(_is_short, operand))
    return isinstance(operand, int) or (isinstance(operand, String) and len(bytes(operand)) <= _LONGEST)


def _hexadecimal(operand: Any) -> bytes:
    if isinstance(operand, Array):
        return b"[" + b" ".join(map(_hexadecimal, operand)) + b"]"
    if isinstance(operand, String):
        return b"<" + bytes(operand).hex().encode() + b">"
    return b"%d" % int(operand)


def _clean_collection(info: Any) -> None:
    if str(info.get("/Registry", "")) != "Adobe" or str(info.get("/Ordering", "")) not in _ORDERINGS:
        info["/Registry"], info["/Ordering"] = String("Adobe"), String("Identity")


def _rename_glyphs(font: Any) -> None:
    """Numbers for names of drawn glyphs that no public list has, in their table and in the encoding."""
    drawn = font["/CharProcs"]
    own = sorted(name for name in map(str, drawn.keys()) if name[1:] not in glyphname2unicode)
    names = {name: f"/g{number}" for number, name in enumerate(own, 1)}
    font["/CharProcs"] = Dictionary({names.get(str(name), str(name)): glyph for name, glyph in drawn.items()})
    encoding = font.get("/Encoding")
    if isinstance(encoding, Dictionary) and isinstance(encoding.get("/Differences"), Array):
        encoding["/Differences"] = Array(
            [
                Name(names.get(str(one), _public(str(one)))) if isinstance(one, Name) else one
                for one in encoding["/Differences"]
            ]
        )


def _public(name: str) -> str:
    return name if name[1:] in glyphname2unicode else "/.notdef"


def _open_type(source: bytes) -> bytes:
    """A TrueType or OpenType font of the tables that draw its glyphs, nothing between and behind them."""
    if source[:4] not in _FORMS:
        raise ValueError("must be one font of TrueType or OpenType")
    n_tables = int.from_bytes(source[4:6], "big")
    rows = [struct.unpack(">4sIII", source[at : at + 16]) for at in range(12, 12 + 16 * n_tables, 16)]
    tables = {tag: source[start : start + length] for tag, _, start, length in rows if tag in _TABLES}
    if b"post" in tables:
        tables[b"post"] = _NO_NAMES + tables[b"post"][4:32].ljust(28, b"\0")
    if b"CFF " in tables:
        tables[b"CFF "] = _compact(tables[b"CFF "])
    at, directory, body = 12 + 16 * len(tables), b"", b""
    for tag, data in tables.items():
        padded = data + b"\0" * (-len(data) % 4)
        directory += struct.pack(">4sIII", tag, _checksum(padded), at + len(body), len(data))
        body += padded
    power = max(len(tables).bit_length() - 1, 0)
    search = struct.pack(">HHHH", len(tables), 16 << power, power, 16 * len(tables) - (16 << power))
    return source[:4] + search + directory + body


def _checksum(data: bytes) -> int:
    words: tuple[int, ...] = struct.unpack(f">{len(data) // 4}I", data)
    return sum(words) & 0xFFFFFFFF


def _compact(source: bytes) -> bytes:
    """A font in the compact format: its name and its notices are overwritten, each byte by a neutral one."""
    if source[:1] != b"\1":
        return _open_type(source)
    font = bytearray(source)
    names = _index(source, source[2])
    tops = _index(source, _end(source, source[2]))
    strings = _index(source, _end(source, _end(source, source[2])))
    gone = list(names)
    for start, end in tops:
        said = dict(_operators(source[start:end]))
        kept = [one - _STANDARD_STRINGS for one in said.get(_COLLECTION, ())[:2]]
        named = [said[one][-1] - _STANDARD_STRINGS for one in _NOTICES if said.get(one)]
        wanted = set(range(len(strings))) - set(kept) if _COLLECTION in said else set(named)
        gone += [strings[n] for n in sorted(wanted) if 0 <= n < len(strings)]
    for start, end in gone:
        font[start:end] = b"F" * (end - start)
    return bytes(font)


def _index(source: bytes, at: int) -> list[tuple[int, int]]:
    """Where the items of an index stand (TN 5176, section 5)."""
    n_items = int.from_bytes(source[at : at + 2], "big")
    if not n_items:
        return []
    size = source[at + 2]
    offsets = [
        int.from_bytes(source[at + 3 + size * n : at + 3 + size * (n + 1)], "big") for n in range(n_items + 1)
    ]
    base = at + 2 + size * (n_items + 1)
    return [(base + one, base + other) for one, other in pairwise(offsets)]


def _end(source: bytes, at: int) -> int:
    items = _index(source, at)
    return items[-1][1] if items else at + 2


def _operators(top: bytes) -> Iterator[tuple[int, list[int]]]:
    """The operators of a top dictionary with their whole operands (TN 5176, section 4)."""
    at = 0
    operands: list[int] = []
    while at < len(top):
        first = top[at]
        if first <= 21:
            operator = 1200 + top[at + 1] if first == 12 else first
            at += 1 + (first == 12)
            yield operator, operands
            operands = []
        elif first == 30:
            at += 1
            while top[at] & 15 != 15 and top[at] >> 4 != 15:
                at += 1
            at += 1
        else:
            value, length = _number(top, at)
            operands.append(value)
            at += length


def _number(top: bytes, at: int) -> tuple[int, int]:
    first = top[at]
    if first == 28:
        return int.from_bytes(top[at + 1 : at + 3], "big", signed=True), 3
    if first == 29:
        return int.from_bytes(top[at + 1 : at + 5], "big", signed=True), 5
    if first <= 246:
        return first - 139, 1
    if first <= 250:
        return (first - 247) * 256 + top[at + 1] + 108, 2
    return -(first - 251) * 256 - top[at + 1] - 108, 2


def _type_1(source: bytes) -> bytes:
    """A Type 1 font: strings and comments of its readable part are blanked, sign by sign."""
    readable = source.find(b"eexec")
    head = source if readable < 0 else source[:readable]
    return _QUOTED.sub(lambda found: _blanked(found[0]), head) + source[len(head) :]


def _blanked(text: bytes) -> bytes:
    return b"(" + b" " * (len(text) - 2) + b")" if text.startswith(b"(") else b" " * len(text)


_PROGRAMS: Mapping[str, Any] = {"/FontFile": _type_1, "/FontFile2": _open_type, "/FontFile3": _compact}
