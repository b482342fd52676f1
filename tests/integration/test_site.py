"""The documentation site builds strictly, holds the public engine, and loads nothing from elsewhere."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.patience import PATIENCE

missing = [name for name in ("mkdocs", "material", "mkdocstrings") if importlib.util.find_spec(name) is None]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(missing), reason=f"the extra `docs` is not installed: no {', '.join(missing)}"),
]


def build(config: Path, site: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config), "-d", str(site)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        timeout=PATIENCE,
        check=False,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = build(ROOT / "mkdocs.yml", folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_every_page_and_every_room_of_the_engine_is_there(site: Path) -> None:
    pages = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    rooms = {
        Path("api") / f"engine.{path.parent.name}.html" for path in (ROOT / "engine").glob("*/__init__.py")
    }
    assert {page for page in pages | rooms if not (site / page).exists()} == set()


def test_the_reference_shows_docstrings(site: Path) -> None:
    text = (site / "api" / "engine.counts.html").read_text(encoding="utf-8")
    assert 'id="engine.counts.information.information_content"' in text
    assert "Parameters" in text and "_compute" not in text


def test_nothing_comes_from_the_network(site: Path) -> None:
    loads = re.compile(
        r"""<(?:script|img|iframe|source)[^>]+src=["']?(?:https?:)?//|url\(["']?(?:https?:)?//"""
    )
    links = re.compile(r"""<link[^>]+(?:stylesheet|icon|preconnect|preload)[^>]+href=["']?(?:https?:)?//""")
    found = [
        path.name
        for path in site.rglob("*")
        if path.suffix in (".html", ".css")
        and (loads.search(text := path.read_text(encoding="utf-8")) or links.search(text))
    ]
    assert found == []
    assert not any('class="mermaid"' in path.read_text(encoding="utf-8") for path in site.rglob("*.html"))


def test_a_broken_link_fails_the_build(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Page\n\n[there](nowhere.md)\n", encoding="utf-8")
    config = tmp_path / "mkdocs.yml"
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    validation = text[text.index("validation:") : text.index("nav:\n  - Overview")]
    config.write_text(f"site_name: x\nstrict: true\n{validation}", encoding="utf-8")
    done = build(config, tmp_path / "site")
    assert done.returncode != 0
    assert "nowhere.md" in done.stderr
