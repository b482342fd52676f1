"""Presidio's analyzer as a recogniser, for users who have recognisers of their own there (optional).

Presidio is not installed with saferelease: ``pip install saferelease[presidio]``. A policy names a
configuration of its analyzer: ``learn: {recognizers: [presidio.yaml]}``.
"""

from __future__ import annotations

import hashlib
import importlib
import logging
import re
import warnings
from collections.abc import Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from adapters.machine.extras import how_to_install
from engine.errors import InvalidError, fault
from engine.text import Document, Span

ENTITIES: Mapping[str, str] = {
    "PERSON": "person",
    "ORGANIZATION": "organisation",
    "LOCATION": "location",
    "NRP": "demographic",
    "DATE_TIME": "date",
    "AGE": "age",
    "PHONE_NUMBER": "phone",
    "EMAIL_ADDRESS": "email",
    "URL": "url",
    "IP_ADDRESS": "ip",
    "CREDIT_CARD": "credit-card",
    "IBAN_CODE": "iban",
    "US_SSN": "ssn",
    "US_PASSPORT": "passport",
    "US_DRIVER_LICENSE": "license",
    "MEDICAL_LICENSE": "license",
    "ID": "code",
}
"""Category of each entity type of Presidio; types of one's own can be added."""


class PresidioRecognizer:
    """Finds what a Presidio analyzer finds.

    Parameters
    ----------
    analyzer : presidio_analyzer.AnalyzerEngine
        With the recognisers and language model that its user has configured.
    entities : mapping of str to str
        Presidio's entity types to look for, and the category of each.
    language : str
        Language code that the analyzer supports.

    Notes
    -----
    Presidio's loggers write findings and text: they are switched off. Its mail
    recogniser would fetch a public suffix list, its language engine a model: the one uses the copy it came
    with, the other has to be installed.
    """

    def __init__(self, analyzer: Any, entities: Mapping[str, str] = ENTITIES, language: str = "en") -> None:
        _keep_quiet_and_offline()
        self.name = "presidio"
        self._analyzer = analyzer
        self._entities = entities
        self._language = language
        self.categories: Sequence[str] = tuple(sorted(set(entities.values())))

    def find(self, document: Document) -> Sequence[Span]:
        """Spans found, sorted by start.

        Raises
        ------
        InvalidError
            ``PRS002`` when the analyzer fails; its message is not passed on, it may hold text.
        """
        try:
            results = self._analyzer.analyze(  # no threshold: it would take the place of the analyzer's own
                text=document.text.reveal(), language=self._language, entities=sorted(self._entities)
            )
        except Exception as error:  # noqa: BLE001 (whatever a user's recognisers raise; it may hold text)
            kind = type(error).__name__
            advice = "Check the language and the recognisers of its configuration."
            raise InvalidError(
                fault("PRS002", f"document {document.id}", "must be analysed by Presidio", kind, advice)
            ) from None
        return sorted(
            Span(r.start, r.end, self._entities[r.entity_type], float(r.score), {"presidio": r.entity_type})
            for r in results
            if r.entity_type in self._entities
        )


def configured_presidio(configuration: Path, entities: Mapping[str, str] = ENTITIES) -> PresidioRecognizer:
    """A recogniser from Presidio's own analyzer configuration (YAML).

    Raises
    ------
    InvalidError
        ``PRS001`` when Presidio is not installed, ``PRS003`` when it cannot read the configuration,
        ``PRS004`` when a language model it names is not installed: nothing is ever downloaded.
    """
    _keep_quiet_and_offline()
    provider = _presidio().AnalyzerEngineProvider
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            analyzer = provider(analyzer_engine_conf_file=configuration).create_engine()
    except InvalidError:
        raise
    except Exception as error:  # noqa: BLE001 (a foreign library's many errors, at its edge)
        kind = type(error).__name__
        advice = "Try the file with Presidio itself, and install the language model it names."
        must = "must be an analyzer configuration that Presidio accepts"
        raise InvalidError(fault("PRS003", str(configuration), must, kind, advice)) from None
    return PresidioRecognizer(analyzer, entities)


def presidio_fingerprint(configuration: Path) -> str:
    """sha256 over a configuration and the versions of Presidio, spaCy and its installed language models.

    Raises
    ------
    InvalidError
        ``PRS001`` when Presidio is not installed, ``PRS003`` when the configuration cannot be read.
    """
    _presidio()
    try:
        content = configuration.read_bytes()
    except OSError:
        must = "must be an analyzer configuration that Presidio accepts"
        raise InvalidError(fault("PRS003", str(configuration), must, "", "Check the file.")) from None
    digest = hashlib.sha256(content)
    for installed in sorted(f"{d.name} {d.version}" for d in metadata.distributions() if _matters(d.name)):
        digest.update(f"\0{installed}".encode())
    return digest.hexdigest()


def _matters(distribution: str | None) -> bool:
    """Whether findings depend on a distribution: Presidio, spaCy, a language model of spaCy."""
    name = (distribution or "").lower().replace("-", "_")
    return name in ("presidio_analyzer", "spacy") or bool(
        re.match(r"[a-z]{2}_[a-z]+_[a-z]+_(sm|md|lg|trf)$", name)
    )


def _presidio() -> Any:
    try:
        return importlib.import_module("presidio_analyzer")
    except ImportError:
        raise InvalidError(
            fault("PRS001", "Presidio", "must be installed", "", how_to_install("presidio"))
        ) from None


def _refuse_download(model_name: str) -> None:
    """Stands in the place of Presidio's download of a language model that is not installed."""
    util = importlib.import_module("spacy.util")
    if not (util.is_package(model_name) or Path(model_name).exists()):
        must = "must be installed: nothing is downloaded while documents are handled"
        advice = f"python -m spacy download {model_name}, or name a folder."
        raise InvalidError(fault("PRS004", f"language model {model_name}", must, "", advice))


def _keep_quiet_and_offline() -> None:
    _presidio()
    engine = importlib.import_module("presidio_analyzer.nlp_engine.spacy_nlp_engine").SpacyNlpEngine
    engine._download_spacy_model_if_needed = staticmethod(_refuse_download)
    for name in ("presidio-analyzer", "decision_process"):
        logger = logging.getLogger(name)
        logger.setLevel(logging.CRITICAL + 1)
        logger.propagate = False
    tldextract = importlib.import_module("tldextract.tldextract")
    tldextract.TLD_EXTRACTOR = tldextract.TLDExtract(cache_dir=None, suffix_list_urls=())  # type: ignore[attr-defined]
