"""The labelled documents of a policy, read and fitted once: what `hide_class` decides by."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from adapters.documents.registry import format_for, supported_suffixes
from adapters.documents.settings import Settings as FileSettings
from adapters.tables.labelled import read_folders, read_labelled
from engine.errors import UnreadableError
from engine.methods.k_redactor import ClassHider, Corpus, Evenness, Labelled, Settings, build_corpus
from engine.plan.steps import HideClassStep
from engine.policy import HideClassClause, LabelledCorpus

_HEAD_BYTES = 512
_WESTERN = FileSettings(encoding="cp1252")
_PAGE = re.compile(rb"<(?:!doctype html|html|head)\b", re.IGNORECASE)


@dataclass(frozen=True)
class LabelledDocuments:
    """A clause about classes, ready to run.

    `hider` holds words of the labelled documents: it goes to workers and nowhere else.
    """

    hider: ClassHider
    step: HideClassStep


def compile_hide_class(clause: HideClassClause) -> LabelledDocuments:
    """Read the labelled documents and fit the models, so that workers need not.

    Raises
    ------
    InvalidError
        ``LAB001``-``LAB004`` for documents and columns, ``KCF001``-``KCF003`` and ``KCF007`` for classes.
    """
    corpus, fingerprint = _read(clause.corpus)
    settings = Settings(
        k=clause.k, objective=clause.objective, priors=clause.priors, exact=clause.solution == "exact"
    )
    even = Evenness(*clause.even_words.model_dump().values()) if clause.even_words else None
    hider = ClassHider(corpus, settings, guard_margin=clause.guard, evenness=even)
    hider.prepare()
    step = HideClassStep(
        **clause.model_dump(include=set(HideClassStep.model_fields)),
        corpus_sha256=fingerprint,
        n_documents=corpus.documents.shape[0],
        n_classes=len(corpus.sensitive_classes),
        n_topics=len(corpus.utility_classes),
        n_words=len(corpus.words),
    )
    return LabelledDocuments(hider, step)


class _Digest:
    """SHA-256 over labelled documents as they pass, whatever file they lie in."""

    def __init__(self) -> None:
        self._sha256 = hashlib.sha256()

    def over(self, labelled: Iterable[Labelled]) -> Iterator[Labelled]:
        for item in labelled:
            for value in (item.sensitive, item.utility or "", item.text.reveal()):
                content = value.encode("utf-8", "surrogatepass")
                self._sha256.update(len(content).to_bytes(8, "big") + content)
            yield item

    def hexdigest(self) -> str:
        return self._sha256.hexdigest()


def _read(corpus: LabelledCorpus) -> tuple[Corpus, str]:
    """The corpus and its fingerprint; the same files are read once per process."""
    path = Path(corpus.from_)
    return _read_once(corpus, _state(path))


def _state(path: Path) -> tuple[tuple[str, int, int], ...]:
    """Names, sizes and times of the files of a corpus: tells whether it must be read again."""
    files = sorted(each for each in (path.rglob("*") if path.is_dir() else [path]) if each.is_file())
    return tuple((str(f), f.stat().st_size, f.stat().st_mtime_ns) for f in files)


@lru_cache(maxsize=2)
def _read_once(corpus: LabelledCorpus, _: tuple[tuple[str, int, int], ...]) -> tuple[Corpus, str]:
    digest = _Digest()
    return build_corpus(digest.over(labelled_documents(corpus))), digest.hexdigest()


def labelled_documents(corpus: LabelledCorpus) -> Iterator[Labelled]:
    """The labelled documents of a clause, read one by one."""
    path = Path(corpus.from_)
    if corpus.text is None or corpus.class_ is None:
        return read_folders(path, read=document_text)
    return read_labelled(path, corpus.text, corpus.class_, corpus.keep)


def document_text(path: Path) -> str:
    """The text of a labelled document: of its format, else of a page or plain text.

    Raises
    ------
    UnreadableError
        As its format raises.

    Notes
    -----
    Text that is not UTF-8 and says no encoding is read as Windows-1252. Documents to be released are
    never read by a guess; a wrong one here costs a few words of the model.
    """
    content = path.read_bytes()
    head, suffix = content[:_HEAD_BYTES], path.suffix.lower()
    if suffix not in supported_suffixes():
        suffix = ".html" if _PAGE.search(head) else ".txt"
    try:
        return format_for(suffix, head).open("labelled", content).document.text.reveal()
    except UnreadableError as error:
        if error.faults[0].code != "DOC004":
            raise
    return format_for(suffix, head, _WESTERN).open("labelled", content).document.text.reveal()
