"""The peers' side of `bench_peers`: in an environment of its own, it prints processor seconds as JSON.

It knows nothing of this project: patterns, texts, numbers of contexts and names of files come in a file.
"""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path


def least(work, repeat: int) -> float:
    found = []
    for _ in range(repeat):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return min(found)


def taken(module, expressions: list[bytes]) -> list[bytes]:
    """The expressions that hyperscan takes; all tools get these."""
    found = []
    for expression in expressions:
        database = module.Database(mode=module.HS_MODE_BLOCK)
        try:
            database.compile(expressions=[expression], flags=[module.HS_FLAG_SOM_LEFTMOST])
        except module.error:
            continue
        found.append(expression)
    return found


def patterns(task) -> dict:
    import hyperscan
    import re2

    texts = [text.encode("latin-1") for text in task["texts"]]
    chosen = taken(hyperscan, [one.encode("latin-1") for one in task["patterns"]])
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    flags = [hyperscan.HS_FLAG_SOM_LEFTMOST] * len(chosen)
    database.compile(expressions=chosen, ids=list(range(len(chosen))), flags=flags)
    hits = []

    def by_hyperscan() -> None:
        hits.clear()
        for text in texts:
            database.scan(text, match_event_handler=lambda *hit: hits.append(hit) and None)

    readable = [one.decode("latin-1") for one in chosen]
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    options.max_mem = 1 << 28
    known, single = [], []
    for one in readable:
        try:
            single.append(re2.compile(one.encode("latin-1"), options))
            known.append(one)
        except re2.error:
            continue
    chooser = re2.Set.SearchSet(options)
    for one in known:
        chooser.Add(one.encode("latin-1"))
    chooser.Compile()

    def by_re2() -> int:
        return sum(
            sum(1 for _ in single[number].finditer(text))
            for text in texts
            for number in chooser.Match(text) or ()
        )

    plain = [re.compile(one.replace(r"\z", r"\Z")) for one in readable]  # as Python writes the end

    def by_re() -> int:
        return sum(sum(1 for _ in one.finditer(text)) for text in task["texts"] for one in plain)

    n_re2 = by_re2()  # its automata grow on first use
    seconds = {
        "hyperscan": least(by_hyperscan, task["repeat"]),
        f"re2 ({len(known)} of them, as a set, then one by one)": least(by_re2, task["repeat"]),
        "re, one by one": least(by_re, 1),
    }
    found = {"re": by_re(), "re2": n_re2}
    return {"patterns": len(chosen), "found": found, "seconds": seconds}


def counts(task) -> dict:
    import tantivy
    from pyroaring import BitMap

    concept, words = BitMap(task["concept"]), [BitMap(one) for one in task["words"]]
    roaring = [concept.intersection_cardinality(one) for one in words]
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("said", stored=False, tokenizer_name="whitespace", index_option="basic")
    index = tantivy.Index(builder.build())
    said: list[list[str]] = [[] for _ in range(task["contexts"])]
    for number in task["concept"]:
        said[number].append("c")
    for n, one in enumerate(task["words"]):
        for number in one:
            said[number].append(f"w{n}")
    writer = index.writer(50_000_000, 1)
    for line in said:
        writer.add_document(tantivy.Document(said=" ".join(line)))
    writer.commit()
    index.reload()
    searcher = index.searcher()
    queries = [index.parse_query(f"+said:c +said:w{n}") for n in range(len(words))]

    def by_tantivy() -> list[int]:
        return [searcher.search(one, limit=1, count=True).count or 0 for one in queries]

    seconds = {
        "pyroaring": least(lambda: [concept.intersection_cardinality(one) for one in words], task["repeat"]),
        "tantivy": least(by_tantivy, task["repeat"]),
    }
    return {"seconds": seconds, "found": {"pyroaring": roaring, "tantivy": by_tantivy()}}


def pdf(task) -> dict:
    import pymupdf
    import pypdfium2

    contents = [Path(one).read_bytes() for one in task["files"]]

    def by_pdfium() -> int:
        pages = 0
        for content in contents:
            document = pypdfium2.PdfDocument(content)
            for page in document:
                page.get_textpage().get_text_bounded()
                pages += 1
            document.close()
        return pages

    def by_pymupdf() -> None:
        for content in contents:
            with pymupdf.open(stream=content, filetype="pdf") as document:
                for page in document:
                    page.get_text()

    pages = by_pdfium()
    seconds = {
        "pypdfium2": least(by_pdfium, task["repeat"]),
        "PyMuPDF": least(by_pymupdf, task["repeat"]),
    }
    return {"pages": pages, "seconds": seconds}


if __name__ == "__main__":
    given = json.loads(Path(sys.argv[1]).read_text())
    print(json.dumps({"patterns": patterns, "counts": counts, "pdf": pdf}[given["part"]](given)))
