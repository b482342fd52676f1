"""Outlook messages by two programs that are no part of the product: Aspose.Email FOSS and oxmsg (both MIT).

    python -m benchmarks.programs.messages --out /tmp/written [--sources 20] [--first 0]
        --aspose PYTHON --oxmsg FOLDER

PYTHON has ``aspose-email-foss`` of PyPI, FOLDER has ``@tutao/oxmsg`` of npm under ``node_modules``; either
may be left out. Adds to the ``markers.json`` of the folder, or begins one.
"""

from __future__ import annotations

import argparse
import base64
import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.programs.marked import Marked, case, picture

HERE = Path(__file__).parent
KINDS = ("to", "cc", "bcc")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sources", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--aspose", type=Path, help="a Python that has aspose-email-foss")
    parser.add_argument("--oxmsg", type=Path, help="a folder whose node_modules have @tutao/oxmsg")
    asked = parser.parse_args()
    listed = asked.out / "markers.json"
    made = json.loads(listed.read_text()) if listed.exists() else {}
    numbers = range(asked.first, asked.first + asked.sources)
    folder = asked.out.resolve() / "msg"
    folder.mkdir(parents=True, exist_ok=True)
    if asked.aspose:
        made |= by("aspose", [str(asked.aspose), str(HERE / "messages_aspose.py")], folder, numbers)
    if asked.oxmsg:
        script = asked.oxmsg / "messages_oxmsg.cjs"
        script.write_bytes((HERE / "messages_oxmsg.cjs").read_bytes())
        made |= by("oxmsg", ["node", str(script.resolve())], folder, numbers)
    listed.write_text(json.dumps(made, indent=1))


def by(name: str, command: Sequence[str], folder: Path, numbers: Sequence[int]) -> dict[str, dict[str, str]]:
    """Messages that a program writes from descriptions on its standard input."""
    made, described = {}, []
    for number in numbers:
        told = case(f"message {name}", number)
        path = folder / f"{name}-{number:02d}.msg"
        described.append(message(told, number) | {"path": str(path)})
        made[f"msg/{path.name}"] = told.markers
    subprocess.run(command, input=json.dumps(described), text=True, check=True, timeout=300)
    return made


def message(made: Marked, number: int, level: int = 0) -> dict[str, Any]:
    """What a message holds, as plain values; every number another shape."""
    people = [
        {"kind": kind, "name": made.named(f"{kind} name"), "mail": made.of_kind(f"{kind} mail", "mail")}
        for kind in KINDS[: 1 + number % 3]
        for _ in range(1 + number % 2)
    ]
    held: dict[str, Any] = {
        "subject": f"About {made.named('subject')}: {made.at('subject')}",
        "sender": {"name": made.named("sender name"), "mail": made.of_kind("sender mail", "mail")},
        "people": people,
        "headers": headers(made) if number % 4 == 1 else "",
        "company": made.named("named property") if number % 2 else "",
        "in_bytes": number % 5 == 2,
        "files": files(made, number),
    }
    lines = [f"Dear {made.named('body')},", made.at("body"), made.findings(2), made.at("body")]
    lines.append(f"Best regards,\n{made.named('signature')}\nPhone {made.of_kind('signature', 'phone')}")
    if number % 3 != 2:
        held["text"] = "\r\n\r\n".join(lines)
    if number % 3 != 0:
        held["html"] = page(made, lines)
    if level == 0 and number % 5 == 3:
        held["attached"] = message(made, number + 1, 1)
    return held


def page(made: Marked, lines: Sequence[str]) -> str:
    """An HTML body as Outlook writes it: nested spans, a table, a hidden line, a comment."""
    rows = "".join(
        f"<tr><td>{made.of_kind('html cell', 'person')}</td>"
        f"<td>{made.of_kind('html cell', 'phone')}</td></tr>"
        for _ in range(2)
    )
    text = "".join(f"<p class=MsoNormal><span lang=EN-US>{line}<o:p></o:p></span></p>" for line in lines)
    return (
        "<html xmlns:o='urn:schemas-microsoft-com:office:office'><head><meta charset=utf-8><style>p{margin:0}"
        f"</style></head><body>{text}<table border=1><tr><td>Name</td><td>Phone</td></tr>{rows}</table>"
        f"<p style='display:none'>{made.at('html hidden')}</p><!-- {made.at('html comment')} -->"
        f"<p><a href='mailto:{made.of_kind('html link', 'mail')}'>write</a></p></body></html>"
    )


def headers(made: Marked) -> str:
    """Header lines of the way that a message took."""
    return (
        f"Received: from desk ([10.1.2.3]) by relay; Mon, 6 May 2024 10:11:12 +0000\r\n"
        f"X-Originating-User: {made.named('transport header')}\r\n"
        f"Reply-To: {made.of_kind('transport header', 'mail')}\r\n"
    )


def files(made: Marked, number: int) -> list[dict[str, str]]:
    """Attached files: a text, a table, a picture, a file of no kind."""
    text = f"{made.at('attached text')}\n{made.findings(1)}\n{made.at('attached text')}\n"
    rows = "".join(
        f"{made.of_kind('attached table', 'person')},{made.of_kind('attached table', 'phone')}\n"
        for _ in range(3)
    )
    held = (
        (f"{made.named('file name')}.txt", "text/plain", text.encode()),
        ("list.csv", "text/csv", f"Name,Phone\n{rows}".encode()),
        ("card.png", "image/png", picture(made.at("attached picture"))),
        ("notes.bin", "application/octet-stream", b"\x01\x02" + made.at("attached bytes").encode()),
    )
    return [
        {"name": name, "type": kind, "data": base64.b64encode(data).decode()}
        for n, (name, kind, data) in enumerate(held)
        if (n + number) % 3 == 0
    ]


if __name__ == "__main__":
    main()
