"""Sources of a corpus: kinds of files, compression, markup, and what is refused."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import tracemalloc
from pathlib import Path

import pytest

from adapters.counts.sources import SourceFile, find_files, plain_text, read_documents
from engine.errors import InvalidError
from tests.memory import in_a_fork

COMPRESS = {"": bytes, ".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress}

DUMP = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11">
  <siteinfo><sitename>Wikipedia</sitename></siteinfo>
  <page><title>HIV</title><ns>0</ns><id>1</id><revision><id>9</id><text xml:space="preserve">{{Infobox|x=1}}
[[File:a.jpg|thumb|A caption]]
'''HIV''' is a [[retrovirus|virus]] &amp; causes [[AIDS]].&lt;ref&gt;A source&lt;/ref&gt;

== History ==
It has [http://example.org links] and a table
{| class="x"
| cell
|}
[[Category:Viruses]]</text></revision></page>
  <page><title>Hiv</title><ns>0</ns><redirect title="HIV"/>
  <revision><text>#REDIRECT [[HIV]]</text></revision></page>
  <page><title>Talk:HIV</title><ns>1</ns><revision><text>chatter</text></revision></page>
  <page><title>Empty</title><ns>0</ns><revision><text/></revision></page>
  <page><title>Λύκος</title><ns>0</ns><revision><text>Ένας λύκος.</text></revision></page>
</mediawiki>
"""


def read(path: Path) -> list[str]:
    return list(read_documents(SourceFile(path, path.name)))


def refused(path: Path) -> str:
    with pytest.raises(InvalidError) as caught:
        read(path)
    assert caught.value.faults[0].code == "CNT020"
    return str(caught.value)


@pytest.mark.parametrize("suffix", COMPRESS)
def test_kinds_of_files_plain_and_compressed(tmp_path: Path, suffix: str) -> None:
    lines = "".join(json.dumps({"title": "t", "text": text}) + "\n\n" for text in ("one", "zwei\u2028ü"))
    for name, content in {"a.txt": "\ufeffplain ü\n", "b.jsonl": lines, "c.xml": DUMP}.items():
        (tmp_path / f"{name}{suffix}").write_bytes(COMPRESS[suffix](content.encode()))
    assert read(tmp_path / f"a.txt{suffix}") == ["plain ü\n"]
    assert read(tmp_path / f"b.jsonl{suffix}") == ["one", "zwei\u2028ü"]
    assert len(read(tmp_path / f"c.xml{suffix}")) == 3


def test_dump_gives_articles_without_markup(tmp_path: Path) -> None:
    (tmp_path / "dump.xml").write_text(DUMP, encoding="utf-8")
    hiv, empty, wolf = read(tmp_path / "dump.xml")
    assert hiv.split("\n\n")[0].strip() == "HIV is a virus & causes AIDS."
    assert "History" in hiv
    assert "links" in hiv
    for markup in (
        "Infobox",
        "x=1",
        "caption",
        "cell",
        "Category",
        "[[",
        "'''",
        "example.org",
        "{|",
        "A source",
    ):
        assert markup not in hiv
    assert (empty, wolf) == ("", "Ένας λύκος.")


@pytest.mark.parametrize(
    "prolog",
    [
        '<!DOCTYPE m [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
        '<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE m SYSTEM "http://127.0.0.1:9/x.dtd">',
    ],
)
def test_entities_and_document_types_are_refused(tmp_path: Path, prolog: str) -> None:
    entity = "&b;" if "ENTITY b" in prolog else "&x;" if "ENTITY x" in prolog else ""
    path = tmp_path / "bomb.xml"
    path.write_text(f"{prolog}<m><page><revision><text>{entity}</text></revision></page></m>")
    assert "document type" in refused(path)


def test_broken_files_are_refused_without_their_text(tmp_path: Path) -> None:
    broken = {
        "not-json.jsonl": (b'{"text": "fine"}\n{"text": "SECRET\n', "not-json.jsonl:2"),
        "no-text.jsonl": (b'{"title": "SECRET"}\n', "no-text.jsonl:1"),
        "list.jsonl": (b'["SECRET"]\n', "list.jsonl:1"),
        "number.jsonl": (b'{"text": 7}\n', "number.jsonl:1"),
        "latin1.txt": ("SECRET é".encode("latin-1"), "UTF-8"),
        "latin1.jsonl": ('{"text": "SECRET é"}'.encode("latin-1"), "latin1.jsonl:1"),
        "cut.xml": (DUMP[:400].encode(), "well-formed"),
        "cut.txt.xz": (lzma.compress(b"SECRET " * 99)[:60], "compressed"),
        "cut.txt.gz": (gzip.compress(b"SECRET " * 99)[:20], "compressed"),
        "cut.txt.bz2": (bz2.compress(b"SECRET " * 99)[:30], "compressed"),
        "other.txt.xz": (b"SECRET", "compressed"),
        "other.txt.gz": (b"SECRET", "compressed"),
    }
    for name, (content, expected) in broken.items():
        (tmp_path / name).write_bytes(content)
        message = refused(tmp_path / name)
        assert expected in message
        assert "SECRET" not in message


def test_folders_are_read_in_a_fixed_order(tmp_path: Path) -> None:
    for name in ("b.txt", "a/z.md", "a/y.TXT", "c.jsonl.gz", "photo.jpg", "no-suffix"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert [file.name for file in find_files([tmp_path])] == ["a/y.TXT", "a/z.md", "b.txt", "c.jsonl.gz"]
    single = find_files([tmp_path / "b.txt", tmp_path / "a"])
    assert [file.name for file in single] == ["b.txt", "y.TXT", "z.md"]


@pytest.mark.parametrize("name", ["missing.txt", "photo.jpg", "empty-folder", None])
def test_sources_that_give_nothing_are_refused(tmp_path: Path, name: str | None) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"")
    (tmp_path / "empty-folder").mkdir()
    with pytest.raises(InvalidError) as caught:
        find_files([tmp_path / name] if name else [])
    assert caught.value.faults[0].code == "CNT020"


def test_reading_tells_how_far_it_is(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text("".join(json.dumps({"text": "word " * 500}) + "\n" for _ in range(100)))
    told: list[int] = []
    list(read_documents(SourceFile(path, "many.jsonl"), told.append))
    assert told == sorted(told)
    assert 0 < told[0] < told[-1] == path.stat().st_size


def test_a_long_dump_does_not_stay_in_memory(tmp_path: Path) -> None:
    page = "<page><ns>0</ns><revision><text>" + "word " * 2000 + "</text></revision></page>\n"
    (tmp_path / "long.xml").write_text("<mediawiki>" + page * 150 + "</mediawiki>")

    def measured() -> tuple[int, int]:
        tracemalloc.start()
        n = sum(1 for _ in read_documents(SourceFile(tmp_path / "long.xml", "long.xml")))
        return n, tracemalloc.get_traced_memory()[1]

    n, peak = in_a_fork(measured)
    assert n == 150
    assert peak < 10_000 * 60  # the dump is 1.5 MB


def test_plain_text_of_nested_markup() -> None:
    assert plain_text("a [[b|''c'']] {{d|{{e}}}}f<!-- g -->").split() == ["a", "c", "f"]
    nested = "a<ref>b<ref>c</ref> [[File:d|e [[File:f|g]]]]</ref> [[File:h|[[i]]]] <math>j</math>k"
    assert plain_text(nested).split() == ["a", "k"]
