"""YAML, settings, logs and flat Open Documents made for tests, with a marker wherever text can hide."""

# ruff: noqa: E501 (such files read best in long lines)

from __future__ import annotations

import base64
from collections.abc import Callable

from tests.conformance.open_documents import content_xml, marked_body

Mark = Callable[[], str]


def marked_yaml(mark: Mark) -> bytes:
    """Markers in scalars of every style, keys, comments, anchors, tags, directives, and what strings hold."""
    split = mark()
    half = len(split) // 2
    anchor = mark()
    escaped = "".join(f"\\x{ord(c):02x}" for c in mark())
    return f"""%TAG !{mark()}! tag:{mark()}.example.org,2002:
---
# {mark()}
name: {mark()}   # {mark()}
{mark()}: 1
"quoted {mark()}": 'single {mark()} it''s'
double: "{escaped} \\u00c4 {mark()} \\
   {split[:half]}\\
   {split[half:]}"
folded: >-
  Seen by {mark()}
  and {mark()}

  again
literal: |+
  {mark()}
  second {mark()}

plain: over
  lines of {mark()}
lines: "{mark()}
    {mark()}"
flow: {{a: {mark()}, {mark()}: [{mark()}, "{mark()}", 12], ? {mark()} : {mark()}}}
? {mark()}
: - {mark()}
  - - {mark()}
    - ~
? [{mark()}, 2]
: complex
anchor: &{anchor} {{x: {mark()}}}
alias: *{anchor}
own: !{mark()} {mark()}
typed: !!str {mark()}
json: '{{"{mark()}": ["{mark()}"]}}'
page: "<p title='{mark()}'>{split[:half]}<b>{split[half:]}</b></p>"
packed: {base64.b64encode(f"plain text of {mark()} and more".encode()).decode()}
... # {mark()}
---
- {mark()}
""".encode()


def marked_settings(mark: Mark) -> bytes:
    """Markers in sections, keys, values of all kinds, lines that go on, comments."""
    return f"""; {mark()}
# {mark()}
orphan_{mark()} = {mark()}
[section {mark()}]
name = {mark()}
{mark()}: "{mark()}" ; {mark()}
path=C:\\Users\\{mark()}\\x
long = {mark()}
   goes on {mark()}
\t{mark()}
bare {mark()}
export {mark()}='{mark()}'
json = {{"{mark()}": "{mark()}"}}
empty =
[last]
x = 1
""".encode()


def marked_log(mark: Mark) -> bytes:
    """Markers in messages, fields, quotes and records of lines."""
    return f"""2024-01-02T10:11:12 INFO [{mark()}] user={mark()} msg="Seen {mark()} \\"{mark()}\\"" ip=10.0.0.1
2024-01-02 10:11:13,456 ERROR {mark()}: failed for {mark()}
  File "/home/{mark()}/x.py", line 3
{{"{mark()}": "{mark()}", "n": [1, "{mark()}"]}}
Jan  2 10:11:14 {mark()} sshd[12]: Accepted {mark()}={mark()}; {mark()}='{mark()} x' rest
""".encode()


def marked_flat(kind: str, mark: Mark) -> bytes:
    """A flat Open Document with all that a package of that kind is marked with, and a picture."""
    body = marked_body(mark)
    picture = base64.b64encode(mark().encode()).decode()
    body += f"<draw:frame draw:name='{mark()}'><draw:image><office:binary-data>{picture}</office:binary-data></draw:image></draw:frame>"
    content = content_xml(kind, body)
    meta = f"<office:meta><dc:creator>{mark()}</dc:creator></office:meta><office:settings x='{mark()}'>{mark()}</office:settings>"
    flat = content.replace("office:document-content", "office:document")
    start = flat.index("<office:automatic-styles>")
    mimetype = f" office:mimetype='application/vnd.oasis.opendocument.{kind}' "
    flat = flat.replace("<office:document ", f"<office:document{mimetype}", 1)
    start += len(mimetype) - 1
    return (flat[:start] + meta + flat[start:]).encode()
