"""What is not removed stays as it was: text, pages and look of files that LibreOffice wrote.

A letter, a workbook and slides with the canary in several places are written in each format, released with
another word of the same length, and drawn by LibreOffice and poppler before and after. Skipped where these
are not installed.
"""

from __future__ import annotations

import base64
import io
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from pptx import Presentation
from pptx.enum.text import MSO_AUTO_SIZE
from pptx.util import Cm

from adapters.documents.registry import format_for, released_suffix
from adapters.documents.settings import Settings
from tests.conformance.documents_suite import CANARY, replacements_of
from tests.conformance.picture_files import saved
from tests.patience import PATIENCE
from tests.programs import need

pytestmark = pytest.mark.slow

INSTEAD = "Qoxwenda"
"""As long as the canary, so that no line is wrapped elsewhere."""
DOTS_PER_INCH = 60
SETTINGS = Settings(images="keep")
KINDS = {
    "text": ("fodt", ("odt", "fodt", "docx", "doc", "rtf", "pdf")),
    "spreadsheet": ("fods", ("ods", "xlsx", "xls")),
    "presentation": ("fodp", ("odp", "pptx", "ppt")),
}
_CASES = [(kind, suffix) for kind, (_, suffixes) in KINDS.items() for suffix in suffixes]
_LONG = (
    "The wound has healed without redness or swelling, and sleep and appetite were described as good. " * 6
)
_PICTURE = base64.b64encode(saved(Image.new("RGB", (80, 30), (40, 120, 180)), "PNG")).decode()
_IMAGE = f"<draw:image><office:binary-data>{_PICTURE}</office:binary-data></draw:image>"
_SPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in {
        "office": "office", "style": "style", "text": "text", "table": "table", "draw": "drawing",
        "fo": "xsl-fo-compatible", "svg": "svg-compatible", "presentation": "presentation",
    }.items()
)  # fmt: skip


def _cells(rows: Sequence[Sequence[str]]) -> str:
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    return "".join(
        f"<table:table-row>{''.join(cell.format(text) for text in row)}</table:table-row>" for row in rows
    )


_ROWS = _cells([("Name", "Test", "Result"), (CANARY, "Sodium", "139"), ("Ward seven", "Iron", "84")])
_TEXT = f"""<office:text><text:h text:outline-level="1">Report on {CANARY}</text:h><text:p>{_LONG}</text:p>
<text:list><text:list-item><text:p>Low salt</text:p></text:list-item>
<text:list-item><text:p>Seen by {CANARY}</text:p></text:list-item></text:list>
<table:table table:name="T"><table:table-column table:number-columns-repeated="3"/>{_ROWS}</table:table>
<text:p>It was noted<text:note text:note-class="footnote">
<text:note-citation>1</text:note-citation><text:note-body><text:p>By {CANARY}</text:p></text:note-body>
</text:note> at noon.</text:p>
<text:p><draw:frame text:anchor-type="as-char" svg:width="8cm" svg:height="3cm">{_IMAGE}</draw:frame></text:p>
{f"<text:p>{_LONG}</text:p>" * 9}<text:p>Signed by {CANARY}</text:p></office:text>"""
_SHEET = f"""<office:spreadsheet><table:table table:name="Results"><table:table-column
 table:number-columns-repeated="3"/>{_ROWS}</table:table></office:spreadsheet>"""
