"""Readers of annotated corpora: CoNLL columns, brat, JSON with offsets, and TAB's schema."""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.errors import InvalidError, fault
from engine.measures.annotated import CATEGORIES, AnnotatedDocument, Annotation, Role
from engine.text import Document, SensitiveText

NAMES = frozenset({"person", "organisation", "location"})

ALIASES: Mapping[str, str] = {
    "per": "person",
    "person": "person",
    "name": "person",
    "org": "organisation",
    "organization": "organisation",
    "organisation": "organisation",
    "corporation": "organisation",
    "group": "organisation",
    "loc": "location",
    "location": "location",
    "gpe": "location",
    "address": "location",
    "datetime": "date",
    "date_time": "date",
    "date": "date",
    "age": "age",
    "code": "code",
    "id": "code",
    "dem": "demographic",
    "demographic": "demographic",
    "quantity": "quantity",
    "misc": "other",
    "other": "other",
    **dict.fromkeys(("patient", "doctor", "username", "first_name", "last_name"), "person"),
    **dict.fromkeys(("hospital", "company"), "organisation"),
    **dict.fromkeys(("city", "street", "state", "country", "zip"), "location"),
    **dict.fromkeys(("rr", "an", "nombre_sujeto_asistencia", "nombre_personal_sanitario"), "person"),
    **dict.fromkeys(("un", "inn", "grt", "hospital", "institucion", "centro_salud"), "organisation"),
    **dict.fromkeys(("ld", "st", "str", "lds", "territorio", "calle", "pais"), "location"),
    **dict.fromkeys(("fechas",), "date"),
    **dict.fromkeys(("edad_sujeto_asistencia",), "age"),
    **dict.fromkeys(
        (
            *("id_sujeto_asistencia", "id_titulacion_personal_sanitario", "id_aseguramiento"),
            *("id_contacto_asistencial", "correo_electronico", "numero_telefono", "numero_fax"),
        ),
        "code",
    ),
    **dict.fromkeys(("profesion", "sexo_sujeto_asistencia", "familiares_sujeto_asistencia"), "demographic"),
    **dict.fromkeys(("profession", "nationality", "ethnicity", "religion", "health"), "demographic"),
    **dict.fromkeys(("phone", "fax", "email", "url", "ssn", "idnum", "medicalrecord", "account"), "code"),
    **dict.fromkeys(
        (
            "credit_card",
            "phone_number",
            "us_ssn",
            "iban_code",
            "us_driver_license",
            "ip_address",
            "email_address",
            "domain_name",
        ),
        "code",
    ),
}
"""Category of each label that a corpus may use; labels in no list (products, works) are no personal data."""

ROLES: Mapping[str, Role] = {"DIRECT": "direct", "QUASI": "quasi", "NO_MASK": "public"}
_NO_SPACE_BEFORE = frozenset(
    {",", ".", ";", ":", "!", "?", ")", "]", "}", "%", "'s", "n't", "'m", "'re", "'ve", "'ll", "'d"}
)
_NO_SPACE_AFTER = frozenset({"(", "[", "{", "$", "#"})
_AGE = re.compile(r"\b(?:age|aged|years? old|year-old)\b", re.IGNORECASE)
_PRONOUN = re.compile(
    r"i|you|he|she|it|we|they|me|him|her|us|them|my|your|his|its|our|their|mine|yours", re.IGNORECASE
)


def category(label: str) -> str | None:
    """Category of a corpus label such as ``"PER"``; None when it marks no personal data."""
    return ALIASES.get(label.lower())


def read_tab(path: Path, all_annotators: bool = False) -> list[AnnotatedDocument]:
    """Documents of the Text Anonymization Benchmark.

    Parameters
    ----------
    path : Path
        A JSON file in TAB's schema.
    all_annotators : bool
        Give a document once for each annotator (for evaluation), not only for the first.

    Returns
    -------
    list of AnnotatedDocument

    References
    ----------
    Pilán et al., The Text Anonymization Benchmark, Computational Linguistics 48(4), 2022.
    """
    documents = []
    for record in _json(path):
        try:
            text = str(record["text"])
            everyone = list(record["annotations"].values())
            marked = [
                [_tab_mention(m, text) for m in one["entity_mentions"]]
                for one in (everyone if all_annotators else everyone[:1])
            ]
            document_id = str(record["doc_id"])
        except (KeyError, TypeError, ValueError, AttributeError):
            raise _malformed(path, "records with text, doc_id and annotations") from None
        documents += [_document(document_id, text, m, frozenset(CATEGORIES), "tab") for m in marked]
    return documents


