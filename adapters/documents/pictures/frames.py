"""The pixels of pictures: read without anything else that a file holds, and written as pixels alone."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from PIL import Image, ImageOps, ImageSequence

from adapters.documents.faults import malformed, too_large
from adapters.documents.settings import Settings

_MAX_PIXELS = 50_000_000
_BYTES = 3
_QUALITY = 90
_RESOLUTIONS = range(30, 2401)
BROKEN = (OSError, ValueError, SyntaxError, TypeError, LookupError, ArithmeticError, AttributeError)


class Frame(NamedTuple):
    """A picture as it is seen, black and white ("1"), grey ("L") or coloured ("RGB"), and its resolution."""

    picture: Image.Image
    dpi: int | None


def frames(document_id: str, content: bytes, kind: str, settings: Settings) -> list[Frame]:
    """The pictures of a file.

    Parameters
    ----------
    document_id : str
        Names the document in errors.
    content : bytes
    kind : str
        ``"PNG"``, ``"JPEG"``, ``"TIFF"``, ``"BMP"``, ``"GIF"`` or ``"WEBP"``. Only of a TIFF
        there is more than the first.
    settings : Settings
        ``max_bytes``, and ``max_expanded_bytes`` for the pixels.

    Raises
    ------
    UnreadableError
        DOC003 too large, DOC007 no picture of this kind.
    """
    if len(content) > settings.max_bytes:
        raise too_large(document_id, len(content), settings.max_bytes)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(content), formats=(kind,)) as opened:
                return list(_frames(document_id, opened, settings))
    except Image.DecompressionBombError:
        raise too_large(document_id, len(content), _MAX_PIXELS) from None
    except BROKEN:
        raise malformed(document_id, kind, "a picture that cannot be decoded") from None


def _frames(document_id: str, opened: Image.Image, settings: Settings) -> Iterator[Frame]:
    n_bytes = 0
    for frame in ImageSequence.Iterator(opened) if opened.format == "TIFF" else (opened,):
        n_pixels = frame.width * frame.height
        n_bytes += _BYTES * n_pixels
        if n_pixels > _MAX_PIXELS or n_bytes > settings.max_expanded_bytes:
            raise too_large(document_id, n_bytes, min(_BYTES * _MAX_PIXELS, settings.max_expanded_bytes))
        yield Frame(as_seen(frame), _dpi(frame.info.get("dpi")))


def as_seen(frame: Image.Image) -> Image.Image:
    """The pixels alone, upright and on white: what nobody sees through transparency is gone."""
    frame.load()
    if frame.mode.startswith(("I", "F")):
        frame = _eight_bits(frame)
    has_alpha = "transparency" in frame.info or frame.mode in ("RGBA", "LA", "PA", "La", "RGBa")
    seen = ImageOps.exif_transpose(frame)
    if has_alpha:
        white = Image.new("RGBA", seen.size, "white")
        white.alpha_composite(seen.convert("RGBA"))
        seen = white.convert("RGB")
    mode = seen.mode if seen.mode in ("1", "L", "RGB") else "RGB"
    bare = Image.new(mode, seen.size)
    bare.paste(seen.convert(mode))
    return bare


def _eight_bits(frame: Image.Image) -> Image.Image:
    """Grey values of more than eight bits brought to eight, the whole range kept."""
    low, high = frame.convert("F").getextrema()
    span = max(float(high) - float(low), 1.0)  # type: ignore[arg-type]
    scaled = frame.convert("F").point(lambda value: value * (255 / span) - float(low) * 255 / span)  # type: ignore[arg-type]
    return scaled.convert("L")


def _dpi(told: Any) -> int | None:
    try:
        dpi = round(float(told[0]))
    except (TypeError, ValueError, LookupError, OverflowError):
        return None
    return dpi if dpi in _RESOLUTIONS else None


def written(found: Sequence[Frame], kind: str) -> bytes:
    """A file of these pictures: pixels and resolution, nothing else."""
    first, *others = (frame.picture for frame in found)
    options: dict[str, Any] = {"dpi": (found[0].dpi, found[0].dpi)} if found[0].dpi else {}
    if kind == "JPEG":
        first = first.convert("L") if first.mode == "1" else first
        options["quality"] = _QUALITY
    if kind == "TIFF":
        compression = "group4" if all(f.picture.mode == "1" for f in found) else "tiff_deflate"
        options |= {"save_all": True, "append_images": others, "compression": compression}
    file = io.BytesIO()
    first.save(file, kind, **options)
    return file.getvalue()
