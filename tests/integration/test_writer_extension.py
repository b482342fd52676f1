"""The extension in a real, headless LibreOffice Writer, against a service that really listens."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from service.app.context import Service
from service.policies.trying import trials
from service.releases.intake import original_path
from service.releases.review import finishing
from service.releases.review.correcting import notes_of
from service.releases.running import drain
from service.state.columns import new_id
from tests.patience import PATIENCE
from tests.programs import absent, need
from tests.service.cases import approved_policy, documents, release_of
from tests.service.conftest import furnished, service, states  # noqa: F401  fixtures
from tests.service.listening import key_of, listening
from tests.service.test_telling import CONCEPT
from tools.extension import build

PYTHON = "/usr/bin/python3"
DRIVER = Path(__file__).with_name("writer_driver.py")


def _has_uno() -> bool:
    try:
        return not subprocess.run([PYTHON, "-c", "import uno"], capture_output=True, check=False).returncode
    except OSError:
        return False


@dataclass(frozen=True)
class Desk:
    """A folder with a private profile of LibreOffice, and a user who is not root: root adds no extension."""

    folder: Path
    user: int | None

    @property
    def profile(self) -> str:
        """The setting that names the profile."""
        return f"-env:UserInstallation={(self.folder / 'profile').as_uri()}"

    def start(self, *command: str, **more: Any) -> subprocess.Popen[str]:
        """Begin a program as that user."""
        if self.user is not None:
            more |= {"user": self.user, "group": self.user, "extra_groups": []}
        environment = {**os.environ, "HOME": str(self.folder)}
        return subprocess.Popen(
            command, text=True, cwd=self.folder, env=environment, start_new_session=True, **more
        )

    def run(self, *command: str) -> str:
        """What a program prints; it must end well."""
        started = self.start(
            *command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        try:
            out, told = started.communicate(timeout=PATIENCE)
        finally:
            _end(started)
        assert started.returncode == 0, f"{command[0]}: {out[-2000:]} {told[-3000:]}"
        return out


def _end(started: subprocess.Popen[str]) -> None:
    if started.poll() is None:
        os.killpg(started.pid, 9)
        started.wait(timeout=PATIENCE)


@pytest.fixture
def desk() -> Iterator[Desk]:
    """A profile with the extension in it."""
    need("lowriter", "unopkg")
    if not _has_uno():
        absent("Python with LibreOffice: apt-get install python3-uno")
    with tempfile.TemporaryDirectory(prefix="saferelease-writer-", ignore_cleanup_errors=True) as folder:
        made = Desk(Path(folder), 65534 if os.geteuid() == 0 else None)
        built = build(made.folder / "saferelease-writer.oxt")
        shutil.copy(DRIVER, made.folder)
        if made.user is not None:
            os.chown(made.folder, made.user, made.user)
        made.run("unopkg", "add", made.profile, str(built))
        yield made


@contextmanager
def writer(desk: Desk) -> Iterator[str]:
    """A headless LibreOffice; the name of its pipe."""
    pipe, silent = f"saferelease{new_id()[:8]}", subprocess.DEVNULL
    command = [
        "soffice",
        "--headless",
        "--norestore",
        "--nologo",
        desk.profile,
        f"--accept=pipe,name={pipe};urp;",
    ]
    started = desk.start(*command, stdin=silent, stdout=silent, stderr=silent)
    try:
        yield pipe
        started.wait(timeout=PATIENCE)
    finally:
        _end(started)


@dataclass(frozen=True)
class Seen:
    """What a person saw, and the service that she worked with."""

    seen: dict[str, Any]
    service: Service


@pytest.fixture
def seen(furnished: Service, desk: Desk) -> Iterator[Seen]:  # noqa: F811
    """A document inspected, decided about and sent, by the windows alone."""
    approved_policy(furnished, CONCEPT)
    with listening(furnished) as found, writer(desk) as pipe:
        address = found.settings.address
        asked = {"pipe": pipe, "address": address, "key": key_of(found, "operator.clinic")}
        file = desk.folder / "asked.json"
        file.write_text(json.dumps(asked))
        yield Seen(json.loads(desk.run(PYTHON, str(desk.folder / DRIVER.name), str(file))), found)
        kept = desk.folder / "profile" / "user" / "saferelease" / "access.json"
        assert json.loads(kept.read_text()) == {"address": address, "key": asked["key"]}
        assert kept.stat().st_mode & 0o777 == 0o600
    trials.close()
    finishing.benches.close()


def test_from_an_open_document_to_review(seen: Seen) -> None:
    told = seen.seen
    assert "Connect to the service first" in told["unconnected"]
    assert "never sent in the clear" in told["in the clear"]
    assert "Connected to 127.0.0.1" in told["Connected"]
    words = [one.partition(" (")[0] for one in told["findings"]]
    assert words[:4] == ["John Miller", "John Miller", "219-09-9999", "jm@example.org"]
    assert {"Antiretroviral drugs", "212-555-0187"} <= set(words)
    assert sorted(told["marks"]["under"].values()) == sorted(words)
    assert len(told["marks"]["comments"]) == len(words)
    assert any("right about HIV" in one and "In its place: Drugs" in one for one in told["marks"]["comments"])
    assert told["shown"] == "John Miller"
    _decided(told)
    assert "Give the release a title" in told["untitled"]
    assert told["left"] == {"under": {}, "comments": []}
    _reaches_reviewers(seen.service, told["sent"])


def _decided(told: dict[str, Any]) -> None:
    assert f"{len(told['findings']) - 4} open." not in told["inspected"]
    assert f"{len(told['findings']) - 4} open." in told["decided"]
    assert told["strings"][:3] == [
        "Dear colleague, I saw [PERSON] today, and [PERSON]\u2019s number is 219-09-9999.",
        "\U0001d518 Write to jm@example.org, not to him.",
        "Substances were given in the infectious ward.",
    ]
    assert not told["recorded"], "recorded changes would keep the original"
    assert "Inspect the document again" in told["changed"]
    assert told["after change"][0].endswith("number is 2019-09-9999."), "nothing is put over what was changed"


def _reaches_reviewers(service: Service, said: str) -> None:  # noqa: F811
    release = said.partition("as release ")[2].partition(".")[0]
    assert drain(service) == 1
    row = release_of(service, release)
    assert row.state == "review"
    (document,) = documents(service, release).values()
    vault = service.vault_of(row)
    sent = vault.load(original_path(service, release, document.id), f"original {document.id}")
    with zipfile.ZipFile(io.BytesIO(sent)) as archive:
        content = archive.read("content.xml").decode()
    assert "John Miller" not in content
    assert "Substances" in content
    assert "saferelease" not in content, "no mark is left"
    assert vault.open(document.name_sealed, f"name {document.id}") == "document.odt"
    with service.database.look() as state:
        ((_, note),) = notes_of(service, state, row, document.id)
    assert note == 'Refused in the word processor:\nemail: "jm@example.org": The court\'s own address.'


def test_the_same_source_gives_the_same_file(tmp_path: Path) -> None:
    one, other = build(tmp_path / "a.oxt").read_bytes(), build(tmp_path / "b.oxt").read_bytes()
    assert one == other
    with zipfile.ZipFile(io.BytesIO(one)) as archive:
        assert {"component.py", "description.xml", "Addons.xcu", "META-INF/manifest.xml"} <= set(
            archive.namelist()
        )
        assert b"@version@" not in archive.read("description.xml")
