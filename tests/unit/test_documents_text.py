"""Text formats in detail: what each kind of hidden text becomes, and how it is written back."""

from __future__ import annotations

import csv
import io
import json
import re
import sys

import pytest

from adapters.documents.layout import clip_to_parts
from adapters.documents.markup.html import BLANK_IMAGE, Html
from adapters.documents.markup.markdown import Markdown
from adapters.documents.registry import FORMATS, format_for, supported_suffixes
from adapters.documents.settings import Settings
from adapters.documents.text.delimited import Delimited
from adapters.documents.text.json_text import Json, JsonLines
from adapters.documents.text.plain import PlainText
from engine.errors import InvalidError, UnreadableError
from engine.ports import DocumentFormat, Replacement
from engine.text import Document, Part, SensitiveText, Span


def rewritten(fmt: DocumentFormat, content: bytes, **changes: str) -> str:
    """`content` with every occurrence of each name's value replaced: ``John="X"``."""
    opened = fmt.open("d", content)
    text = opened.document.text.reveal()
    found = [(m.start(), m.end(), new) for old, new in changes.items() for m in re.finditer(old, text)]
    assert found
    return opened.rewrite([Replacement(*item) for item in sorted(found)]).decode()


def parts(fmt: DocumentFormat, content: bytes) -> list[tuple[str, str, str]]:
    document = fmt.open("d", content).document
    text = document.text.reveal()
    return [(part.kind, part.name, text[part.start : part.end]) for part in document.parts]


# --- the registry


def test_every_format_of_the_table_opens_its_own_kind() -> None:
    for row in FORMATS:
        for suffix in row.suffixes:
            fmt = format_for(suffix.upper(), row.magic[0] if row.magic else b"")
            assert fmt.name == row.name and suffix in fmt.suffixes
            assert isinstance(fmt.suffixes, tuple)
    assert {".txt", ".md", ".html", ".csv", ".jsonl"} <= set(supported_suffixes())


@pytest.mark.parametrize(
    ("suffix", "head", "code"),
    [
        (".exe", b"", "DOC001"),
        ("", b"", "DOC001"),
        (".txt", b"%PDF-1.7", "DOC002"),
        (".csv", b"PK\x03\x04", "DOC002"),
        (".html", b"\x89PNG\r\n", "DOC002"),
    ],
)
def test_unknown_and_disguised_files_are_unreadable(suffix: str, head: bytes, code: str) -> None:
    with pytest.raises(UnreadableError, match=code):
        format_for(suffix, head)


def test_a_missing_library_is_named_by_its_format(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "adapters.documents.pdf.pdf", None)
    with pytest.raises(InvalidError, match=r"DOC010.*format pdf"):
        format_for(".pdf", b"%PDF-1.7")


def test_settings_reach_the_format() -> None:
    with pytest.raises(UnreadableError, match=r"DOC003.*at most 10 bytes; got 11"):
        format_for(".txt", b"", Settings(max_bytes=10)).open("d", b"12345678901")
    declared = format_for(".txt", b"", Settings(encoding="iso-8859-2")).open("d", b"\xb1")
    assert declared.document.text.reveal() == "ą"


# --- encodings


@pytest.mark.parametrize("codec", ["utf-16", "utf-32", "utf-8-sig"])
def test_marked_encodings_round_trip(codec: str) -> None:
    content = "Zoë\r\n😀".encode(codec)
    opened = PlainText().open("d", content)
    assert opened.document.text.reveal() == "Zoë\r\n😀"
    assert opened.rewrite([]) == content


@pytest.mark.parametrize("content", [b"caf\xe9", b"\xff\xfeA", b"\xed\xa0\x80"])
def test_undeclared_bytes_are_refused_not_replaced(content: bytes) -> None:
    with pytest.raises(UnreadableError, match="DOC004"):
        PlainText().open("d", content)


@pytest.mark.parametrize("label", ["utf-7", "base64", "no-such", "unicode_escape"])
def test_encodings_that_hide_text_are_refused(label: str) -> None:
    with pytest.raises(UnreadableError, match="DOC004"):
        PlainText(Settings(encoding=label)).open("d", b"abc")


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        (b"\x1b[1mA\x1b[0m\x1b[1mn\x1b[0m\x1b[31mn\x1b[0m Lee", "Ann Lee"),
        (b"A\x08An\x08nn\x08n _\x08L_\x08e_\x08e", "Ann Lee"),
        (b"Anx\x08n Lee", "Ann Lee"),
        (b"\x1b]8;;http://x.example/ann\x1b\\Ann\x1b]8;;\x1b\\ Lee", "Ann Lee"),
        (b"the end\x00Ann Lee\x0c", "the end Ann Lee\x0c"),
        (b"a line\r\n\tAnn Lee", "a line\r\n\tAnn Lee"),
    ],
)
def test_control_characters_are_done_as_a_terminal_does_and_leave(content: bytes, shown: str) -> None:
    assert PlainText().open("d", content).document.text.reveal() == shown
    assert PlainText().open("d", content).rewrite([]) == shown.encode()


