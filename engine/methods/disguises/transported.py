"""Text as mail and the web carry it, decoded in its place: percent, quoted-printable, encoded words.

Escapes may stand in one another; each character of what is read knows where its escape began.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from email.errors import HeaderParseError
from email.header import decode_header

from engine.methods.disguises.stretch import Glanced, Stretch, quick

_DEEPEST = 4
"""Escapes inside each other that are followed."""
_HAS_ESCAPES = quick(r"%[0-9A-Fa-f]{2}|[^\s]=(?:[2-7][0-9A-F]|[C-E][0-9A-F]=|\r?\n)")
_TOKEN = re.compile(r'(?:(?<=[^\s=])=\r?\n ?|[^\s<>"])+')
_BETWEEN_TOKENS = re.compile(r"(?<=\w)\s")
_BLOCK = 1 << 10
"""A block ends between two tokens; in most there is no escape."""
_COLLAPSED = re.compile(r"(?<=[^\s=])= (?=[^\s=])")
"""A soft line break where HTML has made a blank of the line end: read so beside other codes only."""
_HAS_CODES = quick(r"[^\s]=[2-7][0-9A-F]")
_ESCAPED = re.compile(
    r"(?:%[0-9A-Fa-f]{2})+|(?<=\S)(?:=[0-9A-F]{2})+|(?<=\S)=\r?\n|&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|amp);"
)
_ENCODED_WORD = re.compile(r"=\?[A-Za-z0-9_\-]{2,40}\?[BbQq]\?[^\s?]{1,2000}\?=")


def _tokens(text: str) -> Iterator[Stretch]:
    if _HAS_CODES.search(text):
        text = _COLLAPSED.sub("=\n", text)
    first = 0
    while first < len(text):
        cut = _BETWEEN_TOKENS.search(text, first + _BLOCK)
        block = text[first : cut.start() if cut else len(text)]
        for token in _TOKEN.finditer(block) if _HAS_ESCAPES.search(block) else ():
            if _HAS_ESCAPES.search(token[0]):
                plain, places = _resolved(token[0])
                if plain != token[0]:
                    start, end = first + token.start(), first + token.end()
                    at = [first + token.start() + place for place in places]
                    yield Stretch(start, end, plain, at, may_name=True, whole_units=True)
        first += len(block)


def _resolved(token: str) -> tuple[str, list[int]]:
    """What a token says when no escape is left, and where each character of that stood."""
    plain, places = token, list(range(len(token)))
    for _ in range(_DEEPEST):
        pieces: list[str] = []
        kept: list[int] = []
        at = 0
        for found in _ESCAPED.finditer(plain):
            said = _said(found[0])
            pieces += [plain[at : found.start()], said]
            kept += [*places[at : found.start()], *_places(said, places[found.start() : found.end()])]
            at = found.end()
        if not pieces:
            break
        plain, places = "".join([*pieces, plain[at:]]), [*kept, *places[at:]]
    return plain, places


def _said(escapes: str) -> str:
    if escapes[0] == "&":
        return html.unescape(escapes)
    content = bytes.fromhex(re.sub(r"=\r?\n|[%=]", "", escapes))
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _places(said: str, stood: list[int]) -> Iterator[int]:
    """Where characters of a run of escapes stood: each at its own three characters, or all at the first."""
    exact = len(said) * 3 == len(stood)
    return (stood[3 * index] if exact else stood[0] for index in range(len(said)))


def _encoded_words(text: str) -> Iterator[Stretch]:
    """Words of a mail's header in its own encoding; a finding covers the whole word."""
    for found in _ENCODED_WORD.finditer(text):
        try:
            content, charset = decode_header(found[0])[0]
            plain = content.decode(charset or "ascii") if isinstance(content, bytes) else content
        except (HeaderParseError, LookupError, UnicodeDecodeError):
            continue
        yield Stretch(found.start(), found.end(), plain, may_name=True)


WAYS: Iterable[Glanced] = ((_HAS_ESCAPES, _tokens), (quick(r"=\?[A-Za-z0-9_\-]+\?[BbQq]\?"), _encoded_words))
