"""YAML: scalars are parts named by their paths, keys are parts too; written anew without comments."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import ruamel.yaml
import yaml

from adapters.documents.containers.composite import nested_texts
from adapters.documents.containers.text_documents import (
    HoldingDocument,
    Nested,
    opened_text,
    suffix_of_text,
)
from adapters.documents.faults import malformed, too_deep
from adapters.documents.layout import Layout, Run
from adapters.documents.office.xml_slots import Slot, Undo, edited
from adapters.documents.settings import DEFAULT, Settings
from adapters.documents.text.encoding import Decoded, decode, stream_text
from adapters.documents.text.paths import PathColumns, shown_key, unused
from engine.errors import UnreadableError
from engine.ports import OpenDocument, Replacement
from engine.text import SensitiveText, column_name

_TAGS = frozenset(
    f"tag:yaml.org,2002:{name}"
    for name in ("str", "int", "float", "bool", "null", "map", "seq", "timestamp", "set", "omap", "pairs")
)
_WORD = re.compile(r"(?:true|false|null|yes|no|on|off|~|)", re.IGNORECASE)
_NUMBER = re.compile(r"[-+]?(?:\d[\d_]*)(?:\.\d*)?(?:[eE][-+]?\d+)?")
_WIDTH = 1 << 20
"""Of lines, in characters: none is folded that was not."""


class Yaml:
    """YAML files, of one document or several.

    Each scalar is a part named by its path, and each key is one. Comments, directives and tags of
    one's own leave, anchors get numbers. What is written is laid out anew, and loads as the same values.

    Parameters
    ----------
    settings : Settings
        Size and nesting limits, columns that the policy names.
    """

    name = "yaml"
    suffixes: Sequence[str] = (".yaml", ".yml")

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003-DOC005, DOC006 nested too deep, DOC007 not YAML."""
        decoded = decode(document_id, content, self._settings)
        reader = _Reader(document_id, self._settings)
        try:
            for event in yaml.parse(decoded.text, Loader=yaml.CSafeLoader):
                reader.take(event)
        except (yaml.YAMLError, ValueError):
            raise malformed(document_id, "YAML", "a file that is not") from None
        reader.add_keys()
        own = _YamlDocument(document_id, decoded, reader.layout, reader.events)
        return HoldingDocument(document_id, own, reader.nested)

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """All scalars, names of anchors and tags, and comments, by ruamel."""
        source = stream_text(content, self._settings)
        try:
            texts = [*_scalars(source), *_comments(source)]
        except (ruamel.yaml.error.YAMLError, ValueError):
            raise malformed("", "YAML", "a file that is not") from None
        return [SensitiveText(text) for text in self._with_inner(texts) if text.strip()]

    def _with_inner(self, texts: Sequence[str]) -> Iterator[str]:
        for text in texts:
            yield text
            suffix = suffix_of_text(text)
            try:
                yield from nested_texts(suffix, text.encode(), self._settings) if suffix else ()
            except UnreadableError:
                continue  # it was not opened either: it stands as text


def _scalars(source: str) -> Iterator[str]:
    for event in ruamel.yaml.YAML(typ="safe", pure=True).parse(source):
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if anchor and not re.fullmatch(r"a\d+", anchor):
            yield str(anchor)
        if tag and str(tag) not in _TAGS:
            yield str(tag)
        if isinstance(event, ruamel.yaml.events.ScalarEvent):
            yield event.value


def _comments(source: str) -> Iterator[str]:
    """What stands between the tokens of a file."""
    at = 0
    for token in ruamel.yaml.YAML(typ="safe", pure=True).scan(source):
        between = source[at : token.start_mark.index]
        yield from re.findall("#.*", between)
        at = max(at, token.end_mark.index)
    yield from re.findall("#.*", source[at:])


@dataclass(frozen=True, slots=True)
class _ScalarSlot:
    """A scalar of the file."""

    event: Any

    def write(self, text: str) -> Undo:
        """Put `text` there; a plain one is quoted where it would not be read as that."""
        event, old = self.event, (self.event.value, self.event.tag, self.event.implicit)
        event.value, event.tag, event.implicit = text, None, (event.implicit[0], True)

        def undo() -> None:
            event.value, event.tag, event.implicit = old

        return undo


@dataclass(frozen=True, slots=True)
class _KeySlot:
    """A key wherever it stands; two keys never become one."""

    slots: Sequence[_ScalarSlot]
    taken: dict[str, str]
    key: str

    def write(self, text: str) -> Undo:
        """Put `text` there, with a number if it is taken."""
        others = {name for key, name in self.taken.items() if key != self.key}
        self.taken[self.key] = unused(text, others)
        undos = [slot.write(self.taken[self.key]) for slot in self.slots]

        def undo() -> None:
            self.taken[self.key] = self.key
            for one in undos:
                one()

        return undo


