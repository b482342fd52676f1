"""YAML as plain data with the place of every key and value; what is dangerous in YAML is refused."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, StringMark, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.parser import Parser

from engine.errors import Fault, InvalidError, fault
from engine.policy.problem import Path, Problem, field_name

MAX_BYTES = 2_000_000
MAX_DEPTH = 20
Place = tuple[int, int]
"""Line and column, both from 1."""


@dataclass
class YamlFile:
    """A YAML file read: its data, where each piece of it stands, and faults that did not stop reading.

    Parameters
    ----------
    name : str
        The file as messages name it.
    data : object
        Dicts, lists, strings, numbers, booleans, dates.
    sha256 : str
        Of the file's bytes, in hexadecimal.
    places : dict
        Path to the places of (key, value).
    faults : list of (Place, Fault)
        Duplicate keys and values that YAML cannot read.
    node : Node or None
        What stands at the top, with the marks of all below it.
    """

    name: str
    data: object
    sha256: str
    places: dict[Path, tuple[Place, Place]] = field(default_factory=dict)
    faults: list[tuple[Place, Fault]] = field(default_factory=list)
    node: Node | None = None

    def place(self, path: Path, at_key: bool = False) -> Place:
        """Place of what stands at `path`, or of the nearest thing above it."""
        while path not in self.places and path:
            path = path[:-1]
        key, value = self.places.get(path, ((1, 1), (1, 1)))
        return key if at_key or value == (0, 0) else value

    def locate(self, problem: Problem) -> tuple[Place, Fault]:
        """`problem` as a fault with file, line and column."""
        line, column = self.place(problem.path, problem.at_key)
        where = f"{self.name}:{line}:{column} {field_name(problem.path)}".rstrip()
        return (line, column), fault(problem.code, where, problem.must, problem.got, problem.advice)

    def fail(self, problems: list[Problem]) -> None:
        """Raise all faults, sorted by line, when there are any."""
        found = [*self.faults, *map(self.locate, problems)]
        if found:
            raise InvalidError(*(each for _, each in sorted(found, key=lambda item: item[0])))


def read_yaml(path: FilePath, max_bytes: int = MAX_BYTES) -> YamlFile:
    """Read the YAML file at `path`.

    Raises
    ------
    InvalidError
        Missing or too large, not UTF-8, not YAML, anchors, tags, several documents.
    """
    name = str(path)
    try:
        with path.open("rb") as stream:
            content = stream.read(max_bytes + 1)
    except OSError as error:
        reason = error.strerror or "an error"
        raise InvalidError(
            fault("POL001", name, "must be a file that can be read", reason, "Check the path.")
        ) from None
    if len(content) > max_bytes:
        advice = "A policy is a short text; keep long lists of terms in files of their own."
        raise InvalidError(fault("POL002", name, f"must be at most {max_bytes} bytes", "more", advice))
    return parse_yaml(content, name)


def parse_yaml(content: bytes, name: str) -> YamlFile:
    """Parse YAML, keeping places.

    Parameters
    ----------
    content : bytes
        UTF-8 text.
    name : str
        The file as messages name it.

    Raises
    ------
    InvalidError
        Not UTF-8, not YAML, anchors, tags, several documents, nested too deeply.
    """
    text = _decode(content, name)
    yaml = YAML(typ="safe", pure=True)
    yaml.Parser = _SafeParser
    try:
        node = yaml.compose(text)
    except (YAMLError, ValueError) as error:
        raise InvalidError(*_faults(error, text, name)) from None
    file = YamlFile(name, None, hashlib.sha256(content).hexdigest())
    file.node = node
    if node is not None:
        file.places[()] = (_place(node.start_mark), _place(node.start_mark))
        file.data = _Builder(yaml, file).build(node, ())
    return file


def _decode(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line, column = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        advice = "Save the file as UTF-8."
        where, got = f"{name}:{line}:{column}", f"byte 0x{content[error.start]:02x}"
        raise InvalidError(fault("POL003", where, "must be UTF-8 text", got, advice)) from None


def _place(mark: StringMark) -> Place:
    return mark.line + 1, mark.column + 1


class _Watch:
    """Sees in a text's events, one after the other, what YAML allows and a policy must not use."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._documents = 0
        self.depth = 0

    def faults(self, event: Any) -> Iterator[Fault]:
        where = "{}:{}:{}".format(self._name, *_place(event.start_mark))
        if isinstance(event, DocumentStartEvent):
            self._documents += 1
            if self._documents == 2:
                yield fault(
                    "POL007", where, "must be one document", "a second ---", "Give it a file of its own."
                )
        if isinstance(event, MappingStartEvent | SequenceStartEvent):
            self.depth += 1
        if isinstance(event, MappingEndEvent | SequenceEndEvent):
            self.depth -= 1
        if self.depth > MAX_DEPTH:
            yield fault("POL008", where, f"must be nested at most {MAX_DEPTH} deep", "deeper", "Flatten it.")
            return
        if isinstance(event, NodeEvent) and event.anchor:
            kind = "an alias" if isinstance(event, AliasEvent) else "an anchor"
            yield fault("POL007", where, "must not use anchors or aliases", kind, "Write the value out.")
        if getattr(event, "tag", None):
            yield fault("POL007", where, "must not use tags", "a tag", "Write the plain value.")


