"""Rich Text Format: texts with their layout, written anew from a closed vocabulary of control words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from adapters.documents.faults import (
    embedded,
    malformed,
    too_deep,
    too_large,
    with_comments,
    with_revisions,
)
from adapters.documents.layout import Layout, Run
from adapters.documents.office.rich_text import tables, words
from adapters.documents.office.rich_text.texts import rtf_texts
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.encoding import Decoded
from adapters.documents.text.source import Slice, SourceDocument
from engine.ports import OpenDocument
from engine.text import CellPlace, SensitiveText

_TOKEN = re.compile(
    r"(?P<open>\{)|(?P<close>\})|\\'(?P<hex>[0-9a-fA-F]{2})"
    r"|\\(?P<word>[a-zA-Z]{1,32})(?P<number>-?\d{1,10})? ?|\\(?P<symbol>[^a-zA-Z])"
    r"|(?P<text>[^\\{}\r\n]+)|(?P<end>[\r\n]+)",
    re.DOTALL,
)
_NUMBER = re.compile(r"\\(?:listtext|pntext)(?:\\[a-z]{1,32}-?\d{0,10} ?)*\}")
"""The number of a list's item, where control words are all of it."""
_GROUP = re.compile(r"\s*(?P<mark>\\\*\s*)?\\(?P<name>[a-zA-Z]{1,32})")
_ITEM = re.compile(r"[^{}]{0,300}\}((?:\s*\\[a-zA-Z]{1,32}-?\d{0,10}\s?)*)")
"""The number of an item, and the words behind it."""
_LARGEST = 31_680
"""Largest number of a word that lays out: 22 inches in twips."""
_HEAD = "{\\rtf1\\ansi\\ansicpg1252\\uc1"


@dataclass(frozen=True, slots=True)
class _State:
    """What holds inside a group."""

    kind: str = ""
    font: int = 0
    fallback: int = 1
    hidden: bool = False
    inserted: bool = False
    deleted: bool = False
    is_story: bool = False
    in_number: bool = False


@dataclass(slots=True)
class _Story:
    """A text that runs: the runs of its paragraph, and where its table stands."""

    runs: list[Run[Slice]] = field(default_factory=list)
    in_table: bool = False


