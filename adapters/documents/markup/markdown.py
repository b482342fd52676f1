"""Markdown: the text as it reads, with link targets, HTML comments and front matter as parts of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import unescape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from adapters.documents.layout import Layout, Run
from adapters.documents.markup.html import percent_runs
from adapters.documents.markup.html_lexbor import lexbor_texts
from adapters.documents.markup.markdown_tables import regions
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.encoding import decode, stream_text
from adapters.documents.text.source import Slice, SourceDocument, SourceRun, literal
from engine.ports import OpenDocument
from engine.text import SensitiveText

_FRONT_MATTER = re.compile(r"(---|\+\+\+)[ \t]*\r?\n.*?\n(?:\1|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_KEY = r"[\w.\-]++[ \t]*+[:=][ \t]++"
_FRONT_VALUE = re.compile(
    rf"""^[ \t]*(?:-[ \t]+)*(?:{_KEY}|(?!{_KEY}))(?P<value>[^\s#'"\[{{|>&*!%@`][^\r\n]*?)[ \t]*\r?$""",
    re.MULTILINE,
)
_INLINE = re.compile(
    r"""
    (?P<fence>^(?P<ticks>[ ]{0,3}(?:`{3,}|~{3,}))[^\n]*\n.*?(?:^(?P=ticks)[`~]*[ \t]*\r?$|\Z))
  | (?P<comment><!--.*?(?:-->|\Z))
  | <(?P<autolink>[A-Za-z][A-Za-z0-9+.\-]*:[^\s<>]*|[^\s<>@]+@[^\s<>]+)>
  | </?[A-Za-z][\w\-]*(?P<tag>(?:\s[^<>]*)?)>
  | (?<=[^\\]\])\([ \t]*(?:<(?P<angled>[^<>\n]*)>|(?P<target>(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))+))?
        (?:\s+(?P<title>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))?[ \t]*\)
  | (?<=[^\\]\]):[ \t]*<?(?P<reference>[^\s<>]+)>?(?=[ \t]|\r?$)
  | (?P<entity>&(?:\#\d{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)
  | (?P<escaped>\\[!-/:-@\[-`{-~])
  | (?P<emphasis>\*+(?=\w)|(?<=[\w.,!?;:)\]'"])\*+|~~
        |(?<![^\W_])_+(?=[^\W_])|(?<=[\w.,!?;:)\]'"])(?<!_)_+(?![^\W_]))
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)


class Markdown:
    """Markdown files, kept byte for byte where nothing is replaced.

    The body is one part, and each cell of a table is one: emphasis marks
    inside words do not cut it, entities and backslash escapes stand for their
    characters. Replacements are escaped so that they read as text.

    Parameters
    ----------
    settings : Settings
        Size limit, and the encoding of files that are not UTF-8.
    """

    name = "md"
    suffixes: Sequence[str] = (".md", ".markdown")

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003 too large, DOC004 unknown encoding, DOC005 not text."""
        decoded = decode(document_id, content, self._settings)
        layout: Layout[Slice] = Layout()
        start = _front_matter(layout, decoded.text)
        asides: list[tuple[str, list[SourceRun]]] = []
        for region in regions(decoded.text, start):
            shown: list[SourceRun] = []
            for kind, runs in _pieces(decoded.text, region.start, region.end):
                if kind == "body":
                    shown += runs
                else:
                    asides.append((kind, runs))
            layout.add(region.kind, shown, cell=region.cell)
        for kind, runs in asides:
            layout.add(kind, runs)
        return SourceDocument(layout.document(document_id), decoded, layout)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """The source itself, and what markdown-it renders of it: text, targets, titles, HTML."""
        source = stream_text(content, self._settings)
        parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
        return [SensitiveText(text) for text in (source, *_rendered(parser.parse(source))) if text.strip()]


def _front_matter(layout: Layout[Slice], source: str) -> int:
    """Add the front matter's values; where the body starts."""
    found = _FRONT_MATTER.match(source)
    if found is None:
        return 0
    at = 0
    runs: list[SourceRun] = []
    for value in _FRONT_VALUE.finditer(source, 0, found.end()):
        if value["value"] not in ("---", "+++", "..."):
            runs.append(literal(source, at, value.start("value"), _in_quotes))
            runs.append(Run(value["value"], Slice(*value.span("value"), _yaml_scalar, whole=True)))
            at = value.end("value")
    layout.add("front-matter", [*runs, literal(source, at, found.end(), _in_quotes)])
    return found.end()


def _pieces(source: str, start: int, end: int) -> Iterator[tuple[str, list[SourceRun]]]:
    """The source from `start` to `end`, as runs of the body and parts aside."""
    at = start
    for found in _INLINE.finditer(source, start, end):
        if found.start() > at:
            yield "body", [literal(source, at, found.start(), _escape)]
        yield from _marked(source, found)
        at = found.end()
    if at < end:
        yield "body", [literal(source, at, end, _escape)]


def _marked(source: str, found: re.Match[str]) -> Iterator[tuple[str, list[SourceRun]]]:
    """What one stretch of markup holds."""
    if found["fence"] is not None:
        yield "body", [literal(source, *found.span())]
    elif found["entity"] is not None or found["escaped"] is not None:
        text = unescape(found[0]) if found["entity"] else found[0][1]
        yield "body", [Run(text, Slice(*found.span(), _escape, whole=True))]
    elif found["comment"] is not None:
        yield "comment", [literal(source, *found.span(), _in_comment)]
    else:
        for group in ("autolink", "angled", "target", "reference"):
            if found[group]:
                yield "link", list(percent_runs(source, *found.span(group), _in_target))
        for group in ("title", "tag"):
            if found[group] and found[group].strip():
                yield "attribute", [literal(source, *found.span(group), _in_quotes)]


def _escape(text: str) -> str:
    return re.sub(r"[\\`*<\[\]|]", r"\\\g<0>", text)


def _in_comment(text: str) -> str:
    return re.sub(r"-{2,}|>", "", text)


def _in_quotes(text: str) -> str:
    return re.sub(r"""["'<>\\]""", "", text)


def _in_target(text: str) -> str:
    return re.sub(r"[\s()<>]", "", text)


def _yaml_scalar(text: str) -> str:
    """`text` as a plain scalar where it reads back the same, else quoted."""
    return text if re.fullmatch(r"\w[\w .,/()+\-]*", text) else json.dumps(text, ensure_ascii=False)


def _rendered(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        yield from (str(value) for value in token.attrs.values())
        yield from (value for value in token.meta.values() if isinstance(value, str))
        if token.type == "inline":
            children = token.children or []
            yield "".join(
                "\n" if c.type in ("softbreak", "hardbreak") else c.content
                for c in children
                if "html" not in c.type
            )
            yield from _rendered(children)
        elif "html" in token.type:
            yield from lexbor_texts(token.content)
        elif token.content:
            yield token.content
        if token.info:
            yield token.info
