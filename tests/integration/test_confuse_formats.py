"""Every format: words that tell the client go at every mention and inflection, in all parts of the file."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from email.message import EmailMessage
from functools import cache

import docx
import openpyxl
import pytest

from adapters.documents.registry import format_for
from engine.text import SensitiveText
from flows.compilation import Compiled, compile_policy
from flows.document import DocumentPipeline, Released
from flows.sources import Source
from tests.conftest import ROOT

SENTENCES = (
    "Crews sail to the offshore turbines off Esbjerg when waves are low",
    "A rotor blade cracks near the root in winter; cracked blades are changed",
    "GustView predicts the wind, and SOLWIND predicted it too late",
    "Electricity was bought on the wholesale market, and generation fell short of demand",
    "Engineers inspect the turbines on a rota",
)
TEXT = ". ".join(SENTENCES) + "."
TELLING = ("solwind", "esbjerg", "gustview", "blade", "crack")


def _csv() -> bytes:
    return ("site,remark\n" + "".join(f'{i},"{s}"\n' for i, s in enumerate(SENTENCES))).encode()


def _jsonl() -> bytes:
    return "".join(json.dumps({"remark": s}) + "\n" for s in SENTENCES).encode()


def _json() -> bytes:
    return json.dumps({"solwind": {"text": TEXT}, "notes": SENTENCES}).encode()


def _eml() -> bytes:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = (
        "Turbines off Esbjerg",
        "ann@solwind.example",
        "bo@example.org",
    )
    mail.set_content(TEXT)
    mail.add_alternative(f"<p>{TEXT}</p>", subtype="html")
    return bytes(mail)


def _xlsx() -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.title = "Esbjerg"
    for sentence in SENTENCES:
        book.active.append([sentence, 3.5])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _docx() -> bytes:
    written = docx.Document()
    written.core_properties.title = "Esbjerg blades"
    written.sections[0].header.paragraphs[0].text = "Solwind confidential"
    paragraph = written.add_paragraph()
    for word in TEXT.split(" "):
        paragraph.add_run(word[:3]).bold = True
        paragraph.add_run(f"{word[3:]} ")
    stream = io.BytesIO()
    written.save(stream)
    return stream.getvalue()


def _html() -> bytes:
    return (
        '<html><head><title>Solwind</title><meta name="description" content="blades, Esbjerg"></head>'
        f'<body><p title="Esbjerg">{TEXT}</p><img alt="a rotor blade"><p>Sol<b>wind</b></p></body></html>'
    ).encode()


MAKERS: dict[str, Callable[[], bytes]] = {
    ".txt": lambda: TEXT.encode(),
    ".csv": _csv,
    ".jsonl": _jsonl,
    ".json": _json,
    ".eml": _eml,
    ".xlsx": _xlsx,
    ".docx": _docx,
    ".html": _html,
}


@cache
def compiled() -> Compiled:
    return compile_policy(str(ROOT / "examples" / "clients" / "client-projects.yaml"))


def released(suffix: str, content: bytes) -> Released:
    source = Source("000001", f"/inbox/Solwind/plan{suffix}", f"Solwind/plan{suffix}")
    return DocumentPipeline(compiled(), b"k" * 32, 2026).release(source, content)


@pytest.mark.parametrize("suffix", MAKERS)
def test_what_tells_the_client_goes_from_every_part(suffix: str) -> None:
    found = released(suffix, MAKERS[suffix]())
    parts = format_for(suffix, found.content[:512]).read_back(found.content)
    text = "\n".join(part.reveal() for part in parts)
    assert [word for word in TELLING if word in text.lower()] == []
    assert "bought on the wholesale market" in text
    confusion = compiled().confusion
    assert confusion is not None
    scores = confusion.confuser.scores(SensitiveText(text))
    own = confusion.confuser.class_number("Solwind")
    assert int((scores >= scores[own]).sum()) >= 3
    assert found.record.confuse is not None
    assert found.record.confuse.topic_kept is True
    assert found.private["confuse"]["class"] == "Solwind"


def test_formatting_stays() -> None:
    found = released(".docx", _docx())
    written = docx.Document(io.BytesIO(found.content))
    runs = next(p for p in written.paragraphs if "market" in p.text).runs
    assert [run.bold for run in runs if run.text == "Ele"] == [True]
    assert "<b>" in released(".html", _html()).content.decode()
