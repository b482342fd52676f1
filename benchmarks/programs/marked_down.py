"""Sources for pandoc: Markdown with markers, also in changes and comments, which pandoc writes to docx."""

from __future__ import annotations

from pathlib import Path

from benchmarks.programs.marked import Marked, case, picture

CHANGE = 'author="{}" date="2024-05-06T10:11:12Z"'


def page(number: int, folder: Path) -> tuple[str, Marked]:
    """A Markdown document, and the markers in it; its picture is written beside it."""
    made = case("page", number)
    name = f"picture-{number}.png"
    (folder / name).write_bytes(picture(made.at("picture pixels")))
    rows = "\n".join(
        f"| {made.of_kind('cell', 'person')} | {made.of_kind('cell', 'phone')} | "
        f"{made.of_kind('cell', 'number')} |"
        for _ in range(made.rng.randint(2, 6))
    )
    parts = [
        f"# Report on {made.named('heading')}",
        f"{made.at('body')} {made.findings(3)}",
        f"| Name | Phone | MRN |\n| --- | --- | --- |\n{rows}\n\nTable: {made.at('caption')}",
        f"- {made.at('list')}\n    - {made.at('inner list')}\n- {made.findings(1)}",
        f"1. {made.findings(1)}\n2. {made.at('numbers')}",
        f"{made.findings(1)}[^n]\n\n[^n]: {made.at('footnote')}",
        f"Term\n: {made.at('definition')}",
        f"> {made.at('quotation')}",
        f"```\n{made.at('code')}\n```",
        f"Please [write](mailto:{made.of_kind('link', 'mail')}) to us.",
        f'![{made.at("alternative text")}]({folder / name} "{made.named("picture title")}")',
        f"Her *sis*ter **{made.of_kind('emphasis', 'person')}** and ~~{made.named('struck')}~~.",
        f"[{made.at('inserted')}]{{.insertion {CHANGE.format(made.named('change author'))}}} and "
        f"[{made.at('deleted')}]{{.deletion {CHANGE.format(made.named('change author'))}}} there.",
        f'[{made.at("comment")}]{{.comment-start id="1" {CHANGE.format(made.named("comment author"))}}}Seen'
        '[]{.comment-end id="1"} here.',
        f"## Plan {{#{made.named('anchor').replace(' ', '-')}}}\n\n{made.findings(2)}",
    ]
    parts = [part for n, part in enumerate(parts) if (n + number) % 6]
    head = f"---\ntitle: 'About {made.named('title')}'\nauthor: '{made.named('author')}'\nlang: en\n---\n\n"
    return head + "\n\n".join(parts) + "\n", made