class Rtf:
    """RTF files: paragraphs, cells, notes, headers and footers are parts; all else that is no layout leaves.

    Parameters
    ----------
    settings : Settings
        ``comments``, ``revisions``, ``embedded`` and the limits.
    """

    name = "rtf"
    suffixes: Sequence[str] = (".rtf",)

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003, DOC006, DOC007; DOC014, DOC019, DOC020 what the settings refuse."""
        if len(content) > self._settings.max_bytes:
            raise too_large(document_id, len(content), self._settings.max_bytes)
        if not content.startswith(b"{\\rtf"):
            raise malformed(document_id, "RTF", "a file that does not begin as one")
        return _Reader(document_id, content.decode("latin-1"), self._settings).document()

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """All text between control words, paragraph by paragraph, and every word of no layout."""
        return [SensitiveText(text) for text in rtf_texts(content.decode("latin-1")) if text.strip()]


class _Reader:
    """Reads a file token by token, and writes it anew."""

    def __init__(self, document_id: str, source: str, settings: Settings) -> None:
        self._id, self._source, self._settings = document_id, source, settings
        self._layout: Layout[Slice] = Layout()
        self._pieces: list[str] = []
        self._length = 0
        self._states: list[_State] = []
        self._stories = [_Story()]
        self._charsets: dict[int, str] = {}
        self._default, self._font = "cp1252", 0
        self._letters: list[str] = []
        self._bytes = bytearray()
        self._skip = 0
        self._table = self._row = self._column = 0

    def document(self) -> SourceDocument:
        """The file as it will be written."""
        self._tables()
        self._read()
        self._end_part()
        return SourceDocument(
            self._layout.document(self._id), Decoded("".join(self._pieces), "ascii"), self._layout
        )

    def _tables(self) -> None:
        """Fonts, colours and styles, and the font of letters that name none."""
        fonts, self._charsets = tables.fonts(_group(self._source, "fonttbl"))
        head = re.match(r"\{\\rtf\d?[^{}]*", self._source)
        said = dict(re.findall(r"\\(ansicpg|deff)(\d{1,5})", head[0] if head else ""))
        page = f"cp{said.get('ansicpg', '1252')}"
        self._default = page if _is_codec(page) else "cp1252"
        self._font = int(said.get("deff", 0))
        self._write(f"{_HEAD}\\deff{self._font}{fonts}")
        self._write(tables.colours(_group(self._source, "colortbl")))
        self._write(tables.styles(_group(self._source, "stylesheet"), _bounded))

    def _read(self) -> None:
        at, source = 0, self._source
        while at < len(source):
            found = _TOKEN.match(source, at)
            if found is None:
                raise malformed(self._id, "RTF", "a sign that nothing follows")
            at = found.end()
            if found["word"] == "bin":
                at += max(0, int(found["number"] or 0))
            elif found["open"]:
                self._open(at)
            elif found["close"]:
                self._close()
                if not self._states:
                    return
            else:
                self._token(found)
        raise malformed(self._id, "RTF", "groups that do not end")

    def _open(self, at: int) -> None:
        self._flush()
        if len(self._states) >= self._settings.max_depth:
            raise too_deep(self._id, self._settings.max_depth)
        state = self._states[-1] if self._states else _State(font=self._font)
        found = _GROUP.match(self._source, at)
        name = found["name"] if found else ""
        self._refuse(name)
        if state.kind == "dropped" or self._leaves(name, bool(found and found["mark"]), at):
            self._states.append(replace(state, kind="dropped", is_story=False))
        elif name in words.STORIES:
            self._write(f"{{\\{name} ")
            self._stories.append(_Story())
            self._states.append(replace(state, kind="kept", is_story=True))
        else:
            in_number = state.in_number or name in words.NUMBERS
            if self._states:
                self._write((self._indents(at) if in_number else "") + "{")
            self._states.append(replace(state, kind="kept", is_story=False, in_number=in_number))

    def _leaves(self, name: str, is_marked: bool, at: int) -> bool:
        """Whether a group leaves whole: of these names, and marked as one to ignore where it is not known."""
        is_known = name in words.STORIES or name in words.THROUGH
        return name in words.DROPPED or (is_marked and not is_known) or self._is_blank_number(at)

    def _indents(self, at: int) -> str:
        """Indents behind a number that hold for it: some readers place it before they come to them."""
        behind = _ITEM.match(self._source, at)
        found = re.findall(r"\\(li|fi|ri|lin|rin)(-?\d{1,10})", behind[1] if behind else "")
        return "".join(_bounded(name, int(number)) for name, number in found)

    def _is_blank_number(self, at: int) -> bool:
        """Whether a group is the number of a list's item that shows none: what is left is a tab too many."""
        found = _NUMBER.match(self._source, at)
        shows = {"u", *words.SIGNS} - {"tab"}
        return found is not None and shows.isdisjoint(re.findall(r"[a-z]+", found[0]))

    def _refuse(self, name: str) -> None:
        if name in words.COMMENTS and self._settings.comments == "refuse":
            raise with_comments(self._id)
        if name in words.OBJECTS and self._settings.embedded == "refuse":
            raise embedded(self._id, "an embedded object")

    def _close(self) -> None:
        self._flush()
        if not self._states:
            raise malformed(self._id, "RTF", "groups that end twice")
        state = self._states.pop()
        if state.is_story:
            self._end_part()
            self._stories.pop()
        if state.kind == "kept":
            self._write("}")

    def _token(self, found: re.Match[str]) -> None:
        state = self._states[-1] if self._states else None
        if state is None:
            raise malformed(self._id, "RTF", "text outside of the file's group")
        if found["word"]:
            self._word(state, found["word"], int(found["number"]) if found["number"] else None)
        elif found["hex"]:
            self._byte(bytes.fromhex(found["hex"]))
        elif found["symbol"]:
            self._symbol(found["symbol"])
        elif found["text"]:
            self._byte(found["text"].encode("latin-1"))

    def _symbol(self, symbol: str) -> None:
        letter = words.SYMBOLS.get(symbol, "")
        if letter is None:
            self._word(self._states[-1], "par", None)
        elif letter:
            self._letter(letter)

    def _word(self, state: _State, name: str, number: int | None) -> None:
        if name == "u" and number is not None:
            self._settle()
            self._letter(chr(number & 0xFFFF), from_word=True)
            self._skip = state.fallback
        elif name in words.SIGNS:
            self._letter(words.SIGNS[name])
        else:
            self._flush()
            self._states[-1] = self._changed(state, name, number)
            if state.kind == "kept" and not (state.in_number and name == "pard"):
                self._layout_word(name, number)

    def _changed(self, state: _State, name: str, number: int | None) -> _State:
        """The state after a word."""
        on = number != 0
        if name == "plain":
            return replace(state, hidden=False, inserted=False, deleted=False, font=self._font)
        if name in ("revised", "deleted") and on and self._settings.revisions == "refuse":
            raise with_revisions(self._id)
        changes: dict[str, dict[str, object]] = {
            "f": {"font": number or 0},
            "uc": {"fallback": min(abs(number or 0), 8)},
            "v": {"hidden": on},
            "revised": {"inserted": on},
            "deleted": {"deleted": on},
        }
        return replace(state, **changes.get(name, {}))  # type: ignore[arg-type]

    def _layout_word(self, name: str, number: int | None) -> None:
        if name in words.ENDS:
            self._end_part(name)
            self._write(f"\\{name}\n")
        elif name == "pard":
            self._stories[-1].in_table = False
            self._write("\\pard ")
        elif name in words.KEPT and name not in words.OF_TABLES:
            self._stories[-1].in_table |= name == "intbl"
            self._write(_bounded(name, number))

    def _byte(self, data: bytes) -> None:
        for byte in data:
            if self._skip:
                self._skip -= 1
            else:
                self._bytes.append(byte)

    def _letter(self, letter: str, from_word: bool = False) -> None:
        if self._skip and not from_word:
            self._skip -= 1
            return
        self._settle()
        is_sign = self._states[-1].in_number and "\uf020" <= letter <= "\uf0ff"
        self._letters.append(words.BULLETS.get(letter, "•") if is_sign else letter)

    def _settle(self) -> None:
        """Bytes that wait become letters of the font's character set."""
        if self._bytes and self._states:
            codec = self._charsets.get(self._states[-1].font, self._default)
            codec = self._default if codec == "cp1252" else codec
            self._letters.append(bytes(self._bytes).decode(codec, "replace"))
            self._bytes.clear()

    def _flush(self) -> None:
        """Letters that wait become a run of the paragraph, if they are to stay."""
        self._settle()
        self._skip = 0
        text = "".join(self._letters).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        self._letters.clear()
        if not text or not self._states or not self._stays(self._states[-1]):
            return
        start = self._length
        self._write(escaped(text))
        self._stories[-1].runs.append(Run(text, Slice(start, self._length, escaped, whole=True)))

    def _stays(self, state: _State) -> bool:
        gone = {"accept": state.deleted, "reject": state.inserted, "remove": state.deleted or state.inserted}
        return state.kind == "kept" and not state.hidden and not gone.get(self._settings.revisions, False)

    def _end_part(self, name: str = "par") -> None:
        """The paragraph ends here: its runs are a part, in a cell where it stands in a table."""
        self._flush()
        story = self._stories[-1]
        in_cell = len(self._stories) == 1 and (story.in_table or name in ("cell", "nestcell"))
        place = CellPlace(self._table, self._row, self._column, of_text=True) if in_cell else None
        self._layout.add("cell" if in_cell else "body", story.runs, "", place)
        story.runs = []
        if name == "cell":
            self._column += 1
        elif name == "row":
            self._row, self._column = self._row + 1, 0
        elif not in_cell and self._row:
            self._table, self._row = self._table + 1, 0

    def _write(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)


