"""What every document format must do; a test class per format inherits it.

The inheriting class gives `fmt`, `sample` (a file with the canary in every
place that the format has, also split and encoded), and `malformed` files.
"""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Sequence

import pytest

from adapters.documents.containers.archive import write_archive
from engine.errors import InvalidError, SafereleaseError, UnreadableError
from engine.ports import DocumentFormat, OpenDocument, Replacement
from engine.text import PART_BREAK
from tests.drawn_cases import number_of_cases

CANARY = "Zyxwanda"
NASTY = "a<b>&\"c'\\d[e](f){g}|h,i;j=k*l_m`n%o#p"


def replacements_of(opened: OpenDocument, pattern: str, text: str) -> list[Replacement]:
    """A replacement of every match of `pattern` in the document's text."""
    found = re.finditer(pattern, opened.document.text.reveal())
    return [Replacement(m.start(), m.end(), text) for m in found]


def words(texts: Sequence[str]) -> str:
    """Letters and digits only: what must survive any change of markup."""
    return "".join(c for t in texts for c in t if c.isalnum())


class DocumentFormatSuite:
    """Inherit, and set the four attributes."""

    fmt: DocumentFormat
    sample: bytes
    malformed: Sequence[bytes] = ()
    byte_exact = True
    n_canaries = 1
    """Least number of places where the sample's canary must be found."""
    n_mutations = 150
    reads_otherwise = False
    """Whether broken files may read as other words to the second reader (fonts of wrong widths): a release is
    then refused."""
    kept_characters = ""
    """Characters that writing may add, such as the number of a second equal key."""

    def read(self, content: bytes) -> list[str]:
        return [text.reveal() for text in self.fmt.read_back(content)]

    def test_parts_cover_the_text(self) -> None:
        document = self.fmt.open("d1", self.sample).document
        text = document.text.reveal()
        at = 0
        for part in document.parts:
            assert part.start == at and part.end > part.start
            assert text[part.end : part.end + 2] in ("", PART_BREAK)
            at = part.end + len(PART_BREAK)
        assert at - len(PART_BREAK) == len(text)
        assert document.id == "d1"

    def test_every_canary_is_found(self) -> None:
        text = self.fmt.open("d", self.sample).document.text.reveal()
        assert text.count(CANARY) >= self.n_canaries

    def test_read_back_sees_every_part(self) -> None:
        opened = self.fmt.open("d", self.sample)
        seen = "".join(words([text]) + "\n" for text in self.read(opened.rewrite([])))
        text = opened.document.text.reveal()
        for part in opened.document.parts:
            for word in re.findall(r"\w{4,}", text[part.start : part.end]):
                assert words([word]) in seen, part.kind

    def test_nothing_to_replace_changes_nothing(self) -> None:
        opened = self.fmt.open("d", self.sample)
        written = opened.rewrite([])
        if self.byte_exact:
            assert written == self.sample
        again = self.fmt.open("d", written)
        assert again.document.text == opened.document.text
        assert again.document.parts == opened.document.parts
        assert again.rewrite([]) == written

    def test_replaced_text_is_gone_and_the_rest_stays(self) -> None:
        opened = self.fmt.open("d", self.sample)
        written = opened.rewrite(replacements_of(opened, CANARY, "REMOVED"))
        again = self.fmt.open("d", written).document.text.reveal()
        assert again == opened.document.text.reveal().replace(CANARY, "REMOVED")
        assert CANARY.encode() not in written
        texts = self.read(written)
        assert not any(CANARY in text for text in texts)
        assert CANARY not in words(texts)
        assert any("REMOVED" in text for text in texts)

    def test_deleted_text_is_gone(self) -> None:
        opened = self.fmt.open("d", self.sample)
        written = opened.rewrite(replacements_of(opened, CANARY, ""))
        assert CANARY not in words(self.read(written))
        self.fmt.open("d", written)

    def test_every_word_can_be_replaced(self) -> None:
        opened = self.fmt.open("d", self.sample)
        written = opened.rewrite(replacements_of(opened, r"[^\W_]+", "w"))
        left = self.fmt.open("d", written).document.text.reveal()
        assert set("".join(re.findall(r"[^\W_]+", left))) <= {"w", *self.kept_characters}

    def test_markup_in_a_replacement_stays_text(self) -> None:
        opened = self.fmt.open("d", self.sample)
        written = opened.rewrite(replacements_of(opened, CANARY, NASTY))
        again = self.fmt.open("d", written).document
        assert len(again.parts) == len(opened.document.parts)
        assert any(NASTY in text for text in self.read(written))

    def test_writing_is_deterministic(self) -> None:
        items = replacements_of(self.fmt.open("d", self.sample), CANARY, "X")
        first = self.fmt.open("d", self.sample).rewrite(items)
        assert first == self.fmt.open("d", self.sample).rewrite(items)

    def test_a_replacement_outside_a_part_is_the_callers_error(self) -> None:
        opened = self.fmt.open("d", self.sample)
        length = len(opened.document.text)
        for bad in ([Replacement(0, length + 1, "x")], [Replacement(2, 1, "x")]):
            with pytest.raises(SafereleaseError, match="DOC016"):
                opened.rewrite(bad)
        with pytest.raises(SafereleaseError, match="DOC016"):
            opened.rewrite([Replacement(1, 3, "x"), Replacement(2, 4, "y")])

    def test_malformed_files_are_unreadable_without_their_text(self) -> None:
        for content in self.malformed:
            with pytest.raises(UnreadableError) as error:
                self.fmt.open("d7", content)
            assert CANARY not in str(error.value)
            assert "d7" in str(error.value)

    def mutate(self, rng: random.Random) -> bytes:
        """A broken variant of the sample; formats with compressed content break what is inside."""
        return mutated(self.sample, rng)

    def test_broken_files_never_crash(self) -> None:
        """Cut and mutated files open, or are unreadable; what opens can be written and read back clean."""
        rng = random.Random(20240607)
        n_opened = 0
        for number in range(self.n_mutations):
            if n_opened and number >= number_of_cases(self.n_mutations):
                break
            content = self.mutate(rng)
            try:
                opened = self.fmt.open("d", content)
                written = opened.rewrite(replacements_of(opened, CANARY, "X"))
                texts = self.read(written)
            except InvalidError as error:
                assert CANARY not in str(error)
                continue
            n_opened += 1
            if not self.reads_otherwise:
                assert not any(CANARY in text for text in texts)
        assert n_opened


def mutated(content: bytes, rng: random.Random) -> bytes:
    """`content` cut short, with bytes changed, or with a piece moved or doubled."""
    data = bytearray(content)
    kind = rng.randrange(4)
    if kind == 0:
        return bytes(data[: rng.randrange(len(data))])
    if kind == 1:
        for _ in range(rng.randrange(1, 8)):
            data[rng.randrange(len(data))] = rng.randrange(256)
    start, end = sorted((rng.randrange(len(data)), rng.randrange(len(data))))
    if kind == 2:
        del data[start : min(end, start + 40)]
    if kind == 3:
        data[start:start] = data[start : min(end, start + 200)]
    return bytes(data)


def mutated_archive(content: bytes, rng: random.Random) -> bytes:
    """A ZIP archive with one of its files mutated."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    name = rng.choice([name for name, data in files.items() if data])
    return write_archive(files | {name: mutated(files[name], rng)})
