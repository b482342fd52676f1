"""DICOM objects: headers by the basic profile of PS3.15; words that are burned into pixels painted over."""

from __future__ import annotations

import io
import logging
import re
import struct
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pydicom import Dataset, FileMetaDataset, config, dcmread, dcmwrite
from pydicom.charset import python_encoding
from pydicom.datadict import dictionary_VR, keyword_for_tag
from pydicom.errors import BytesLengthException, InvalidDicomError
from pydicom.multival import MultiValue
from pydicom.uid import UID, ExplicitVRLittleEndian, MediaStorageDirectoryStorage

from adapters.documents.containers.composite import Composite
from adapters.documents.faults import directory, malformed, too_deep, too_large, undecodable, with_pixels
from adapters.documents.health.dicom.actions import IDENTITY_REMOVED, KEPT_CODES, METHOD, RULES, Rule
from adapters.documents.health.dicom.burned_in import BurnedIn, texts_in
from adapters.documents.health.dicom.pixels import Pixels, can_decode, pixels_of, put_pixels
from adapters.documents.health.dicom.reader import syntax_of, texts_of
from adapters.documents.health.dicom.values import TEXTS, Numbers, ValueSlot, element, fitted, is_public
from adapters.documents.layout import Layout, Run
from adapters.documents.office.xml_slots import edited
from adapters.documents.settings import DEFAULT, Settings
from engine.catalog.public_codes import is_public as is_code
from engine.ports import OpenDocument, Replacement
from engine.text import CellPlace, Document, SensitiveText, Term

_BROKEN = (
    *(InvalidDicomError, EOFError, OSError, ValueError, TypeError, LookupError, AttributeError, struct.error),
    *(NotImplementedError, OverflowError, BytesLengthException),
)
"""What the library raises on files that are no objects."""
_BINARY = frozenset({"US", "SS", "UL", "SL", "FL", "FD"})
_UNDECLARED = frozenset({"", "ISO_IR 6", "ISO 2022 IR 6", python_encoding[""]})
_CHARSETS = frozenset({*python_encoding, *python_encoding.values()})
"""Names of character sets by the standard and by Python; the first ones have no letter beyond ASCII."""
_UTF_8 = "ISO_IR 192"
_UNNAMED = "REMOVED"
_OF_DEVICES = frozenset({"device manufacturer", "device model"})
_CODE = frozenset({"CodeValue", "CodingSchemeDesignator"})
"""What of a coded entry stays unsearched where the code is one of the list that it names."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_WRITER = "2.25.13573291830244829161105935128307205141"


class Dicom:
    """DICOM objects in files: a closed table says which attributes stay, and descriptions are parts.

    What is written is explicit VR little endian with texts in UTF-8, whatever the file was.

    Parameters
    ----------
    settings : Settings
        Size and nesting limits.
    """

    name = "dicom"
    suffixes: Sequence[str] = (".dcm",)

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003, DOC004, DOC006, DOC007 no object, DOC026 pixels that cannot be read,
        DOC023 to DOC025 as of pictures."""
        if len(content) > self._settings.max_bytes:
            raise too_large(document_id, len(content), self._settings.max_bytes)
        try:
            with _quiet():
                return _opened(document_id, content, self._settings)
        except RecursionError:
            raise too_deep(document_id, self._settings.max_depth) from None
        except _BROKEN:
            raise malformed(document_id, "DICOM", "a file that is no DICOM object") from None

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """The text of every element by a parser of its own, and of pixels by the second text recognition."""
        texts = [SensitiveText(text) for text in texts_of(content) if text.strip()]
        with _quiet():
            source = dcmread(io.BytesIO(content))
            pixels = pixels_of("", source, self._settings) if _may_show_text(source) else None
        return texts if pixels is None else [*texts, *texts_in(pixels)]


