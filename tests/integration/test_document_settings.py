"""Every setting of a policy's `documents`, from its YAML to the bytes that are released."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from contextlib import nullcontext
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import openpyxl
import pikepdf
import pytest
from docx import Document

from adapters.documents.containers.archive import write_archive
from adapters.documents.opening.sandbox import Limits
from adapters.documents.opening.sources import Source
from adapters.documents.settings import Settings
from adapters.policies.files import load_policy
from engine.catalog.names import SHIPPED
from engine.errors import InvalidError, SafereleaseError, UnreadableError
from engine.policy.clauses.documents import CHOICES, SENTENCES, DocumentsClause, document_sentences
from flows.compiling.compilation import compile_loaded
from flows.compiling.document_rules import limits_of, settings_of
from flows.document.document import DocumentPipeline
from flows.document.stages import Stages
from flows.release.workers.worker import SMALL_BYTES
from tests.conformance import presentation_files
from tests.conformance import test_documents_docx as docx
from tests.conformance import test_documents_mail as mail
from tests.conformance import test_documents_pdf as pdf
from tests.conformance import test_documents_xlsx as xlsx
from tests.conformance.documents_suite import CANARY
from tests.document_tables import Rows, from_docx, from_html, from_markdown, to_docx, to_html, to_markdown

GONE = docx.GONE
HEAD = f"""policy: p
version: 1.0.0
title: T
identifiers:
  - {{id: names, find: [listed-term], law: 45 CFR 164.514(b)(2)(i)(A), deny: [{CANARY}]}}
  - {{id: ssn, find: [ssn], law: 45 CFR 164.514(b)(2)(i)(G)}}
