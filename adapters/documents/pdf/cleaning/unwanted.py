"""What a PDF may hold beside its pages, when the policy refuses it rather than letting it leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pikepdf import Array, Dictionary, Name, Pdf, Stream

from adapters.documents.faults import (
    embedded,
    with_attachments,
    with_comments,
    with_earlier_states,
    with_scripts,
)
from adapters.documents.settings import Settings

_COMMENTS = frozenset(
    {"/Text", "/FreeText", "/Highlight", "/Underline", "/Squiggly", "/StrikeOut", "/Caret", "/Stamp", "/Ink"}
)
_MEDIA = frozenset({"/RichMedia", "/3D", "/Sound", "/Movie", "/Screen"})


def refuse_unwanted(document_id: str, source: Pdf, settings: Settings) -> None:
    """Raise what the settings refuse: DOC013, DOC014, DOC019, DOC021, DOC022.

    Parameters
    ----------
    document_id : str
        Names the document in errors.
    source : Pdf
        As it was opened.
    settings : Settings
        ``scripts``, ``embedded``, ``comments``, ``earlier_revisions``, ``attachments``.
    """
    subtypes = set(_annotations(source))
    if settings.comments == "refuse" and subtypes & _COMMENTS:
        raise with_comments(document_id)
    if settings.embedded == "refuse" and subtypes & _MEDIA:
        raise embedded(document_id, "embedded media")
    if settings.attachments == "refuse" and ("/FileAttachment" in subtypes or _has_files(source)):
        raise with_attachments(document_id)
    if settings.scripts == "refuse" and _has_scripts(source):
        raise with_scripts(document_id)
    if settings.earlier_revisions == "refuse" and "/Prev" in source.trailer and not source.is_linearized:
        raise with_earlier_states(document_id)


def _annotations(source: Pdf) -> Iterator[str]:
    for page in source.pages:
        annotations = page.obj.get("/Annots")
        for annotation in annotations if isinstance(annotations, Array) else ():
            if isinstance(annotation, Dictionary):
                yield str(annotation.get("/Subtype", ""))


def _has_files(source: Pdf) -> bool:
    return any(
        isinstance(item, Dictionary) and (item.get("/Type") == Name.Filespec or "/EF" in item)
        for item in source.objects
    ) or bool(len(source.attachments))


def _has_scripts(source: Pdf) -> bool:
    """Whether any object is an action that runs a script; a form's own (XFA) may hold some too."""
    form = source.Root.get("/AcroForm")
    if isinstance(form, Dictionary) and "/XFA" in form:
        return True
    return any(_runs(item) for item in source.objects)


def _runs(item: Any) -> bool:
    waiting, n_seen = [item], 0
    while waiting and n_seen < 10_000:
        found, n_seen = waiting.pop(), n_seen + 1
        if isinstance(found, Dictionary | Stream):
            if found.get("/S") == Name.JavaScript or "/JS" in found:
                return True
            waiting += [
                v for _, v in found.items() if isinstance(v, Dictionary | Array) and not v.is_indirect
            ]
        elif isinstance(found, Array):
            waiting += [v for v in found if isinstance(v, Dictionary | Array) and not v.is_indirect]
    return False
