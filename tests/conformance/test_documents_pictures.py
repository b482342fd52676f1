"""Pictures against the conformance suite; what text recognition cannot do is covered, emptied or refused."""

from __future__ import annotations

import io
import itertools
import random
import socket
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zxingcpp
from _pytest.mark import ParameterSet
from PIL import Image, ImageDraw, ImageFont

from adapters.documents.containers.archive import write_archive
from adapters.documents.layout import Layout
from adapters.documents.opening.sandbox import run_limited
from adapters.documents.opening.sources import Source
from adapters.documents.pictures import readers, tesseract
from adapters.documents.pictures.ink import pen_and_stamps
from adapters.documents.pictures.marks import Marks, code_texts
from adapters.documents.pictures.page import Page
from adapters.documents.pictures.picture import Bmp, Gif, Jpeg, Png, Tiff, WebP
from adapters.documents.pictures.rapid import RapidReader
from adapters.documents.pictures.tesseract import TesseractReader
from adapters.documents.pictures.words import Word
from adapters.documents.registry import released_suffix
from adapters.documents.settings import Settings
from benchmarks.ocr.sheet import FONTS
from benchmarks.ocr.signed import case, measured
from engine.errors import RefusedError, UnreadableError
from engine.ports import DocumentFormat, OpenDocument
from engine.text import PictureFacts
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.conformance.broken_pictures import SIGNATURE, broken_inside
from tests.conformance.documents_suite import CANARY, NASTY, DocumentFormatSuite, replacements_of, words
from tests.conformance.picture_files import HIDDEN, drawn, face, saved, signed, stamped, with_metadata
from tests.programs import need

LINES = (f"Patient {CANARY} was seen today", "and sent home with her sister.", f"Signed by Doctor {CANARY}")
FORMATS: dict[str, DocumentFormat] = {"PNG": Png(), "JPEG": Jpeg(), "TIFF": Tiff()}
HEAD = f"""policy: p
version: 1.0.0
title: T
identifiers: [{{id: names, find: [listed-term], law: 45 CFR 164.514(b)(2)(i)(A), deny: [{CANARY}]}}]
"""


_READ: dict[tuple[object, ...], list[readers.Word]] = {}


