"""Words that are burned into the pixels of DICOM objects: read, painted over, and read by another reader."""

from __future__ import annotations

import io
import random
from pathlib import Path

import numpy as np
import pydicom
import pytest
from PIL import Image, ImageFilter, ImageOps
from pydicom import Dataset, dcmread
from pydicom.uid import JPEG2000Lossless, JPEGBaseline8Bit, JPEGLSLossless, RLELossless

from adapters.documents.health.dicom import burned_in
from adapters.documents.health.dicom.dicom import Dicom
from adapters.documents.opening.sandbox import run_limited
from adapters.documents.opening.sources import Source
from adapters.documents.pictures import readers, tesseract
from adapters.documents.pictures.page import Page
from adapters.documents.pictures.words import Word
from adapters.documents.settings import Settings
from engine.errors import UnreadableError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.conformance.dicom_files import compressed, drawn_image, image, written
from tests.conformance.documents_suite import CANARY, mutated, replacements_of
from tests.conformance.picture_files import drawn

LINES = (f"Patient {CANARY} Ingrid", "L 55 mm AXIAL")
GREY = written(drawn_image(LINES, "L8"))


def released(content: bytes, pattern: str = CANARY) -> tuple[Dataset, str]:
    """The object after its release, and what the other reader finds in it."""
    opened = Dicom().open("d", content)
    assert CANARY in opened.document.text.reveal()
    made = opened.rewrite(replacements_of(opened, pattern, "[NAME]"))
    return dcmread(io.BytesIO(made)), " ".join(text.reveal() for text in Dicom().read_back(made))


@pytest.mark.parametrize(
    "kind",
    ["L16", *(pytest.param(kind, marks=pytest.mark.slow) for kind in ("S16", "INVERSE", "PLANES", "YBR"))],
)
def test_words_in_pixels_of_every_kind_are_painted_over(kind: str) -> None:
    content = written(drawn_image(LINES, kind))
    left, read = released(content)
    before = dcmread(io.BytesIO(content)).pixel_array
    after = left.pixel_array
    assert CANARY[:4] not in read and "AXIAL" in read
    changed = (before != after).reshape(*before.shape[:2], -1).any(axis=2)
    across = np.flatnonzero(changed.any(axis=0))
    assert changed.any() and across.max() - across.min() < 0.4 * changed.shape[1]
    assert (after[60:] == before[60:]).all(), "the second line"
    darkest = after.max() if kind == "INVERSE" else after.min()
    sample = after[..., 0] if after.ndim == 3 else after
    assert (sample[changed] == (0 if kind == "YBR" else darkest)).all()


@pytest.mark.parametrize(
    "syntax",
    [
        RLELossless,
        *(pytest.param(uid, marks=pytest.mark.slow) for uid in (JPEGBaseline8Bit, JPEG2000Lossless)),
    ],
    ids=lambda uid: uid.name,
)
def test_compressed_pixels_are_decoded_painted_and_written_plain(syntax: str) -> None:
    left, read = released(compressed(GREY, syntax))
    assert not left.file_meta.TransferSyntaxUID.is_compressed
    assert CANARY[:4] not in read and "AXIAL" in read


@pytest.mark.slow
def test_letters_that_a_bright_spot_outshines_are_read() -> None:
    _, read = released(written(drawn_image(LINES, "L16", ink=6)))
    assert CANARY[:4] not in read


@pytest.mark.slow
def test_letters_that_only_the_window_of_the_object_shows_are_read() -> None:
    faint = 1000 + dcmread(io.BytesIO(GREY)).pixel_array.astype(int) // 20
    ramp = np.broadcast_to(np.linspace(0, 4000, faint.shape[1]), faint.shape)
    values = np.vstack([faint, ramp]).astype("<u2")
    window = {"WindowCenter": ["400", "6"], "WindowWidth": ["8000", "20"], "RescaleIntercept": "-1000"}
    sizes = {"Rows": values.shape[0], "Columns": values.shape[1]}
    left, read = released(written(drawn_image(LINES, "L16", PixelData=values.tobytes(), **sizes, **window)))
    assert CANARY[:4] not in read and "55" in read
    assert (left.pixel_array[98:] == values[98:]).all()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["YBR", "RGB"])
