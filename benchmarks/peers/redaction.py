"""The peers' side of `bench_redaction`: runs in an environment of its own, prints CPU seconds as JSON."""

from __future__ import annotations

import email
import email.policy
import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

EXPRESSIONS = [
    re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+"),
    re.compile(r"\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}"),
    re.compile(r"\d{3}-\d{2}-\d{4}"),
    re.compile(
        r"(?:January|February|March|April|May|June|July|August|September|October|November|December) \d"
    ),
]


def peak_mb() -> float:
    """Peak memory of this program; the resource module would count its parent's as well."""
    [line] = [text for text in Path("/proc/self/status").read_text().splitlines() if text.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


def text_of(path: Path) -> str:
    """The text as a plain extractor gives it."""
    if path.suffix == ".pdf":
        from pdfminer.high_level import extract_text

        return extract_text(str(path))
    if path.suffix == ".docx":
        from docx import Document

        return "\n".join(paragraph.text for paragraph in Document(str(path)).paragraphs)
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    body = message.get_body(("plain", "html"))
    return body.get_content() if body else ""


def presidio() -> Callable[[Path], None]:
    """Analyzer with the patterns it brings, and anonymizer."""
    from presidio_analyzer import AnalyzerEngine
    from presidio_anonymizer import AnonymizerEngine

    sys.path.insert(0, str(Path(__file__).parent))
    from presidio_identifiers import BlankEngine

    analyzer, anonymizer = AnalyzerEngine(nlp_engine=BlankEngine()), AnonymizerEngine()

    def redact(path: Path) -> None:
        text = text_of(path)
        anonymizer.anonymize(text, analyzer.analyze(text, language="en"))

    return redact


def pymupdf() -> Callable[[Path], None]:
    """Boxes over what the expressions find, applied, and written."""
    import pymupdf

    def redact(path: Path) -> None:
        document = pymupdf.open(path)
        for page in document:
            text = page.get_text()
            for word in {match[0] for expression in EXPRESSIONS for match in expression.finditer(text)}:
                for place in page.search_for(word):
                    page.add_redact_annot(place)
            page.apply_redactions()
        document.tobytes(garbage=3, deflate=True)

    return redact


def main() -> None:
    redact = {"presidio": presidio, "pymupdf": pymupdf}[sys.argv[1]]()
    seconds = {}
    for name in sys.argv[2:]:
        started = time.process_time()
        redact(Path(name))
        seconds[name] = time.process_time() - started
    print(json.dumps({"seconds": seconds, "peak_mb": peak_mb()}))


if __name__ == "__main__":
    main()
