"""ZIP archives of documents against the conformance suite."""

from __future__ import annotations

import io
import random
import zipfile
from email.message import EmailMessage

import pytest

from adapters.documents.containers import unpacked
from adapters.documents.containers.archive import write_archive
from adapters.documents.containers.packed_names import packed_names
from adapters.documents.containers.tar_archive import write_gzip
from adapters.documents.containers.zip_folder import ZipFolder
from adapters.documents.mail.mail import Mail
from adapters.documents.settings import Settings
from engine.errors import UnreadableError
from tests.conformance import presentation_files
from tests.conformance.documents_suite import (
    CANARY,
    DocumentFormatSuite,
    mutated,
    mutated_archive,
    replacements_of,
)
from tests.conformance.test_documents_docx import GONE
from tests.conformance.test_documents_docx import sample as docx_sample

INNER = write_archive({f"{CANARY}.txt": f"inner {CANARY}".encode()})


def names(content: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return archive.namelist()


class TestZip(DocumentFormatSuite):
    fmt = ZipFolder()
    sample = write_archive(
        {
            f"letters/of {CANARY}/a.txt": f"Dear {CANARY}".encode(),
            f"letters/{CANARY}.docx": docx_sample(),
            "table.csv": f"id,name\n1,{CANARY}\n".encode(),
            "more.zip": INNER,
        }
    )
    byte_exact = False
    n_canaries = 30
    n_mutations = 40
    kept_characters = "23456789"
    malformed = (b"PK\x03\x04" + CANARY.encode(), sample[:200])

    def mutate(self, rng: random.Random) -> bytes:
        return rng.choice((mutated, mutated_archive))(self.sample, rng)

    def test_names_are_replaced_and_stay_apart(self) -> None:
        files = {"John.txt": b"1", "Mary.txt": b"2", "x/Mary.md": b"3"}
        opened = self.fmt.open("d", write_archive(files))
        written = opened.rewrite(replacements_of(opened, "John|Mary", "../[N]"))
        assert names(written) == ["[N].txt", "[N] (2).txt", "x/[N].md"]


def test_files_that_cannot_be_opened_are_removed_or_refused() -> None:
    content = write_archive({"a.txt": b"x", "sound.mp3": GONE.encode(), f"b/{GONE}": b"y"})
    written = ZipFolder().open("d", content).rewrite([])
    assert names(written) == ["a.txt", "sound.removed.txt", f"b/{GONE}.removed.txt"]
    with zipfile.ZipFile(io.BytesIO(written)) as archive:
        assert GONE.encode() not in b"".join(archive.read(name) for name in archive.namelist())
    with pytest.raises(UnreadableError, match="DOC001"):
        ZipFolder(Settings(unopened="refuse")).open("d", content)


def test_endless_nesting_is_unreadable() -> None:
    content = INNER
    for _ in range(12):
        content = write_archive({"more.zip": content})
    with pytest.raises(UnreadableError, match="DOC006"):
        ZipFolder(Settings(unopened="refuse")).open("d", content)
    text = ZipFolder().open("d", content).document.text.reveal()
    assert CANARY not in text, "the innermost archives are replaced by a note"


def test_files_with_macros_and_templates_are_packed_as_plain_ones() -> None:
    content = write_archive({"a/letter.docm": docx_sample(), "a/deck.potx": presentation_files.sample()})
    with zipfile.ZipFile(io.BytesIO(ZipFolder().open("d", content).rewrite([]))) as archive:
        assert archive.namelist() == ["a/letter.docx", "a/deck.pptx"]
    assert ZipFolder().read_back(ZipFolder().open("d", content).rewrite([]))


SMALL = Settings(max_expanded_bytes=100_000)


@pytest.mark.parametrize("kind", ["zip", "gz", "eml", "docx"])
def test_many_small_bombs_are_one_bomb(kind: str) -> None:
    """Each archive is within the limit; all of them together are not, and no note hides that."""
    inner = {
        "zip": write_archive({"a.txt": b" " * 30_000}),
        "gz": write_gzip("a.txt", b" " * 30_000),
        "eml": _mail(write_archive({"a.txt": b" " * 30_000})),
        "docx": write_archive({"word/document.xml": b" " * 30_000, "[Content_Types].xml": b"<Types/>"}),
    }[kind]
    content = write_archive({f"{number}.{kind}": inner for number in range(5)})
    with pytest.raises(UnreadableError, match=r"DOC012.*more than 100000 bytes"):
        ZipFolder(SMALL).open("d", content)
    few = write_archive({f"{number}.{kind}": inner for number in range(2)})
    assert ZipFolder(SMALL).open("d", few).rewrite([])


def test_a_mail_of_bombs_is_no_longer_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = write_archive({"a.txt": b" " * 200_000})
    with pytest.raises(UnreadableError, match="DOC012"):
        Mail(SMALL).open("d", _mail(bomb, bomb))
    opened = Mail(SMALL).open("d", _mail(bomb))
    assert b"could not be searched" in opened.rewrite([]), "one alone is an attachment that is too large"
    assert len(list(packed_names("a.zip", write_archive({f"{n}.zip": bomb for n in range(9)}), SMALL))) == 9
    monkeypatch.setattr(unpacked, "MAX_FILES", 20)
    many = write_archive({f"{number}.txt": b"" for number in range(9)})
    with pytest.raises(UnreadableError, match=r"DOC012.*more than 20 files"):
        ZipFolder().open("d", write_archive({f"{number}.zip": many for number in range(3)}))


def _mail(*archives: bytes) -> bytes:
    message = EmailMessage()
    message.set_content("See the files.")
    for content in archives:
        message.add_attachment(content, maintype="application", subtype="zip", filename="a.zip")
    return message.as_bytes()
