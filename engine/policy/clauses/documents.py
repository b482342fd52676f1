"""The `documents` clause: how files are opened, what is removed from them, what they are called."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, field_validator, model_validator

from engine.policy.clauses.fields import Clause, Name, Names, Text
from engine.text import column_name

_PATTERN = re.compile(r"(?:[A-Za-z0-9 ._-]|\{number\}|\{folder\})+")

Encoding = Literal[
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1257",
    "iso-8859-1",
    "iso-8859-2",
    "iso-8859-5",
    "iso-8859-7",
    "iso-8859-9",
    "iso-8859-15",
    "koi8-r",
    "macintosh",
    "cp437",
    "cp850",
    "shift_jis",
    "euc-jp",
    "gb18030",
    "big5",
    "euc-kr",
    "utf-16-le",
    "utf-16-be",
]


MoreLanguage = Literal["de", "es", "fr"]


def _names(value: str) -> str:
    if value in ("number", "keep"):
        return value
    if not _PATTERN.fullmatch(value) or "{number}" not in value or value != value.strip(" ."):
        raise ValueError(
            "must be number, keep, or a pattern of letters, digits, blanks, . _ - with {number} and "
            "perhaps {folder}, as in 'exhibit-{number}'"
        )
    return value


FileNames = Annotated[
    str,
    Field(
        strict=True,
        max_length=60,
        json_schema_extra={"pattern": r"^(number|keep|[A-Za-z0-9 ._{}-]*\{number\}[A-Za-z0-9 ._{}-]*)$"},
    ),
    AfterValidator(_names),
]


class ColumnRule(Clause):
    """What happens to columns, by their names."""

    named: Names = Field(min_length=1, examples=[["patient", "next of kin"]])
    """Names of columns or keys; case, blanks, - and _ do not matter."""
    then: Literal["drop", "keep", "replace"] = Field(examples=["replace"])
    """drop empties each cell, keep leaves it, replace replaces it as the clause about `category` says."""
    category: Name | None = Field(default=None, examples=["person"])
    """replace only: what each cell holds; a clause must look for it."""

    @model_validator(mode="after")
    def _category_is_for_replace(self) -> Self:
        if (self.category is None) == (self.then == "replace"):
            raise ValueError("category: must be given when cells are replaced, and only then")
        return self


class DocumentLimits(Clause):
    """What one document may cost; a document that takes more is quarantined."""

    file_mb: int = Field(default=64, strict=True, ge=1, le=4096)
    """Largest file that is opened, in MiB."""
    expanded_mb: int = Field(default=512, strict=True, ge=1, le=16384)
    """Most that the compressed content of one file may expand to, in MiB."""
    seconds: int = Field(default=180, strict=True, ge=1, le=3600)
    """Most processor time of one document, and as much again for each MiB of the file; also the longest time
    on the clock in which nothing is done."""
    memory_mb: int = Field(default=1536, strict=True, ge=128, le=65536)
    """Most memory that opening and writing one document may take, in MiB."""


class DocumentsClause(Clause):
    """How documents are opened, what is always removed from them, and how the released files are named."""

    formats: Names = Field(default=(), examples=[["txt", "csv"]])
    """Formats that may be released; empty means all that can be read."""
    names: FileNames = Field(default="number", examples=["exhibit-{number}"])
    """Names of released files, also inside archives and mails: number, keep (where they disclose nothing), or
    a pattern with {number} and perhaps {folder}, the folder's number."""
    encoding: Encoding | None = Field(default=None, examples=["windows-1252"])
    """Encoding of text files that are not Unicode and declare none; else they are refused."""
    comments: Literal["remove", "refuse"] = "remove"
    """Comments in html, docx, xlsx, pptx, Open Documents and rtf, notes in pdf."""
    revisions: Literal["accept", "reject", "remove", "refuse"] = "accept"
    """Tracked changes in docx and rtf: accept keeps what was inserted, reject what was deleted, remove
    neither, refuse refuses the document. Open Documents with changes are refused unless accept. Nothing stays
    tracked."""
    embedded: Literal["remove", "refuse"] = "remove"
    """Embedded objects in docx, xlsx, pptx, Open Documents and rtf, documents inserted as a whole, media in
    pdf."""
    scripts: Literal["remove", "refuse"] = "remove"
    """Scripts in html and pdf, macros in docx, xlsx, pptx and Open Documents."""
    images: Literal["blank", "keep", "read"] = "blank"
    """Pictures inside documents: blanked, kept unread (without metadata, but for pdf and html), or, in docx,
    pptx and xlsx, read by text recognition and painted over where something goes (blanked in other
    formats)."""
    scanned_pages: Literal["refuse", "redact", "read"] = "refuse"
    """A page of a pdf that is a picture without text, also where pictures are kept: the document is refused,
    the page emptied, or read by text recognition, painted over where something goes, and a picture again."""
    unreadable_pictures: Literal["refuse", "blank"] = "refuse"
    """A png, jpeg or page of a tiff of which text recognition reads too little: the document is refused, or
    the picture emptied."""
    codes: Literal["cover", "refuse", "keep"] = "cover"
    """Barcodes and QR codes in pictures that are read: painted over, refused, or not looked for."""
    faces: Literal["cover", "refuse", "keep"] = "cover"
    """Faces in pictures that are read: painted over as far as they are found, refused, or not looked for."""
    signatures: Literal["cover", "refuse", "keep"] = "cover"
    """Signatures and other strokes of a pen, as `faces`."""
    stamps: Literal["cover", "refuse", "keep"] = "cover"
    """Stamps, as `faces`."""
    earlier_revisions: Literal["remove", "refuse"] = "remove"
    """Earlier states that a pdf still holds."""
    covered_text: Literal["remove", "refuse"] = "remove"
    """Text of a pdf under a box, a picture, a mark for redaction that was never applied, or in the colour of
    its ground: removed and its letters counted, or the document is refused."""
    attachments: Literal["recurse", "remove", "refuse"] = "recurse"
    """Attached files, also of CDA and FHIR: opened by their own format, removed (in a mail a note stays), or
    the document is refused. Those of a pdf are removed or refused."""
    unopened: Literal["remove", "refuse"] = "remove"
    """A file in a mail or archive that cannot be opened, or that another key refuses; one text of several in
    an unknown encoding: a note takes its place, or the whole is refused."""
    columns: tuple[ColumnRule, ...] = Field(default=(), max_length=200)
    """What happens to columns of csv, xlsx, json and jsonl, and of tables in docx, html, md, txt and pdf."""
    unknown_columns: Literal["remove", "refuse", "keep"] = "remove"
    """A column of numbers or codes, nearly all different, that nothing explains: where a clause looks for
    unique-code removed as such, the document refused, or kept."""
    encoded: Literal["search", "remove"] = "remove"
    """Encoded text inside text (base64, hexadecimal, uuencode, runs of escapes): removed whole, or decoded
    and removed where something is found in it; what decodes to no text is then kept."""
    more_languages: tuple[MoreLanguage, ...] = Field(default=(), max_length=3, examples=[["de", "fr"]])
    """Languages besides English (de, es, fr) that documents may be in, for names, dates and numbers;
    inferences are judged in English only."""
    other_languages: Literal["refuse", "warn"] = "refuse"
    """Passages in any other language: the document is refused, or released without looking for names and
    inferences in them, as the report says."""
    limits: DocumentLimits = DocumentLimits()
    """What one document may cost."""
    because: Text | None = Field(default=None, examples=["The pictures were checked by hand."])
    """Why these settings may be looser than those of a policy that this one is made of."""

    @field_validator("columns")
    @classmethod
    def _each_column_once(cls, rules: tuple[ColumnRule, ...]) -> tuple[ColumnRule, ...]:
        names = [column_name(name) for rule in rules for name in rule.named]
        repeated = next((name for i, name in enumerate(names) if name in names[:i]), None)
        if repeated is not None:
            raise ValueError(f"must not name the column {repeated!r} twice")
        return rules