@contextmanager
def _quiet() -> Iterator[None]:
    """Without what the library says about broken values: it quotes them."""
    logger, mode = logging.getLogger("pydicom"), config.settings.reading_validation_mode
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)  # of its children too
    config.settings.reading_validation_mode = config.IGNORE
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(level)
        config.settings.reading_validation_mode = mode


def _opened(document_id: str, content: bytes, settings: Settings) -> OpenDocument:
    if not can_decode(syntax_of(document_id, content)):  # asked before a library inflates anything
        raise with_pixels(document_id, "a transfer syntax that cannot be decoded here")
    source = dcmread(io.BytesIO(content))
    if source.file_meta.get("MediaStorageSOPClassUID") == MediaStorageDirectoryStorage:
        raise directory(document_id)
    if not is_public(str(source.get("SOPClassUID", ""))):
        raise malformed(document_id, "DICOM", "an object of no class of the standard")
    cleaner = _Cleaner(document_id, settings.max_depth, _words_of_people(source))
    made = cleaner.dataset(source, 0)
    made.SpecificCharacterSet = _UTF_8
    made.PatientIdentityRemoved, made.DeidentificationMethod = IDENTITY_REMOVED, METHOD
    header = DicomDocument(document_id, made, cleaner.layout)
    pixels = pixels_of(document_id, source, settings)
    if pixels is None:
        return header
    put_pixels(made, pixels)
    return DicomImage(header, BurnedIn(document_id, pixels, settings)) if _may_show_text(source) else header


def _may_show_text(source: Dataset) -> bool:
    """Whether the object does not say that nothing is burned into its pixels."""
    return bool(source.get("BurnedInAnnotation") != "NO")


def _as_written(value: object) -> str:
    """One value as text; a number with the digits that the file has."""
    digits = getattr(value, "original_string", None)
    return digits if isinstance(digits, str) else "" if value is None else str(value)


def _words_of_people(source: Dataset) -> frozenset[str]:
    """The words of the names that the header gives to people."""
    names = [source.get(keyword) for keyword in RULES if dictionary_VR(keyword) == "PN"]
    return frozenset(_words(" ".join(str(name) for name in names if name)))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