def _bounded(name: str, number: int | None) -> str:
    """A word of the closed vocabulary, with a number that is no more than a measure."""
    if name not in words.KEPT:
        return ""
    return f"\\{name}{'' if number is None or abs(number) > _LARGEST else number} "


def escaped(text: str) -> str:
    """Text as RTF of ASCII letters alone.

    Examples
    --------
    >>> escaped("a {b} é")
    'a \\\\{b\\\\} \\\\u233?'
    """
    return "".join(map(_escaped, text))


def _escaped(letter: str) -> str:
    if letter in "\\{}":
        return f"\\{letter}"
    if letter in "\t\n":
        return "\\tab " if letter == "\t" else "\\line "
    if " " <= letter <= "~":
        return letter
    if letter < " " or letter == "\x7f":
        return ""
    units = letter.encode("utf-16-le", "surrogatepass")
    pairs = (int.from_bytes(units[at : at + 2], "little") for at in range(0, len(units), 2))
    return "".join(f"\\u{unit - 65536 if unit > 32767 else unit}?" for unit in pairs)


def _group(source: str, name: str) -> str:
    """What stands in the first group of a name."""
    start = source.find(f"{{\\{name}")
    depth = 0
    for found in re.compile(r"\\.|[{}]", re.DOTALL).finditer(source, max(start, 0)) if start >= 0 else ():
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if not depth:
            return source[start : found.start()]
    return ""


def _is_codec(name: str) -> bool:
    try:
        return bool(b"a".decode(name))
    except (LookupError, UnicodeError):
        return False
