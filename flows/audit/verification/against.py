"""What a bundle and others tell together, for who holds them all: counts, never text."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from adapters.bundle.checking import check_bundle
from adapters.documents.opening.sandbox import run_limited
from adapters.documents.registry import format_for
from adapters.documents.settings import Settings
from engine.errors import Fault, InvalidError, fault
from engine.methods.overlaps.reading import KeyedWords
from engine.methods.overlaps.together import Told, told_together
from engine.text import PART_BREAK
from flows.audit.verification.reading_report import report_of
from flows.compiling.document_rules import limits_of, settings_of

_KEY_BYTES = 32


@dataclass(frozen=True)
class Against:
    """What this bundle and another one tell together.

    Parameters
    ----------
    release : str
        The other one's release.
    here, there : tuple of str
        Numbers of the documents of each bundle that were compared.
    pairs : tuple of Told
        Documents that are versions or parts of one text, by their places in `here` and `there`.
    tables : int
        Tables of both bundles, released as a whole: they are not compared.
    """

    release: str
    here: tuple[str, ...]
    there: tuple[str, ...]
    pairs: tuple[Told, ...]
    tables: int = 0

    def faults(self) -> Iterator[Fault]:
        """One for each pair of which one document shows what the other hides."""
        for pair in self.pairs:
            if pair.shown_there or pair.shown_here:
                where = f"document {self.here[pair.one]}"
                must = "must not show together with another release what either hides"
                yield fault(
                    "BND026",
                    where,
                    must,
                    f"{pair.shown_there} words that document {self.there[pair.other]} of release "
                    f"{self.release} shows, and {pair.shown_here} the other way round",
                    "Tell who released them; withdraw one of the two.",
                )


def compare_bundles(bundle: Path, others: Sequence[Path]) -> list[Against]:
    """Compare the released documents of a bundle with those of others.

    Raises
    ------
    InvalidError
        ``BND027`` another bundle is not as it was signed; ``BND001`` there is none.
    UnreadableError
        A released document cannot be read again.
    """
    words = KeyedWords(secrets.token_bytes(_KEY_BYTES))
    here = _texts(bundle)
    found = []
    for other in others:
        signed = check_bundle(other.resolve(), "")
        if signed.faults or signed.special:
            advice = "Leave it out, or get it again."
            raise InvalidError(
                fault("BND027", other.name, "must be a bundle as it was signed", "another", advice)
            )
        there = _texts(other.resolve())
        tables = _n_tables(bundle) + _n_tables(other.resolve())
        pairs = tuple(told_together(words, list(here.values()), list(there.values())))
        found.append(Against(signed.manifest.release_id, tuple(here), tuple(there), pairs, tables))
    return found


def _n_tables(bundle: Path) -> int:
    """Tables that were released as a whole."""
    report = report_of(bundle)
    return sum(one.table is not None for one in report.documents) if report else 0


def _texts(bundle: Path) -> dict[str, str]:
    """Texts of the released documents of a bundle, by number; tables released as a whole have none."""
    report = report_of(bundle)
    if report is None:
        return {}
    limits, settings = limits_of(report.plan), settings_of(report.plan)
    released = [one for one in report.documents if one.outcome == "released" and one.table is None]
    paths = {one.id: bundle / "documents" / one.output for one in released}
    return {
        document: run_limited(document, _text, path, settings, limits=limits.for_file(path.stat().st_size))
        for document, path in paths.items()
    }


def _text(path: Path, settings: Settings) -> str:
    content = path.read_bytes()
    parts = format_for(path.suffix, content, settings).read_back(content)
    return PART_BREAK.join(part.reveal() for part in parts)
