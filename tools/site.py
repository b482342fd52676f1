"""Hooks of the documentation site: pages made from the tree, and a menu that follows the folders.

The root's pages (README and others) become pages of the site, and each room of the engine gets a page of
its public modules. Nothing is listed by hand, so a new module or decision record appears by itself.
"""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
ROOT_PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
REFERENCE = "engine"
"""The package whose modules have reference pages."""

_LINK = re.compile(r"\[(?P<label>[^\]]*)\]\((?P<path>[^)#:\s]+)(?P<anchor>#[^)]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages of each folder that the menu names as `folder/` into the menu."""
    for section in config.nav or []:
        for entries in section.values():
            if isinstance(entries, list):
                _expand(entries)
    if more := _unnamed(str(config.nav)):
        (config.nav or []).append({"More": more})
    return config


def _unnamed(menu: str) -> list[str]:
    """Pages of the docs folder that the menu does not name yet: a new page is found without another edit."""
    pages = sorted(path.name for path in (ROOT / "docs").glob("*.md"))
    return [name for name in pages if f"'{name}'" not in menu]


def _expand(entries: list[dict[str, object]]) -> None:
    for entry in entries:
        for title, target in entry.items():
            if isinstance(target, str) and target.endswith("/"):
                entry[title] = pages_of(target)


def pages_of(folder: str) -> list[str]:
    """The pages of a folder of the site, the index first."""
    if folder == "api/":
        return [f"api/{name}.md" for name in rooms()]
    names = sorted(path.name for path in (ROOT / "docs" / folder).glob("*.md"))
    return [f"{folder}{name}" for name in sorted(names, key=lambda name: name != "index.md")]


def rooms() -> dict[str, list[str]]:
    """Public modules of the engine by room: `engine` for those in none."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / REFERENCE).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if any(part.startswith("_") and part != "__init__" for part in parts):
            continue
        named = len(parts) > 2
        if parts[-1] == "__init__":
            if "\ndef " not in path.read_text(encoding="utf-8"):
                continue
            parts = parts[:-1]
        room = ".".join(parts[:2]) if named else parts[0]
        found.setdefault(room, []).append(".".join(parts))
    return found


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the root's pages and the reference pages."""
    for source, target in ROOT_PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, target, content=linked(text)))
    for room, modules in rooms().items():
        body = "\n\n".join(f"::: {module}" for module in modules)
        files.append(File.generated(config, f"api/{room}.md", content=f"# {room}\n\n{body}\n"))
    return files


def linked(text: str) -> str:
    """A root page with the links of the site; a link to a file outside it becomes plain text."""
    return _LINK.sub(_site_link, text)


def _site_link(found: re.Match[str]) -> str:
    label, path, anchor = found["label"], found["path"], found["anchor"] or ""
    if path.startswith("docs/"):
        return f"[{label}]({path.removeprefix('docs/')}{anchor})"
    return f"[{label}]({ROOT_PAGES[path]}{anchor})" if path in ROOT_PAGES else label
