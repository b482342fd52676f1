"""The table of formats: which class opens which file."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType

from adapters.documents.faults import unreadable
from adapters.documents.opening.content_kinds import COMPOUND, ZIP, kinds_of
from adapters.documents.settings import DEFAULT, Settings
from engine.errors import InvalidError, UnreadableError, fault
from engine.ports import DocumentFormat


@dataclass(frozen=True, slots=True)
class Row:
    """One format.

    Parameters
    ----------
    name, version : str
        What reports call it; the version changes when its parts or its output do.
    target : str
        ``"module:Class"``, imported on first use.
    suffixes : tuple of str
        Lower case, with the dot.
    magic : tuple of bytes
        What its files start with, for formats that have such a mark.
    extra : str
        The optional dependency group to install, empty for none.
    """

    name: str
    version: str
    target: str
    suffixes: tuple[str, ...]
    magic: tuple[bytes, ...] = ()
    extra: str = ""


_PACKAGE = (ZIP, COMPOUND)
"""A compound file is an encrypted package here."""

FORMATS: tuple[Row, ...] = (
    Row("txt", "1", "adapters.documents.text.plain:PlainText", (".txt", ".text")),
    Row("md", "1", "adapters.documents.markup.markdown:Markdown", (".md", ".markdown")),
    Row("html", "1", "adapters.documents.markup.html:Html", (".html", ".htm", ".xhtml")),
    Row("xml", "1", "adapters.documents.markup.xml.xml:Xml", (".xml",)),
    Row("csv", "1", "adapters.documents.text.delimited:Delimited", (".csv", ".tsv")),
    Row("log", "1", "adapters.documents.text.log:Log", (".log",)),
    Row(
        "ini",
        "1",
        "adapters.documents.text.settings_file:SettingsFile",
        (".ini", ".cfg", ".conf", ".properties", ".env"),
    ),
    Row("yaml", "1", "adapters.documents.text.yaml_text:Yaml", (".yaml", ".yml")),
    Row("jsonl", "1", "adapters.documents.text.json_text:JsonLines", (".jsonl", ".ndjson")),
    Row(
        "docx",
        "1",
        "adapters.documents.office.word.docx:Docx",
        (".docx", ".docm", ".dotx", ".dotm"),
        _PACKAGE,
    ),
    Row("xlsx", "1", "adapters.documents.office.xlsx:Xlsx", (".xlsx", ".xlsm", ".xltx", ".xltm"), _PACKAGE),
    Row(
        "pptx",
        "1",
        "adapters.documents.office.pptx:Pptx",
        (".pptx", ".pptm", ".potx", ".potm", ".ppsx", ".ppsm"),
        _PACKAGE,
    ),
    Row("doc", "1", "adapters.documents.office.old_office:Doc", (".doc", ".dot"), (COMPOUND,)),
    Row("xls", "1", "adapters.documents.office.old_office:Xls", (".xls", ".xlt"), (COMPOUND,)),
    Row("ppt", "1", "adapters.documents.office.old_office:Ppt", (".ppt", ".pps", ".pot"), (COMPOUND,)),
    Row("odt", "1", "adapters.documents.office.open_document.open_document:Odt", (".odt", ".ott"), (ZIP,)),
    Row("ods", "1", "adapters.documents.office.open_document.open_document:Ods", (".ods", ".ots"), (ZIP,)),
    Row("odp", "1", "adapters.documents.office.open_document.open_document:Odp", (".odp", ".otp"), (ZIP,)),
    Row("fodt", "1", "adapters.documents.office.open_document.flat:FlatOdt", (".fodt",)),
    Row("fods", "1", "adapters.documents.office.open_document.flat:FlatOds", (".fods",)),
    Row("fodp", "1", "adapters.documents.office.open_document.flat:FlatOdp", (".fodp",)),
    Row("epub", "1", "adapters.documents.markup.epub:Epub", (".epub",), (ZIP,)),
    Row("rtf", "1", "adapters.documents.office.rich_text.rtf:Rtf", (".rtf",), (b"{\\rtf",)),
    Row("pdf", "1", "adapters.documents.pdf.pdf:PdfFormat", (".pdf",), (b"%PDF-",)),
    Row("eml", "1", "adapters.documents.mail.mail:Mail", (".eml",)),
    Row("msg", "1", "adapters.documents.mail.msg:Msg", (".msg",), (COMPOUND,)),
    Row("mbox", "1", "adapters.documents.mail.mail:Mailbox", (".mbox",)),
    Row("zip", "1", "adapters.documents.containers.zip_folder:ZipFolder", (".zip",), (ZIP, b"PK\x05\x06")),
    Row("tar", "1", "adapters.documents.containers.zip_folder:TarFolder", (".tar",)),
    Row("gz", "1", "adapters.documents.containers.gzipped:Gzipped", (".gz", ".tgz"), (b"\x1f\x8b",)),
    Row(
        "7z", "1", "adapters.documents.containers.seven_zip:SevenZip", (".7z",), (b"7z\xbc\xaf",), "archives"
    ),
    Row("srt", "1", "adapters.documents.text.subtitles:Subtitles", (".srt",)),
    Row("vtt", "1", "adapters.documents.text.subtitles:WebVtt", (".vtt",)),
    Row("ics", "1", "adapters.documents.mail.cards:Calendar", (".ics",)),
    Row("vcf", "1", "adapters.documents.mail.cards:Cards", (".vcf", ".vcard")),
    Row("hl7", "1", "adapters.documents.health.hl7:Hl7", (".hl7",)),
    Row("dicom", "2", "adapters.documents.health.dicom.dicom:Dicom", (".dcm",)),
    Row("png", "1", "adapters.documents.pictures.picture:Png", (".png",), (b"\x89PNG",), "ocr"),
    Row(
        "jpeg", "1", "adapters.documents.pictures.picture:Jpeg", (".jpg", ".jpeg"), (b"\xff\xd8\xff",), "ocr"
    ),
    Row(
        "tiff",
        "1",
        "adapters.documents.pictures.picture:Tiff",
        (".tif", ".tiff"),
        (b"II*\x00", b"MM\x00*"),
        "ocr",
    ),
    Row("bmp", "1", "adapters.documents.pictures.picture:Bmp", (".bmp",), (b"BM",), "ocr"),
    Row("gif", "1", "adapters.documents.pictures.picture:Gif", (".gif",), (b"GIF8",), "ocr"),
    Row("webp", "1", "adapters.documents.pictures.picture:WebP", (".webp",), (b"RIFF",), "ocr"),
    Row("json", "1", "adapters.documents.text.json_text:Json", (".json",)),
)

_OPENS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        **{row.name: frozenset({row.name}) for row in FORMATS},
        "md": frozenset({"html", "xml"}),
        "html": frozenset({"html", "xml"}),
        **{name: frozenset({"old Office or msg"}) for name in ("msg", "doc", "xls", "ppt")},
        "epub": frozenset({"epub", "zip"}),
        **{name: frozenset({"xml"}) for name in ("fodt", "fods", "fodp")},
        **{
            name: frozenset({name, "zip", "old Office or msg"})
            for name in ("docx", "xlsx", "pptx", "odt", "ods", "odp")
        },
    }
)
"""Kinds of content that each format opens; a package may also be a broken or an encrypted one."""


_WRITTEN_AS: Mapping[str, str] = MappingProxyType(
    {
        **{name: f".{name}" for name in ("docx", "xlsx", "pptx", "odt", "ods", "odp")},
        "doc": ".docx",
        "xls": ".xlsx",
        "ppt": ".pptx",
        "msg": ".eml",
        "7z": ".zip",
        **dict.fromkeys(("bmp", "gif", "webp"), ".png"),
    }
)
"""Suffixes of what is written: macros and templates become plain files, old formats the new ones."""
_EXPORT = "Export it as mbox or eml files, from Outlook or by readpst (apt-get install pst-utils)."
_AS_TABLES = "Export its tables as CSV or JSON lines."
_BY_CLAUSE = "Export it as CSV or JSON lines, or name it in a clause about tables."
_INSTEAD: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys((".pst", ".ost"), _EXPORT),
        **dict.fromkeys((".sqlite", ".sqlite3", ".db", ".mdb", ".accdb"), _AS_TABLES),
        ".parquet": _BY_CLAUSE,
    }
)
"""What to do with files that nothing here opens, by suffix."""


def released_suffix(suffix: str) -> str:
    """The suffix of the released file.

    Examples
    --------
    >>> [released_suffix(suffix) for suffix in (".docm", ".docx", ".TXT", ".msg")]
    ['.docx', '.docx', '.TXT', '.eml']
    """
    row = _row(suffix)
    return _WRITTEN_AS.get(row.name, suffix) if row is not None else suffix


def supported_suffixes() -> tuple[str, ...]:
    """Suffixes of files that can be opened, lower case with the dot, sorted."""
    return tuple(sorted(suffix for row in FORMATS for suffix in row.suffixes))


_BODIES = frozenset({"txt", "html"})
"""Formats of the parts of nearly every mail."""


def import_format(suffix: str) -> None:
    """Import what opens files of a suffix, if it is installed: processes that are forked then have it."""
    wanted = {row.name for row in FORMATS if suffix.lower() in row.suffixes}
    for row in FORMATS:
        if row.name in wanted | (_BODIES if wanted & {"eml", "mbox"} else set()):
            with suppress(ImportError):  # `format_for` tells of it
                import_module(row.target.partition(":")[0])


def format_for(suffix: str, content: bytes = b"", settings: Settings = DEFAULT) -> DocumentFormat:
    """The format that opens a file.

    Parameters
    ----------
    suffix : str
        The file's suffix with the dot, in any case.
    content : bytes
        The file: name and content must agree, and it must be of one kind.
        Without it only the name counts.
    settings : Settings
        Choices and limits that the policy makes.

    Raises
    ------
    UnreadableError
        DOC001, no format has this suffix; DOC002, the content is of another kind.
    InvalidError
        DOC010, a library that the format needs is not installed.
    """
    row = _row(suffix)
    if row is not None and row.name == "txt" and kinds_of(content) == ["hl7"]:
        row = _row(".hl7")  # interfaces save their messages so
    if row is None:
        must = "must be of a kind in docs/documents.md, such as docx, odt, pdf, eml, html or txt"
        advice = _INSTEAD.get(suffix.lower(), "Convert it, or leave it out.")
        raise unreadable("DOC001", "document", must, "another kind of file", advice)
    _require_kind(row, content)
    module, _, name = row.target.partition(":")
    try:
        made: DocumentFormat = getattr(import_module(module), name)(settings)
    except ImportError:
        must = f"must have the libraries of the format {row.name} installed"
        advice = f"Install them: pip install 'saferelease{f'[{row.extra}]' if row.extra else ''}'."
        raise InvalidError(fault("DOC010", "installation", must, "", advice)) from None
    return made


def _row(suffix: str) -> Row | None:
    return next((row for row in FORMATS if suffix.lower() in row.suffixes), None)


def _require_kind(row: Row, content: bytes) -> None:
    """Raise DOC002 unless the bytes are of the format, and of no other kind beside it."""
    if not content:
        return
    kinds = kinds_of(content)
    if len(kinds) > 1:
        advice = "It opens as one kind or another by the program that reads it: save it as one of them."
        raise _disguised(row, f"{' and '.join(kinds)} in one", advice)
    kind = kinds[0] if kinds else ""
    is_marked = content.startswith(row.magic) if row.magic else True
    if kind not in _OPENS[row.name] if kind else not is_marked:
        raise _disguised(row, kind or "another kind", "Give the file the suffix of its format.")


def _disguised(row: Row, got: str, advice: str) -> UnreadableError:
    return unreadable("DOC002", "document", f"must be {row.name} as its name says", got, advice)