@pytest.mark.parametrize("content", [bytes(range(1, 32)) * 4, "Ann Lee".encode("utf-16-le"), b"\x00\x01a"])
def test_a_file_of_control_characters_is_no_text(content: bytes) -> None:
    with pytest.raises(UnreadableError, match="DOC005"):
        PlainText().open("d", content)


def test_a_replacement_the_encoding_lacks_is_refused_in_text_and_referenced_in_html() -> None:
    with pytest.raises(InvalidError, match="DOC015"):
        PlainText(Settings(encoding="cp1252")).open("d", b"caf\xe9").rewrite([Replacement(0, 3, "Ł")])
    page = b'<meta charset="cp1252"><p>caf\xe9</p>'
    assert Html().open("d", page).rewrite([Replacement(0, 3, "Ł")]) == page.replace(b"caf", b"&#321;")


# --- clipping


def test_spans_are_clipped_at_the_boundaries_of_parts() -> None:
    document = Document("d", SensitiveText("abcd\n\nefgh"), (Part("cell", 0, 4), Part("cell", 6, 10)))
    spans = [Span(7, 8, "c"), Span(2, 8, "a", 0.5), Span(4, 6, "b")]
    assert clip_to_parts(document, spans) == [Span(2, 4, "a", 0.5), Span(6, 8, "a", 0.5), Span(7, 8, "c")]
    assert clip_to_parts(document, [Replacement(2, 8, "X")]) == [
        Replacement(2, 4, "X"),
        Replacement(6, 8, ""),
    ]


# --- html


def test_an_identifier_split_by_inline_tags_is_one_text() -> None:
    page = b"<p>212-<i>555</i>-0199 of J<b>oh</b>n</p>"
    assert parts(Html(), page) == [("body", "", "212-555-0199 of John")]
    assert rewritten(Html(), page, **{"212-555-0199": "[PHONE]", "John": "A & B"}) == (
        "<p>[PHONE]<i></i> of A &amp; B<b></b></p>"
    )


def test_entities_and_percent_encoding_are_resolved() -> None:
    page = (
        b'<a title="x&#64;y.org &amp z" href="mailto:j%40x.org?subject=Hello%20J">x&commat;y.org &notit;</a>'
    )
    assert parts(Html(), page) == [
        ("attribute", "title", "x@y.org & z"),
        ("link", "href", "mailto:j@x.org?subject=Hello J"),
        ("body", "", "x@y.org ¬it;"),
    ]
    assert rewritten(Html(), page, **{r"x@y\.org": "<E>", r"j@x\.org": "a b"}) == (
        '<a title="&lt;E&gt; &amp z" href="mailto:a%20b?subject=Hello%20J">&lt;E&gt; &notit;</a>'
    )


def test_a_reference_without_semicolon_in_an_attribute_stays_an_address() -> None:
    page = b'<a href="?a=1&copy=2&amp;b=3">x</a>'
    assert parts(Html(), page)[0] == ("link", "href", "?a=1&copy=2&b=3")


def test_comments_scripts_handlers_and_data_leave() -> None:
    page = (
        b"<!doctype html><!-- a --><p onclick='b()'>x<script>c</script>"
        b"<script>d<!--<script>e</script>f--></script>"
        b"<iframe srcdoc='<p>g'>h</iframe><a href=' JaVa\tscript:i'>y</a>"
        b"<img src='data:image/png;base64,aaaa'>"
        b"<noframes>j</noframes><?php k ?><!x l></p m=n>"
    )
    written = Html().open("d", page).rewrite([]).decode()
    assert written == (
        "<!doctype html><p >x<script></script><script></script><iframe ></iframe>"
        f"<a >y</a><img src='{BLANK_IMAGE}'>"
        "<noframes></noframes></p m=>"
    )


def test_scripts_can_be_refused() -> None:
    with pytest.raises(UnreadableError, match="DOC013"):
        Html(Settings(scripts="refuse")).open("d", b"<p onload=x()>")


def test_unusual_doctypes_are_normalized() -> None:
    assert Html().open("d", b"<!DOCTYPE html SYSTEM 'John'><p>x").rewrite([]) == b"<!DOCTYPE html><p>x"
    strict = b'<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><p>x'
    assert Html().open("d", strict).rewrite([]) == strict


def test_white_space_is_collapsed_in_the_text_and_kept_in_the_file() -> None:
    page = b"<p>\n  John\n  <b> Smith </b>\n</p><pre>a\n  b</pre>"
    assert [part[2] for part in parts(Html(), page)] == ["John Smith ", "a\n  b"]
    assert rewritten(Html(), page, **{"John Smith": "X"}) == "<p>\n  X<b>  </b>\n</p><pre>a\n  b</pre>"


def test_text_that_only_a_browser_sees_is_refused() -> None:
    """lexbor moves on at ``</title>`` inside SVG where HTML would not: the two readings must agree."""
    with pytest.raises(UnreadableError, match="DOC009"):
        Html().open("d", b"<svg><style><p>John Smith</p></style></svg>")