LANGUAGES = {"en": "English", "de": "German", "es": "Spanish", "fr": "French"}
"""Languages that a policy can name, by code (ISO 639-1)."""

CHOICES: dict[str, tuple[tuple[Any, ...], ...]] = {
    "comments": (("remove",), ("refuse",)),
    "revisions": (("accept", "reject"), ("remove",), ("refuse",)),
    "embedded": (("remove",), ("refuse",)),
    "scripts": (("remove",), ("refuse",)),
    "images": (("keep",), ("read",), ("blank",)),
    "scanned_pages": (("read",), ("redact",), ("refuse",)),
    "unreadable_pictures": (("blank",), ("refuse",)),
    "codes": (("keep",), ("cover",), ("refuse",)),
    "faces": (("keep",), ("cover",), ("refuse",)),
    "signatures": (("keep",), ("cover",), ("refuse",)),
    "stamps": (("keep",), ("cover",), ("refuse",)),
    "earlier_revisions": (("remove",), ("refuse",)),
    "covered_text": (("remove",), ("refuse",)),
    "attachments": (("recurse",), ("remove",), ("refuse",)),
    "unopened": (("remove",), ("refuse",)),
    "encoded": (("search",), ("remove",)),
    "unknown_columns": (("keep",), ("remove",), ("refuse",)),
    "other_languages": (("warn",), ("refuse",)),
}
"""Values of each choice from the weakest on; those in one place cannot be compared."""

