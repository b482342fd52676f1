"""Pictures inside documents that are not read: blanked, or cleaned of metadata."""

from __future__ import annotations

import base64
import io
import warnings

from PIL import Image

from adapters.documents.settings import Settings

BLANK_PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)
"""One grey transparent pixel; a document stretches it to the size the picture had."""

_MAX_PIXELS = 50_000_000


def clean_image(content: bytes, settings: Settings) -> bytes:
    """The picture that stands in a released document, as PNG.

    Parameters
    ----------
    content : bytes
        The picture as it was, in any format.
    settings : Settings
        ``images="blank"`` gives `BLANK_PNG`, and so does ``"read"``: who reads pictures asks for
        them with ``"keep"``, and reads what comes. ``"keep"`` gives the pixels alone,
        without EXIF, comments, profiles or thumbnails; what cannot be read as a
        raster picture (EMF, SVG, a broken file) is blank too.
    """
    if settings.images != "keep":
        return BLANK_PNG
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=("PNG", "JPEG", "GIF", "BMP", "TIFF")) as image:
                return _pixels(image)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        return BLANK_PNG


def _pixels(image: Image.Image) -> bytes:
    if image.width * image.height > _MAX_PIXELS:
        return BLANK_PNG
    bare = Image.new("RGBA", image.size)
    bare.paste(image.convert("RGBA"))
    written = io.BytesIO()
    bare.save(written, "PNG")
    return written.getvalue()