def _tab_mention(mention: Mapping[str, Any], text: str) -> Annotation:
    start, end = int(mention["start_offset"]), int(mention["end_offset"])
    kind = ALIASES[mention["entity_type"].lower()]
    if kind in ("demographic", "date") and _AGE.search(text[start:end]):
        kind = "age"
    return Annotation(start, end, kind, ROLES[mention["identifier_type"]], str(mention["entity_id"]))


def read_jsonl(path: Path, corpus: str = "jsonl") -> list[AnnotatedDocument]:
    """Documents with offsets: one JSON object per line, ``{"text", "spans": [{"start", "end", "label"}]}``.

    An optional ``"id"`` names the document, an optional ``"annotated"`` lists the
    categories that were looked for; without it, all those that occur in the file.
    """
    records = []
    for line in _text(path).split("\n"):
        if line.strip():
            try:
                records.append(json.loads(line))
            except json.JSONDecodeError:
                raise _malformed(path, "one JSON object per line") from None
    return _offset_documents(path, corpus, records, ("text", "start", "end", "label"))


def read_presidio(path: Path, corpus: str = "pii-synthetic") -> list[AnnotatedDocument]:
    """Documents of Presidio's data generator: a JSON list of ``{"full_text", "spans", "template_id"}``."""
    names = ("full_text", "start_position", "end_position", "entity_type")
    return _offset_documents(path, corpus, _json(path), names)


def _offset_documents(
    path: Path, corpus: str, records: Sequence[Mapping[str, Any]], names: tuple[str, str, str, str]
) -> list[AnnotatedDocument]:
    """Documents from records with spans by offset; `names` are the fields text, start, end, label."""
    text_name, start_name, end_name, label_name = names
    try:
        rows = [
            (
                str(record.get("id", f"{corpus}-{i}")),
                str(record[text_name]),
                [
                    Annotation(int(s[start_name]), int(s[end_name]), kind)
                    for s in record["spans"]
                    if (kind := category(str(s[label_name])))
                ],
                str(record.get("template_id", i)),
            )
            for i, record in enumerate(records)
        ]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise _malformed(path, f"records with {text_name} and spans ({', '.join(names[1:])})") from None
    named = {c for r in records for c in r.get("annotated", ())}
    looked_for = frozenset(named or {a.category for row in rows for a in row[2]})
    return [_document(i, text, spans, looked_for, corpus, group) for i, text, spans, group in rows]


def read_brat(folder: Path, corpus: str = "brat") -> list[AnnotatedDocument]:
    """Documents of a brat folder: ``<name>.txt`` with ``<name>.ann`` beside it; text-bound lines are read."""
    found = []
    for path in sorted(folder.glob("*.ann")):
        text = _text(path.with_suffix(".txt"))
        spans = []
        for line in _text(path).splitlines():
            if line.startswith("T"):
                spans += list(_brat_spans(line, path))
        found.append((path.stem, text, spans))
    looked_for = frozenset(a.category for _, _, spans in found for a in spans)
    return [_document(name, text, spans, looked_for, corpus) for name, text, spans in found]


def _brat_spans(line: str, path: Path) -> Iterator[Annotation]:
    """Spans of one text-bound annotation; a discontinuous one gives several."""
    try:
        identifier, body = line.split("\t")[:2]
        label, offsets = body.split(" ", 1)
        pieces = [tuple(map(int, piece.split())) for piece in offsets.split(";")]
        kind = category(label)
        if kind:
            yield from (Annotation(a, b, kind, "quasi", identifier) for a, b in pieces)
    except ValueError:
        raise _malformed(path, "brat lines 'T1<TAB>LABEL start end<TAB>text'") from None


def read_conll(
    path: Path, corpus: str, looked_for: frozenset[str] = NAMES, sentences_per_document: int = 1
) -> list[AnnotatedDocument]:
    """Documents of a file with a token and an IOB label per line, a blank line after each sentence.

    Parameters
    ----------
    path : Path
        Columns separated by blanks or tabs: the token first, the label last.
    corpus : str
        Name of the corpus.
    looked_for : frozenset of str
        Categories that the corpus annotates.
    sentences_per_document : int, >= 1
        Sentences joined to one document where the file has no ``-DOCSTART-`` lines.

    Returns
    -------
    list of AnnotatedDocument
    """
    return _from_rows(_text(path), path, corpus, sentences_per_document, looked_for)