def test_letters_that_differ_from_their_ground_in_colour_or_little_are_read(kind: str) -> None:
    is_ink = (dcmread(io.BytesIO(GREY)).pixel_array > 120)[..., None]
    ink, ground = ([120, 200, 60], [120, 60, 200]) if kind == "YBR" else ([10, 6, 6], [0, 0, 0])
    values = np.where(is_ink, np.array(ink), np.array(ground)).astype("u1")
    if kind == "RGB":
        values[-3:, -3:] = 255
    _, read = released(written(drawn_image(LINES, kind, PixelData=values.tobytes())))
    assert CANARY[:4] not in read and "AXIAL" in read


@pytest.mark.slow
def test_an_image_on_its_side_is_painted_where_the_words_stand() -> None:
    source = dcmread(io.BytesIO(GREY))
    turned = np.rot90(source.pixel_array)
    sizes = {"Rows": turned.shape[0], "Columns": turned.shape[1]}
    left, read = released(written(drawn_image(LINES, "L8", PixelData=turned.tobytes(), **sizes)))
    assert CANARY[:4] not in read and "AXIAL" in read
    upright = np.rot90(left.pixel_array, -1)
    assert (upright[60:] == source.pixel_array[60:]).all()


def test_every_frame_is_read_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    frames = [dcmread(io.BytesIO(GREY)).pixel_array.copy() for _ in range(2)]
    frames[0][:] = 20
    more = {"PixelData": np.stack(frames).tobytes(), "NumberOfFrames": 2}
    content = written(drawn_image(LINES, "L8", **more))
    left, read = released(content)
    assert CANARY[:4] not in read and "AXIAL" in read
    assert (left.pixel_array[0] == 20).all()
    assert Dicom().open("d", content).document.pictures.read == 2
    monkeypatch.setattr(burned_in, "MOST_FRAMES", 1)
    with pytest.raises(UnreadableError, match=r"DOC026.*more than 1 frames"):
        Dicom().open("d", content)


def test_an_image_without_words_stays_to_the_last_bit() -> None:
    values = (np.add.outer(np.arange(96), np.arange(96)) * 8).astype("<u2")
    sizes = {"Rows": 96, "Columns": 96}
    content = written(drawn_image(LINES, "L16", PixelData=values.tobytes(), **sizes))
    opened = Dicom().open("d", content)
    assert dcmread(io.BytesIO(opened.rewrite([]))).PixelData == values.tobytes()
    assert opened.document.pictures.read == 1 and opened.document.parts == ()


@pytest.mark.parametrize("name", ["CT_small.dcm", "MR_small.dcm", "MR_small_bigendian.dcm"])
def test_a_slice_whose_form_is_taken_for_a_letter_stays(name: str) -> None:
    content = (Path(pydicom.__file__).parent / "data" / "test_files" / name).read_bytes()
    opened = Dicom().open("d", content)
    left = dcmread(io.BytesIO(opened.rewrite([])))
    assert (left.pixel_array == dcmread(io.BytesIO(content)).pixel_array).all()
    assert opened.document.pictures.read == 1 and not opened.document.pictures.words


