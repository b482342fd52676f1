"""HTML: texts, attributes, styles and addresses are parts; comments and scripts leave the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape as escape_html
from html import unescape
from itertools import count
from urllib.parse import quote, unquote_to_bytes

from adapters.documents.faults import hidden_text, too_deep, with_comments, with_scripts
from adapters.documents.layout import Edit, Layout, Run
from adapters.documents.markup.html_closed import Names, closed_css, is_layout_value, is_structure, role_of
from adapters.documents.markup.html_lexbor import lexbor_markup, lexbor_texts, n_unseen
from adapters.documents.markup.html_tables import TablePlaces
from adapters.documents.markup.html_tokens import Attribute, Token, characters, name_of, tokens
from adapters.documents.markup.html_vocabulary import BLOCKS, KINDS, SHOWN_NAMES, URLS, VOID
from adapters.documents.markup.html_words import ELEMENTS, META_NAMES
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.encoding import decode, stream_text
from adapters.documents.text.source import TELLING_DIGITS, Escape, Guarded, Slice, SourceDocument, SourceRun
from engine.ports import OpenDocument
from engine.text import CellPlace, RawText, SensitiveText

_DOCTYPE = re.compile(
    r"""<!doctype\s+html(?:\s+(?:public\s+"-//(?:W3C|IETF)//DTD\ [\w\ .]+//EN"(?:\s+"https?://www\.w3\.org/[\w./-]+")?
    |system\s+"about:legacy-compat"))?\s*>""",
    re.VERBOSE | re.IGNORECASE,
)
_SCRIPT_URL = re.compile(
    r"[\x00-\x20]*(?:j\s*a\s*v\s*a|v\s*b|l\s*i\s*v\s*e)\s*s\s*c\s*r\s*i\s*p\s*t\s*:", re.IGNORECASE
)
_DATA_URL = re.compile(r"[\x00-\x20]*data:", re.IGNORECASE)
_PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2})+")
_COLLAPSED = re.compile(r"[ \t\n\f\r]{2,}|[\t\n\f\r]")
_META_CHARSET = re.compile(rb"""<meta[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_NOTE_MARK = re.compile(r"[\s\d*†‡§\[(]")

_DATED = frozenset({"time", "ins", "del"})
_DATES = frozenset({"datetime", "min", "max", "value"})
_DATE_INPUTS = frozenset({"date", "datetime-local", "month", "week"})
"""Elements, their attributes and types of fields of which HTML says that a date stands there."""
_DATE_TABLE = 1_000_000
_MAX_TEMPLATES = 20
BLANK_IMAGE = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"


class Html:
    """HTML documents.

    What a browser would show or a reader could find in the source is a part:
    text (across inline tags, so ``J<b>oh</b>n`` is one text), titles, values
    of attributes, addresses with their percent-encoding resolved, strings in
    style sheets. Comments, scripts, event handlers and embedded data leave the
    file whatever the policy says. All else keeps its bytes.

    Parameters
    ----------
    settings : Settings
        ``scripts="refuse"`` refuses a document with scripts instead, ``comments="refuse"`` one with
        comments.
    """

    name = "html"
    suffixes: Sequence[str] = (".html", ".htm", ".xhtml")

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open an HTML file; DOC003-DOC006, DOC009 two parsers disagree, DOC013 scripts refused."""
        decoded = decode(document_id, content, self._settings, declared_charset(content))
        reader = HtmlReader(document_id, decoded.text, self._settings)
        layout = reader.read()
        cut = (unescape(decoded.text[edit.start : edit.end]) for edit in reader.cuts)
        missing = n_unseen(decoded.text, reader.shown, [*reader.skipped, *cut])
        if missing:
            raise hidden_text(document_id, missing)
        return SourceDocument(
            layout.document(document_id),
            decoded,
            layout,
            tuple(reader.cuts),
            "xmlcharrefreplace",
            tuple(reader.guarded),
        )

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """All text, attribute values, comments, scripts and unusual names, by lexbor."""
        source = stream_text(content, self._settings, declared_charset(content))
        doctypes = [found[0] for found in re.finditer(r"(?i)<!doctype[^>]*>", source)]
        odd = [text for text in doctypes if not _DOCTYPE.fullmatch(text)]
        read = (*lexbor_texts(source), *map(RawText, lexbor_markup(source)), *odd)
        return [SensitiveText(text) for text in read if text.strip()]


def declared_charset(content: bytes) -> str | None:
    """The encoding that a ``<meta>`` element declares within the first 1,024 bytes (13.2.3.2)."""
    found = _META_CHARSET.search(content, 0, 1024)
    label = found[1].decode("ascii", "ignore").lower() if found else None
    return "utf-8" if label and label.startswith("utf-16") else label  # it was read as ASCII, so it is not


class HtmlReader:
    """Reads one source into a layout and the cuts that are made always.

    Parameters
    ----------
    document_id : str
        Names the document in errors.
    source : str
        The decoded file.
    settings : Settings
        Scripts and limits.
    """

    def __init__(self, document_id: str, source: str, settings: Settings) -> None:
        self._id = document_id
        self._source = source
        self._settings = settings
        self._layout: Layout[Slice] = Layout()
        self._runs: list[SourceRun] = []
        self._kind = "body"
        self._spaced = True
        self._preformatted = 0
        self._depth = 0
        self._templates = 0
        self._note_mark = False
        self._reversed = 0
        self._names = Names()
        self._tables = TablePlaces(source)
        self._dates = count()
        self.cuts: list[Edit] = []
        self.guarded: list[Guarded] = []
        self.skipped: list[str] = []
        """Values that are no part because they only lay the page out."""
        self.shown: list[str] = []
        """Texts of the parts that a browser would show."""

    def read(self) -> Layout[Slice]:
        """The layout of the whole source."""
        for token in tokens(self._source):
            if token.kind == "text":
                self._text(token)
            elif token.kind in ("open", "close"):
                self._tag(token)
            elif token.kind == "raw":
                self._raw(token)
            elif token.kind == "cdata":
                self._cdata(token)
            elif token.kind == "doctype":
                if not _DOCTYPE.fullmatch(self._source, token.start, token.end):
                    self.cuts.append(Edit(token.start, token.end, "<!DOCTYPE html>"))
            else:
                if token.kind == "comment" and self._settings.comments == "refuse":
                    raise with_comments(self._id)
                self.cuts.append(Edit(token.start, token.end, ""))
        self._flush()
        return self._layout

    def _flush(self, kind: str = "body") -> None:
        """End the part that is being gathered; the next one is of `kind`."""
        text = "".join(run.text for run in self._runs)
        if text.strip():
            kind = "header" if self._tables.is_name else self._kind
            self._layout.add(kind, self._runs, cell=self._tables.cell)
            self.shown.append(text)
        self._runs, self._kind, self._spaced, self._note_mark = [], kind, True, False

    def _text(self, token: Token) -> None:
        if self._reversed:  # its letters are shown from the last to the first
            self.shown.append(self._source[token.start : token.end])
            self.cuts.append(Edit(token.start, token.end, ""))
            return
        if self._note_mark and _NOTE_MARK.match(self._source, token.start):
            self._runs.append(Run(" ", None))
        self._note_mark = False
        for piece in characters(self._source, token.start, token.end):
            if piece.is_reference:
                self._runs.append(Run(piece.text, Slice(piece.start, piece.end, _escape_text, True)))
                self._spaced = False
            elif self._preformatted:
                self._runs.append(Run(piece.text, Slice(piece.start, piece.end, _escape_text)))
            else:
                self._collapsed(piece.start, piece.end)

    def _collapsed(self, start: int, end: int) -> None:
        """Text as it is shown: a run of white space is one space, none at the start of a block."""
        at = start
        if self._spaced and self._source[start] == " ":
            at += 1
        for space in _COLLAPSED.finditer(self._source, at, end):
            self._plain(at, space.start())
            if not self._spaced:
                self._runs.append(Run(" ", Slice(*space.span(), _escape_text, True)))
                self._spaced = True
            at = space.end()
        self._plain(at, end)

    def _plain(self, start: int, end: int) -> None:
        if start < end:
            self._runs.append(Run(self._source[start:end], Slice(start, end, _escape_text)))
            self._spaced = self._source[end - 1] == " "

    def _tag(self, token: Token) -> None:
        if token.name in BLOCKS:
            self._flush(KINDS.get(token.name, "body") if token.kind == "open" else "body")
            self._tables.tag(token)
        elif token.name == "br":
            self._runs.append(Run("\n", None))
            self._spaced = True
        elif token.name == "sup" and token.kind == "open":
            self._note_mark = True
        self._nesting(token)
        if token.name not in ELEMENTS:
            self.cuts.append(Edit(*name_of(self._source, token), "span"))
        if token.kind == "close":
            self.cuts += [Edit(a.start, a.end, "") for a in token.attributes if a.end > a.start]
        elif token.attributes:
            self._attributes(token)

    def _nesting(self, token: Token) -> None:
        step = 1 if token.kind == "open" else -1
        if token.name in ("pre", "textarea"):
            self._preformatted = max(self._preformatted + step, 0)
        if token.name == "bdo" and (step < 0 or self._is_reversed(token)):
            self._reversed = max(self._reversed + step, 0)
        if token.name == "template":
            self._templates = max(self._templates + step, 0)
        if token.name not in VOID:
            self._depth = max(self._depth + step, 0)
        # unclosed <p> and <li> count too; templates are parsed one inside the other
        if self._depth > 50 * self._settings.max_depth or self._templates > _MAX_TEMPLATES:
            raise too_deep(self._id, self._settings.max_depth)

    def _is_reversed(self, token: Token) -> bool:
        return any(
            a.name == "dir" and self._source[a.start : a.end].lower() == "rtl" for a in token.attributes
        )

    def _raw(self, token: Token) -> None:
        if token.name == "style":
            self._style(token.start, token.end)
        elif token.name in ("xmp", "plaintext"):
            self._layout.add(
                "body",
                [Run(self._source[token.start : token.end], Slice(token.start, token.end, _no_markup))],
            )
            self.shown.append(self._source[token.start : token.end])
        else:
            self._refuse_scripts(token.name == "script")
            self.cuts.append(Edit(token.start, token.end, ""))

    def _cdata(self, token: Token) -> None:
        """In SVG and MathML it is text, elsewhere a comment: it leaves as a comment does."""
        self.shown.append(self._source[token.start : token.end])
        self.cuts.append(Edit(token.start, token.end, ""))

    def _refuse_scripts(self, found: bool) -> None:
        if found and self._settings.scripts == "refuse":
            raise with_scripts(self._id)

    def _attributes(self, token: Token) -> None:
        is_date = any(
            one.name == "type" and self._source[one.start : one.end].strip().lower() in _DATE_INPUTS
            for one in token.attributes
        )
        for attribute in token.attributes:
            self._attribute(token.name, attribute, is_date or token.name in _DATED)

    def _attribute(self, tag: str, attribute: Attribute, is_date: bool) -> None:
        name, start, end = attribute.name, attribute.start, attribute.end
        value = "".join(piece.text for piece in characters(self._source, start, end, in_attribute=True))
        role = role_of(tag, name)
        if name.startswith("on") or name == "srcdoc" or _SCRIPT_URL.match(value):
            self._refuse_scripts(True)
            self._drop(attribute, value)
        elif _DATA_URL.match(value) and role == "address":
            self._data_url(attribute, value)
        elif role == "link" or (role == "address" and value.strip().startswith("#")):
            self._replace(attribute, value, self._names.all(value))
        elif role == "style":
            self._replace(attribute, value, self._css(value))
        elif role in ("text", "address") and not is_structure(role, value):
            self._value(attribute, value, is_date=is_date and attribute.name in _DATES)
        elif not _is_kept(role, name, value):
            self._drop(attribute, value)
        else:
            self.skipped.append(value)
            self._guard(attribute.at, attribute.stop, value)

    def _drop(self, attribute: Attribute, value: str) -> None:
        """Cut an attribute with its name."""
        self.skipped.append(value)
        self.cuts.append(Edit(attribute.at, attribute.stop, ""))

    def _replace(self, attribute: Attribute, value: str, new: str) -> None:
        """Put another value, without markup, in the place of an attribute's."""
        self.skipped.append(value)
        self._guard(attribute.at, attribute.stop, new)
        if new != value and (attribute.quote or " " in new or not new):
            self.cuts.append(
                Edit(attribute.at, attribute.stop, f'{attribute.name}="{new.replace(chr(34), chr(39))}"')
            )
        elif new != value:
            self.cuts.append(Edit(attribute.start, attribute.end, new))

    def _css(self, source: str) -> str:
        return closed_css(source, self._names.one, keep_images=self._settings.images == "keep")

    def _value(self, attribute: Attribute, value: str, *, is_date: bool) -> None:
        escape = _quoted(attribute.quote)
        pieces = characters(self._source, attribute.start, attribute.end, in_attribute=True)
        is_url = attribute.name in URLS
        runs: list[SourceRun] = []
        for piece in pieces:
            if piece.is_reference:
                runs.append(Run(piece.text, Slice(piece.start, piece.end, escape, True)))
            elif is_url:
                runs += percent_runs(self._source, piece.start, piece.end, escape)
            else:
                runs.append(Run(piece.text, Slice(piece.start, piece.end, escape)))
        known = attribute.name if attribute.name in SHOWN_NAMES else "attribute"
        cell = CellPlace(_DATE_TABLE, next(self._dates), 0, by_path=True) if is_date else None
        self._layout.add("link" if is_url else "attribute", runs, "date" if is_date else known, cell)
        self.skipped.append(value)

    def _data_url(self, attribute: Attribute, value: str) -> None:
        is_image = value.strip().lower().startswith("data:image/") and "svg" not in value[:40].lower()
        if is_image and self._settings.images == "keep":
            self.skipped.append(value)
        else:
            self.cuts.append(Edit(attribute.start, attribute.end, BLANK_IMAGE if is_image else "data:,"))

    def _style(self, start: int, end: int) -> None:
        """A style sheet keeps what lays out."""
        source = self._source[start:end]
        self.skipped.append(source)
        closed = (
            "" if "<" in source.replace("<!--", "") else self._css(source)
        )  # else remains of a broken page
        if closed != source:
            self.cuts.append(Edit(start, end, closed))
        self._guard(start, end, closed)

    def _guard(self, start: int, end: int, value: str) -> None:
        """What lays out goes if a value that is removed stands in it."""
        if sum(map(str.isdigit, value)) >= TELLING_DIGITS:
            self.guarded.append(Guarded(start, end, value))


def _is_kept(role: str, name: str, value: str) -> bool:
    """Whether an attribute that is no text, and no link, says only how the page is laid out."""
    if role in ("none", "meta"):
        return role == "meta" and value.lower() in META_NAMES
    return role != "layout" or is_layout_value(name, value)


def _escape_text(text: str) -> str:
    return escape_html(text, quote=False)


def _no_markup(text: str) -> str:
    return text.replace("<", "")


def _quoted(quote_mark: str) -> Escape:
    """How text is written inside an attribute's value with these quotes."""
    if quote_mark:
        return lambda text: escape_html(text, quote=True)
    return lambda text: re.sub(r"[\s=`]", lambda found: f"&#{ord(found[0])};", escape_html(text, quote=True))


def percent_runs(source: str, start: int, end: int, escape: Escape) -> Iterator[SourceRun]:
    """Runs of an address: what is percent-encoded shows as the text it stands for."""

    def encode(text: str) -> str:
        return escape(quote(text, safe="@:/?#[]!$&'()*+,;=~"))

    at = start
    for found in _PERCENT.finditer(source, start, end):
        try:
            text = unquote_to_bytes(found[0]).decode("utf-8")
        except UnicodeDecodeError:
            continue
        if found.start() > at:
            yield Run(source[at : found.start()], Slice(at, found.start(), encode))
        yield Run(text, Slice(*found.span(), encode, True))
        at = found.end()
    if at < end:
        yield Run(source[at:end], Slice(at, end, encode))
