#!/usr/bin/env bash
# Package and version: pypdfium2 5.15.2, pikepdf 10.18.0, pdfminer.six 20260107, pypdf 7.1.1
# Guess, written before it was run: PDFium, like pdfminer and pypdf, gives the text of the glyphs that are drawn, whatever a marked span says of them.
# What it does: PDFium gives /ActualText in place of what is drawn; pdfminer and pypdf give what is drawn and never the /ActualText. No one of them sees both, so one reader alone can't show that a word is gone.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check pypdfium2==5.15.2 pikepdf==10.18.0 pdfminer.six==20260107 pypdf==7.1.1
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import pikepdf
import pypdf
import pypdfium2
from pdfminer.high_level import extract_text
from pikepdf import Dictionary, Name

pdf = pikepdf.new()
pdf.add_blank_page(page_size=(300, 200))
font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
pdf.pages[0].Resources = Dictionary(Font=Dictionary(F=pdf.make_indirect(font)))
pdf.pages[0].Contents = pdf.make_stream(
    b"BT /F 12 Tf 20 160 Td (Plainword) Tj ET "
    b"/Span <</ActualText (Saidword)>> BDC BT /F 12 Tf 20 100 Td (Drawnword) Tj ET EMC"
)
pdf.save("span.pdf")
texts = {
    "PDFium": pypdfium2.PdfDocument("span.pdf")[0].get_textpage().get_text_range(),
    "pdfminer": extract_text("span.pdf"),
    "pypdf": pypdf.PdfReader("span.pdf").pages[0].extract_text(),
}
seen = {name: [word for word in ("Saidword", "Drawnword") if word in text] for name, text in texts.items()}
print(seen)
raise SystemExit(seen != {"PDFium": ["Saidword"], "pdfminer": ["Drawnword"], "pypdf": ["Drawnword"]})
PY