def test_a_line_that_was_hardly_read_as_one_letter_is_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single letter is no form where it is much longer than high, was not read at all, or has others."""
    letter = Word("L", 40, 40, 200, 190, 0.56, 0, 120)
    for words, n_left in (
        ([letter], 0),
        ([letter._replace(bottom=60)], 1),
        ([letter._replace(text="?", confidence=0.0)], 1),
        ([letter._replace(text="Ln")], 1),
        ([letter, letter._replace(text="Oslo", left=300, right=600, bottom=80, confidence=0.95)], 2),
        ([letter, letter._replace(left=300), letter._replace(left=500)], 3),
    ):
        page = Page(Image.new("L", (640, 480)), words)
        monkeypatch.setattr(burned_in, "read_page", lambda *_, found=page: found)
        assert len(burned_in._read("d", [page.picture], Settings()).words) == n_left


@pytest.mark.slow
def test_an_image_that_is_hardly_read_is_refused_or_emptied(monkeypatch: pytest.MonkeyPatch) -> None:
    blurred = drawn(["Qxzv wrrk lpod Zyx", "Bnmv kkrt oopqr wers", "Tyuw vbnm zzxq pprt"], size=18, width=400)
    values = np.asarray(ImageOps.invert(blurred.filter(ImageFilter.GaussianBlur(2.7))))
    sizes = {"Rows": values.shape[0], "Columns": values.shape[1]}
    content = written(drawn_image(LINES, "L8", PixelData=values.tobytes(), **sizes))
    with pytest.raises(UnreadableError, match=r"DOC023.*\d+ of \d+ words"):
        Dicom().open("d", content)
    opened = Dicom(Settings(unreadable_pictures="blank")).open("d", content)
    assert opened.document.pictures.emptied == 1
    left = dcmread(io.BytesIO(opened.rewrite([]))).pixel_array
    assert left.min() == left.max()
    monkeypatch.setattr(readers, "has_rapid", lambda: False)
    monkeypatch.setattr(tesseract, "is_installed", lambda: False)
    with pytest.raises(UnreadableError, match="DOC024"):
        Dicom().open("d", GREY)


def test_pixels_that_nothing_here_decodes_are_refused() -> None:
    for content in (
        compressed(GREY, JPEG2000Lossless).replace(b"1.2.840.10008.1.2.4.90", b"1.2.840.10008.1.2.4.80"),
        compressed(GREY, RLELossless).replace(b"1.2.840.10008.1.2.5\0", b"1.2.840.10008.1.2.9\0"),
        compressed(GREY, JPEGBaseline8Bit).replace(b"\xff\xc0", b"\xff\xc3"),
    ):
        with pytest.raises(UnreadableError, match="DOC026"):
            Dicom().open("d", content)
    assert JPEGLSLossless == "1.2.840.10008.1.2.4.80"
    with pytest.raises(UnreadableError, match="DOC003"):
        Dicom(Settings(max_expanded_bytes=40_000)).open("d", compressed(GREY, RLELossless))


def test_what_the_object_says_of_itself_is_not_believed_twice() -> None:
    """The released object makes no claim of its own: opened again, its pixels are read again."""
    left, _ = released(written(drawn_image(LINES, "L8", BurnedInAnnotation="YES")))
    assert left.BurnedInAnnotation == "YES"
    believed = written(image(StudyDescription=CANARY))
    assert Dicom().open("d", believed).document.pictures.read == 0


@pytest.mark.slow
def test_a_broken_compressed_image_never_crashes() -> None:
    rng, samples = random.Random(5), [compressed(GREY, RLELossless), compressed(GREY, JPEGBaseline8Bit)]
    found = set()
    for _ in range(8):
        try:
            opened = Dicom().open("d", mutated(rng.choice(samples), rng))
            opened.rewrite(replacements_of(opened, CANARY, ""))
            found.add("opened")
        except UnreadableError as error:
            found.add(error.faults[0].code)
    assert found <= {"opened", "DOC003", "DOC004", "DOC007", "DOC023", "DOC026"}


@pytest.mark.slow
def test_a_worker_releases_an_image_without_the_words_that_identify() -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    lines = ("Patient: Ingrid Halvorsen", "MRN: 00482913  DOB: 03/12/1957", "Left kidney 55 mm")
    content = written(drawn_image(lines, "L16") | {"PatientName": "Halvorsen^Ingrid"})
    done = run_limited("1", pipeline.release, Source("000001", "", "a.dcm"), content, limits=pipeline.limits)
    read = " ".join(text.reveal() for text in Dicom().read_back(done.content))
    assert [word for word in ("Halvorsen", "Ingrid", "00482913", "03/12") if word in read] == []
    assert "kidney" in read and done.record.pictures is not None and done.record.pictures.read == 1
