"""All that a released XML file says, read by another parser than the one that wrote it."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote
from xml.parsers import expat

from adapters.documents.containers.composite import nested_texts
from adapters.documents.containers.text_documents import suffix_of_text
from adapters.documents.faults import malformed
from adapters.documents.health.cda_definitions import is_version
from adapters.documents.mail.parts import suffix_of
from adapters.documents.markup.xml.names import is_neutral, is_short
from adapters.documents.settings import Settings
from engine.errors import UnreadableError


@dataclass
class _Open:
    """An element while it is read: its attributes, all text in it, and whether it has text of its own."""

    attributes: Mapping[str, str] = field(default_factory=dict)
    pieces: list[str] = field(default_factory=list)
    has_text: bool = False


def xml_texts(content: bytes, settings: Settings) -> Iterator[str]:
    """Names, values, texts across the elements in them, what texts hold, comments and instructions."""
    packed: list[tuple[str, str]] = []
    for text in _events(content, packed):
        yield text
        suffix = suffix_of_text(text)
        try:
            yield from nested_texts(suffix, text.encode(), settings) if suffix else ()
        except UnreadableError:
            continue  # it was not opened either: it stands as text
    for media_type, text in packed:
        try:
            content = base64.b64decode(text)
        except ValueError:
            yield text  # opened as any XML, it is a text, and a part of it may have been replaced
            continue
        yield from nested_texts(suffix_of(media_type, ""), content, settings)


def _events(content: bytes, packed: list[tuple[str, str]]) -> list[str]:
    """The texts of a file; files in base64 go into `packed` with their types."""
    texts: list[str] = []
    waiting = [_Open()]
    names: dict[str, None] = {}

    def start(tag: str, attributes: dict[str, str]) -> None:
        waiting.append(_Open(attributes))
        for name in (tag, *attributes):
            names[name.rpartition(" ")[2]] = None
        for name, value in attributes.items():
            if not is_version(tag.rpartition(" ")[2], name, value):
                texts.extend(dict.fromkeys([value, unquote(value)]))

    def said(text: str) -> None:
        waiting[-1].pieces.append(text)
        waiting[-1].has_text |= bool(text.strip())

    def end(_: str) -> None:
        done = waiting.pop()
        if done.attributes.get("representation") == "B64" and done.has_text:
            packed.append((done.attributes.get("mediaType", ""), "".join(done.pieces)))
        elif done.has_text:
            texts.append("".join(done.pieces))
        waiting[-1].pieces += done.pieces

    def declared(prefix: str | None, uri: str | None) -> None:
        texts.extend([uri] if uri and not is_neutral(uri) else [])
        texts.extend([prefix] if prefix and not is_short(prefix) else [])

    def doctype(*_: object) -> None:
        raise malformed("", "XML", "a document type declaration")

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartDoctypeDeclHandler = doctype
    parser.StartNamespaceDeclHandler = declared
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = said
    parser.CommentHandler = texts.append
    parser.ProcessingInstructionHandler = lambda target, text: texts.append(f"{target} {text}")
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError):
        raise malformed("", "XML", "a file that is not well-formed") from None
    return [text for text in [*texts, *names] if text.strip()]
