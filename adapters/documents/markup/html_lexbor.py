"""What a browser's parser (lexbor) sees in HTML: for reading back, and to check the tokenizer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from urllib.parse import unquote_to_bytes

from selectolax.lexbor import LexborHTMLParser, LexborNode

from adapters.documents.markup.html_closed import is_closed_css, is_markup, role_of
from adapters.documents.markup.html_vocabulary import BLOCKS
from adapters.documents.markup.html_words import ELEMENTS


def lexbor_texts(source: str) -> Iterator[str]:
    """What a browser's parser sees: text by block, attribute values, comments, scripts, unusual names."""
    root = LexborHTMLParser(source).root
    gathered: list[str] = []
    for node in root.traverse(include_text=True) if root is not None else ():
        tag = node.tag or ""
        if tag == "-text":
            text = node.text_content or ""
            is_css = node.parent is not None and node.parent.tag == "style" and is_closed_css(text)
            gathered += [] if is_css else [text]
            continue
        if tag in BLOCKS or tag == "br":
            yield "".join(gathered)
            gathered = []
        yield from _node_texts(node, tag)
    yield "".join(gathered)


def lexbor_markup(source: str) -> Iterator[str]:
    """Every value of an attribute and every style sheet, whatever it is for."""
    root = LexborHTMLParser(source).root
    for node in root.traverse(include_text=True) if root is not None else ():
        if node.tag == "-text" and node.parent is not None and node.parent.tag == "style":
            yield node.text_content or ""
        elif node.tag == "template":
            inner = node.html or ""
            yield from lexbor_markup(inner[inner.find(">") + 1 : inner.rfind("<")])
        if node.tag not in ("-text", "-comment"):
            yield from (value for value in node.attributes.values() if value)


def _node_texts(node: LexborNode, tag: str) -> Iterator[str]:
    if tag == "-comment":
        yield node.comment_content or ""
        return
    if tag == "template":
        inner = node.html or ""
        yield from lexbor_texts(inner[inner.find(">") + 1 : inner.rfind("<")])
    if tag not in ELEMENTS:
        yield tag
    for name, value in node.attributes.items():
        if role_of(tag, name) == "none":
            yield name
        if value and not is_markup(tag, name, value):
            yield value
            if "%" in value:
                yield unquote_to_bytes(value).decode("utf-8", "replace")


def n_unseen(source: str, shown: Iterable[str], values: Iterable[str]) -> int:
    """How many letters and attribute values lexbor sees that are not among those given.

    Parameters
    ----------
    source : str
        The HTML.
    shown : iterable of str
        Texts that the tokenizer found outside scripts and styles.
    values : iterable of str
        Attribute values that it found, in a part, cut, or known to be structure.
    """
    texts, browser_values = _browser_view(source)
    n_letters = sum((_letters(texts) - _letters(shown)).values())
    known = {_squeezed(value) for value in values}
    return n_letters + sum(_squeezed(value) not in known for value in browser_values)


def _letters(texts: Iterable[str]) -> Counter[str]:
    return Counter(filter(str.isalnum, "".join(texts)))


def _squeezed(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _browser_view(source: str) -> tuple[list[str], list[str]]:
    """Texts outside scripts and styles, and attribute values, as lexbor sees them."""
    root = LexborHTMLParser(source).root
    texts: list[str] = []
    values: list[str] = []
    for node in root.traverse(include_text=True) if root is not None else ():
        tag = node.tag or ""
        if tag == "-text":
            parent = node.parent.tag if node.parent is not None else ""
            if parent not in ("script", "style", "iframe", "noembed", "noframes"):
                texts.append(node.text_content or "")
        elif tag == "template":
            inner = node.html or ""
            more = _browser_view(inner[inner.find(">") + 1 : inner.rfind("<")])
            texts += more[0]
            values += more[1]
        if tag not in ("-text", "-comment"):
            values += [value for value in node.attributes.values() if value]
    return texts, values