class _SafeParser(Parser):
    """Stops at the first event that a policy must not hold: nothing is made of it."""

    def __init__(self, loader: Any) -> None:
        super().__init__(loader)
        self._watch = _Watch("")

    def get_event(self) -> Any:
        event = super().get_event()
        if next(self._watch.faults(event), None) is not None:
            raise YAMLError
        return event


def _faults(error: Exception, text: str, name: str) -> list[Fault]:
    """All that a policy must not hold; of a text that is no YAML, that."""
    watch = _Watch(name)
    found: list[Fault] = []
    try:
        for event in YAML(typ="safe", pure=True).parse(text):
            found += watch.faults(event)
            if watch.depth > MAX_DEPTH:
                break
    except (YAMLError, ValueError) as worse:
        return list(_syntax(worse, text, name))
    return found or list(_syntax(error, text, name))


def _syntax(error: Exception, text: str, name: str) -> Iterator[Fault]:
    lines = text.split("\n")
    tabs = [number for number, line in enumerate(lines, 1) if line.lstrip(" ").startswith("\t")]
    for number in tabs:
        column = len(lines[number - 1]) - len(lines[number - 1].lstrip(" ")) + 1
        where = f"{name}:{number}:{column}"
        yield fault("POL005", where, "must be indented with spaces", "a tab", "Replace the tab by spaces.")
    if tabs:
        return
    where, got = name, "a character that YAML does not allow"
    if isinstance(error, MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        got = error.problem or error.context or "a syntax error"
        if mark is not None:
            where = "{}:{}:{}".format(name, *_place(mark))
    elif (position := getattr(error, "position", None)) is not None:
        before = text[:position]
        where = f"{name}:{before.count(chr(10)) + 1}:{position - before.rfind(chr(10))}"
    advice = "Look at the indentation, the colons and the quotes of this line and the one before."
    yield fault("POL004", where, "must be well-formed YAML", " ".join(got.split()), advice)


@dataclass
class _Builder:
    """Turns YAML nodes into plain data, noting places and duplicate keys in the file."""

    yaml: YAML
    file: YamlFile

    def build(self, node: Node, path: Path) -> object:
        if isinstance(node, MappingNode):
            return self._mapping(node, path)
        if isinstance(node, SequenceNode):
            return [self._item(item, (*path, place)) for place, item in enumerate(node.value)]
        return self._scalar(node, path)

    def _item(self, node: Node, path: Path) -> object:
        self.file.places[path] = (_place(node.start_mark), _place(node.start_mark))
        return self.build(node, path)

    def _mapping(self, node: MappingNode, path: Path) -> dict[str, object]:
        mapping: dict[str, object] = {}
        for key_node, value_node in node.value:
            place = _place(key_node.start_mark)
            if not isinstance(key_node, ScalarNode):
                self._fault(place, path, "POL004", "must have plain keys", "a list or mapping as a key")
                continue
            key = str(key_node.value)
            where = (*path, key)
            if key in mapping:
                first = self.file.places[where][0][0]
                self._fault(place, where, "POL006", "must be given once", f"it again (first on line {first})")
                continue
            self.file.places[where] = (place, _place(value_node.start_mark))
            mapping[key] = self.build(value_node, where)
        return mapping

    def _scalar(self, node: Node, path: Path) -> object:
        try:
            return self.yaml.constructor.construct_object(node)
        except (YAMLError, ValueError, OverflowError):
            place = _place(node.start_mark)
            self._fault(place, path, "POL004", "must be a value that YAML can read", str(node.value)[:60])
            return str(node.value)

    def _fault(self, place: Place, path: Path, code: str, must: str, got: str) -> None:
        where = "{}:{}:{} {}".format(self.file.name, *place, field_name(path)).rstrip()
        advice = {"POL006": "Keep one of the two.", "POL004": "Put it in quotes when it is text."}[code]
        self.file.faults.append((place, fault(code, where, must, got, advice)))
