"""The picture of docs/pictures.md: a scan before and after its release under hipaa-safe-harbor.

``python -m benchmarks.ocr.before_after docs/images/before-after-scan.png``
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import zxingcpp
from PIL import Image

from adapters.documents.opening.sources import Source
from benchmarks.ocr.pages import rendered
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

_PAGE, _DPI = 7, 150


def main() -> None:
    """Draw both side by side."""
    page = Image.open(io.BytesIO(rendered(_PAGE, _DPI, "noisy").content))
    code = zxingcpp.create_barcode("MRN 44170023", zxingcpp.BarcodeFormat.QRCode)
    mark = Image.fromarray(zxingcpp.write_barcode_to_image(code, scale=4))
    page.paste(mark, (page.width - mark.width - 30, page.height - mark.height - 30))
    file = io.BytesIO()
    page.save(file, "PNG")
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    done = pipeline.release(Source("000001", "", "a.png"), file.getvalue())
    after = Image.open(io.BytesIO(done.content))
    both = Image.new("L", (2 * page.width + 20, page.height), 90)
    both.paste(page, (0, 0))
    both.paste(after, (page.width + 20, 0))
    both.resize((both.width * 3 // 4, both.height * 3 // 4)).quantize(12, dither=Image.Dither.NONE).save(
        Path(sys.argv[1]), optimize=True
    )


if __name__ == "__main__":
    main()