"""


def pipeline(folder: Path, documents: str) -> DocumentPipeline:
    path = folder / "p.yaml"
    path.write_text(f"{HEAD}documents: {documents}\n")
    return DocumentPipeline(compile_loaded(load_policy(path, SHIPPED)), b"k" * 32, 2024)


def released(folder: Path, documents: str, name: str, content: bytes) -> bytes:
    return pipeline(folder, documents).release(Source("000001", "", name), content).content


def refusal(folder: Path, documents: str, name: str, content: bytes) -> str:
    with pytest.raises(SafereleaseError) as caught:
        released(folder, documents, name, content)
    return caught.value.faults[0].code


def plain_docx(body: str) -> bytes:
    inner = f"<w:document {docx.NS}><w:body>{body}</w:body></w:document>"
    keep = ("styles", "header", "footer", "footnotes", "endnotes", "image", "hyperlink", "settings")
    rels = [r for r in docx._DOCUMENT_RELS if r[1] in keep]
    return docx.sample(
        word__document__xml=b"",
        **{
            "word__document.xml": (docx.XML + inner).encode(),
            "word___rels__document.xml.rels": docx.rels(rels),
        },
    )


CHANGED = plain_docx(
    docx.p(
        docx.r("stays "),
        f'<w:ins w:id="1">{docx.r("inserted")}</w:ins>',
        '<w:del w:id="2"><w:r><w:delText>deleted</w:delText></w:r></w:del>',
    )
)


def plain() -> bytes:
    document = Document()
    document.add_paragraph(f"about {CANARY}")
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


@pytest.mark.parametrize(
    ("value", "there", "gone"),
    [("accept", "inserted", "deleted"), ("reject", "deleted", "inserted"), ("remove", "stays", "inserted")],
)
def test_tracked_changes_are_settled_as_the_policy_says(
    tmp_path: Path, value: str, there: str, gone: str
) -> None:
    text = docx.unpacked(released(tmp_path, f"{{revisions: {value}}}", "a.docx", CHANGED)).decode("latin-1")
    assert there in text and gone not in text and "stays" in text
    assert ("deleted" in text) is (value == "reject")
    assert "w:ins" not in text and "w:del" not in text


@pytest.mark.parametrize(
    ("setting", "name", "content", "code"),
    [
        ("revisions", "a.docx", CHANGED, "DOC020"),
        ("comments", "a.docx", docx.sample(), "DOC019"),
        ("comments", "a.xlsx", xlsx.sample(), "DOC019"),
        ("comments", "a.html", b"<p>x</p><!-- note -->", "DOC019"),
        ("comments", "a.pdf", pdf.sample(), "DOC019"),
        ("embedded", "a.docx", docx.sample(), "DOC014"),
        ("comments", "a.pptx", presentation_files.sample(), "DOC019"),
        ("embedded", "a.pptx", presentation_files.sample(), "DOC014"),
        ("scripts", "a.pptx", presentation_files.sample(), "DOC013"),
        ("scripts", "a.html", b"<p>x</p><script>y</script>", "DOC013"),
        ("scripts", "a.docx", docx.sample(), "DOC013"),
        ("scripts", "a.pdf", pdf.sample(), "DOC013"),
        ("attachments", "a.pdf", pdf.sample(), "DOC022"),
        ("attachments", "a.eml", mail.sample(), "DOC022"),
    ],
)
def test_what_leaves_can_be_refused_instead(
    tmp_path: Path, setting: str, name: str, content: bytes, code: str
) -> None:
    assert refusal(tmp_path, f"{{{setting}: refuse}}", name, content) == code
    released(tmp_path, "{}", name, content)


@pytest.mark.parametrize("setting", ["revisions", "comments", "embedded", "scripts", "attachments"])
def test_a_document_without_such_content_is_not_refused(tmp_path: Path, setting: str) -> None:
    for name, content in (("a.docx", plain()), ("a.html", b"<p>x</p>"), ("a.txt", b"x")):
        released(tmp_path, f"{{{setting}: refuse}}", name, content)


def test_earlier_states_of_a_pdf_are_removed_or_refused(tmp_path: Path) -> None:
    first = simple_pdf(f"first {GONE}")
    updated = first + updated_tail(first)
    assert GONE.encode() in updated
    assert GONE.encode() not in pdf.unpacked(released(tmp_path, "{}", "a.pdf", updated))
    assert refusal(tmp_path, "{earlier_revisions: refuse}", "a.pdf", updated) == "DOC021"
    released(tmp_path, "{earlier_revisions: refuse}", "a.pdf", first)


def simple_pdf(text: str) -> bytes:
    made = pikepdf.Pdf.new()
    page = made.add_blank_page(page_size=(612, 792)).obj
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
    )
    page["/Resources"] = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=made.make_indirect(font)))
    page["/Contents"] = made.make_stream(f"BT /F1 12 Tf 72 700 Td ({text}) Tj ET".encode())
    written = io.BytesIO()
    made.save(written, object_stream_mode=pikepdf.ObjectStreamMode.disable, compress_streams=False)
    return written.getvalue()


def updated_tail(first: bytes) -> bytes:
    """An incremental update that gives the page new content, as editors append it (ISO 32000-1, 7.5.6)."""
    with pikepdf.Pdf.open(io.BytesIO(first)) as made:
        number = made.pages[0].obj["/Contents"].objgen[0]
        size = int(made.trailer["/Size"])
        root = made.trailer["/Root"].objgen[0]
    content = b"BT /F1 12 Tf 72 700 Td (second) Tj ET"
    start = len(first)
    body = b"%d 0 obj\n<</Length %d>>\nstream\n%s\nendstream\nendobj\n" % (number, len(content), content)
    previous = int(first.rsplit(b"startxref", 1)[1].split()[0])
    table = b"xref\n%d 1\n%010d 00000 n \n" % (number, start)
    trailer = b"trailer <</Size %d /Root %d 0 R /Prev %d>>\n" % (size, root, previous)
    return body + table + trailer + b"startxref\n%d\n%%%%EOF\n" % (start + len(body))


def test_scanned_pages_are_refused_or_emptied_also_where_pictures_are_kept(tmp_path: Path) -> None:
    scan = pdf.sample(page="q 612 0 0 792 0 0 cm /Im1 Do Q")
    for images in ("blank", "keep"):
        assert refusal(tmp_path, f"{{images: {images}}}", "a.pdf", scan) == "DOC017"
        emptied = released(tmp_path, f"{{images: {images}, scanned_pages: redact}}", "a.pdf", scan)
        with pikepdf.Pdf.open(io.BytesIO(emptied)) as made:
            assert made.pages[0].Contents.read_bytes() == b""


def test_pictures_are_blank_or_kept(tmp_path: Path) -> None:
    kept = pdf.unpacked(released(tmp_path, "{images: keep}", "a.pdf", pdf.sample()))
    blank = pdf.unpacked(released(tmp_path, "{}", "a.pdf", pdf.sample()))
    assert b"Qorvexil" in kept and b"Qorvexil" not in blank  # the marker is the pixels of this picture
    unread = pdf.unpacked(released(tmp_path, "{images: read}", "a.pdf", pdf.sample()))
    assert b"Qorvexil" not in unread  # pictures of a pdf are not read


def test_the_encoding_of_text_that_does_not_say_its_own(tmp_path: Path) -> None:
    content = f"Zoë met {CANARY} in Köln".encode("cp1252")
    assert refusal(tmp_path, "{}", "a.txt", content) == "DOC004"
    out = released(tmp_path, "{encoding: windows-1252}", "a.txt", content)
    assert out.decode("cp1252") == "Zoë met [LISTED-TERM] in Köln"


def test_attachments_are_opened_removed_or_refused(tmp_path: Path) -> None:
    message = EmailMessage(policy=policy.SMTP)
    message["Subject"] = f"of {CANARY}"
    message.set_content("see the file")
    message.add_attachment(f"id,name\n1,{CANARY}\n2,x\n".encode(), "text", "csv", filename="list of Kim.csv")
    message.add_attachment(mail.inner_message())
    content = bytes(message)
    opened = parts(released(tmp_path, "{names: keep}", "a.eml", content))
    assert "list of Kim.csv" in opened and "1,[LISTED-TERM]" in opened and "inner" in opened
    numbered = parts(released(tmp_path, "{}", "a.eml", content))
    assert "attachment-1.csv" in numbered and "Kim" not in numbered
    removed = parts(released(tmp_path, "{attachments: remove}", "a.eml", content))
    assert "see the file" in removed and "[attachment removed]" in removed
    assert ",x" not in removed and "inner" not in removed and "Kim" not in removed
    assert refusal(tmp_path, "{attachments: refuse}", "a.eml", content) == "DOC022"


def parts(content: bytes) -> str:
    found = []
    for part in message_from_bytes(content, policy=policy.default).walk():
        found += [str(value) for value in part.values()]
        payload = part.get_payload(decode=True)
        found.append(payload.decode("utf-8", "replace") if isinstance(payload, bytes) else "")
    return "\n".join(found)


def test_files_that_cannot_be_opened_are_removed_or_the_whole_refused(tmp_path: Path) -> None:
    content = write_archive({"a.txt": b"x", "song.mp3": b"ID3"})
    assert b"was removed" in unzipped(released(tmp_path, "{}", "a.zip", content))
    assert refusal(tmp_path, "{unopened: refuse}", "a.zip", content) == "DOC001"


def unzipped(content: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return b"\n".join(name.encode() + b"\n" + archive.read(name) for name in archive.namelist())


@pytest.mark.parametrize(
    ("names", "outside", "inside"),
    [
        ("number", "document-000007.zip", b"folder-1/document-000001.txt"),
        ("keep", "letters/about ward 7.zip", b"Kim/note.txt"),
        ("'case-{folder}-exhibit-{number}'", "case-003-exhibit-000007.zip", b"folder-1/document-000001.txt"),
    ],
)
def test_files_and_folders_are_named_as_the_policy_says(
    tmp_path: Path, names: str, outside: str, inside: bytes
) -> None:
    content = write_archive({"Kim/note.txt": b"x", "Lee/note.txt": b"y"})
    source = Source("000007", "", "letters/about ward 7.zip", "003")
    found = pipeline(tmp_path, f"{{names: {names}}}").release(source, content)
    assert found.record.output == outside
    assert inside in unzipped(found.content)
    assert (b"Kim" in unzipped(found.content)) is (names == "keep")


def test_a_name_that_discloses_is_a_number_though_names_are_kept(tmp_path: Path) -> None:
    source = Source("000007", "", f"letter to {CANARY}.txt")
    assert pipeline(tmp_path, "{names: keep}").release(source, b"x").record.output == "document-000007.txt"


def test_a_name_that_may_be_the_number_of_another_document_is_not_kept(tmp_path: Path) -> None:
    source = Source("000007", "", "Document-000008.txt")
    assert pipeline(tmp_path, "{names: keep}").release(source, b"x").record.output == "document-000007.txt"


@pytest.mark.parametrize("name", ["219099999.txt", "219099999/letter.txt", "scan_219099999.txt"])
def test_a_name_holds_nothing_that_its_document_lost(tmp_path: Path, name: str) -> None:
    """Also a number that nothing but the text tells to be one of a person."""
    one = pipeline(tmp_path, "{names: keep}")
    source = Source("000007", "", name)
    assert one.release(source, b"Nothing.").record.output == name
    told = one.release(source, b"His social security number is 219-09-9999.").record.output
    assert told == "document-000007.txt"
    of_others = one.release(source, b"Nothing.", [("ssn", "219-09-9999")]).record.output
    assert of_others == "document-000007.txt"


IN_DOCUMENTS: dict[str, tuple[Callable[[Rows], bytes], Callable[[bytes], Rows]]] = {
    "docx": (to_docx, from_docx),
    "html": (to_html, from_html),
    "md": (to_markdown, from_markdown),
}
RULES = """{columns: [
  {named: [patient], then: replace, category: listed-term},
  {named: [Visit-No, ssn_old], then: keep}, {named: [hiv status], then: drop}]}"""


def test_rules_about_columns_of_csv(tmp_path: Path) -> None:
    table = (
        "patient,visit no,hiv_status,note,ssn old\n"
        f"Bo,219-09-9998,positive,{CANARY} 219-09-9999,219-09-9997\n"
        'Li,2,,"none, said Bo",\n'
    )
    out = released(tmp_path, RULES, "a.csv", table.encode()).decode()
    assert out == (
        "patient,visit no,hiv_status,note,ssn old\n"
        "[LISTED-TERM],219-09-9998,,[LISTED-TERM] [SSN],219-09-9997\n"
        '[LISTED-TERM],2,,"none, said Bo",\n'
    )


def test_rules_about_keys_of_json(tmp_path: Path) -> None:
    record = {
        "patient": {"first": "Bo", "ages": [7, 8]},
        "visit_no": "219-09-9998",
        "hivStatus": True,
        "hiv-status": True,
        "flag": False,
    }
    content = (json.dumps(record) + "\n").encode()
    out = json.loads(released(tmp_path, RULES, "a.jsonl", content))
    assert out == {
        "patient": {"first": "[LISTED-TERM]", "ages": ["[LISTED-TERM]", "[LISTED-TERM]"]},
        "visit_no": "219-09-9998",
        "hivStatus": True,
        "hiv-status": None,
        "flag": False,
    }


@pytest.mark.parametrize("name", ["docx", "html", "md"])
def test_rules_about_columns_of_tables_in_documents(tmp_path: Path, name: str) -> None:
    write, read = IN_DOCUMENTS[name]
    kept = "12" if name == "md" else "219-09-9998"
    rows = [
        ["patient", "visit no", "hiv status", "seen"],
        ["Bo", kept, "positive", "219-09-9999"],
        ["Li", "2", "none", "219-09-9996"],
    ]
    out = [
        [cell.strip() for cell in row] for row in read(released(tmp_path, RULES, f"a.{name}", write(rows)))
    ]
    removed = [row for row in out if any("LISTED-TERM" in cell for cell in row)]
    assert [[cell for cell in row if cell] for row in removed] == [
        ["[LISTED-TERM]", kept, "[SSN]"],
        ["[LISTED-TERM]", "2", "[SSN]"],
    ]
    assert ["patient", "visit no", "hiv status", "seen"] in out


def test_a_kept_column_of_markdown_is_checked_as_text_is(tmp_path: Path) -> None:
    rows = [["patient", "visit no"], ["Bo", "219-09-9998"], ["Li", "2"]]
    with pytest.raises(SafereleaseError, match="VER002"):
        released(tmp_path, RULES, "a.md", to_markdown(rows))


def test_rules_about_columns_of_workbooks(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (
        ["patient", "visit no", "hiv status", "n"],
        ["Bo", "219-09-9998", True, 5],
        ["Li", 2, False, 6],
    ):
        book.active.append(row)
    written = io.BytesIO()
    book.save(written)
    out = released(tmp_path, RULES, "a.xlsx", written.getvalue())
    rows = list(openpyxl.load_workbook(io.BytesIO(out)).active.values)
    assert rows == [
        ("patient", "visit no", "hiv status", "n"),
        ("[LISTED-TERM]", "219-09-9998", None, 5),
        ("[LISTED-TERM]", 2, None, 6),
    ] or [[v or None for v in row] for row in rows][1:] == [
        ["[LISTED-TERM]", "219-09-9998", None, 5],
        ["[LISTED-TERM]", 2, None, 6],
    ]


def test_a_value_kept_in_one_column_must_still_leave_another(tmp_path: Path) -> None:
    """What a column keeps is not taken for what another one should have lost."""
    table = f"visit no,note\n219-09-9998,ok\n2,{CANARY}\n"
    assert b"219-09-9998" in released(tmp_path, RULES, "a.csv", table.encode())
    found = pipeline(tmp_path, RULES).release(Source("000001", "", "a.csv"), table.encode())
    assert found.record.categories == {"listed-term": 1}


def test_dropped_cells_are_counted(tmp_path: Path) -> None:
    table = b"hiv status,note\npositive,ok\nnegative,ok\n"
    found = pipeline(tmp_path, RULES).release(Source("000001", "", "a.csv"), table)
    assert found.record.categories == {"column": 2}
    assert found.content == b"hiv status,note\n,ok\n,ok\n"


def test_limits_reach_the_formats_and_the_worker(tmp_path: Path) -> None:
    plan = pipeline(tmp_path, "{limits: {file_mb: 1, expanded_mb: 2, seconds: 30, memory_mb: 256}}").plan
    assert limits_of(plan) == Limits(256 << 20, 30, 30.0)
    assert (settings_of(plan).max_bytes, settings_of(plan).max_expanded_bytes) == (1 << 20, 2 << 20)
    big = write_archive({"a.txt": b" " * (3 << 20)})
    documents = "{limits: {file_mb: 1, expanded_mb: 2}}"
    assert refusal(tmp_path, documents, "a.zip", big) == "DOC003"
    assert refusal(tmp_path, documents, "a.txt", b" " * (1 << 20) + b"x") == "DOC003"


@pytest.mark.parametrize(
    ("name", "made"), [("a.txt", lambda text: text.encode()), ("a.docx", lambda text: to_docx([[text]]))]
)
def test_a_text_that_memory_is_too_small_for_is_refused_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, made: Callable[[str], bytes]
) -> None:
    """It names the setting, and what it would take: else a worker dies of it after minutes."""

    def decide(*arguments: object) -> None:
        raise AssertionError("a stage began")

    long = made(f"{CANARY} was seen. " * 100_000)
    with monkeypatch.context() as patch:
        patch.setattr(Stages, "first_decided", decide)
        with pytest.raises(UnreadableError) as caught:
            released(tmp_path, "{limits: {memory_mb: 128}}", name, long)
    told = str(caught.value)
    assert "DOC029" in told and "documents.limits.memory_mb" in told and CANARY not in told
    needed = int(told.partition("takes about ")[2].split()[0].rstrip(".;"))
    assert 128 < needed < 1000
    assert released(tmp_path, f"{{limits: {{memory_mb: {needed}}}}}", name, long)


@pytest.mark.parametrize(("find", "fits"), [("ssn", True), ("person", False)])
def test_the_largest_file_fits_where_patterns_alone_read_it(tmp_path: Path, find: str, fits: bool) -> None:
    path = tmp_path / "p.yaml"
    law = "45 CFR 164.514(b)(2)(i)(A)"
    path.write_text(f"policy: p\nversion: 1.0.0\ntitle: T\nidentifiers: [{{find: [{find}], law: {law}}}]\n")
    largest = DocumentPipeline(compile_loaded(load_policy(path, SHIPPED)), b"k" * 32, 2024)
    text = b"x " * (Settings().max_bytes // 2)
    with nullcontext() if fits else pytest.raises(UnreadableError, match="DOC029"):
        largest.open(Source("000001", "", "a.txt"), text)


def test_short_texts_fit_the_least_memory(tmp_path: Path) -> None:
    """What is read without a process of its own has no limit that it could miss."""
    assert released(
        tmp_path, "{limits: {memory_mb: 128}}", "a.txt", b"He sat by the door. " * (SMALL_BYTES // 20)
    )


def test_defaults_of_the_policy_are_those_of_the_formats_and_the_worker(tmp_path: Path) -> None:
    plan = pipeline(tmp_path, "{}").plan
    assert settings_of(plan) == Settings(names="number")
    assert limits_of(plan) == Limits()


def test_every_choice_has_its_sentence_and_its_rank() -> None:
    for key, levels in CHOICES.items():
        choices = set(DocumentsClause.model_json_schema()["properties"][key]["enum"])
        assert {value for level in levels for value in level} == choices
        assert {value for name, value in SENTENCES if name == key} == choices
    assert {key for key, _, _ in document_sentences(DocumentsClause())} >= set(CHOICES)


@pytest.mark.parametrize(
    ("documents", "code"),
    [
        ("{revisions: acept}", "POL014"),
        ("{revision: accept}", "POL010"),
        ("{names: 'letter'}", "POL015"),
        ("{names: '../{number}'}", "POL015"),
        ("{encoding: utf-7}", "POL014"),
        ("{columns: [{named: [a], then: replace}]}", "POL016"),
        ("{columns: [{named: [a], then: drop, category: ssn}]}", "POL016"),
        ("{columns: [{named: [a], then: replace, category: persn}]}", "POL020"),
        ("{columns: [{named: [a], then: replace, category: email}]}", "POL059"),
        ("{columns: [{named: [a_b], then: drop}, {named: [A B], then: keep}]}", "POL015"),
        ("{limits: {seconds: 0}}", "POL012"),
        ("{because: it was checked}", "POL053"),
    ],
)
def test_faults_are_named(tmp_path: Path, documents: str, code: str) -> None:
    with pytest.raises(InvalidError) as caught:
        pipeline(tmp_path, documents)
    assert [found.code for found in caught.value.faults] == [code]
    assert "documents" in caught.value.faults[0].where


def test_a_document_with_macros_is_released_as_a_plain_one(tmp_path: Path) -> None:
    made = pipeline(tmp_path, "{}").release(Source("000001", "", "a.docm"), docx.sample())
    assert made.record.output == "document-000001.docx" and made.record.format == "docx"
    assert CANARY.encode() not in docx.unpacked(made.content)
