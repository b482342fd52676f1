"""The document formats that are text, against the conformance suite."""

from __future__ import annotations

from adapters.documents.markup.html import Html
from adapters.documents.markup.markdown import Markdown
from adapters.documents.text.delimited import Delimited
from adapters.documents.text.json_text import Json, JsonLines
from adapters.documents.text.plain import PlainText
from tests.conformance.documents_suite import CANARY, DocumentFormatSuite


class TestPlainText(DocumentFormatSuite):
    fmt = PlainText()
    sample = f"\ufeffName: {CANARY}\r\nsecond line\n\n\tÄÖ 😀 {CANARY}'s\r\n".encode()
    malformed = (CANARY.encode() + b"\xff\xfe", CANARY.encode("utf-16-le"))
    n_canaries = 2


class TestPlainTextUtf16(DocumentFormatSuite):
    fmt = PlainText()
    sample = f"Näme: {CANARY}\r\n😀 and {CANARY}".encode("utf-16")
    malformed = (CANARY.encode("utf-16")[:-1],)
    n_canaries = 2


class TestMarkdown(DocumentFormatSuite):
    fmt = Markdown()
    sample = f"""---
title: Report on {CANARY}
tags: [one, "{CANARY}"]
owner: {CANARY}
---
# About {CANARY}

Zy**xwan**da, _{CANARY}_ and Zyx&#119;anda
see [the *page* of {CANARY}](https://x.org/{CANARY}?q=%5Ayxwanda "by {CANARY}").
<!-- seen by {CANARY} --> <b title="{CANARY}">bold</b> <mailto:{CANARY}@x.org> ![{CANARY}](a.png)

| name | n |
|---|---|
| {CANARY} | 2 |

[ref]: <https://y.org/{CANARY}>

```python
x = "{CANARY}"  # *not* emphasis
```
""".encode()
    malformed = (CANARY.encode() + b"\x00", CANARY.encode() + b"\xe9")
    n_canaries = 17


class TestHtml(DocumentFormatSuite):
    fmt = Html()
    byte_exact = False
    n_canaries = 21
    sample = f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>On {CANARY} &amp; co</title>
<meta name="author" content="{CANARY}">
<style>p::before {{ content: "{CANARY}"; color: #ff0000 }} /* {CANARY} */
b {{ background: url(x/{CANARY}.png) }}</style>
<script>var name = "{CANARY}";</script></head>
<body onload="f('{CANARY}')" data-patient='{CANARY}'>
<!-- {CANARY} --><!--[if mso]>{CANARY}<![endif]-->
<h1 id="{CANARY}" title="of &quot;{CANARY}&quot;">{CANARY}</h1>
<p>Zy<b>xwa</b>nda, Z&#121;xwanda, Zyx<i></i>&#x77;anda and {CANARY}<sup>1</sup>.<br>  More
   text about <a href="mailto:%5Ayxwanda@x.org?subject={CANARY}">{CANARY}</a> a &lt; b &nbsp; AT&T</p>
<table><tr><th>Name</th><td>{CANARY}</td></tr></table>
<pre>  kept   {CANARY}
</pre><textarea>{CANARY} &lt;x></textarea>
<input placeholder="{CANARY}" value={CANARY}><img alt="{CANARY}" src="data:image/png;base64,Wnl4d2FuZGE=">
<a href="data:text/plain,{CANARY}">x</a><a href="javascript:{CANARY}()">y</a>
<template><p>{CANARY}</p></template><noscript>{CANARY}</noscript>
<svg><title>{CANARY}</title><text>{CANARY}</text></svg>
</body></html>""".encode()
    malformed = (
        b"<p>\x00" + CANARY.encode(),
        CANARY.encode() + b"<p>\xe9",
        b"<div>" * 20000 + CANARY.encode(),
    )


class TestHtmlLatin(DocumentFormatSuite):
    fmt = Html()
    sample = (
        f'<html><head><meta charset="iso-8859-1"></head><body><p>é {CANARY} “x”</p></body></html>'.encode(
            "cp1252"
        )
    )


class TestCsv(DocumentFormatSuite):
    fmt = Delimited()
    sample = (
        'patient_name;date;note\r\n"Zyxwanda";2024-01-02;"said ""Zyxwanda""\r\nand left; again"\r\n'
        "Zyxwanda;;=1+1\nother;x;\r\n\r\nÄ;y;last Zyxwanda"
    ).encode()
    malformed = (f'a,b\n"{CANARY},2\n'.encode(), b"a,b\n\x00,1\n")
    n_canaries = 4


class TestJsonLines(DocumentFormatSuite):
    fmt = JsonLines()
    sample = (
        '{"name": "Zyxwanda", "ssn": 123456789, "t": ["x", "Zy\\u0078wanda", null, -1.5e3], "Zyxwanda": {}}\n'
        "\n"
        '{"name":"Ä \\"Zyxwanda\\" \\/ \\ud83d\\ude00","notes":{"free text":"about Zyxwanda\\n"},'
        '"Zyxwanda":{"a":[[]]}}\r\n'
    ).encode()
    malformed = (
        f'{{"a": "{CANARY}"'.encode(),
        f'{{"{CANARY}": "\\ud800"}}'.encode(),
        b"[" * 300 + b"]" * 300,
        b"[" * 100000 + b"]" * 100000,
    )
    n_canaries = 5
    kept_characters = "23456789"


class TestJson(DocumentFormatSuite):
    fmt = Json()
    sample = f'{{\n  "people": [\n    {{"name": "{CANARY}", "age": 90}},\n    "{CANARY}"\n  ]\n}}\n'.encode()
    malformed = (f'{{"a": {CANARY}}}'.encode(), f'"{CANARY}" 1'.encode())
    kept_characters = "23456789"
    n_canaries = 2
