"""Subtitles and transcripts (SubRip, WebVTT): the text of each cue is a part; times stay, notes leave."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adapters.documents.faults import malformed
from adapters.documents.layout import Edit, Layout, Run
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.controls import NOT_IN_LINES, require_none
from adapters.documents.text.encoding import decode, stream_text
from adapters.documents.text.source import Escape, Slice, SourceDocument, SourceRun, literal
from engine.ports import OpenDocument
from engine.text import RawText, SensitiveText

_TIME = r"(?:\d{1,3}:)?[0-5]?\d:[0-5]\d[.,]\d{1,3}"
_TIMES = re.compile(rf"[ \t]*({_TIME})[ \t]*-->[ \t]*({_TIME})([^\r\n]*)")
_PLACED = re.compile(
    r"(?:[ \t]+(?:align:(?:start|center|middle|end|left|right)|vertical:(?:rl|lr)"
    r"|(?:line|position|size):-?\d{1,3}(?:\.\d{1,2})?%?(?:,[a-z-]{3,12})?|[XY][12]:\d{1,4}))*[ \t]*"
)
_BLOCK = re.compile(r"[^\r\n]+(?:(?:\r\n|\r|\n)[^\r\n]+)*")
_LINE = re.compile(r"[^\r\n]+")
_TAG = re.compile(
    rf"<(?P<tag>/?(?:[ibuc]|ruby|rt|v|lang)|{_TIME})(?P<class>\.[^\s<>]*)?(?P<said>[ \t][^<>]*)?>"
    r"|<[^<>]*>|\{\\an?\d\}"
)
_KEPT_TAG = re.compile(rf"</?(?:[ibucv]|ruby|rt)>|<{_TIME}>|\{{\\an?\d\}}")
_ENTITY = re.compile(r"&(?:amp|lt|gt|nbsp|lrm|rlm|#\d{1,7}|#x[0-9A-Fa-f]{1,6});")


class _Cue(NamedTuple):
    """Where a cue's identifier, settings and text stand."""

    head: tuple[int, int]
    settings: tuple[int, int]
    body: tuple[int, int]


