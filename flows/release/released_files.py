"""Released files until the bundle is sealed: in its folder, or encrypted while people are asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from adapters.bundle.files import damaged_record, sha256_of
from adapters.keys.installation import decrypt, encrypt
from adapters.machine.files import write_atomically
from engine.record.report import DocumentRecord
from flows.release.state import ReleaseFolders, remove_released, waiting_paths


@dataclass(frozen=True)
class ReleasedFiles:
    """The released files of a release that is not sealed yet.

    Parameters
    ----------
    folders : ReleaseFolders
    release_id : str
    key : bytes
        Of a release that waits for people; without it the files stand in the bundle's folder at once.
    """

    folders: ReleaseFolders
    release_id: str
    key: bytes = field(default=b"", repr=False)

    @property
    def table_folder(self) -> Path:
        """Where a released table is put first; its certificate goes into the folder beside it."""
        return (self.folders.private / "unproven" if self.key else self.folders.partial) / "documents"

    def put(self, record: DocumentRecord, content: bytes) -> None:
        """Write a released document."""
        if self.key:
            self._seal(waiting_paths(self.folders, record.id)[0], content)
        else:
            write_atomically(self._plain(record), content, durable=False)

    def take_table(self, record: DocumentRecord) -> None:
        """Take over a table and its certificate from `table_folder`."""
        if not self.key or record.table is None:
            return
        made = (self.table_folder / record.output, self.table_folder.parent / record.table.certificate)
        for plain, sealed in zip(made, waiting_paths(self.folders, record.id), strict=True):
            self._seal(sealed, plain.read_bytes())
            plain.unlink()

    def read(self, record: DocumentRecord) -> bytes:
        """The bytes of a released document."""
        sealed = waiting_paths(self.folders, record.id)[0]
        return self._open(sealed) if self.key else self._plain(record).read_bytes()

    def remove(self, record: DocumentRecord) -> None:
        """Take a released document back."""
        remove_released(self.folders, record)

    def put_in_place(self, record: DocumentRecord) -> None:
        """Write what waited into the bundle's folder; the encrypted file stays until the bundle is sealed.

        Raises
        ------
        InvalidError
            ``REL010`` when it is not what was checked.
        """
        if not self.key or record.outcome != "released":
            return
        targets = [(self._plain(record), record.sha256)]
        if record.table is not None:
            certificate = self.folders.partial / record.table.certificate
            targets.append((certificate, record.table.certificate_sha256))
        for (plain, sha256), sealed in zip(targets, waiting_paths(self.folders, record.id), strict=False):
            write_atomically(plain, self._open(sealed), durable=False)
            if sha256_of(plain) != sha256:
                raise damaged_record(sealed.name)

    def _plain(self, record: DocumentRecord) -> Path:
        return self.folders.partial / "documents" / record.output

    def _seal(self, path: Path, content: bytes) -> None:
        sealed = encrypt(self.key, content, f"waiting {self.release_id} {path.name}")
        write_atomically(path, sealed, durable=False, mode=0o600)

    def _open(self, path: Path) -> bytes:
        return decrypt(self.key, path.read_bytes(), f"waiting {self.release_id} {path.name}")