_SLIDE = """<draw:page draw:name="s{n}" draw:master-page-name="M"><draw:frame svg:x="2cm" svg:y="1cm"
 svg:width="20cm" svg:height="2cm"><draw:text-box><text:p>Case of {name}</text:p></draw:text-box></draw:frame>
<draw:frame svg:x="2cm" svg:y="4cm" svg:width="20cm" svg:height="2cm"><draw:text-box><text:p>Low salt</text:p>
</draw:text-box></draw:frame>
<draw:frame svg:x="2cm" svg:y="8cm" svg:width="8cm" svg:height="3cm">{image}
</draw:frame></draw:page>"""
_SLIDES = "".join(_SLIDE.format(n=n, name=name, image=_IMAGE) for n, name in enumerate((CANARY, "ward")))
_BODIES = {
    "text": _TEXT,
    "spreadsheet": _SHEET,
    "presentation": f"<office:presentation>{_SLIDES}</office:presentation>",
}
_STYLES = """<office:automatic-styles><style:page-layout style:name="P"><style:page-layout-properties
 fo:page-width="25cm" fo:page-height="20cm" fo:margin="2cm"/><style:header-style/></style:page-layout>
</office:automatic-styles><office:master-styles><style:master-page style:name="{master}"
 style:page-layout-name="P">{header}</style:master-page></office:master-styles>"""


def source(kind: str) -> str:
    """A flat Open Document."""
    shown = kind == "text"  # LibreOffice prints the name of a sheet, which leaves
    header = (
        f'<style:header style:display="{str(shown).lower()}"><text:p>File of {CANARY}</text:p></style:header>'
    )
    styles = _STYLES.format(
        master="M" if kind == "presentation" else "Standard",
        header="" if kind == "presentation" else header,
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {_SPACES} office:version="1.3" '
        f'office:mimetype="application/vnd.oasis.opendocument.{kind}">{styles}'
        f"<office:body>{_BODIES[kind]}</office:body></office:document>"
    )


def converted(files: Sequence[Path], suffix: str, folder: Path) -> None:
    """What LibreOffice makes of files, in a folder."""
    profile = f"-env:UserInstallation=file://{folder.parent / 'profile'}"
    command = ["soffice", profile, "--headless", "--convert-to", suffix, "--outdir", str(folder)]
    subprocess.run([*command, *map(str, files)], check=True, capture_output=True, timeout=PATIENCE)


def need_tools() -> None:
    need("lowriter", "localc", "loimpress", "pdftotext", "pdftoppm")


