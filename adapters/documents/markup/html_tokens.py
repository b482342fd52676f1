"""A tokenizer of HTML that knows where everything stands in the source.

No HTML library keeps the positions of attribute values, and without them a
file can be changed only by writing all of it anew. This one follows the
tokenization rules of the HTML Living Standard, section 13.2.5; that it sees
what a browser sees is checked against lexbor for every file (`html.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Literal, NamedTuple

Kind = Literal["text", "open", "close", "comment", "doctype", "raw", "cdata", "broken"]

RAW_TEXT = frozenset({"script", "style", "xmp", "iframe", "noembed", "noframes"})
ESCAPABLE_RAW_TEXT = frozenset({"title", "textarea"})

_FLAGS = re.DOTALL | re.IGNORECASE
_COMMENT = re.compile(r"<!--(?:-?>|.*?(?:--!?>|\Z))", _FLAGS)
_CDATA = re.compile(r"<!\[CDATA\[(.*?)(?:\]\]>|\Z)", re.DOTALL)
_BOGUS = re.compile(r"<(?:[!?]|/(?![a-z]))[^>]*(?:>|\Z)", _FLAGS)
_NAME = re.compile(r"</?([a-z][^\s/>]*)", _FLAGS)
_ATTRIBUTE = re.compile(
    r"""[\s/]*+(?:>|(?P<name>[^\s/>][^\s/>=]*+)(?:\s*+=\s*+(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>(?!["'])[^\s>]+)))?)""",
    re.DOTALL,
)
_REFERENCE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[a-zA-Z][a-zA-Z0-9]*;?)")


class Attribute(NamedTuple):
    """An attribute and where its value stands, without the quotes.

    `quote` is the character around the value, empty for an unquoted one. All of it stands at [at, stop).
    """

    name: str
    start: int
    end: int
    quote: str
    at: int
    stop: int


class Token(NamedTuple):
    """One token of the source: characters [start, end)."""

    kind: Kind
    start: int
    end: int
    name: str = ""
    attributes: tuple[Attribute, ...] = ()


class Character(NamedTuple):
    """What a stretch of source stands for: itself, or a reference such as ``&amp;``."""

    start: int
    end: int
    text: str
    is_reference: bool


def tokens(source: str) -> Iterator[Token]:
    """Tokens of `source`, without gaps, in order."""
    at, end = 0, len(source)
    while at < end:
        mark = source.find("<", at)
        if mark != at:
            stop = end if mark < 0 else mark
            yield Token("text", at, stop)
            at = stop
            continue
        token = _markup(source, at)
        yield token
        at = token.end
        if token.kind == "open" and token.name in RAW_TEXT | ESCAPABLE_RAW_TEXT | {"plaintext"}:
            content = _raw_content(source, token)
            if content.end > content.start:
                yield content
            at = content.end


def _markup(source: str, at: int) -> Token:
    """The token that starts with the ``<`` at `at`."""
    if source.startswith("<!--", at):
        return Token("comment", at, _end(_COMMENT.match(source, at)))
    if source.startswith("<![CDATA[", at):
        return Token("cdata", at, _end(_CDATA.match(source, at)))
    bogus = _BOGUS.match(source, at)
    if bogus:
        is_doctype = source[at : at + 9].lower() == "<!doctype"
        return Token("doctype" if is_doctype else "comment", at, bogus.end())
    named = _NAME.match(source, at)
    if named is None:
        return Token("text", at, at + 1)
    return _tag(source, at, named)


def name_of(source: str, token: Token) -> tuple[int, int]:
    """Where the name of a tag stands."""
    found = _NAME.match(source, token.start)
    assert found is not None
    return found.span(1)


def _end(match: re.Match[str] | None) -> int:
    assert match is not None
    return match.end()


def _tag(source: str, at: int, named: re.Match[str]) -> Token:
    attributes: list[Attribute] = []
    position = named.end()
    while True:
        found = _ATTRIBUTE.match(source, position)
        if found is None:  # the file ends inside the tag; browsers drop such a tag
            return Token("broken", at, len(source))
        position = found.end()
        if found["name"] is None:
            kind: Kind = "close" if source[at + 1] == "/" else "open"
            return Token(kind, at, position, named[1].lower(), tuple(attributes))
        attributes.append(_attribute(found))


def _attribute(found: re.Match[str]) -> Attribute:
    name = found["name"].lower()
    at, stop = found.start("name"), found.end()
    for group, quote in (("double", '"'), ("single", "'"), ("bare", "")):
        if found[group] is not None:
            return Attribute(name, found.start(group), found.end(group), quote, at, stop)
    return Attribute(name, stop, stop, "", at, stop)


def _raw_content(source: str, token: Token) -> Token:
    """The text after an element that holds no markup, up to its end tag."""
    kind: Kind = "text" if token.name in ESCAPABLE_RAW_TEXT else "raw"
    if token.name == "plaintext":
        return Token("raw", token.end, len(source), "plaintext")
    close = re.compile(rf"</{token.name}(?=[\s/>])", re.IGNORECASE)
    found = _after_escaped_script(source, token.end, close) if token.name == "script" else None
    found = found or close.search(source, token.end)
    return Token(kind, token.end, found.start() if found else len(source), token.name)


def _after_escaped_script(source: str, at: int, close: re.Pattern[str]) -> re.Match[str] | None:
    """The end tag of a script with ``<!-- <script> </script>`` inside: not the first one (13.2.5.27)."""
    found = close.search(source, at)
    opened = source.find("<!--", at)
    if found is None or not 0 <= opened < found.start():
        return found
    nested = re.compile(r"<script[\s/>]", re.IGNORECASE).search(source, opened, found.start())
    if nested is None or "-->" in source[opened + 2 : found.start()]:
        return found
    return close.search(source, found.end()) or found


def characters(source: str, start: int, end: int, in_attribute: bool = False) -> Iterator[Character]:
    """The stretches of ``source[start:end]``: plain text, and character references resolved."""
    at = start
    if source.find("&", start, end) < 0:
        yield Character(start, end, source[start:end], False)
        return
    for found in _REFERENCE.finditer(source, start, end):
        reference = found[0]
        follows = source[found.end() : found.end() + 1] if found.end() < end else ""
        if in_attribute and not reference.endswith(";") and (follows.isalnum() or follows == "="):
            continue
        text = unescape(reference)
        if text == reference:
            continue
        if found.start() > at:
            yield Character(at, found.start(), source[at : found.start()], False)
        yield Character(found.start(), found.end(), text, True)
        at = found.end()
    if at < end:
        yield Character(at, end, source[at:end], False)
