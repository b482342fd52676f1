"""What a person with common tools gets out of a file: its letters and digits, squeezed."""

from __future__ import annotations

import html
import io
import re
import shutil
import subprocess
import zipfile
import zlib
from email import message_from_bytes
from email.message import Message
from email.policy import default

import olefile
import pydicom
from PIL import Image, ImageOps, ImageSequence

_TAG = re.compile(r"<[^>]*>")
_ATTRIBUTE = re.compile(r"""=\s*("[^"]*"|'[^']*')""")
_RTF = re.compile(r"\\'([0-9a-f]{2})|\\u(-?\d+) ?\??|\\[a-z]+-?\d* ?|[{}\r\n]")
_STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.S)
PICTURES = (".png", ".jpg", ".jpeg", ".tiff", ".tif", ".gif", ".bmp", ".webp")


def squeezed(text: str) -> str:
    """Letters and digits alone, small."""
    return re.sub(r"[\W_]", "", text).casefold()


def shown(content: bytes, suffix: str) -> str:
    """All that can be read in a file, squeezed; packages are opened, pictures by Tesseract."""
    return squeezed("\n".join(_texts(content, suffix)))


def _texts(content: bytes, suffix: str) -> list[str]:
    if content[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            inner = [_texts(archive.read(name), f".{name.rpartition('.')[2]}") for name in archive.namelist()]
            return [*archive.namelist(), *(text for texts in inner for text in texts)]
    if suffix in PICTURES:
        return [*_pages(content), *_metadata(content), content.decode("utf-8", "replace")]
    texts = [content.decode("utf-8", "replace"), content.decode("utf-16-le", "replace")]
    if suffix == ".rtf":
        return [_RTF.sub(_letter, texts[0])]
    if suffix == ".pdf":
        inflated = [_inflated(found[1]).decode("latin-1") for found in _STREAM.finditer(content)]
        return [*texts, *inflated, _tool(["pdftotext", "-", "-"], content)]
    if suffix == ".msg":
        return _streams(content)
    if suffix == ".eml":
        return _mail(message_from_bytes(content, policy=default))
    if suffix == ".dcm":
        return [*texts, *_pixels(content)]
    plain = texts[0]
    return [
        *texts,
        html.unescape(_TAG.sub("", plain)),
        html.unescape(" ".join(_ATTRIBUTE.findall(plain))),
    ]


def _pages(content: bytes) -> list[str]:
    """What Tesseract reads on each page, turned as its header says."""
    read = []
    with Image.open(io.BytesIO(content)) as shown:
        for page in ImageSequence.Iterator(shown):
            file = io.BytesIO()
            upright = ImageOps.exif_transpose(page)
            clear = Image.new("RGBA", upright.size, "white")
            clear.alpha_composite(upright.convert("RGBA"))
            clear.convert("RGB").save(file, "PNG")
            read.append(_tool(["tesseract", "stdin", "stdout"], file.getvalue()))
    return read


def _metadata(content: bytes) -> list[str]:
    """Every field that ExifTool knows, where it is installed, and what Pillow tells."""
    if shutil.which("exiftool"):
        return [_tool(["exiftool", "-a", "-u", "-ee", "-"], content)]
    with Image.open(io.BytesIO(content)) as shown:
        return [*map(str, shown.info.values()), *map(str, shown.getexif().values())]


def _streams(content: bytes) -> list[str]:
    """Every stream of a compound file, as letters of one byte and of two, or as the file it holds."""
    read = []
    with olefile.OleFileIO(content) as file:
        for path in file.listdir():
            data = file.openstream(path).read()
            read += [data.decode("utf-8", "replace"), data.decode("utf-16-le", "replace")]
            if data[:4] in (b"\x89PNG", b"PK\x03\x04"):
                read += _texts(data, ".png")
            if data[:4] == b"\xd0\xcf\x11\xe0":
                read += _streams(data)
    return read


def _mail(message: Message) -> list[str]:
    """Every field and part of a mail, decoded."""
    read = [f"{name} {value}" for name, value in message.items()]
    if message.is_multipart():
        return [*read, *(text for part in message.get_payload() for text in _mail(part))]  # type: ignore[union-attr]
    data = message.get_payload(decode=True)
    name = message.get_filename() or ".txt"
    return [*read, name, *_texts(bytes(data or b""), f".{name.rpartition('.')[2]}")]  # type: ignore[arg-type]


def _letter(found: re.Match[str]) -> str:
    if found[1]:
        return bytes([int(found[1], 16)]).decode("cp1252", "replace")
    return chr(int(found[2]) % 65536) if found[2] else ""


def _inflated(stream: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(stream)
    except zlib.error:
        return b""


def _pixels(content: bytes) -> list[str]:
    held = pydicom.dcmread(io.BytesIO(content))
    if "PixelData" not in held or held.Rows < 64:
        return []
    file = io.BytesIO()
    Image.fromarray(held.pixel_array).save(file, "PNG")
    return [_tool(["tesseract", "stdin", "stdout"], file.getvalue())]


def _tool(command: list[str], content: bytes) -> str:
    done = subprocess.run(command, input=content, capture_output=True, check=False, timeout=600)
    return done.stdout.decode("utf-8", "replace")
