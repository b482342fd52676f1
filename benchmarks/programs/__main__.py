"""Write twenty files and more of each format by office programs, with markers.

    python -m benchmarks.programs --out /tmp/written [--sources 20] [--first 0] [--pictures [--halves]]

Every file stands in a folder of its format; ``markers.json`` says what must not be left of each. Then
``python -m benchmarks.programs.outcomes --written /tmp/written`` releases them and counts. ``--pictures``
makes pictures alone: as many by LibreOffice and Pillow as by poppler, ImageMagick and ExifTool. With
``--halves`` the latter write all of them, from the upper halves of pages at 100 and 120 dpi: they are read
in less time.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from PIL import Image

from benchmarks.programs import dicom, flat, marked_down, printed
from benchmarks.programs.marked import Marked, case

LETTERS = ("odt", "fodt", "doc", "docx", "docm:MS Word 2007 XML VBA", "rtf", "epub", "html", "pdf")
WORKBOOKS = ("ods", "fods", "xls", "xlsx", "xlsm:Calc MS Excel 2007 VBA XML", "csv", "html", "pdf")
SLIDES = ("odp", "fodp", "ppt", "pptx", "html", "pdf")
PICTURES = ("png", "jpg", "webp")
BY_PILLOW = ("tiff", "gif", "bmp")
BY_PANDOC = ("docx", "odt", "epub", "rtf", "html", "pptx")
ONE_CALL = 10


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sources", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="number of the first source: others are new")
    parser.add_argument("--pictures", action="store_true", help="pictures of letters alone")
    parser.add_argument("--halves", action="store_true", help="pictures of the upper halves of pages alone")
    asked = parser.parse_args()
    needed = (
        ("soffice", "pdftoppm", "exiftool")
        if asked.pictures or asked.halves
        else ("soffice", "pandoc", "img2dcm")
    )
    if missing := [name for name in needed if shutil.which(name) is None]:
        raise SystemExit(f"needs {', '.join(missing)}")
    numbers = range(asked.first, asked.first + asked.sources)
    made: dict[str, dict[str, str]] = {}
    if asked.halves:
        made = by_imagemagick(asked.out, numbers, halves=True)
    elif asked.pictures:
        made = by_libreoffice(asked.out, "letter", flat.letter, PICTURES, numbers)
        made |= by_pillow(asked.out, made)
        made |= by_imagemagick(asked.out, range(numbers.stop, numbers.stop + len(numbers)))
    else:
        made = documents(asked.out, numbers)
        made |= by_pillow(asked.out, made)
    (asked.out / "markers.json").write_text(json.dumps(made, indent=1))
    print(f"{len(made)} files")


def documents(out: Path, numbers: Sequence[int]) -> dict[str, dict[str, str]]:
    """Files of all formats but the pictures that Pillow writes."""
    made: dict[str, dict[str, str]] = {}
    for kind, source, targets in (
        ("letter", flat.letter, (*LETTERS, *PICTURES)),
        ("workbook", flat.workbook, WORKBOOKS),
        ("slides", flat.slides, SLIDES),
    ):
        made |= by_libreoffice(out, kind, source, targets, numbers)
    made |= by_pandoc(out, numbers)
    made |= by_dcmtk(out, numbers)
    return made


def by_libreoffice(
    out: Path, kind: str, source: Callable[[int], str], targets: Sequence[str], numbers: Sequence[int]
) -> dict[str, dict[str, str]]:
    """Each source as a file of each target."""
    sources = out / "sources"
    sources.mkdir(parents=True, exist_ok=True)
    suffix = {"letter": "fodt", "workbook": "fods", "slides": "fodp"}[kind]
    markers = {}
    paths = []
    for number in numbers:
        path = sources / f"{kind}-{number:02d}.{suffix}"
        text, markers[path.stem] = source(number)
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    made = {}
    for target in targets:
        written = out / target.partition(":")[0]
        for first in range(0, len(paths), ONE_CALL):
            convert(paths[first : first + ONE_CALL], target, written, out / "profile")
        for path in paths:
            found = written / f"{path.stem}.{target.partition(':')[0]}"
            if found.exists():
                made[str(found.relative_to(out))] = markers[path.stem]
    return made


def convert(paths: Sequence[Path], target: str, written: Path, profile: Path) -> None:
    """Files as another format, by one call of LibreOffice."""
    command = [
        "soffice",
        f"-env:UserInstallation=file://{profile.resolve()}",
        "--headless",
        "--convert-to",
        target,
    ]
    subprocess.run(
        [*command, "--outdir", str(written), *map(str, paths)], check=True, capture_output=True, timeout=600
    )


def by_pillow(out: Path, made: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """The pictures of pages in formats that LibreOffice does not write."""
    written = {}
    for name in [name for name in made if name.startswith("png/")]:
        for kind in BY_PILLOW:
            path = out / kind / f"{Path(name).stem}.{kind}"
            path.parent.mkdir(exist_ok=True)
            with Image.open(out / name) as page:
                page.convert("RGB").save(path, dpi=(96, 96))
            written[str(path.relative_to(out))] = made[name]
    return written


def by_imagemagick(out: Path, numbers: Sequence[int], halves: bool = False) -> dict[str, dict[str, str]]:
    """Printed letters and slides as pictures in many forms, with metadata."""
    made = {}
    for kind, source in (("letter", flat.letter), ("slides", flat.slides)):
        taken = numbers[::2] if kind == "letter" else numbers[1::2]
        made |= by_libreoffice(out, kind, source, ("pdf",), taken)
    written = {}
    for name, markers in made.items():
        pdf = out / name
        for kind in printed.FORMS:
            number = int(pdf.stem.rpartition("-")[2])
            told = case(f"metadata {kind}", number)
            path = printed.write(out, kind, pdf, number, told, halves)
            written[str(path.relative_to(out))] = markers | told.markers
    return written


def by_pandoc(out: Path, numbers: Sequence[int]) -> dict[str, dict[str, str]]:
    made = {}
    for number in numbers:
        source = out / "sources" / f"page-{number:02d}.md"
        text, case = marked_down.page(number, out / "sources")
        source.write_text(text, encoding="utf-8")
        for target in BY_PANDOC:
            written = out / target / f"page-{number:02d}.{target}"
            written.parent.mkdir(exist_ok=True)
            subprocess.run(["pandoc", "-s", str(source), "-o", str(written)], check=True, timeout=120)
            made[str(written.relative_to(out))] = case.markers
    return made


def by_dcmtk(out: Path, numbers: Sequence[int]) -> dict[str, dict[str, str]]:
    folder = out / "dcm"
    folder.mkdir(exist_ok=True)
    made: dict[str, dict[str, str]] = {}
    for number in numbers:
        page = out / "png" / f"letter-{number:02d}.png"
        written: dict[str, Marked] = dicom.write(folder, page, number)
        made |= {f"dcm/{name}": case.markers for name, case in written.items()}
    for left in (*folder.glob("*.jpg"), *folder.glob("*.dump"), folder / "plain.dcm"):
        left.unlink()
    return made


if __name__ == "__main__":
    main()