def _from_rows(
    text: str,
    path: Path,
    corpus: str,
    sentences_per_document: int,
    looked_for: frozenset[str] = NAMES,
) -> list[AnnotatedDocument]:
    documents: list[AnnotatedDocument] = []
    pending: list[list[tuple[str, str]]] = []

    def close() -> None:
        if pending:
            name = f"{path.stem}-{len(documents)}"
            documents.append(_joined(name, pending, looked_for, corpus))
            pending.clear()

    for sentence in _sentences(text, path):
        if sentence[0][0] == "-DOCSTART-":
            close()
            continue
        pending.append(sentence)
        if len(pending) == sentences_per_document:
            close()
    close()
    return documents


def _sentences(text: str, path: Path) -> Iterator[list[tuple[str, str]]]:
    for block in re.split(r"\r?\n[ \t]*\r?\n", text):
        rows = [line.split() for line in block.splitlines() if line.strip()]
        if any(len(row) < 2 for row in rows):
            rows = [row for row in rows if len(row) > 1]
        if rows:
            yield [(row[0], row[-1]) for row in rows]


def read_coreference(path: Path, corpus: str = "enron") -> list[AnnotatedDocument]:
    """E-mail threads of CEREC's seed corpus: entity spans in brackets, ``(P0`` to ``P0)``, pronouns included.

    Only the capitalised words of a mention are kept: pronouns and "the girl"
    name nobody. Mail addresses are codes, found by pattern.
    """
    lines = [line.split("\t") for line in _text(path).splitlines() if not line.startswith("#")]
    open_kinds: list[str] = []
    sentences: list[list[tuple[str, str]]] = [[]]
    for row in lines:
        if len(row) < 4:
            sentences.append([])
            continue
        token, marks = row[0], row[-2]
        open_kinds += re.findall(r"\(([POLD])\d", marks)
        kind = next((k for k in reversed(open_kinds) if k in _BRACKETS), "")
        name = token[0].isupper() and not _PRONOUN.fullmatch(token) and "@" not in token
        label = f"I-{_BRACKETS[kind]}" if kind and name else "I-code" if "@" in token else "O"
        sentences[-1].append((token, label))
        for _ in range(len(re.findall(r"\d\*?\)", marks))):
            if open_kinds:
                open_kinds.pop()
    return [_joined(path.stem, [s for s in sentences if s], NAMES | {"code"}, corpus)]


_BRACKETS = {"P": "person", "O": "organisation", "L": "location"}


def _joined(
    name: str, sentences: Iterable[Sequence[tuple[str, str]]], looked_for: frozenset[str], corpus: str
) -> AnnotatedDocument:
    """A document from tokens, set as text is: no blank before a comma."""
    pieces: list[str] = []
    spans: list[Annotation] = []
    at, previous, kind_before = 0, "", ""
    for sentence in sentences:
        for token, label in sentence:
            gap = "" if not previous or token in _NO_SPACE_BEFORE or previous in _NO_SPACE_AFTER else " "
            pieces += [gap, token]
            start, at = at + len(gap), at + len(gap) + len(token)
            prefix, _, tag = label.partition("-")
            kind = category(tag) or ""
            kind = kind if kind in looked_for else ""
            if kind and kind == kind_before and prefix == "I":
                spans[-1] = Annotation(spans[-1].start, at, kind)
            elif kind:
                spans.append(Annotation(start, at, kind))
            previous, kind_before = token, kind
        pieces.append("\n\n")
        at, previous, kind_before = at + 2, "", ""
    return _document(name, "".join(pieces), spans, looked_for, corpus)


def _document(
    name: str,
    text: str,
    spans: Iterable[Annotation],
    looked_for: frozenset[str],
    corpus: str,
    group: str = "",
) -> AnnotatedDocument:
    document = Document(name, SensitiveText(text))
    return AnnotatedDocument(document, sorted(spans), looked_for, corpus, group or name)


def read_meddocan(path: Path, corpus: str = "meddocan") -> list[AnnotatedDocument]:
    """Spanish clinical cases with offsets: JSON lines with ``text`` and ``spans`` (start, end, type)."""
    records = [json.loads(line) for line in _text(path).splitlines() if line.strip()]
    return _offset_documents(path, corpus, records, ("text", "start", "end", "type"))


