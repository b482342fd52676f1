"""The certificates of a release: one for each released document, and what they were counted from."""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Iterable, Iterator
from pathlib import Path

from adapters.machine.files import write_atomically
from adapters.machine.locations import certificate_checker
from engine.checks.released_text import Verifier
from engine.record.report import DocumentRecord
from engine.text import PART_BREAK
from flows.compiling.compilation import Compiled
from flows.release.other_documents.everywhere import released_texts
from flows.release.records.certifying import Certified, Certifier
from flows.release.records.read_back import SealedTexts
from flows.release.table_files import CERTIFICATES

COUNTS = f"{CERTIFICATES}/counts"


def write_certificates(
    bundle: Path, compiled: Compiled, records: Iterable[DocumentRecord], kept: SealedTexts
) -> dict[str, str]:
    """Write the certificates of all released documents that the policy asks for.

    Parameters
    ----------
    bundle : Path
        With the released documents in their place.
    compiled : Compiled
    records : iterable of DocumentRecord
        In the order of their numbers; a released table has its certificate already.
    kept : SealedTexts
        What was read back from files when they were written.

    Returns
    -------
    dict
        SHA-256 by path below `bundle`; empty where the policy asks for none.
    """
    if compiled.plan.certificates == "none":
        return {}
    written = {}
    for path, content in _files(bundle, compiled, records, kept):
        write_atomically(bundle / path, content, durable=False)
        written[path] = hashlib.sha256(content).hexdigest()
    return written


def _files(
    bundle: Path, compiled: Compiled, records: Iterable[DocumentRecord], kept: SealedTexts
) -> Iterator[tuple[str, bytes]]:
    verifier = Verifier(compiled.plan, compiled.protected)
    certifier = Certifier(compiled.protected, compiled.plan.concepts)
    for record in records:
        if record.outcome == "released" and record.table is None:
            content = (bundle / "documents" / record.output).read_bytes()
            read_back = kept.of(record.id)
            if read_back is not None and read_back.is_of(content):
                texts = list(read_back.texts)
            else:
                texts = released_texts(content, record, compiled.plan)[:-1]
            of = Certified(record.id, record.output, content, verifier.spoken(PART_BREAK.join(texts)))
            line = json.dumps(certifier.certificate(of), separators=(",", ":"), sort_keys=True)
            yield f"{CERTIFICATES}/{record.output}.json", f"{line}\n".encode()
    for name, counts in certifier.counts().items():
        yield f"{COUNTS}/{name}.xz", lzma.compress(counts, preset=1)
    if compiled.plan.certificates == "with-program":
        program = certificate_checker()
        yield f"{CERTIFICATES}/{program.name}", program.read_bytes()