SENTENCES: dict[tuple[str, str], str] = {
    ("comments", "remove"): "Comments leave the file.",
    ("comments", "refuse"): "A document with comments is not released.",
    ("revisions", "accept"): "Tracked changes are accepted: what was deleted leaves the file.",
    ("revisions", "reject"): "Tracked changes are rejected: what was inserted leaves the file.",
    ("revisions", "remove"): "Tracked changes leave the file, what was inserted and what was deleted.",
    ("revisions", "refuse"): "A document with tracked changes is not released.",
    ("embedded", "remove"): "Embedded objects leave the file.",
    ("embedded", "refuse"): "A document with embedded objects is not released.",
    ("scripts", "remove"): "Scripts and macros leave the file.",
    ("scripts", "refuse"): "A document with scripts or macros is not released.",
    ("images", "blank"): "Pictures are blanked.",
    ("images", "read"): (
        "Pictures in docx, pptx and xlsx are read by text recognition, and painted over where something "
        "goes. Others are blanked."
    ),
    ("images", "keep"): "Pictures are kept, and nobody reads their pixels.",
    ("scanned_pages", "refuse"): "A pdf with a page that is only a picture is not released.",
    ("scanned_pages", "redact"): "A page of a pdf that is only a picture is emptied.",
    ("scanned_pages", "read"): (
        "A page of a pdf that is only a picture is read by text recognition, and painted over where "
        "something goes."
    ),
    ("unreadable_pictures", "refuse"): (
        "A picture of which text recognition reads too little is not released."
    ),
    ("unreadable_pictures", "blank"): "A picture of which text recognition reads too little is emptied.",
    ("codes", "cover"): "Barcodes and QR codes in pictures that are read are painted over.",
    ("codes", "refuse"): "A document with a barcode or QR code in a picture that is read is not released.",
    ("codes", "keep"): "Barcodes and QR codes in pictures stay, and nobody looks for them.",
    ("faces", "cover"): "Faces that are found in pictures that are read are painted over.",
    ("faces", "refuse"): "A document with a face in a picture that is read is not released.",
    ("faces", "keep"): "Faces in pictures stay, and nobody looks for them.",
    ("signatures", "cover"): "Signatures that are found in pictures that are read are painted over.",
    ("signatures", "refuse"): "A document with a signature in a picture that is read is not released.",
    ("signatures", "keep"): "Signatures in pictures stay, and nobody looks for them.",
    ("stamps", "cover"): "Stamps that are found in pictures that are read are painted over.",
    ("stamps", "refuse"): "A document with a stamp in a picture that is read is not released.",
    ("stamps", "keep"): "Stamps in pictures stay, and nobody looks for them.",
    ("earlier_revisions", "remove"): "Earlier states that a pdf holds leave the file.",
    ("earlier_revisions", "refuse"): "A pdf that holds earlier states is not released.",
    ("covered_text", "remove"): "Text that somebody covered on a page of a pdf leaves the file.",
    ("covered_text", "refuse"): "A pdf with text that somebody covered is not released.",
    ("attachments", "recurse"): "Attached files are opened and released by the same policy.",
    ("attachments", "remove"): "Attached files are removed.",
    ("attachments", "refuse"): "A document with attached files is not released.",
    ("unopened", "remove"): "A file in a mail or archive that cannot be opened is replaced by a note.",
    ("unopened", "refuse"): "A mail or archive with a file that cannot be opened is not released.",
    ("encoded", "search"): "Encoded text is decoded, and removed where something is found in it.",
    ("encoded", "remove"): "Encoded text is removed whole.",
    ("unknown_columns", "remove"): (
        "A column of numbers or codes of which nothing says what they are is removed, where the policy looks "
        "for unique-code."
    ),
    ("unknown_columns", "refuse"): (
        "A document with a column of numbers or codes of which nothing says what they are is not released."
    ),
    ("unknown_columns", "keep"): "Columns of numbers or codes of which nothing says what they are stay.",
    ("other_languages", "refuse"): "A document with passages in any other language is not released.",
    ("other_languages", "warn"): (
        "Passages in any other language stay. Names in them are missed more often. What can be "
        "inferred from them is not judged."
    ),
}
"""What each choice means, in a reader's words."""


