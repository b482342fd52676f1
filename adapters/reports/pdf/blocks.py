"""What a report's page says, as blocks for the typesetter: the PDF cannot say anything else than the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lxml import html

Block = dict[str, Any]
Run = dict[str, Any]
_SPACE = re.compile(r"\s+")
_LEFT_OUT = frozenset({"form", "nav", "script", "style", "template", "button"})
_TONES = frozenset({"good", "warn", "bad", "soft"})
_MARKS = {"b": "bold", "strong": "bold", "code": "code"}


def blocks_of(page: str) -> list[Block]:
    """The blocks of the page's ``<main>``, in their order.

    Parameters
    ----------
    page : str
        A page of ours: headings, paragraphs, lists, tables, facts, figures.

    Returns
    -------
    list of dict
        Each with its kind under ``t``; text is in runs, never in markup.
    """
    main = html.document_fromstring(page).find(".//main")
    return [] if main is None else list(_blocks(main))


def _blocks(parent: html.HtmlElement) -> Iterator[Block]:
    for element in parent.iterchildren(tag=html.etree.Element):
        classes = set((element.get("class") or "").split())
        if element.tag in _LEFT_OUT or "no-print" in classes:
            continue
        yield from _block(element, classes)


def _block(element: html.HtmlElement, classes: set[str]) -> Iterator[Block]:
    if element.tag in ("h1", "h2", "h3"):
        yield {"t": element.tag, "runs": _runs(element)}
    elif element.tag == "p":
        yield from _paragraph(element, classes)
    elif element.tag in ("ul", "ol"):
        yield {"t": "list", "items": [_runs(one) for one in element.findall("li")]}
    elif element.tag == "dl":
        yield {"t": "facts", "items": [_fact(one) for one in element.findall("div")]}
    elif element.tag == "table":
        yield _table(element)
    elif "figure" in classes:
        yield from _figure(element)
    elif "concept" in classes:
        yield {"t": "aside", "blocks": list(_blocks(element))}
    else:
        yield from _blocks(element)


def _paragraph(element: html.HtmlElement, classes: set[str]) -> Iterator[Block]:
    verdict = element.find("span[@class]")
    if verdict is not None and "verdict" in verdict.get("class").split():
        tone = set(verdict.get("class").split()) & _TONES
        yield {"t": "verdict", "text": _text(verdict), "tone": next(iter(tone), "")}
    elif runs := _runs(element):
        yield {"t": "p", "runs": runs, "tone": next(iter(classes & _TONES), ""), "lead": "lead" in classes}


def _fact(element: html.HtmlElement) -> dict[str, str]:
    value = element.find("dd")
    return {"name": _text(element.find("dt")), "value": _text(value), "tone": value.get("class") or ""}


def _figure(element: html.HtmlElement) -> Iterator[Block]:
    for drawing in element.iterfind("svg"):
        source = html.etree.tostring(drawing, encoding="unicode", with_tail=False)
        alt = drawing.get("aria-label") or element.get("aria-label") or ""
        yield {"t": "figure", "svg": source, "alt": alt}


def _table(element: html.HtmlElement) -> Block:
    head = [_cell(cell) for cell in element.iterfind("thead/tr/*")]
    rows = [[_cell(cell) for cell in row] for row in element.iterfind("tbody/tr")]
    columns = list(zip(*([head] if head else []), *rows, strict=True))
    return {"t": "table", "head": head, "rows": rows, "columns": [_column(cells) for cells in columns]}


def _cell(element: html.HtmlElement) -> dict[str, Any]:
    classes = set((element.get("class") or "").split())
    runs = _runs(element, {"bold": True} if element.tag == "th" else {})
    return {
        "runs": runs,
        "number": bool(classes & {"n", "number"}),
        "tone": next(iter(classes & _TONES), ""),
        "long": _length(runs) > _MAY_BREAK,
    }


def _length(runs: list[Run]) -> int:
    return sum(len(run.get("text", "")) for run in runs)


_SHORT, _WIDEST = 24, 70
"""Characters: a column of no longer cells is as wide as they are; the others share what is left."""
_MAY_BREAK = 300
"""A row with a longer cell may go on over the page: else half a page would stay empty."""


def _column(cells: tuple[dict[str, Any], ...]) -> dict[str, Any]:
    """How wide a column is: as its short cells, or a share by how much text it usually holds."""
    lengths = [_length(cell["runs"]) for cell in cells]
    short = max(lengths) <= _SHORT
    return {"narrow": short, "share": min(_WIDEST, max(_SHORT / 2, sum(lengths) / len(lengths)))}


def _runs(element: html.HtmlElement, style: dict[str, Any] | None = None) -> list[Run]:
    """Text with its style; spaces between runs are kept once, those at the ends go."""
    found = list(_walk(element, style or {}))
    if found and "text" in found[0]:
        found[0]["text"] = found[0]["text"].lstrip()
    if found and "text" in found[-1]:
        found[-1]["text"] = found[-1]["text"].rstrip()
    return [run for run in found if run.get("text") != ""]


def _walk(element: html.HtmlElement, style: dict[str, Any]) -> Iterator[Run]:
    if element.text:
        yield {"text": _SPACE.sub(" ", element.text), **style}
    for child in element.iterchildren(tag=html.etree.Element):
        yield from _inner(child, style)
        if child.tail:
            yield {"text": _SPACE.sub(" ", child.tail), **style}


def _inner(child: html.HtmlElement, style: dict[str, Any]) -> Iterator[Run]:
    classes = set((child.get("class") or "").split())
    if child.tag == "br":
        yield {"break": True}
    elif child.tag == "meter":
        yield {"bar": float(child.get("value")) / float(child.get("max") or 1)}
    elif child.tag not in _LEFT_OUT and "visually-hidden" not in classes:
        more = {_MARKS[child.tag]: True} if child.tag in _MARKS else {}
        tone = next(iter(classes & _TONES), "")
        yield from _walk(child, {**style, **more, **({"tone": tone} if tone else {})})


def _text(element: html.HtmlElement) -> str:
    return _SPACE.sub(" ", element.text_content()).strip()
