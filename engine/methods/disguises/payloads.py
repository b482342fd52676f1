"""Encoded text inside text: base64, hexadecimal, uuencode, dumps, runs of escapes; decoded to be searched."""

from __future__ import annotations

import base64
import binascii
import html
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.methods.disguises.codings import coded
from engine.methods.disguises.stretch import quick

DEEPEST = 4
"""Encodings inside each other that are followed."""
LARGEST = 1 << 20
"""Characters of a decoded text that are looked at; a longer one counts as opaque."""
OPAQUE = 96
"""Characters from which an encoded run that decodes to no text counts as one all the same."""
PADDED = 32
"""The same for one that ends in the padding of base64."""
_PRINTABLE = 0.95
_SHORTEST = 6
_SHORTEST_PADDED = 4
_RUN = re.compile(r"[A-Za-z0-9+/_\-]{14,}")
_HAS_HEX = quick(r"(?:[0-9A-Fa-f]{2}[ :\n]?){7}[0-9A-Fa-f]{2}")
_HAS_DUMP = quick(r"[0-9A-Fa-f]{6,8}:?[ \t]+(?:[0-9A-Fa-f]{2}){1,2}[ \t]+[0-9A-Fa-f]{2}")
_HAS_ESCAPES = quick(
    r"(?:%(?: ?25)*[0-9A-Fa-f]{2}){4}|"
    r"(?:&#[0-9A-Fa-fxX]{1,7}(?:;|\n\n)){4}|(?:\\x[0-9A-Fa-f]{2}){4}|(?:\\u[0-9A-Fa-f]{4}){4}|"
    r"(?:=[0-9A-F]{2}(?:=\r?\n)?){4}|(?:\\[0-3][0-7]{2}){4}"
)
_BASE64 = re.compile(
    r"(?<![A-Za-z0-9+/_\-=])(?=[A-Za-z0-9+/_\-]*[A-Z])[A-Za-z0-9+/_\-]{14,}={0,2}"
    r"(?:\r?\n[ \t]*[A-Za-z0-9+/_\-]{2,}={0,2})*"
)
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:0x)?(?:[0-9A-Fa-f]{2}[ :\n]?){7,}[0-9A-Fa-f]{2}(?![0-9A-Za-z])")
_DUMP = re.compile(
    r"(?<![0-9A-Za-z])[0-9A-Fa-f]{6,8}:?[ \t]+((?:[0-9A-Fa-f]{4}[ \t]+|[0-9A-Fa-f]{2}[ \t]+){2,17})"
    r"(?:[^\n]{0,20}?(?=[ \t]*(?:[0-9A-Fa-f]{8}:|\n|\Z))|[^\n]{0,18})"
)
_UU = re.compile(
    r"begin [0-7]{3} [^\s]{1,120}\s((?:(?!begin [0-7]{3} )[\s\S]){1,4000}?)(?:(?<=[`\s])|(?<=\n))end\b"
)
_UU_LINES = re.compile(r"(?m)(?:^M[ -`]{60}\r?$\n?)+(?:^[!-L][ -`]{4,60}\r?$)?")
"""Full lines of uuencode without the one that begins it, and the last: a letter sent in parts."""
_SURE_LINES = 3
"""So many full lines are uuencode whatever they say."""
_PERCENT = r"%(?:\n?2\n?5(?=(?:\n?[0-9A-Fa-f]){2}))*(?:\n?[0-9A-Fa-f]){2}"
"""One character in percent codes, perhaps in percent codes again, perhaps over the end of a line."""
_PERCENT_APART = r"%[ \n]?2\n?5(?:\n?[0-9A-Fa-f]){2}"
"""One in codes of codes, with the blank that a page of a PDF may show behind the wide sign."""
_ESCAPES: tuple[tuple[re.Pattern[str], Callable[[str], str]], ...] = (
    (
        re.compile(rf"{_PERCENT}(?:\n?{_PERCENT}){{3,}}|{_PERCENT_APART}(?:\n?{_PERCENT_APART}){{3,}}"),
        lambda run: _of_percent(run),
    ),
    (  # a semicolon may have divided cells
        re.compile(r"(?:&#(?:[0-9]{1,7}|[xX][0-9A-Fa-f]{1,6})(?:;|\n\n)){4,}"),
        lambda run: html.unescape(run.replace("\n\n", ";")),
    ),
    (re.compile(r"(?:\\u[0-9A-Fa-f]{4}){4,}"), lambda run: _escaped(run, 4)),
    (re.compile(r"(?:\\x[0-9A-Fa-f]{2}){4,}"), lambda run: _escaped(run, 2)),
    (
        re.compile(r"(?:\\[0-3][0-7]{2}){4,}"),
        lambda run: bytes(int(code, 8) for code in run[1:].split("\\")).decode("utf-8"),
    ),
    (
        re.compile(r"(?:=[0-9A-F]{2}(?:=\r?\n)?){4,}"),
        lambda run: bytes.fromhex(re.sub(r"=\r?\n|=", "", run)).decode("utf-8"),
    ),
)