@pytest.fixture(scope="module")
def drawn_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with ``before`` and ``after`` as PDF, each file named by its kind and suffix."""
    need_tools()
    folder = tmp_path_factory.mktemp("fidelity")
    before, after = folder / "files-before", folder / "files-after"
    for one in (before, after):
        one.mkdir()
    for kind, (own, suffixes) in KINDS.items():
        flat = folder / f"{kind}.{own}"
        for suffix in suffixes:
            shown = (
                source(kind).replace(_IMAGE, "") if suffix == "rtf" else source(kind)
            )  # pictures leave rtf
            flat.write_text(shown, encoding="utf-8")
            converted([flat], suffix, folder / "written")
            made = folder / "written" / f"{kind}.{suffix}"
            content = made.read_bytes()
            (before / f"{kind}-{suffix}.{suffix}").write_bytes(content)
            opened = format_for(f".{suffix}", content, SETTINGS).open("d", content)
            assert opened.document.text.reveal().count(CANARY) >= 1
            written = opened.rewrite(replacements_of(opened, CANARY, INSTEAD))
            (after / f"{kind}-{suffix}{released_suffix(f'.{suffix}')}").write_bytes(written)
    for one, name in ((before, "before"), (after, "after")):
        (folder / name).mkdir()
        for pdf in one.glob("*.pdf"):
            shutil.copy(pdf, folder / name)
        converted([path for path in one.iterdir() if path.suffix != ".pdf"], "pdf", folder / name)
    return folder


def text_of(pdf: Path) -> list[str]:
    """The letters of each page, by poppler, without bullets, signs of symbol fonts and names of sheets."""
    done = subprocess.run(["pdftotext", str(pdf), "-"], capture_output=True, check=True, timeout=PATIENCE)
    kept = re.sub(r"[\s\ue000-\uf8ff]|•|\?\?\?|\bResults\b", "", done.stdout.decode().replace("\f", "\0"))
    return kept.split("\0")


def pages_of(pdf: Path) -> list[np.ndarray[tuple[int, int], np.dtype[np.int16]]]:
    """Each page as grey values, by poppler."""
    command = ["pdftoppm", "-gray", "-r", str(DOTS_PER_INCH), str(pdf), str(pdf.with_suffix(""))]
    subprocess.run(command, check=True, timeout=PATIENCE)
    shown = sorted(pdf.parent.glob(f"{pdf.stem}-*.pgm"))
    return [np.asarray(Image.open(io.BytesIO(path.read_bytes())), dtype=np.int16) for path in shown]


def bands_of(pdf: Path) -> list[list[tuple[int, int]]]:
    """For each page the rows of pixels in which the canary stands, by poppler."""
    command = ["pdftotext", "-bbox", str(pdf), "-"]
    done = subprocess.run(command, capture_output=True, check=True, timeout=PATIENCE).stdout.decode()
    scale = DOTS_PER_INCH / 72
    return [
        [
            (int(float(top) * scale) - 2, int(float(bottom) * scale) + 3)
            for top, bottom in re.findall(rf'yMin="([\d.]+)"[^>]*yMax="([\d.]+)">[^<]*{CANARY}', page)
        ]
        for page in done.split("<page ")[1:]
    ]


@pytest.mark.parametrize(("kind", "suffix"), _CASES)
def test_the_other_words_and_the_pages_stay(drawn_files: Path, kind: str, suffix: str) -> None:
    before, after = (text_of(drawn_files / when / f"{kind}-{suffix}.pdf") for when in ("before", "after"))
    assert sum(page.count(CANARY) for page in before) >= 1, "the drawing shows what stands in the file"
    assert after == [page.replace(CANARY, INSTEAD) for page in before]


_OTHERWISE = {("text", "rtf"), ("spreadsheet", "xls")}
"""Not held to the last pixel: pictures leave rtf, and LibreOffice converts xls."""


@pytest.mark.parametrize(("kind", "suffix"), [case for case in _CASES if case not in _OTHERWISE])
def test_nothing_else_looks_different(drawn_files: Path, kind: str, suffix: str) -> None:
    """Outside the rows of pixels with the canary, hardly any differs; pictures without text stay."""
    name = f"{kind}-{suffix}.pdf"
    before, after = (pages_of(drawn_files / when / name) for when in ("before", "after"))
    bands = bands_of(drawn_files / "before" / name)
    assert len(before) == len(after) == len(bands)
    for old, new, rows in zip(before, after, bands, strict=True):
        assert old.shape == new.shape
        differs = np.abs(old - new) > 60
        for top, bottom in rows:
            differs[max(top, 0) : bottom] = False
        assert differs.mean() < 0.001


def test_a_longer_replacement_stays_inside_its_shape(tmp_path: Path) -> None:
    """LibreOffice shrinks the text; without leave to do so it runs out of the box."""
    need_tools()
    presentation, file = Presentation(), io.BytesIO()
    box = presentation.slides.add_slide(presentation.slide_layouts[6]).shapes.add_textbox(
        Cm(2), Cm(2), Cm(8), Cm(1.2)
    )
    box.text_frame.text, box.text_frame.word_wrap = CANARY, True
    box.text_frame.auto_size = MSO_AUTO_SIZE.NONE
    presentation.save(file)
    opened = format_for(".pptx", file.getvalue()).open("d", file.getvalue())
    longer = replacements_of(opened, CANARY, "a name that is much longer than before " * 3)
    (tmp_path / "box.pptx").write_bytes(opened.rewrite(longer))
    converted([tmp_path / "box.pptx"], "pdf", tmp_path)
    done = subprocess.run(
        ["pdftotext", "-bbox", str(tmp_path / "box.pdf"), "-"], capture_output=True, check=True
    )
    bottoms = [float(bottom) for bottom in re.findall(rb'yMax="([\d.]+)">', done.stdout)]
    assert len(bottoms) == 24 and max(bottoms) <= (2 + 1.2) * 72 / 2.54 + 2