@dataclass
class _Frame:
    """A mapping or list that is open; of a mapping whether a key comes next."""

    is_mapping: bool
    wants_key: bool
    is_key: bool = False


@dataclass
class _Reader:
    """Takes the events of a file one by one: cleans them, and adds their parts."""

    document_id: str
    settings: Settings
    layout: Layout[Slot] = field(default_factory=Layout)
    nested: list[Nested] = field(default_factory=list)
    events: list[Any] = field(default_factory=list)
    _frames: list[_Frame] = field(default_factory=list)
    _path: list[str] = field(default_factory=list)
    _raw: list[str] = field(default_factory=list)
    _anchors: dict[str, str] = field(default_factory=dict)
    _keys: dict[str, list[_ScalarSlot]] = field(default_factory=dict)
    _columns: PathColumns = field(default_factory=PathColumns)

    def take(self, event: Any) -> None:
        """Add an event."""
        self.events.append(event)
        self._clean(event)
        if isinstance(event, yaml.CollectionStartEvent):
            self._enter(isinstance(event, yaml.MappingStartEvent))
        elif isinstance(event, yaml.CollectionEndEvent):
            self._leave()
        elif isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.AliasEvent):
            self._step("*")

    def _clean(self, event: Any) -> None:
        if isinstance(event, yaml.DocumentStartEvent):
            event.version = event.tags = None
        if getattr(event, "anchor", None):
            event.anchor = self._anchors.setdefault(event.anchor, f"a{len(self._anchors) + 1}")
        if getattr(event, "tag", None) and event.tag not in _TAGS:
            event.tag = None
            event.implicit = (True, True) if isinstance(event, yaml.ScalarEvent) else True

    def _enter(self, is_mapping: bool) -> None:
        if len(self._frames) >= self.settings.max_depth:
            raise too_deep(self.document_id, self.settings.max_depth)
        is_key = bool(self._frames) and self._frames[-1].wants_key
        self._frames.append(_Frame(is_mapping, is_mapping, is_key))
        self._path.append("" if is_mapping else "[]")
        self._raw.append(self._path[-1])

    def _leave(self) -> None:
        self._frames.pop()
        self._path.pop()
        self._raw.pop()
        self._step("*")

    def _step(self, key: str) -> None:
        """A node of the innermost mapping is done: after a key its value, after that a key."""
        if self._frames and self._frames[-1].is_mapping:
            frame = self._frames[-1]
            if frame.wants_key:
                self._path[-1], self._raw[-1] = shown_key(key, self.settings.columns), key
            frame.wants_key = not frame.wants_key

    def _scalar(self, event: Any) -> None:
        if self._frames and self._frames[-1].wants_key:
            if event.value != "<<":
                self._keys.setdefault(event.value, []).append(_ScalarSlot(event))
        else:
            self._value(event)
        self._step(event.value)

    def _value(self, event: Any) -> None:
        path = ".".join(self._path)
        is_plain = event.style is None and event.implicit[0]
        if is_plain and _WORD.fullmatch(event.value) and not _is_wanted(path, self.settings.columns):
            return
        opened = opened_text(self.document_id, event.value, self.settings)
        if opened is not None:
            self.nested.append(Nested(_ScalarSlot(event), opened))
            return
        kind = "number" if is_plain and _NUMBER.fullmatch(event.value) else "value"
        place = self._columns.next(".".join(self._raw))
        self.layout.add(kind, [Run(event.value, _ScalarSlot(event))], path, place)

    def add_keys(self) -> None:
        """One part per distinct key, behind the values."""
        taken = {key: key for key in self._keys}
        for key, slots in self._keys.items():
            self.layout.add("key", [Run(key, _KeySlot(slots, taken, key))])


def _is_wanted(path: str, columns: Collection[str]) -> bool:
    return any(column_name(key) in columns for key in path.split("."))


class _YamlDocument:
    """The file without the documents in its values."""

    def __init__(
        self, document_id: str, decoded: Decoded, layout: Layout[Slot], events: Sequence[Any]
    ) -> None:
        self.document = layout.document(document_id)
        self._decoded, self._layout, self._events = decoded, layout, events

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The file written anew with `replacements` applied."""
        with edited(self._layout, replacements):
            written = yaml.emit(self._events, Dumper=yaml.CSafeDumper, width=_WIDTH, allow_unicode=True)
        return self._decoded.encode(written)