_URL_SAFE = str.maketrans("-_", "+/")


@dataclass(frozen=True, slots=True)
class Payload:
    """An encoded run of a text.

    Parameters
    ----------
    start, end : int
        Offsets in the text.
    encoding : str
        ``"base64"``, ``"base32"``, ``"ascii85"``, ``"hex"``, ``"dump"``, ``"uuencode"`` or ``"escapes"``.
    plain : str or None
        What it says; None where it decodes to no text.
    """

    start: int
    end: int
    encoding: str
    plain: str | None


def payloads(text: str) -> list[Payload]:
    """The encoded runs of `text`, disjoint, in order."""
    found = [*_uuencoded(text), *_base64(text), *_coded(text)]
    for glance, thorough in ((_HAS_ESCAPES, _escape_runs), (_HAS_DUMP, _dumps), (_HAS_HEX, _hexadecimal)):
        if glance.search(text):  # far faster than the search itself, and most texts have none
            found += thorough(text)
    found.sort(key=lambda payload: (payload.start, -payload.end))
    disjoint: list[Payload] = []
    for payload in found:
        if not disjoint or payload.start >= disjoint[-1].end:
            disjoint.append(payload)
    return disjoint


def _coded(text: str) -> Iterator[Payload]:
    for run in coded(text):
        plain = _plain(run.content, 1, _SHORTEST_PADDED)
        if plain is not None:
            yield Payload(run.start, run.end, run.encoding, plain)


def _escape_runs(text: str) -> Iterator[Payload]:
    for pattern, decoded in _ESCAPES:
        for run in pattern.finditer(text):
            try:
                plain = decoded(run[0])
            except ValueError:
                continue
            deeper = _deeper(plain, 1)
            if _is_text(deeper, 3):
                yield Payload(run.start(), run.end(), "escapes", deeper)


def _of_percent(run: str) -> str:
    codes = run.replace("\n", "").replace(" ", "").upper()
    while "%25" in codes and len(codes) > 3 * codes.count("%"):
        codes = codes.replace("%25", "%")
    return bytes.fromhex(codes.replace("%", "")).decode("utf-8")


def _escaped(run: str, digits: int) -> str:
    units = [int(run[at : at + digits], 16) for at in range(2, len(run), digits + 2)]
    if digits == 2:
        return bytes(units).decode("utf-8")
    packed = b"".join(unit.to_bytes(2, "big") for unit in units)
    return packed.decode("utf-16-be")


def _uuencoded(text: str) -> Iterator[Payload]:
    for lines in _UU_LINES.finditer(text):
        content = _of_uuencode(lines[0])
        plain = _plain(content, 1) if content else None
        if plain is not None or lines[0].count("\n") >= _SURE_LINES:
            yield Payload(lines.start(), lines.end() - lines[0].endswith("\n"), "uuencode", plain)
    if "begin " not in text:
        return
    for block in _UU.finditer(text):
        content = _of_uuencode(block[1])
        if content is not None or "`" in block[1]:
            plain = _plain(content, 1) if content else None
            yield Payload(block.start(), block.end(), "uuencode", plain)