class Subtitles:
    """SubRip subtitles.

    The text of each cue is a part, its lines together; so is the speaker that a voice tag names. Times stay.
    Identifiers of cues that are no numbers, notes, styles, regions and unknown tags leave.

    Parameters
    ----------
    settings : Settings
        Size limit, and the encoding of files that are not UTF-8.
    """

    name = "srt"
    suffixes: Sequence[str] = (".srt",)
    _head = ""

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003-DOC005, DOC007 no cue at all, or text outside of cues."""
        decoded = decode(document_id, content, self._settings)
        source = decoded.text
        require_none(document_id, source)
        layout: Layout[Slice] = Layout()
        cuts: list[Edit] = []
        for cue in self._cues(document_id, source, cuts):
            _cut_head(source, cue, cuts)
            _add_text(layout, source, *cue.body, cuts)
        return SourceDocument(layout.document(document_id), decoded, layout, cuts)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """Each block of lines that are no times: as it stands, and without tags, its entities resolved."""
        texts: list[str] = []
        for block in re.split(
            r"\n\s*\n", stream_text(content, self._settings).replace("\r\n", "\n").replace("\r", "\n")
        ):
            lines = [line for line in block.split("\n") if "-->" not in line or not _is_closed(line)]
            if "\n".join(lines) == self._head:
                texts.append(RawText(self._head))
                continue
            texts += [html.unescape(re.sub(r"<[^<>]*>", "", "\n".join(lines))), "\n".join(lines)]
        return [SensitiveText(text) for text in texts if text.strip()]

    def _cues(self, document_id: str, source: str, cuts: list[Edit]) -> Iterator[_Cue]:
        n_cues = 0
        if not source.startswith(self._head):
            raise malformed(document_id, self.name, "a file that does not begin with its name")
        for number, block in enumerate(_BLOCK.finditer(source)):
            times = _times_of(source, block)
            if times is not None:
                n_cues += 1
                yield _cue(block, times)
            elif number == 0 and self._head:
                cuts.append(Edit(block.start() + len(self._head), block.end(), ""))
            elif self._head:
                cuts.append(Edit(block.start(), block.end(), ""))  # a note, a style, a region
            else:
                raise malformed(document_id, self.name, "lines that are no cue")
        if not n_cues:
            raise malformed(document_id, self.name, "a file without a cue")


class WebVtt(Subtitles):
    """WebVTT subtitles, as meeting programs write transcripts."""

    name = "vtt"
    suffixes: Sequence[str] = (".vtt",)
    _head = "WEBVTT"


def _is_closed(line: str) -> bool:
    """Whether a line says nothing but times and places."""
    times = _TIMES.fullmatch(line)
    return times is not None and _PLACED.fullmatch(times[3]) is not None


def _times_of(source: str, block: re.Match[str]) -> re.Match[str] | None:
    """The line of times of a block: its first or second line."""
    for line, _ in zip(_LINE.finditer(source, block.start(), block.end()), range(2), strict=False):
        times = _TIMES.fullmatch(source, line.start(), line.end())
        if times is not None:
            return times
    return None


def _cue(block: re.Match[str], times: re.Match[str]) -> _Cue:
    return _Cue((block.start(), times.start()), times.span(3), (times.end(), block.end()))


def _cut_head(source: str, cue: _Cue, cuts: list[Edit]) -> None:
    """Leave out an identifier that is no number, and settings that are no places."""
    if not re.fullmatch(r"(?:\d{1,6}\s*)?", source[slice(*cue.head)]):
        cuts.append(Edit(*cue.head, ""))
    if not _PLACED.fullmatch(source[slice(*cue.settings)]):
        cuts.append(Edit(*cue.settings, ""))


def _add_text(layout: Layout[Slice], source: str, start: int, end: int, cuts: list[Edit]) -> None:
    """The text of a cue across its tags; what a voice tag says is a text of its own."""
    runs: list[SourceRun] = []
    voices: list[SourceRun] = []
    at = start
    for tag in _TAG.finditer(source, start, end):
        runs += _plain_runs(source, at, tag.start())
        at = tag.end()
        if _KEPT_TAG.fullmatch(tag[0]):
            continue
        inner = _inside(tag, cuts)
        if inner is None:
            cuts.append(Edit(tag.start(), tag.end(), ""))
        elif inner[0] < inner[1]:
            voices += [*_plain_runs(source, *inner, _in_tag), Run("\n", None)]
    runs += _plain_runs(source, at, end)
    layout.add("speaker", voices[:-1])
    layout.add("cue", runs)


def _inside(tag: re.Match[str], cuts: list[Edit]) -> tuple[int, int] | None:
    """Where the speaker of a voice tag stands, if any; None for a tag that leaves whole. Classes leave."""
    name = tag["tag"]
    if not name or name == "lang" or not _KEPT_TAG.fullmatch(f"<{name}>"):
        return None
    if name != "v":
        cuts.append(Edit(tag.end("tag"), tag.end() - 1, ""))
        return tag.end(), tag.end()
    if tag["class"]:
        cuts.append(Edit(*tag.span("class"), ""))
    return (tag.start("said") + 1, tag.end("said")) if tag["said"] else (tag.end(), tag.end())


def _plain_runs(source: str, start: int, end: int, escape: Escape | None = None) -> list[SourceRun]:
    """Text of [start, end), entities resolved."""
    escape = escape or _escaped
    runs: list[SourceRun] = []
    at = start
    for entity in _ENTITY.finditer(source, start, end):
        runs += [literal(source, at, entity.start(), escape)] if at < entity.start() else []
        runs.append(Run(html.unescape(entity[0]), Slice(*entity.span(), escape, whole=True)))
        at = entity.end()
    return [*runs, literal(source, at, end, escape)] if at < end else runs


def _escaped(text: str) -> str:
    """Text of a cue: no markup, and no line that would end the cue or be times."""
    lines = [line for line in re.split(r"[\r\n]+", NOT_IN_LINES.sub("", text)) if line] or [""]
    return html.escape("\n".join(lines), quote=False)


def _in_tag(text: str) -> str:
    return html.escape(" ".join(text.split()), quote=False)
