"""Old Office files (doc, xls, ppt): LibreOffice makes docx, xlsx or pptx of them, and these are released."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import olefile

from adapters.documents.faults import encrypted, malformed, too_large, without_converter
from adapters.documents.office.pptx import Pptx
from adapters.documents.office.word.docx import Docx
from adapters.documents.office.xlsx import Xlsx
from adapters.documents.settings import DEFAULT, Settings
from adapters.machine.processes.children import run_tool
from adapters.machine.processes.passing_folders import PassingFolder
from engine.ports import OpenDocument
from engine.text import SensitiveText

_PROGRAM = "soffice"
_SECONDS = 3600.0
"""For one file; the policy's own limit for the document ends it sooner."""
_MOST_BYTES = 1 << 29
"""Of each file that LibreOffice writes."""
_ALONE = ("unshare", "--user", "--map-root-user", "--net", "--pid", "--fork", "--kill-child=SIGKILL")
"""No network, and no process that outlives its starter."""
_MEMORY = Path("/dev/shm")
_SECRET = frozenset({"EncryptedPackage", "EncryptionInfo", "EncryptedSummary"})
_BROKEN = (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError, AssertionError)
_NO_MACROS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop>
<prop oor:name="DisableActiveContent" oor:op="fuse"><value>true</value></prop></item>
</oor:items>
"""

_New = type[Docx] | type[Xlsx] | type[Pptx]


class Doc:
    """Documents of Word 97 to 2003.

    LibreOffice converts the file, without network, macros or any profile but an empty one of its own, in
    a private folder that goes with the process. What it writes is opened and released as ``.docx``.

    Parameters
    ----------
    settings : Settings
        As of docx.
    """

    name = "doc"
    suffixes: Sequence[str] = (".doc", ".dot")
    _streams = frozenset({"WordDocument"})
    _becomes: _New = Docx

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._settings = settings

    def open(self, document_id: str, content: bytes) -> OpenDocument:
        """Open a file; DOC003, DOC007, DOC008, DOC027 no LibreOffice, and what the new format says."""
        if len(content) > self._settings.max_bytes:
            raise too_large(document_id, len(content), self._settings.max_bytes)
        self._require_kind(document_id, content)
        if not is_installed():
            raise without_converter(document_id)
        inner = self._becomes(self._settings)
        return inner.open(document_id, converted(document_id, content, self.name, inner.name))

    def read_back(self, content: bytes) -> Sequence[SensitiveText]:
        """What the new file says."""
        return self._becomes(self._settings).read_back(content)

    def _require_kind(self, document_id: str, content: bytes) -> None:
        """Raise DOC007 for another kind of file, DOC008 for an encrypted one."""
        try:
            with olefile.OleFileIO(io.BytesIO(content)) as file:
                streams = {path[0] for path in file.listdir()}
        except _BROKEN:
            raise malformed(document_id, self.name, "a file that is not") from None
        if streams & _SECRET:
            raise encrypted(document_id)
        if not streams & self._streams:
            raise malformed(document_id, self.name, "another kind of file")


class Xls(Doc):
    """Workbooks of Excel 97 to 2003."""

    name = "xls"
    suffixes: Sequence[str] = (".xls", ".xlt")
    _streams = frozenset({"Workbook", "Book"})
    _becomes = Xlsx


class Ppt(Doc):
    """Presentations of PowerPoint 97 to 2003."""

    name = "ppt"
    suffixes: Sequence[str] = (".ppt", ".pps", ".pot")
    _streams = frozenset({"PowerPoint Document"})
    _becomes = Pptx


@cache
def is_installed() -> bool:
    """Whether LibreOffice is found, and the system lets it run without a network."""
    if shutil.which(_PROGRAM) is None:
        return False
    try:
        run_tool([*_ALONE, "true"], Path("/"), 120.0)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def holds_in_memory() -> bool:
    """Whether a file can be handed to LibreOffice without writing it to a disk."""
    return os.access(_MEMORY, os.W_OK)


def converted(document_id: str, content: bytes, old: str, new: str) -> bytes:
    """The file of suffix `new` that LibreOffice makes of one of suffix `old`; DOC007 when it makes none."""
    place = _MEMORY if holds_in_memory() else None
    with PassingFolder("saferelease-office-", place) as folder:
        source = folder / f"document.{old}"
        source.write_bytes(content)
        _write_profile(folder)
        try:
            run_tool(_command(folder, new), folder, _SECONDS, variables={"HOME": str(folder)})
        except subprocess.SubprocessError:
            raise malformed(document_id, old, "a file that LibreOffice does not convert in time") from None
        made = folder / f"document.{new}"
        if not made.exists():
            raise malformed(document_id, old, "a file that LibreOffice does not convert")
        return made.read_bytes()


def _write_profile(folder: Path) -> None:
    """A profile in which macros and active content are off."""
    user = folder / "profile" / "user"
    user.mkdir(parents=True)
    (user / "registrymodifications.xcu").write_text(_NO_MACROS, encoding="utf-8")


def _command(folder: Path, new: str) -> list[str]:
    limits = ["prlimit", f"--fsize={_MOST_BYTES}", "--core=0"]
    program = [_PROGRAM, "--headless", "--norestore", "--nolockcheck", "--nodefault", "--nologo"]
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    source = next(folder.glob("document.*"))
    return [*limits, *_ALONE, *program, profile, "--convert-to", new, "--outdir", str(folder), str(source)]