def document_sentences(clause: DocumentsClause) -> list[tuple[str, str, str]]:
    """The clause in plain words: (key, value, sentence), in the order of the language."""
    formats = ", ".join(clause.formats)
    told = [("formats", formats or "all", f"Only {formats} are released." if formats else "Every format.")]
    told.append(("names", clause.names, _naming(clause.names)))
    if clause.encoding:
        said = f"Text that is not Unicode and does not say its encoding is read as {clause.encoding}."
        told.append(("encoding", clause.encoding, said))
    told.append(("more_languages", ", ".join(clause.more_languages) or "none", _languages(clause)))
    told += [(key, getattr(clause, key), SENTENCES[key, getattr(clause, key)]) for key in CHOICES]
    told += [("columns", rule.then, _column_sentence(rule)) for rule in clause.columns]
    limits = clause.limits
    told.append(
        (
            "limits",
            f"{limits.file_mb} MiB, {limits.seconds} s",
            f"A file of more than {limits.file_mb} MiB, or that expands to more than "
            f"{limits.expanded_mb} MiB, is quarantined. So is one that takes more than {limits.seconds} "
            "seconds of processor time, and as much again for each MiB of it, or more than "
            f"{limits.memory_mb} MiB of memory.",
        )
    )
    return told


def _naming(names: str) -> str:
    if names == "keep":
        return "Files keep their names where these disclose nothing; other files are numbered."
    return "Files are numbered." if names == "number" else f"Files are named {names}, with their number."


def _languages(clause: DocumentsClause) -> str:
    read = [LANGUAGES["en"], *(LANGUAGES[language] for language in clause.more_languages)]
    return f"Documents may be in {' or '.join(read)}."


def _column_sentence(rule: ColumnRule) -> str:
    listed = ", ".join(rule.named)
    said = {
        "drop": "every cell is emptied",
        "keep": "every cell stays as it is, unsearched",
        "replace": f"every cell is replaced as a value of {rule.category}",
    }
    return f"Columns named {listed}: {said[rule.then]}."