def test_html_read_back_sees_comments_scripts_and_odd_names() -> None:
    page = (
        b"<!DOCTYPE j1><x-john d4=1>a<!--b--><script>c</script><template><i title=e>f</i></template></x-john>"
    )
    seen = [text.reveal() for text in Html().read_back(page)]
    assert set(seen) >= {"x-john", "d4", "b", "e", "<!DOCTYPE j1>"} and "ac" in "".join(seen)


def test_standard_doctypes_are_no_text() -> None:
    page = b'<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><p>x'
    assert [text.reveal() for text in Html().read_back(page)] == ["x"]


# --- csv


def test_columns_name_the_cells() -> None:
    table = b'id,patient name,zip\n1,"Smith, John",10001\n2,,10002\n'
    assert parts(Delimited(), table)[3:6] == [
        ("cell", "id", "1"),
        ("cell", "patient name", "Smith, John"),
        ("cell", "zip", "10001"),
    ]


@pytest.mark.parametrize(
    "table", [b"John,Boston\nMary,Austin\n", b"id,id\n1,2\n", b"id,555-1212\n1,2\n", b"id,name\n"]
)
def test_a_first_row_that_may_be_data_names_nothing(table: bytes) -> None:
    assert {name for _, name, _ in parts(Delimited(), table)} == {"column 1", "column 2"}


def test_cells_keep_their_quoting_and_gain_it_where_needed() -> None:
    table = b'id;name\r\n1;John\r\n2;"John"\r\n3;Joh"n\r\n'
    assert rewritten(Delimited(), table, John='a;"b"') == (
        'id;name\r\n1;"a;""b"""\r\n2;"a;""b"""\r\n3;Joh"n\r\n'
    )


def test_no_replacement_becomes_a_formula() -> None:
    written = rewritten(Delimited(), b"id,name\n1,John\n2,=John\n3,x John\n", John="=cmd()")
    assert list(csv.reader(io.StringIO(written)))[1:] == [
        ["1", "'=cmd()"],
        ["2", "==cmd()"],
        ["3", "x =cmd()"],
    ]


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_the_delimiter_is_sniffed(mark: str) -> None:
    table = f'id{mark}name{mark}note\n1{mark}"a, b; c"{mark}x\n2{mark}d{mark}y, z\n'.encode()
    assert [name for _, name, text in parts(Delimited(), table) if text == "a, b; c"] == ["name"]


# --- json


def test_strings_numbers_and_keys_are_parts() -> None:
    line = b'{"patient": {"ssn": 123456789, "visits": [{"at": "x"}], "J. Smith": "y"}, "n": null}\n'
    assert parts(JsonLines(), line) == [
        ("number", "patient.ssn", "123456789"),
        ("value", "patient.visits.[].at", "x"),
        ("value", "patient.*", "y"),
        *[("key", "", key) for key in ("patient", "ssn", "visits", "at", "J. Smith", "n")],
    ]


def test_json_stays_json() -> None:
    line = b'{"a":1,"b":-5.0,"c":"caf\\u00e9 \\/ John","d":"\xc3\xa9 John"}'
    written = rewritten(Json(), line, **{"^1": "7", r"-5\.0": "[N]", "John": 'x"\\\n'})
    assert json.loads(written) == {"a": 7, "b": "[N]", "c": 'café / x"\\\n', "d": 'é x"\\\n'}
    assert written.startswith('{"a":7,"b":"[N]","c":"caf\\u00e9')


def test_two_keys_never_become_one() -> None:
    written = rewritten(Json(), b'{"a@x":1,"b@x":2,"c":{"a@x":3}}', **{"[ab]@x": "K"})
    assert json.loads(written) == {"K": 1, "K (2)": 2, "c": {"K": 3}}


def test_duplicate_keys_are_all_read() -> None:
    page = b'{"a": "one", "a": "two"}'
    assert [text.reveal() for text in Json().read_back(page)] == ["a", "one", "a", "two"]
    assert [text for kind, _, text in parts(Json(), page) if kind == "value"] == ["one", "two"]


# --- markdown


def test_markdown_reads_as_text() -> None:
    page = b'J**oh**n\\_x sees [Mary *B*](http://x/%4aohn "T") &#64; a_b_c _d_ <!-- e -->\n'
    assert parts(Markdown(), page) == [
        ("body", "", "John_x sees [Mary B] @ a_b_c d \n"),
        ("link", "", "http://x/John"),
        ("attribute", "", '"T"'),
        ("comment", "", "<!-- e -->"),
    ]


def test_replacements_in_markdown_stay_text() -> None:
    page = b"see John (1)\n\n```\nJohn\n```\n"
    assert rewritten(Markdown(), page, John="[A]*") == "see \\[A\\]\\* (1)\n\n```\n[A]*\n```\n"


def test_front_matter_stays_yaml() -> None:
    page = b"---\nname: John\nwhen: 2020-01-02\n---\nx\n"
    assert rewritten(Markdown(), page, John="[NAME]") == '---\nname: "[NAME]"\nwhen: 2020-01-02\n---\nx\n'
