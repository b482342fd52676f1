"""Open Document files made for tests: ordinary ones, and one with a marker wherever text can hide."""

# ruff: noqa: E501, SIM905 (markup reads best in long lines)

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping

from adapters.documents.office.open_document.vocabulary import ELEMENTS, FIELDS, NAMESPACES

Mark = Callable[[], str]
_DECLARED = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in NAMESPACES.items())
_MORE = (
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:foreign="urn:foreign" '
    'xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" '
    'xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0"'
)
_ATTRIBUTES = (
    "text:style-name style:name style:display-name draw:name table:name table:formula xlink:href xlink:title fo:font-family "
    "office:string-value office:value office:date-value office:value-type office:title office:target-frame-name "
    "text:condition text:name text:id text:description fo:color fo:border style:num-suffix svg:d draw:enhanced-path "
    "presentation:user-transformed table:number-columns-repeated number:language fo:language style:font-name"
).split()  # fmt: skip


def packed(kind: str, files: Mapping[str, str | bytes]) -> bytes:
    """A package of the files, with its type first."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(zipfile.ZipInfo("mimetype"), f"application/vnd.oasis.opendocument.{kind}")
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return written.getvalue()


def content_xml(kind: str, body: str, styles: str = "") -> str:
    """``content.xml`` with a body."""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {_DECLARED} {_MORE} office:version="1.3">'
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>"
    )


def styles_xml(footer: str) -> str:
    """``styles.xml`` with a footer."""
    return (
        f'<office:document-styles {_DECLARED} office:version="1.3"><office:master-styles><style:master-page '
        f'style:name="Standard"><style:footer><text:p>{footer}</text:p></style:footer></style:master-page>'
        "</office:master-styles></office:document-styles>"
    )


def marked(kind: str, mark: Mark) -> bytes:
    """A file with a marker in every element and attribute, in hidden parts, and where nothing is known."""
    body = marked_body(mark)
    files = {
        "content.xml": content_xml(kind, body, _element("style:style", mark)),
        "styles.xml": styles_xml(mark()),
        **{
            name: f"<x a='{mark()}'>{mark()}</x>"
            for name in ("meta.xml", "settings.xml", "manifest.rdf", "junk.xml")
        },
        "Thumbnails/thumbnail.png": mark(),
        f"Pictures/{mark()}.png": mark(),
        "Basic/Standard/Module1.xml": mark(),
        f"Object 1/{mark()}.xml": mark(),
        "META-INF/manifest.xml": f"<m full-path='{mark()}'/>",
    }
    return packed(kind, files)


def marked_body(mark: Mark) -> str:
    """Every element and field with markers, changes, comments and what nothing knows."""
    pieces = [_element(name, mark) for name in sorted(ELEMENTS) if name != "office:document-content"]
    pieces += [_element(f"text:{name}", mark) for name in sorted(FIELDS)]
    pieces += [
        _element(name, mark) for name in ("foreign:note", "text:unknown", "draw:object", "office:forms")
    ]
    body = "".join(f"<text:p>{mark()}{piece}{mark()}</text:p>" for piece in pieces)
    return body + (
        f"<text:tracked-changes><text:changed-region text:id='{mark()}'><text:deletion><office:change-info>"
        f"<dc:creator>{mark()}</dc:creator></office:change-info><text:p>{mark()}</text:p></text:deletion>"
        f"</text:changed-region></text:tracked-changes><text:p>a<text:change text:change-id='{mark()}'/>{mark()}"
        f"<office:annotation office:name='{mark()}'><dc:creator>{mark()}</dc:creator><text:p>{mark()}</text:p>"
        f"</office:annotation>{mark()}<!--{mark()}--><?{mark()} {mark()}?></text:p>"
        f"<office:scripts><office:script script:language='{mark()}'>{mark()}</office:script></office:scripts>"
    )


def _element(name: str, mark: Mark) -> str:
    attributes = " ".join(f'{key}="{mark()}"' for key in _ATTRIBUTES)
    return (
        f'<{name} {attributes} foreign:x="{mark()}">{mark()}<text:span>{mark()}</text:span>{mark()}</{name}>'
    )