def read_germeval(path: Path, corpus: str, sentences_per_document: int = 1) -> list[AnnotatedDocument]:
    """GermEval 2014: number, token, outer and inner label; derived words and parts of words name nobody."""
    rows = (_germeval_row(line) for line in _text(path).splitlines() if not line.startswith("#"))
    return _from_rows("\n".join(rows), path, corpus, sentences_per_document)


def _germeval_row(line: str) -> str:
    columns = line.split("\t")
    if len(columns) < 3:
        return ""
    is_name = not columns[2].endswith(("deriv", "part"))
    return f"{columns[1]}\t{columns[2] if is_name else 'O'}"


def read_wikiann(path: Path, corpus: str, sentences_per_document: int = 1) -> list[AnnotatedDocument]:
    """WikiANN: a token with its language before it (``de:Berlin``), and a label."""
    rows = (line.partition(":")[2] for line in _text(path).splitlines())
    return _from_rows("\n".join(rows), path, corpus, sentences_per_document)


FORMATS = (
    *("tab", "jsonl", "presidio", "brat", "conll", "coreference"),
    *("meddocan", "germeval", "wikiann"),
)


def read(
    format_name: str,
    path: Path,
    corpus: str,
    looked_for: frozenset[str] = NAMES,
    sentences_per_document: int = 1,
) -> list[AnnotatedDocument]:
    """Documents of a corpus.

    Parameters
    ----------
    format_name : str
        One of `FORMATS`.
    path : Path
        A file, or a folder whose files are read in the order of their names.
    corpus : str
        Name of the corpus.
    looked_for : frozenset of str
        Categories that a CoNLL corpus annotates.
    sentences_per_document : int, >= 1
        For CoNLL files that do not mark documents.

    Returns
    -------
    list of AnnotatedDocument

    Raises
    ------
    InvalidError
        ``TRN001`` for an unknown format, ``TRN002`` for a file that is not in it.
    """
    if format_name not in FORMATS:
        must = "must be one of " + ", ".join(FORMATS)
        raise InvalidError(fault("TRN001", "format", must, format_name, "Name the format of the corpus."))
    files = sorted(p for p in path.iterdir() if p.is_file()) if path.is_dir() else [path]
    if format_name == "brat":
        found = read_brat(path, corpus)
    elif format_name == "tab":
        found = [document for file in files for document in read_tab(file)]
    elif format_name == "jsonl":
        found = [document for file in files for document in read_jsonl(file, corpus)]
    elif format_name == "presidio":
        found = [document for file in files for document in read_presidio(file, corpus)]
    elif format_name == "coreference":
        found = [document for file in files for document in read_coreference(file, corpus)]
    elif format_name == "meddocan":
        found = [document for file in files for document in read_meddocan(file, corpus)]
    elif format_name == "germeval":
        found = [d for file in files for d in read_germeval(file, corpus, sentences_per_document)]
    elif format_name == "wikiann":
        found = [d for file in files for d in read_wikiann(file, corpus, sentences_per_document)]
    else:
        found = [d for file in files for d in read_conll(file, corpus, looked_for, sentences_per_document)]
    _check(found, path)
    return found


def _check(documents: Sequence[AnnotatedDocument], path: Path) -> None:
    """A corpus has documents, and its spans lie inside them: what is left out in silence is not learned."""
    if not documents:
        raise _malformed(path, "at least one document")
    for number, document in enumerate(documents, 1):
        size = len(document.document.text)
        if any(not 0 <= span.start < span.end <= size for span in document.annotations):
            raise _malformed(path, f"spans inside their texts (document {number} of {len(documents)})")


def _text(path: Path) -> str:
    try:
        content = lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
        return content.decode("utf-8-sig")
    except lzma.LZMAError:
        raise _malformed(path, "a whole .xz file") from None
    except OSError as error:
        raise _malformed(path, f"a readable file ({error.strerror})") from None
    except UnicodeDecodeError:
        raise _malformed(path, "UTF-8 text") from None


def _json(path: Path) -> list[Any]:
    try:
        records = json.loads(_text(path))
    except json.JSONDecodeError:
        records = None
    if not isinstance(records, list):
        raise _malformed(path, "a JSON list of documents")
    return records


def _malformed(path: Path, must: str) -> InvalidError:
    return InvalidError(
        fault("TRN002", str(path), f"must hold {must}", "", "Check the file against its format.")
    )
