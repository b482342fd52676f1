"""What an HTML page may say beside its text: neutral names, words of the vocabulary, numbers."""

from __future__ import annotations

import pytest

from adapters.documents.markup import html, html_closed, html_lexbor
from adapters.documents.markup.html import Html
from adapters.documents.opening.sources import Source
from engine.errors import RefusedError
from engine.text import RawText
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

MARKER = "Qorvexil"


def released(page: str) -> str:
    opened = Html().open("d", page.encode())
    assert MARKER not in opened.document.text.reveal(), "markup is no text"
    return opened.rewrite([]).decode()


@pytest.mark.parametrize(
    "page",
    [
        f"<p data-{MARKER}=x>a</p>",
        f"<p data-x={MARKER}>a</p>",
        f"<p is=x-{MARKER}>a</p>",
        f"<p {MARKER}>a</p>",
        f"<x-{MARKER}>a</x-{MARKER}>",
        f"<p id={MARKER}>a</p><a href='#{MARKER}'>b</a>",
        f"<label for='{MARKER}'>a</label><input id='{MARKER}' name='{MARKER}[1]'>",
        f"<td headers='{MARKER} b'>a</td><map name={MARKER}></map><img usemap='#{MARKER}'>",
        f"<p style='background:url(/{MARKER}.png)'>a</p>",
        f"<p style='font-family:{MARKER}, Arial; --{MARKER}: 1'>a</p>",
        f"<style>.{MARKER} > #{MARKER}:hover {{ color: red }} @font-face {{ src: url('{MARKER}') }}</style>a",
        f"<style>p::before {{ content: '{MARKER}' }} /* {MARKER} */ [data-x={MARKER}] {{}}</style>a",
        f"<svg id={MARKER}><path d='M1 2L3 4' class='{MARKER}'/></svg>a",
        f"<img srcset='/{MARKER}.png 1x' alt=a>",
        f"<embed flashvars='who={MARKER}'>a",
        f"<p lang='{MARKER}' dir='{MARKER}' width='{MARKER}'>a</p>",
        f"<meta name='{MARKER}' content='a'><p>a</p>",
        f"<bdo dir=rtl>{MARKER[::-1]}</bdo><p>a</p>",
    ],
)
def test_nothing_of_its_own_stays_in_markup(page: str) -> None:
    written = released(page)
    assert MARKER.lower() not in written.lower() and MARKER[::-1] not in written
    assert "a" in written


def test_names_stay_equal_wherever_they_stand() -> None:
    page = (
        "<style>#vance{color:red} .x .vance{margin:0 2px}</style><p id=vance class='vance y'>a</p>"
        "<a href='#vance'>b</a>"
    )
    written = released(page)
    assert "<style>#n1{color:red} .n2 .n1{margin:0 2px}</style>" in written
    assert "id=n1" in written and 'class="n1 n3"' in written and 'href="#n1"' in written


def test_layout_stays() -> None:
    page = (
        "<style>h1, .c > p:first-child { color: #884410; font: bold 12px/1.5 Arial, sans-serif }"
        " @media (max-width: 600px) { td { display: none !important } }</style>"
        "<table width='100%' border=0><tr><td colspan=2 align=center>a</td></tr></table>"
    )
    written = released(page)
    assert written == page.replace(".c ", ".n1 ")


def test_what_is_read_back_is_text() -> None:
    page = b"<style>p{color:red}</style><p id=n1 class='n2 n3' lang=en width=10 title='told'>shown</p>"
    texts = [text.reveal() for text in Html().read_back(page)]
    assert [text for text in texts if not isinstance(text, RawText)] == ["told", "shown"]
    assert {"p{color:red}", "n1", "n2 n3", "en", "10"} < {text for text in texts if isinstance(text, RawText)}


@pytest.mark.parametrize(
    "attribute",
    ['border="88310427"', 'data-x="617-555-0182"', 'coords="219,09,9871"', 'style="left:88310427px"'],
)
def test_the_check_refuses_what_a_writer_would_leave_in_markup(
    monkeypatch: pytest.MonkeyPatch, attribute: str
) -> None:
    """The writer's judgement is switched off: what lays out, and what may, is then whatever stands there."""
    for module in (html, html_closed, html_lexbor):
        monkeypatch.setattr(module, "role_of", lambda tag, name: "layout")
    for module in (html, html_closed):
        monkeypatch.setattr(module, "is_layout_value", lambda name, value: True)
    monkeypatch.setattr(html.HtmlReader, "_guard", lambda *_: None)
    page = f"<p>MRN 88310427, phone 617-555-0182, SSN 219-09-9871.</p><p {attribute}>a</p>"
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2026)
    with pytest.raises(RefusedError) as refused:
        pipeline.release(Source("000001", "", "a.html"), page.encode())
    assert {fault.code for fault in refused.value.faults} == {"VER001"}