@pytest.fixture(autouse=True)
def each_page_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Formats and tests share their pages: the same pixels are given to the recogniser once a process."""
    read = RapidReader.read

    def remembered(self: RapidReader, picture: Image.Image) -> list[readers.Word]:
        key = (self._scale, picture.mode, picture.size, sha256(picture.tobytes()).digest())
        if key not in _READ:
            _READ[key] = read(self, picture)
        return list(_READ[key])

    monkeypatch.setattr(RapidReader, "read", remembered)


def _long(*numbers: int) -> list[ParameterSet]:
    """Pages that the long half looks at."""
    return [pytest.param(number, marks=pytest.mark.slow) for number in numbers]


def text_of(opened: OpenDocument) -> str:
    return opened.document.text.reveal()


class TestPng(DocumentFormatSuite):
    fmt = Png()
    sample = with_metadata(drawn(LINES), "PNG")
    malformed = (CANARY.encode(), b"\x89PNG\r\n\x1a\n" + CANARY.encode(), saved(drawn(LINES), "PNG")[:200])
    byte_exact = False
    n_canaries = 2
    n_mutations = 8

    def mutate(self, rng: random.Random) -> bytes:
        """Also with right checksums, or whole: a changed byte rarely leaves a picture that can be decoded."""
        if rng.random() >= 0.4:
            return super().mutate(rng)
        return broken_inside(self.sample, rng) if self.sample.startswith(SIGNATURE) else self.sample

    def test_replaced_text_is_gone_and_the_rest_stays(self) -> None:
        """A reader may take a blank beside a field for none, and a letter for a capital."""
        opened = self.fmt.open("d", self.sample)
        written = opened.rewrite(replacements_of(opened, CANARY, "REMOVED"))
        kept = words([text_of(opened).replace(CANARY, "REMOVED")]).upper()
        assert words([text_of(self.fmt.open("d", written))]).upper() == kept
        assert words(self.read(written)).upper() == kept

    def test_every_word_can_be_replaced(self) -> None:
        """Fields are black where nothing fits, and then nobody reads a word.

        A reader may take the edge of a black field for a stroke.
        """
        opened = self.fmt.open("d", self.sample)
        written = opened.rewrite(replacements_of(opened, r"\S+", ""))
        assert not [word for text in self.read(written) for word in text.split() if len(words([word])) > 1]

    def test_markup_in_a_replacement_stays_text(self) -> None:
        """What does not fit into a field is not drawn at all."""
        opened = self.fmt.open("d", self.sample)
        read = words(self.read(opened.rewrite(replacements_of(opened, CANARY, NASTY * 3))))
        assert CANARY not in read and words(["sent home with her sister"]) in read


class _AsReleased(Png):
    """Opens pictures of a kind, and the PNG that they become."""

    other: Png

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        fmt = Png() if content.startswith(b"\x89PNG") else self.other
        return fmt.open(document_id, content)


class _BmpAsReleased(_AsReleased):
    other = Bmp()


class _GifAsReleased(_AsReleased):
    other = Gif()


class _WebPAsReleased(_AsReleased):
    other = WebP()


class TestJpeg(TestPng):
    """Written pixels change a little each time, so only their words stay the same."""

    fmt = Jpeg()
    sample = with_metadata(drawn(LINES, mode="RGB"), "JPEG")
    malformed = (CANARY.encode(), b"\xff\xd8\xff\xe0" + CANARY.encode(), saved(drawn(LINES), "JPEG")[:200])

    def test_nothing_to_replace_changes_nothing(self) -> None:
        opened = self.fmt.open("d", self.sample)
        again = self.fmt.open("d", opened.rewrite([]))
        assert again.document.text == opened.document.text
        assert again.document.parts == opened.document.parts


class TestTiff(TestPng):
    """Two pages."""

    fmt = Tiff()
    sample = with_metadata(drawn(LINES), "TIFF", more=[drawn(LINES[::-1])])
    malformed = (CANARY.encode(), b"II*\x00" + CANARY.encode(), saved(drawn(LINES), "TIFF")[:200])
    n_canaries = 4


@pytest.mark.slow
class TestBmp(TestPng):
    fmt = _BmpAsReleased()
    sample = saved(drawn(LINES), "BMP") + HIDDEN.encode()
    malformed = (CANARY.encode(), b"BM" + CANARY.encode(), saved(drawn(LINES), "BMP")[:200])


@pytest.mark.slow
class TestGif(TestPng):
    fmt = _GifAsReleased()
    sample = with_metadata(drawn(LINES), "GIF")
    malformed = (CANARY.encode(), b"GIF89a" + CANARY.encode(), saved(drawn(LINES), "GIF")[:200])


@pytest.mark.slow
class TestWebP(TestPng):
    fmt = _WebPAsReleased()
    sample = with_metadata(drawn(LINES, mode="RGB"), "WEBP")
    malformed = (CANARY.encode(), b"RIFF    WEBP" + CANARY.encode(), saved(drawn(LINES), "WEBP")[:200])


_FEW = drawn([CANARY, "went", "home"], size=16, mode="RGB", width=120)


class FewWords(TestPng):
    """A picture that is read in a fifth of a second: thousands of mutations of it are tried elsewhere."""

    __test__ = False
    sample = with_metadata(_FEW, "PNG")


class FewWordsJpeg(FewWords):
    fmt = Jpeg()
    sample = with_metadata(_FEW, "JPEG")


class FewWordsTiff(FewWords):
    fmt = Tiff()
    sample = with_metadata(_FEW.convert("L"), "TIFF", more=[_FEW.convert("L")])


class FewWordsBmp(FewWords):
    fmt = _BmpAsReleased()
    sample = saved(_FEW.convert("P"), "BMP") + HIDDEN.encode()


class FewWordsGif(FewWords):
    fmt = _GifAsReleased()
    sample = with_metadata(_FEW, "GIF")


class FewWordsWebP(FewWords):
    fmt = _WebPAsReleased()
    sample = with_metadata(_FEW, "WEBP")


@pytest.mark.parametrize("suite", [TestBmp, TestGif, TestWebP])
def test_other_pictures_leave_as_png_of_pixels_alone(suite: type[TestPng], tmp_path: Path) -> None:
    assert HIDDEN.encode() in suite.sample
    suffix = f".{suite.fmt.other.name}"  # type: ignore[attr-defined]
    done = pipeline(tmp_path).release(Source("000001", "", f"a{suffix}"), suite.sample)
    assert done.content.startswith(b"\x89PNG") and HIDDEN.encode() not in done.content
    assert released_suffix(suffix) == ".png"
    assert not any(CANARY in text.reveal() for text in done.read_back)


@pytest.mark.parametrize("kind", ["GIF", "WEBP"])
def test_of_an_animation_the_first_picture_leaves(kind: str) -> None:
    first, second = drawn(LINES, mode="RGB"), drawn([HIDDEN, "is the second picture"], mode="RGB")
    second = second.resize(first.size)
    content = saved(first, kind, save_all=True, append_images=[second], duration=100)
    opened = {"GIF": Gif(), "WEBP": WebP()}[kind].open("d", content)
    assert text_of(opened).count(CANARY) == 2 and HIDDEN not in text_of(opened)
    with Image.open(io.BytesIO(opened.rewrite([]))) as made:
        assert getattr(made, "n_frames", 1) == 1 and made.format == "PNG"


@pytest.mark.parametrize("kind", FORMATS)
def test_only_pixels_leave(kind: str) -> None:
    content = with_metadata(drawn(LINES, mode="RGB"), kind)
    assert content.count(HIDDEN.encode()) >= 4
    written = FORMATS[kind].open("d", content).rewrite([])
    assert HIDDEN.encode() not in written
    with Image.open(io.BytesIO(written)) as picture:
        assert not set(picture.getexif()) & {0x010E, 0x013B, 0x8825} and "icc_profile" not in picture.info
        assert round(float(picture.info["dpi"][0])) == 200


def test_nothing_of_a_covered_word_is_left_in_the_pixels() -> None:
    """A black field lies over the whole word, wherever the reader took its letters to stand."""
    before, font = "The patient ", ImageFont.load_default(24)
    opened = Png().open("d", saved(drawn([f"{before}{CANARY} came on foot"]), "PNG"))
    written = opened.rewrite(replacements_of(opened, CANARY, ""))
    shown = np.asarray(Image.open(io.BytesIO(written)))
    left, top, right, bottom = font.getbbox(CANARY)
    start = 20 + font.getlength(before)
    word = shown[20 + int(top) : 20 + int(bottom), int(start + left) : int(start + right) + 1]
    assert word.size > 1000 and (word == 0).all()
    assert (shown[:, int(start + right) + 20 :] == 255).any()


@pytest.mark.parametrize("reader", [RapidReader, TesseractReader])
def test_neither_reader_finds_what_was_covered(reader: Callable[[], readers.Reader]) -> None:
    if reader is TesseractReader:
        need("tesseract")
    opened = Png().open("d", TestPng.sample)
    before = reader().read(Image.open(io.BytesIO(TestPng.sample)))
    assert sum(CANARY in word.text for word in before) == 2
    written = opened.rewrite(replacements_of(opened, CANARY, "[NAME]"))
    after = [word.text for word in reader().read(Image.open(io.BytesIO(written)))]
    assert not any(CANARY[:5] in word for word in after)
    assert "[NAME]" in " ".join(after) and "sister." in after


def test_a_released_picture_is_read_by_another_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(readers.first_reader("d"), RapidReader)
    monkeypatch.setattr(tesseract, "is_installed", lambda: True)
    assert isinstance(readers.second_reader(), TesseractReader)
    monkeypatch.setattr(tesseract, "is_installed", lambda: False)
    again = readers.second_reader()
    assert isinstance(again, RapidReader) and again._scale != RapidReader()._scale
    monkeypatch.setattr(readers, "has_rapid", lambda: False)
    with pytest.raises(UnreadableError, match=r"DOC024.*saferelease\[ocr\].*tesseract-ocr"):
        Png().open("d", TestPng.sample)
    monkeypatch.setattr(tesseract, "is_installed", lambda: True)
    assert isinstance(readers.first_reader("d"), TesseractReader)


def test_tesseract_alone_opens_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    need("tesseract")
    monkeypatch.setattr(readers, "has_rapid", lambda: False)
    with pytest.raises(UnreadableError, match=r"DOC024.*codes, faces, signatures and stamps"):
        monkeypatch.setitem(sys.modules, "zxingcpp", None)
        Png().open("d", TestPng.sample)
    opened = Png(Settings(codes="keep")).open("d", TestPng.sample)
    assert text_of(opened).count(CANARY) == 2
    assert CANARY not in words(
        [t.reveal() for t in Png().read_back(opened.rewrite(replacements_of(opened, CANARY, "")))]
    )


def test_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a connection")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    from adapters.documents.pictures.rapid import _engine

    _engine.cache_clear()
    assert CANARY in text_of(Png().open("d", TestPng.sample))


def test_words_read_without_certainty_are_covered_and_counted() -> None:
    picture = drawn(["sure doubtful sure"])
    found = [Word("sure", 30, 30, 100, 64, 0.99, 0, 30.0), Word("doubtful", 110, 30, 240, 64, 0.4, 0, 30.0)]
    page = Page(picture, [*found, *[Word("x", 250, 30, 260, 64, 0.99, 0, 30.0)] * 2])
    assert page.facts == PictureFacts(read=1, words=4, unsure=1)
    covered = np.asarray(page.covered([]))
    assert (covered[32:62, 112:238] == 0).all() and (covered[32:62, 40:95] != 0).any()


_WORDS_OF_A_TABLE = """
    Seen 79 74 107 94 -1 15; by 113 74 130 94 -1 15; Ursula 136 74 177 94 -1 15; Oyelaran 183 74 237 94 -1 15;
    last 240 74 268 94 -1 15; week. 270 74 305 94 -1 15;
    Report 78 110 159 140 1 22.5; on 160 110 189 140 1 22.5; Hector 200 109 274 139 1 22.5;
    Dubois 280 109 362 138 1 22.5; Name 80 145 117 166 2 15.75; Phone 238 145 279 167 3 16.5;
    MRN 399 144 437 166 4 16.5; Result 559 145 603 167 5 16.5; Abigail 79 164 127 184 6 15;
    Zimmerman 129 164 207 184 6 15; (633) 234 162 273 185 7 17.25;
    555-0114 277 162 338 185 7 17.25; 18272227 399 163 463 184 8 15.75;
    normal 559 163 607 185 9 16.5; Wilma 81 180 121 201 10 15.75;
    Lindholm 123 180 184 202 10 15.75; 680-555-0140 238 182 329 202 11 15;
    36184162 399 182 463 203 12 15.75; low 558 181 581 204 13 17.25
