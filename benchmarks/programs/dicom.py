"""DICOM objects by dcmtk: from pictures and from dumps, each in several transfer syntaxes."""

from __future__ import annotations

import subprocess
from pathlib import Path

from PIL import Image

from benchmarks.programs.marked import Marked, case

SYNTAXES = {
    "implicit": ["dcmconv", "+ti"],
    "big": ["dcmconv", "+tb"],
    "deflated": ["dcmconv", "+td"],
    "rle": ["dcmcrle"],
    "jpeg": ["dcmcjpeg", "+eb"],
    "lossless": ["dcmcjpeg"],
}
HEAD = """(0008,0005) CS [ISO_IR 100]
(0008,0016) UI =SecondaryCaptureImageStorage
(0008,0018) UI [1.2.276.0.7230010.3.1.4.{n}]
(0008,0020) DA [20240506]
(0008,0050) SH [{accession}]
(0008,0060) CS [OT]
(0008,0064) CS [WSD]
(0008,0080) LO [St. Anselm Hospital]
(0008,0090) PN [{referring}]
(0008,1030) LO [{study}]
(0008,103e) LO [{series}]
(0010,0010) PN [{patient}]
(0010,0020) LO [{record}]
(0010,0030) DA [19510412]
(0010,1040) LO [{street}]
(0010,2154) SH [{phone}]
(0010,4000) LT [{comment}]
(0020,000d) UI [1.2.276.0.7230010.3.1.2.{n}]
(0020,000e) UI [1.2.276.0.7230010.3.1.3.{n}]
(0020,0013) IS [{n}]
(0029,0010) LO [HELIOS]
(0029,1010) LO [{private}]
"""
PIXELS = """(0028,0002) US 1
(0028,0004) CS [MONOCHROME2]
(0028,0010) US 32
(0028,0011) US 32
(0028,0100) US 8
(0028,0101) US 8
(0028,0102) US 7
(0028,0103) US 0
(7fe0,0010) OB {pixels}
"""


def header(made: Marked, number: int) -> str:
    """A dump of an object's header, full of markers."""
    return HEAD.format(
        n=number + 1,
        accession=made.of_kind("accession", "number"),
        referring=made.named("referring").replace(" ", "^"),
        study=made.at("study description")[:64],
        series=made.at("series description")[:64],
        patient=made.named("patient").replace(" ", "^"),
        record=made.of_kind("record", "number"),
        street=made.of_kind("street", "street"),
        phone=made.of_kind("phone", "phone"),
        comment=made.at("comment"),
        private=made.named("private"),
    )


def write(folder: Path, page: Path, number: int) -> dict[str, Marked]:
    """Objects of source `number`: by name of the file, its markers."""
    made = case("object", number)
    base, dump = folder / f"base-{number}.dcm", folder / f"base-{number}.dump"
    if number % 2:
        with Image.open(page) as shown:
            shown.convert("L").crop((0, 0, 620, 180)).save(folder / f"{number}.jpg", quality=92)
        _run("img2dcm", "-k", f"PatientName={made.named('patient').replace(' ', '^')}",
             "-k", f"PatientID={made.of_kind('record', 'number')}",
             "-k", f"StudyDescription={made.at('study')}",
             str(folder / f"{number}.jpg"), str(base))  # fmt: skip
    else:
        pixels = "\\".join(f"{(n * 7 + number) % 256:02x}" for n in range(32 * 32))
        dump.write_text(header(made, number) + PIXELS.format(pixels=pixels))
        _run("dump2dcm", str(dump), str(base))
    written = {base.name: made}
    for name, command in list(SYNTAXES.items())[number % 3 :: 3]:
        plain = folder / "plain.dcm"
        _run("dcmdjpeg" if number % 2 else "dcmconv", str(base), str(plain))
        _run(*command, str(plain), str(folder / f"{name}-{number}.dcm"))
        written[f"{name}-{number}.dcm"] = made
    return written


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=120)