class _Cleaner:
    """The object as it will be written, with its parts, built attribute by attribute."""

    def __init__(self, document_id: str, max_depth: int, people: frozenset[str]) -> None:
        self.layout: Layout[ValueSlot] = Layout()
        self._id, self._max_depth, self._people = document_id, max_depth, people
        self._numbers = Numbers(document_id)
        self._rows: Counter[str] = Counter()
        self._columns: dict[str, int] = {}

    def dataset(self, source: Dataset, depth: int) -> Dataset:
        """What stays of a dataset and of those nested in it."""
        if depth > self._max_depth:
            raise too_deep(self._id, self._max_depth)
        made = Dataset()
        shown = is_code(source.get("CodingSchemeDesignator"), str(source.get("CodeValue", "")))
        for tag in sorted(source.keys()):
            keyword = keyword_for_tag(tag)
            rule = RULES.get(keyword)
            if rule is None or tag.is_private:
                continue
            vr = dictionary_VR(tag)
            found = source[tag]
            if vr != found.VR:
                continue
            if vr == "SQ":
                items = [self.dataset(item, depth + 1) for item in found.value]
                made[tag] = element(tag, vr, items)
            elif vr in _BINARY:
                if isinstance(found.value, (int, float)):
                    made[tag] = element(tag, vr, found.value)
            else:
                text = self._text(source, vr, found.value)
                if shown and keyword in _CODE:
                    made[tag] = element(tag, vr, text)
                else:
                    self._value(made, tag, keyword, rule, text, "public" if shown else "free")
        return made

    def _text(self, source: Dataset, vr: str, value: object) -> str:
        """The values as one text, with the backslashes between them."""
        values = value if isinstance(value, MultiValue) else [value]
        text = "\\".join(_as_written(one) for one in values)
        if vr in TEXTS and not text.isascii():
            self._require_charset(source)
        if "\ufffd" in text or "\x1b" in text:
            raise undecodable(self._id, "a text that is not of the declared character set")
        return text

    def _require_charset(self, source: Dataset) -> None:
        """Raise DOC004 unless the object declares a character set that the standard has."""
        declared = source.get("SpecificCharacterSet") or source.original_character_set
        names = {declared} if isinstance(declared, str) else set(declared)
        if names <= _UNDECLARED or not names <= _CHARSETS:
            raise undecodable(self._id, "letters of a character set that is not declared")

    def _value(self, made: Dataset, tag: int, keyword: str, rule: Rule, text: str, term: Term) -> None:
        vr = dictionary_VR(tag)
        if vr == "UI":
            made[tag] = element(tag, vr, self._uid(rule, text))
            return
        if rule.action in "ZD":
            made[tag] = element(tag, vr, _UNNAMED if rule.action == "D" else "")
        elif rule.action in "KC":
            text = fitted(vr, text)
            if vr == "CS" and rule.action == "K" and text not in KEPT_CODES:
                text = ""
            made[tag] = element(tag, vr, text)
        if rule.action == "C":
            self._part(ValueSlot(made, tag, vr), keyword, rule, text, term)
        elif rule.column:
            self._part(ValueSlot(None, tag, vr), keyword, rule, text, term)

    def _uid(self, rule: Rule, text: str) -> str:
        if rule.action == "U":
            return "\\".join(self._numbers.new(one) for one in text.split("\\") if one)
        return text if is_public(text) else ""

    def _part(self, slot: ValueSlot, keyword: str, rule: Rule, text: str, term: Term) -> None:
        name = rule.column
        if not name or (name in _OF_DEVICES and not self._people.isdisjoint(_words(text))):
            self.layout.add("value", [Run(text, slot)], keyword)
            return
        place = CellPlace(
            0,
            self._rows[name],
            self._columns.setdefault(name, len(self._columns)),
            by_path=True,
            term=term if keyword == "CodeMeaning" else "",
        )
        self._rows[name] += 1
        self.layout.add("value", [Run(text, slot)], name, place)


class DicomDocument:
    """An open object: what stays of it, with its parts."""

    def __init__(self, document_id: str, made: Dataset, layout: Layout[ValueSlot]) -> None:
        self.document = layout.document(document_id)
        self._made, self._layout = made, layout

    def rewrite(self, replacements: Sequence[Replacement], pixels: Pixels | None = None) -> bytes:
        """The object as a file, `replacements` applied, with other pixels where they are given."""
        written = io.BytesIO()
        with edited(self._layout, replacements), _quiet():
            if pixels is not None:
                put_pixels(self._made, pixels)
            self._made.file_meta = self._head()
            self._made.preamble = b"\0" * 128
            dcmwrite(written, self._made, implicit_vr=False, little_endian=True)
        return written.getvalue()

    def _head(self) -> FileMetaDataset:
        head = FileMetaDataset()
        head.FileMetaInformationGroupLength = 0
        head.FileMetaInformationVersion = b"\0\1"
        head.MediaStorageSOPClassUID = UID(str(self._made.SOPClassUID))
        head.MediaStorageSOPInstanceUID = UID(str(self._made.get("SOPInstanceUID", "")))
        head.TransferSyntaxUID = ExplicitVRLittleEndian
        head.ImplementationClassUID = UID(_WRITER)
        return head


class DicomImage:
    """An open object with the words that stand in its pixels."""

    def __init__(self, header: DicomDocument, burned_in: BurnedIn) -> None:
        self._header, self._burned_in = header, burned_in
        self._whole = Composite(header.document.id, [header, burned_in])

    @property
    def document(self) -> Document:
        """What the header says, then what stands in the pixels."""
        return self._whole.document

    def rewrite(self, replacements: Sequence[Replacement]) -> bytes:
        """The object as a file, `replacements` applied to both."""
        of_header, of_pixels = self._whole.shares(replacements)
        return self._header.rewrite(of_header, self._burned_in.painted(of_pixels))
