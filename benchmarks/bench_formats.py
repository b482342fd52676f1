"""Speed and memory by format: what a release costs, beside a plain open-and-write by the same library.

    python benchmarks/bench_formats.py --written /tmp/written [--files 5] [--formats docx,pdf]

Takes files that ``python -m benchmarks.programs`` wrote. Each format runs in a process of its own, warmed by
its first file. Of each file the release, the format alone (open, write, read back) and the plain work of the
library follow one another. Figures are the mean processor time of a file, with all programs that it starts.
"""

from __future__ import annotations

import argparse
import io
import resource
import subprocess
import tempfile
import zipfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from lxml import etree

from adapters.documents.opening.sources import Source
from adapters.documents.registry import format_for
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

Plain = Callable[[bytes, str], object]


def package(content: bytes, _suffix: str) -> None:
    """Parse and write every XML part of a package."""
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            data = old.read(name)
            is_xml = name.endswith((".xml", ".rels", ".xhtml", ".opf", ".ncx"))
            new.writestr(name, etree.tostring(etree.fromstring(data)) if is_xml else data)


def flat(content: bytes, _suffix: str) -> None:
    etree.tostring(etree.fromstring(content, etree.XMLParser(huge_tree=True)))


def portable(content: bytes, _suffix: str) -> None:
    import pikepdf

    with pikepdf.open(io.BytesIO(content)) as pdf:
        pdf.save(io.BytesIO())


def picture(content: bytes, suffix: str) -> None:
    from PIL import Image

    kind = {".jpg": "JPEG", ".tiff": "TIFF"}.get(suffix, "PNG")
    with Image.open(io.BytesIO(content)) as shown:
        shown.save(io.BytesIO(), kind)


def object_of_pixels(content: bytes, _suffix: str) -> None:
    import pydicom

    pydicom.dcmread(io.BytesIO(content)).save_as(io.BytesIO())


def office(content: bytes, suffix: str) -> None:
    """LibreOffice converts the file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"a{suffix}")
        path.write_bytes(content)
        profile = f"-env:UserInstallation=file://{folder}/profile"
        command = [
            "soffice",
            profile,
            "--headless",
            "--convert-to",
            f"{suffix[1:]}x",
            "--outdir",
            folder,
            path,
        ]
        subprocess.run(command, check=True, capture_output=True, timeout=300)


PLAIN: dict[str, tuple[str, Plain]] = {
    **dict.fromkeys(("docx", "docm", "xlsx", "xlsm", "pptx", "odt", "ods", "odp", "epub"), ("lxml", package)),
    **dict.fromkeys(("fodt", "fods", "fodp"), ("lxml", flat)),
    **dict.fromkeys(("png", "jpg", "tiff"), ("Pillow", picture)),
    **dict.fromkeys(("doc", "xls", "ppt"), ("LibreOffice", office)),
    "pdf": ("pikepdf", portable),
    "dcm": ("pydicom", object_of_pixels),
}
"""The library that opens and writes a format, and its plain work; formats with our own reader have none."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--written", type=Path, required=True)
    parser.add_argument("--files", type=int, default=5)
    parser.add_argument("--formats", default="")
    parser.add_argument("--policy", default="hipaa-safe-harbor")
    asked = parser.parse_args()
    folders = {path.name for path in asked.written.iterdir() if path.is_dir()} - {"sources", "profile"}
    print("| format | kB a file | release, s | of it the format, s | plain, s | release, kB/s | peak MB |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for kind in asked.formats.split(",") if asked.formats else sorted(folders):
        files = sorted(p for p in (asked.written / kind).iterdir() if p.suffix == f".{kind}")[: asked.files]
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            print(pool.submit(row, kind, files, asked.policy).result(), flush=True)


def row(kind: str, files: list[Path], policy: str) -> str:
    """A line of the table; runs in a process of its own."""
    pipeline = DocumentPipeline(compile_policy(policy), b"k" * 32, 2024)
    name, plain = PLAIN.get(kind, ("", None))
    times: list[tuple[float, float, float]] = []
    for path in [files[0], *files]:
        content, suffix = path.read_bytes(), path.suffix
        times.append((
            seconds(lambda: pipeline.release(Source("000001", "", path.name), content)),  # noqa: B023
            seconds(lambda: by_format(content, suffix)),  # noqa: B023
            seconds(lambda: plain(content, suffix)) if plain else 0.0,  # noqa: B023
        ))  # fmt: skip
    release, alone, bare = (sum(column) / len(files) for column in zip(*times[1:], strict=True))
    size = sum(path.stat().st_size for path in files) / len(files) / 1000
    peak = max(one.ru_maxrss for one in usage()) // 1024
    shown = f"{bare:.3f} ({name})" if plain else ""
    return f"| {kind} | {size:.0f} | {release:.2f} | {alone:.2f} | {shown} | {size / release:.0f} | {peak} |"


def by_format(content: bytes, suffix: str) -> None:
    fmt = format_for(suffix, content)
    fmt.read_back(fmt.open("d", content).rewrite([]))


def seconds(work: Callable[[], object]) -> float:
    """Processor time of this process and of the programs that it started."""
    before = used()
    work()
    return used() - before


def used() -> float:
    return sum(one.ru_utime + one.ru_stime for one in usage())


def usage() -> list[resource.struct_rusage]:
    return [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]


if __name__ == "__main__":
    main()