def _of_uuencode(body: str) -> bytes | None:
    """What lines of uuencode hold, by the length that each begins with: line ends may have become blanks."""
    content, at = b"", 0
    while at < len(body):
        if body[at] in "` \n\r" and not body[at:].strip("` \n\r"):
            return content
        if body[at] in "\n\r":
            at += 1
            continue
        length = 1 + -(-(ord(body[at]) - 32 & 63) // 3) * 4
        try:
            content += binascii.a2b_uu(body[at : at + length].split("\n")[0].encode("latin-1"))
        except (ValueError, UnicodeEncodeError):
            return None
        at += length
    return content or None


def _dumps(text: str) -> Iterator[Payload]:
    for line in _DUMP.finditer(text):
        plain = _of_hex("".join(line[1].split()))
        if plain is not None or _of_hex("".join(line[1].split()[:-1])) is not None:
            yield Payload(line.start(), line.end(), "dump", plain)


def _hexadecimal(text: str) -> Iterator[Payload]:
    for run in _HEX.finditer(text):
        digits = re.sub(r"[^0-9A-Fa-f]", "", run[0].removeprefix("0x"))
        if digits.isdecimal() and len(digits) < 20:
            continue
        plain = _of_hex(digits)
        if plain is not None:
            yield Payload(run.start(), run.end(), "hex", plain)


def _of_hex(digits: str) -> str | None:
    try:
        return _plain(bytes.fromhex(digits), 1)
    except ValueError:
        return None


def _base64(text: str) -> Iterator[Payload]:
    past = 0
    for start, end in (match.span() for match in _RUN.finditer(text)):
        if start >= past and _is_mixed(text[start:end]) and (run := _BASE64.match(text, start)):
            past = run.end()
            yield from _of_run(run)


def _is_mixed(run: str) -> bool:
    """Whether a run is no word: it has capitals inside, or digits among letters."""
    return not (run[1:].islower() or run.isdecimal() or (run.isupper() and run.isalpha()))


def _of_run(run: re.Match[str]) -> Iterator[Payload]:
    ends = [piece.end() for piece in re.finditer(r"\S+", run[0])]
    for end in dict.fromkeys((ends[-1], ends[-2] if len(ends) > 1 else ends[-1], ends[0])):
        plain = _of_base64(run[0][:end], 0)
        if plain is not None:
            yield Payload(run.start(), run.start() + end, "base64", plain)
            return
    longest = run[0] if run[0].count("\n") > 1 else run[0].split("\n")[0].rstrip()
    if _looks_encoded(longest):
        yield Payload(run.start(), run.start() + len(longest), "base64", None)


def _of_base64(run: str, depth: int) -> str | None:
    letters = "".join(run.split()).rstrip("=").translate(_URL_SAFE)
    if len(letters) % 4 == 1:
        return None
    try:
        content = base64.b64decode(letters + "=" * (-len(letters) % 4), validate=True)
    except binascii.Error:
        return None
    return _plain(content, depth + 1)


def _looks_encoded(run: str) -> bool:
    """Whether a long run that says nothing looks like base64: letters of both cases and digits, mixed."""
    if len(run) < (PADDED if run.endswith("=") else OPAQUE):
        return False
    classes = (str.islower, str.isupper, str.isdigit)
    return all(sum(map(is_of, run)) >= len(run) / 20 for is_of in classes) and run.count("-") < len(run) / 20


def _plain(content: bytes, depth: int, shortest: int = _SHORTEST) -> str | None:
    """What decoded bytes say: text, perhaps compressed, perhaps encoded again; None when it is none."""
    if content[:2] == b"\x1f\x8b" or content[:2] in (b"\x78\x01", b"\x78\x9c", b"\x78\xda"):
        unpacked = _unpacked(content)
        return None if unpacked is None or depth >= DEEPEST else _plain(unpacked, depth + 1)
    if len(content) > LARGEST:
        return None
    for encoding in ("utf-8", "utf-16-le", "utf-16-be") if b"\0" in content else ("utf-8",):
        try:
            plain = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        deeper = _deeper(plain, depth)
        if _is_text(deeper, shortest):
            return deeper
    return None


def _unpacked(content: bytes) -> bytes | None:
    try:
        unpacked = zlib.decompressobj(wbits=47).decompress(content, LARGEST)
    except zlib.error:
        return None
    return unpacked


def _is_text(plain: str, shortest: int) -> bool:
    readable = sum(character.isprintable() or character in "\n\r\t" for character in plain)
    telling = sum(character.isalnum() and character.isascii() for character in plain)
    return len(plain) >= shortest and readable >= _PRINTABLE * len(plain) and 2 * telling >= len(plain)


def _deeper(plain: str, depth: int) -> str:
    """The text with what is encoded in it decoded too, as deep as is followed."""
    if depth >= DEEPEST:
        return plain
    stripped = plain.strip()
    if _BASE64.fullmatch(stripped):
        inner = _of_base64(stripped, depth)
        if inner is not None:
            return inner
    for pattern, decoded in _ESCAPES:
        plain = pattern.sub(lambda run, decoded=decoded: _or_itself(run[0], decoded), plain)  # type: ignore[misc]
    return plain


def _or_itself(run: str, decoded: Callable[[str], str]) -> str:
    try:
        return decoded(run)
    except ValueError:
        return run