"""
"""A title over a table, as a reader found them: left, top, right, bottom, line and size of each word."""


def test_cells_that_nearly_touch_are_divided_though_their_words_are_some_pixels_off() -> None:
    """A long name beside a telephone number: were this no table, a record number were a mere number."""
    found = []
    for word in _WORDS_OF_A_TABLE.split(";"):
        text, *numbers = word.split()
        left, top, right, bottom, line, size = map(float, numbers)
        found.append(Word(text, left, top, right, bottom, 0.99, int(line), size))
    layout: Layout[Any] = Layout()
    Page(Image.new("L", (816, 1056), 255), found).lay_out(layout, 0, itertools.count())
    document = layout.document("d")
    cells = [document.text.reveal()[part.start : part.end].strip() for part in document.parts if part.cell]
    assert cells[4:8] == ["Abigail Zimmerman", "(633) 555-0114", "18272227", "normal"]


def test_a_page_on_its_side_or_head_is_turned() -> None:
    for turn in (Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_180):
        opened = Png().open("d", saved(drawn(LINES[:1]).transpose(turn), "PNG"))
        assert CANARY in text_of(opened)
        assert CANARY in "".join(text.reveal() for text in Png().read_back(opened.rewrite([])))


def test_every_page_of_a_fax_is_read_and_stays_black_and_white() -> None:
    pages = [drawn([line, "with some more words here"], mode="1") for line in LINES]
    content = saved(
        pages[0], "TIFF", save_all=True, append_images=pages[1:], compression="group4", dpi=(204, 196)
    )
    opened = Tiff().open("d", content)
    assert [part.kind for part in opened.document.parts] == ["page"] * 3
    assert opened.document.pictures.read == 3
    written = opened.rewrite(replacements_of(opened, CANARY, ""))
    with Image.open(io.BytesIO(written)) as made:
        assert (made.n_frames, made.mode, made.info["compression"]) == (3, "1", "group4")  # type: ignore[attr-defined]
    read = [text.reveal() for text in Tiff().read_back(written)]
    assert "sister" in words(read) and CANARY not in words(read)


def test_text_under_transparency_does_not_leave() -> None:
    picture = drawn(LINES, mode="RGB").convert("RGBA")
    picture.paste(drawn([HIDDEN], mode="RGB"), (0, 90))
    alpha = Image.new("L", picture.size, 255)
    alpha.paste(0, (0, 90, *picture.size))
    picture.putalpha(alpha)
    opened = Png().open("d", saved(picture, "PNG"))
    with Image.open(io.BytesIO(opened.rewrite([]))) as made:
        assert made.mode == "RGB" and np.asarray(made)[100:].min() == 255


def test_pictures_that_are_too_large_are_not_decoded() -> None:
    for fmt in (Png(), Bmp(), Gif(), WebP()):
        bomb = saved(Image.new("1", (16000, 3200)), fmt.kind)
        with pytest.raises(UnreadableError, match="DOC003"):
            fmt.open("d", bomb)
    with pytest.raises(UnreadableError, match="DOC003"):
        Png(Settings(max_bytes=10)).open("d", TestPng.sample)
    with pytest.raises(UnreadableError, match="DOC003"):
        Png(Settings(max_expanded_bytes=1000)).open("d", TestPng.sample)


def pipeline(folder: Path, documents: str = "{}") -> DocumentPipeline:
    path = folder / "p.yaml"
    path.write_text(f"{HEAD}documents: {documents}\n")
    return DocumentPipeline(compile_policy(path), b"k" * 32, 2024)


def test_pictures_of_which_too_little_can_be_read_are_refused_or_emptied(tmp_path: Path) -> None:
    scrawl = Image.effect_noise((600, 300), 60)
    source = Source("000001", "", "a.png")
    with pytest.raises(UnreadableError, match=r"DOC023.*\d+ of \d+ words"):
        pipeline(tmp_path).release(source, saved(scrawl, "PNG"))
    done = pipeline(tmp_path, "{unreadable_pictures: blank}").release(source, saved(scrawl, "PNG"))
    assert done.record.pictures is not None and done.record.pictures.emptied == 1
    with Image.open(io.BytesIO(done.content)) as made:
        assert made.size == scrawl.size and made.convert("L").getextrema() == (255, 255)


def test_a_worker_with_the_usual_limits_releases_pictures_also_in_archives(tmp_path: Path) -> None:
    made = pipeline(tmp_path)
    content = write_archive({"scan.png": TestPng.sample, "note.txt": f"of {CANARY}".encode()})
    done = run_limited("1", made.release, Source("000001", "", "a.zip"), content, limits=made.limits)
    assert done.record.pictures is not None
    assert (done.record.pictures.read, done.record.pictures.emptied) == (1, 0)
    assert done.record.pictures.words == sum(len(line.split()) for line in LINES)
    assert not any(CANARY in text.reveal() for text in done.read_back)


def with_marks() -> Image.Image:
    """A page of text with a QR code and a face."""
    picture = drawn([*LINES, *[""] * 7])
    code = zxingcpp.create_barcode(f"{CANARY} 4417", zxingcpp.BarcodeFormat.QRCode)
    picture.paste(Image.fromarray(np.array(zxingcpp.write_barcode_to_image(code, scale=4))), (20, 180))
    picture.paste(face(75), (300, 180))
    return picture


def test_codes_and_faces_are_covered_refused_or_kept(tmp_path: Path) -> None:
    content, source = saved(with_marks(), "PNG"), Source("000001", "", "a.png")
    done = pipeline(tmp_path).release(source, content)
    assert done.record.pictures is not None
    assert (done.record.pictures.codes, done.record.pictures.faces) == (1, 1)
    shown = Image.open(io.BytesIO(done.content))
    assert code_texts(shown) == [] and code_texts(with_marks()) == [f"{CANARY} 4417"]
    assert (np.asarray(shown)[240:270, 360:390] == 0).all()  # the middle of the face
    for key in ("codes", "faces"):
        with pytest.raises(UnreadableError, match=r"DOC025.*1 codes, 1 faces, 0 signatures and 0 stamps"):
            pipeline(tmp_path, f"{{{key}: refuse}}").release(source, content)
    kept = pipeline(tmp_path, "{faces: keep}").release(source, content)
    assert (np.asarray(Image.open(io.BytesIO(kept.content)))[240:270, 360:390] > 0).all()


def test_a_code_that_is_left_is_judged_by_what_it_says(tmp_path: Path) -> None:
    with pytest.raises(RefusedError, match=r"VER00[12]"):
        pipeline(tmp_path, "{codes: keep}").release(Source("000001", "", "a.png"), saved(with_marks(), "PNG"))


def signed_page() -> Image.Image:
    """A page of text with a signature above a line, and a stamp."""
    picture = drawn([*LINES, *[""] * 7], mode="RGB")
    ImageDraw.Draw(picture).line((20, 252, 330, 252), fill=(0, 0, 0), width=2)
    signed(picture, (40, 240))
    stamped(picture, (370, 170))
    return picture


def is_black(content: bytes, area: tuple[int, int, int, int]) -> bool:
    return Image.open(io.BytesIO(content)).convert("L").crop(area).getextrema() == (0, 0)


PEN, RING = (60, 190, 230, 240), (385, 185, 510, 310)


def test_signatures_and_stamps_are_covered_refused_or_kept(tmp_path: Path) -> None:
    content, source = saved(signed_page(), "PNG"), Source("000001", "", "a.png")
    done = pipeline(tmp_path).release(source, content)
    assert done.record.pictures is not None
    assert (done.record.pictures.signatures, done.record.pictures.stamps) == (1, 1)
    assert is_black(done.content, PEN) and is_black(done.content, RING)
    for key in ("signatures", "stamps"):
        with pytest.raises(UnreadableError, match=r"DOC025.*1 signatures and 1 stamps"):
            pipeline(tmp_path, f"{{{key}: refuse}}").release(source, content)
    kept = pipeline(tmp_path, "{signatures: keep}").release(source, content)
    assert kept.record.pictures is not None and is_black(kept.content, RING)
    assert (kept.record.pictures.signatures, kept.record.pictures.stamps) == (0, 1)
    kept = pipeline(tmp_path, "{stamps: keep}").release(source, content)
    assert is_black(kept.content, PEN) and not is_black(kept.content, RING)


def printed(texts: Sequence[str], size: int = 24) -> list[Word]:
    """The words of `drawn`, as a reader finds them: a line as one word."""
    steps = [(text, 20 + number * 1.6 * size) for number, text in enumerate(texts)]
    return [
        Word(text, 18, y, 540, y + 1.3 * size, 0.99, at, size) for at, (text, y) in enumerate(steps) if text
    ]


def test_a_signature_is_found_in_grey_on_a_dark_scan_and_without_any_text() -> None:
    assert len(pen_and_stamps(signed_page().convert("L"), printed(LINES)).signatures) == 1
    dim = signed_page().point(lambda value: round(value * 0.8))
    assert len(pen_and_stamps(dim, printed(LINES)).signatures) == 1
    alone = Image.new("RGB", (300, 110), "white")
    signed(alone, (20, 85))
    assert len(pen_and_stamps(alone, []).signatures) == 1


def test_forms_charts_logos_and_photos_are_no_signatures_and_no_stamps() -> None:
    page = drawn([*LINES, *[""] * 12], mode="RGB")
    drawing = ImageDraw.Draw(page)
    for row in range(3):
        drawing.rectangle((20, 180 + row * 40, 270, 220 + row * 40), outline=(0, 0, 0), width=2)
        drawing.line((300, 200 + row * 40, 540, 200 + row * 40), fill=(0, 0, 0), width=2)
        drawing.rectangle((40 + row * 70, 470 - row * 50, 90 + row * 70, 580), fill=(40, 60, 170))
    drawing.ellipse((300, 340, 400, 440), fill=(190, 30, 40))
    drawing.polygon([(430, 440), (480, 340), (530, 440)], fill=(30, 120, 70))
    drawing.rectangle((300, 470, 530, 570), outline=(40, 60, 170), width=3)
    assert pen_and_stamps(page, printed(LINES)) == ((), ())
    photo = Image.effect_noise((500, 400), 80).resize((1000, 800)).convert("RGB")
    assert pen_and_stamps(photo, []) == ((), ())
    assert pen_and_stamps(page.point(lambda value: 255 - value), printed(LINES)) == ((), ())


NEEDED = pytest.mark.skipif(
    not (FONTS / "dejavu").exists() or not (FONTS / "liberation").exists(), reason="needs the fonts"
)


@NEEDED
@pytest.mark.needs("tesseract")
@pytest.mark.parametrize("number", [0, 22, *_long(3, 5, 8, 27)])
def test_drawn_signatures_and_stamps_are_covered(number: int) -> None:
    """Some of the pages that the documentation counts."""
    kind, page, mark = case("second", number)
    words = TesseractReader().read(page)
    found = Page(page, words, marks=Marks((), (), *pen_and_stamps(page, words)))
    assert measured(page, mark, found)["covered"], kind


@NEEDED
@pytest.mark.needs("tesseract")
@pytest.mark.parametrize("number", [40, 45, 49, *_long(41, 42, 43, 44, 46, 47, 48)])
def test_drawn_pages_without_signature_and_stamp_stay(number: int) -> None:
    kind, page, _ = case("second", number)
    assert pen_and_stamps(page, TesseractReader().read(page)) == ((), ()), kind
