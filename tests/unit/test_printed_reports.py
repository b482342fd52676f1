"""Reports as PDF: what the page says, in an archive's format, signed so that a flipped byte is told."""

from __future__ import annotations

import io
import random
import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from adapters.keys.installation import Keys, load_keys
from adapters.reports.pdf.blocks import blocks_of
from adapters.reports.pdf.certificates import certified
from adapters.reports.pdf.signatures import sign, signature_of
from adapters.reports.pdf.typesetting import Print, typeset
from engine.errors import InvalidError, RefusedError
from flows.audit.keys.trusting import TrustChoice, accept, add_key, start_list, trusted_key
from flows.audit.printing import check_report, print_page, signer_name
from tests.patience import PATIENCE
from tests.programs import need

PAGE = """<html><head><title>no</title><style>p {color: red}</style></head><body><main>
<p class="soft">Compliance report</p><h1>Letters &amp; <i>more</i></h1>
<p><span class="verdict good">Released</span></p>
<dl class="facts"><div><dt>Documents read</dt><dd class="good">7</dd></div></dl>
<h2>Markup stays text</h2>
<p>#panic("read as a program") *stars* _lines_ $1^2$ <b>bold</b> @label \\ ` [ ] <code>0123abcd</code></p>
<form class="no-print"><p>a button</p></form>
<ul><li>first point</li><li>second point</li></ul>
<table><thead><tr><th>Rule</th><th class="n">Changes</th></tr></thead><tbody>
<tr><td>Article 9<br><span class="soft">a note</span></td><td class="n">1,234</td></tr>
<tr><td><meter min="0" max="4" value="1" aria-label="1 of 4"></meter> a quarter</td>
<td class="n">5</td></tr></tbody></table>
<div class="concept"><p>an aside</p></div>
<div class="figure" aria-label="A curve"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30">
<path d="M0 0L80 20" stroke="#000000"/><text x="5" y="20">axis label</text></svg></div>
</main></body></html>"""
SAID = (
    "Compliance report", "Letters & more", "Released", "Documents read", "7", "Markup stays text",
    '#panic("read as a program") *stars* _lines_ $1^2$ bold @label \\ ` [ ] 0123abcd', "first point",
    "second point", "Rule", "Changes", "Article 9", "a note", "1,234", "a quarter", "an aside", "axis label",
)  # fmt: skip


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    return load_keys(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def printed(keys: Keys, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAFERELEASE_HOME", str(tmp_path_factory.mktemp("none")))
        return print_page(PAGE, "Compliance report: Letters", "release 0123", keys)


def words_of(pdf: bytes) -> str:
    """All text, as a viewer finds it."""
    pages = pypdfium2.PdfDocument(pdf)
    text = " ".join(page.get_textpage().get_text_range() for page in pages)
    return re.sub(r"\s+", " ", text.translate({0x200B: None, 0x201C: '"', 0x201D: '"', 0x2019: "'"}))


def test_the_file_says_what_the_page_says(printed: bytes) -> None:
    text = words_of(printed)
    assert [said for said in SAID if said not in text] == []
    assert "a button" not in text
    assert "color: red" not in text


def test_it_is_an_archive_file_with_tags_and_sound(printed: bytes) -> None:
    with pikepdf.open(io.BytesIO(printed)) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.open_metadata().pdfa_status == "2A"
        assert pdf.Root.MarkInfo.Marked
        assert "/StructTreeRoot" in pdf.Root
        assert str(pdf.Root.Lang).startswith("en")
        fonts = [font for page in pdf.pages for font in page.resources.Font.values()]
        kept = [one.DescendantFonts[0].FontDescriptor for one in fonts]
        assert kept
        assert all("/FontFile3" in one or "/FontFile2" in one for one in kept)


def test_qpdf_finds_it_sound(printed: bytes, tmp_path: Path) -> None:
    """A program that is not ours reads every object; the same file with a broken table of them is told."""
    whole, broken = tmp_path / "whole.pdf", tmp_path / "broken.pdf"
    whole.write_bytes(printed)
    broken.write_bytes(printed.replace(b"startxref", b"startyref"))
    assert check_by_qpdf(whole) == 0
    assert check_by_qpdf(broken) != 0


def check_by_qpdf(path: Path) -> int:
    """What qpdf ends with: 0 is sound, without a warning."""
    need("qpdf")
    done = subprocess.run(["qpdf", "--check", str(path)], capture_output=True, timeout=PATIENCE, check=False)
    return done.returncode


def test_figures_are_drawn_not_pictured(printed: bytes) -> None:
    with pikepdf.open(io.BytesIO(printed)) as pdf:
        assert [name for page in pdf.pages for name in page.get_images()] == []
    (figure,) = (one for one in blocks_of(PAGE) if one["t"] == "figure")
    assert figure["alt"] == "A curve"


def test_the_signature_names_installation_and_report(printed: bytes, keys: Keys) -> None:
    found = signature_of(printed)
    assert found.public_key == keys.public_hex()
    assert found.signer == f"saferelease installation {keys.public_hex()[:16]}"
    assert found.reason == "Compliance report: Letters, release 0123"
    assert found.at is not None
    assert abs((datetime.now(UTC) - found.at).total_seconds()) < 600


def test_a_flipped_byte_is_told(printed: bytes) -> None:
    chance = random.Random(14)
    held = printed.index(b"/Contents <")  # the container of the signature, which nothing signs
    anywhere, inside = chance.sample(range(len(printed)), 20), range(held, held + 2600, 100)
    for at in (*anywhere, *inside):
        changed = bytearray(printed)
        changed[at] ^= 1 << chance.randrange(8)
        with pytest.raises((RefusedError, InvalidError), match=r"PDF00[12]"):
            signature_of(bytes(changed))


def test_what_nothing_signs_inside_the_container_is_told(printed: bytes) -> None:
    """Its outer fields, and the room behind it, where a word could hide."""
    held = printed.index(b"/Contents <")
    end = printed.index(b">", held)
    for at in (held + 77, held + 83, held + 95, end - 400, end - 4):
        changed = bytearray(printed)
        changed[at] = ord("2") if changed[at] == ord("1") else ord("1")
        with pytest.raises(RefusedError, match="PDF002"):
            signature_of(bytes(changed))


@pytest.mark.parametrize("more", [b"\n", b"\n% a word\n%%EOF\n"])
def test_bytes_behind_the_signature_are_told(printed: bytes, more: bytes) -> None:
    with pytest.raises(RefusedError, match="PDF002"):
        signature_of(printed + more)


def test_a_page_added_afterwards_is_told(printed: bytes) -> None:
    from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter

    writer = IncrementalPdfFileWriter(io.BytesIO(printed))
    writer.root["/Lang"] = writer.root["/Version"]
    writer.update_root()
    out = io.BytesIO()
    writer.write(out)
    with pytest.raises(RefusedError, match="PDF002"):
        signature_of(out.getvalue())


@pytest.mark.parametrize("content", [b"", b"no PDF", b"%PDF-1.7\n%%EOF\n"])
def test_a_file_without_a_signature_is_no_report(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(content)
    with pytest.raises(InvalidError, match="PDF001"):
        check_report(tmp_path / "a.pdf")


def test_a_certificate_of_ones_own_making_passes_for_nobody(
    printed: bytes, keys: Keys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another installation may take any name; its key is not the one that the reader knows."""
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "reader"))
    stranger = load_keys(tmp_path / "stranger")
    unsigned = typeset(PAGE, Print("t", "m", "f", "a", datetime.now(UTC), {}))
    (tmp_path / "forged.pdf").write_bytes(sign(unsigned, stranger, "Mercy Hospital", "Compliance report"))
    (tmp_path / "genuine.pdf").write_bytes(printed)
    known = keys.public_hex()
    assert check_report(tmp_path / "genuine.pdf", known).answer == "VERIFIED"
    forged = check_report(tmp_path / "forged.pdf", known)
    assert (forged.answer, [one.code for one in forged.judgement.faults]) == ("FAILED", ["PDF003"])
    unknown = check_report(tmp_path / "forged.pdf")
    assert (unknown.answer, [one.code for one in unknown.judgement.doubts]) == ("UNVERIFIED", ["BND016"])


def test_the_list_of_trusted_keys_names_the_signer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAFERELEASE_HOME", str(tmp_path / "home"))
    own = load_keys()
    assert signer_name(own).startswith("saferelease installation ")
    root, choice = Ed25519PrivateKey.generate(), tmp_path / "list.json"
    start_list(choice, "House", [root], [], 1)
    add_key(choice, [root], trusted_key("Mercy Hospital", own.public_hex(), ["signer"], None, None))
    accept(TrustChoice(choice, first_use=True))
    (tmp_path / "report.pdf").write_bytes(print_page(PAGE, "t", "m", own))
    found = check_report(tmp_path / "report.pdf")
    assert (found.answer, found.signed.signer) == ("VERIFIED", "Mercy Hospital")
    assert (found.judgement.signer, found.judgement.signer_name) == ("trusted", "Mercy Hospital")


def test_the_certificate_rests_on_the_keys_alone(keys: Keys) -> None:
    one, again = certified(keys, "A"), certified(keys, "A")
    assert one.own == again.own
    assert isinstance(one.own.public_key(), ec.EllipticCurvePublicKey)
    one.own.verify_directly_issued_by(one.issuer)
    keys.signing.public_key().verify(one.own.signature, one.own.tbs_certificate_bytes)


def test_a_page_that_cannot_be_set_is_refused() -> None:
    broken = PAGE.replace('viewBox="0 0 90 30"', 'width="-1" height="x"')
    with pytest.raises(InvalidError, match="PDF004"):
        typeset(broken, Print("t", "m", "f", "a", datetime.now(UTC), {}))
