"""Commands for the reference corpus: build, pool, compare, info, count, ship."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from adapters.counts.build import PhraseSettings, build_index
from adapters.counts.build import Progress as BuildProgress
from adapters.counts.compacting import compact_index
from adapters.counts.local import LocalCounts
from adapters.knowledge.registry import open_knowledge
from adapters.machine.locations import corpora, kb_cache, shipped_tables
from engine.counts.information import information_content, pmi, posterior
from engine.errors import InvalidError, fault
from flows.compiling.pooled_corpora import set_up_pool
from flows.compiling.reference_corpora import (
    INDEX,
    open_corpus,
    set_up_web_corpus,
    ship_index,
    ship_tables,
)
from flows.release.cluster.spreading import spread_asked
from flows.training.shipped_tables import count_for_shipping
from service.commands.display.output import Json, emit, reported, say

app = typer.Typer(help="Build and inspect the corpora behind the probabilities.", no_args_is_help=True)

Name = Annotated[str, typer.Option("--name", help="Name of the corpus, as policies use it under `counts`.")]
_STAGES = {"read": "reading", "phrases": "phrases", "rows": "counting", "postings": "indexing"}


@app.command()
def build(
    sources: Annotated[
        list[Path], typer.Argument(metavar="SOURCE...", help="Text, JSONL or MediaWiki dump.")
    ],
    name: Annotated[
        str | None,
        typer.Option(
            help="Name of the corpus, as policies use it under `counts`.",
            show_default="wikipedia, or that of --out",
        ),
    ] = None,
    unit: Annotated[str, typer.Option(help="paragraph, document, sentence or window:N.")] = "paragraph",
    out: Annotated[Path | None, typer.Option(help="Folder of the index instead of kb_cache.")] = None,
    max_words: Annotated[int, typer.Option(min=1, max=6, help="Longest phrase.")] = 4,
    min_contexts: Annotated[int, typer.Option(min=2, help="Contexts that must hold a phrase.")] = 3,
    knowledge: Annotated[
        list[str] | None,
        typer.Option(help="Knowledge bases whose labels are counted whatever their frequency."),
    ] = None,
    replace: Annotated[bool, typer.Option(help="Replace the corpus of this name.")] = False,
    as_json: Json = False,
) -> None:
    """Count words and phrases of a corpus. The index appears only when it is complete."""
    with reported(as_json):
        called = name or (out.resolve().name if out else "wikipedia")
        folder = out or corpora() / called
        labels = [label for kb in knowledge or () for label in open_knowledge(kb, kb_cache()).vocabulary()]
        with _bar(as_json) as bar, spread_asked() as spread:
            fingerprint = build_index(
                sources,
                folder,
                unit,
                name=called,
                phrases=PhraseSettings(max_words, min_contexts),
                labels=labels,
                replace=replace,
                progress=_shown(bar),
                spread=spread,
            )
        facts = _info(LocalCounts(folder)) | {"folder": str(folder), "fingerprint": fingerprint}
        emit(
            as_json,
            facts,
            lambda: say(
                f"Corpus {called}: {facts['n_contexts']:,} {unit}s, {facts['n_bytes']:,} bytes in {folder}."
            ),
        )


@app.command()
def web(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of the corpus, as policies use it under `counts`.")
    ],
    url: Annotated[str, typer.Option(help="Address of the search service, https.")],
    pages: Annotated[int, typer.Option(min=1, help="Pages that the service knows.")],
    terms: Annotated[Path, typer.Option(help="File of the terms to ask about, one per line.")],
    count_path: Annotated[
        str, typer.Option(help="Where its answer holds the count, e.g. web.totalResults.")
    ] = "",
    field: Annotated[
        str, typer.Option(help="Field of the text, where URL is an index of OpenSearch or Elasticsearch.")
    ] = "",
    query_parameter: Annotated[str, typer.Option(help="URL parameter of the query.")] = "q",
    key_variable: Annotated[str, typer.Option(help="Environment variable that holds the API key.")] = "",
    key_header: Annotated[str, typer.Option(help="HTTP header that carries the key.")] = "Authorization",
    per_second: Annotated[float, typer.Option(min=0.01, help="Queries per second at the most.")] = 1.0,
    offline: Annotated[bool, typer.Option(help="Never ask: refuse what is not cached.")] = False,
    as_json: Json = False,
) -> None:
    """Count by the hits of a search service. Protected concepts and terms leave the machine."""
    with reported(as_json):
        try:
            listed = terms.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            raise InvalidError(
                fault("CRP005", str(terms), "must be a text file in UTF-8", "", "Write one term per line.")
            ) from None
        service = {
            "name": name,
            "url": url,
            "n_pages": pages,
            "count_path": count_path,
            "query_parameter": query_parameter,
            "key_variable": key_variable,
            "key_header": key_header,
            "queries_per_second": per_second,
            "field": field,
        }
        corpus = set_up_web_corpus(name, service, [term for term in map(str.strip, listed) if term], offline)
        data = {"name": name, "terms": len(corpus.terms), "offline": offline, "folder": str(corpus.folder)}
        emit(
            as_json,
            data,
            lambda: say(f"Corpus {name}: {corpus.source}; policies may use it as `counts: {name}`."),
        )


@app.command()
def pool(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="CORPUS...", help="Corpora, each with =WEIGHT or 1: notes=0.5 takes half."),
    ],
    name: Annotated[str, typer.Option("--name", help="Name of the pool, as policies use it under `counts`.")],
    concept: Annotated[
        str, typer.Option("--concept", help="Say these weights for one concept only; the pool must be there.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Count in several corpora as in one. A weight is the share of a corpus' counts that is taken."""
    with reported(as_json):
        made = set_up_pool(name, dict(map(_weight, sources)), concept, open_corpus)
        emit(
            as_json,
            {"name": name, "source": made.source, "folder": str(made.folder)},
            lambda: say(f"Corpus {name}: {made.source}; policies may use it as `counts: {name}`."),
        )


@app.command()
def compare(
    concept: Annotated[str, typer.Argument(metavar="CONCEPT", help="As a policy would protect it.")],
    name: Annotated[str, typer.Option("--name", help="Name of the pool.")],
    alpha: Annotated[float, typer.Option(min=1.0, max=20.0, help="Strictness, as in a clause.")] = 1.5,
    knowledge: Annotated[
        list[str] | None, typer.Option(help="Knowledge bases that the policy names, in order.")
    ] = None,
    most: Annotated[int, typer.Option(min=1, max=1000, help="Terms to list.")] = 20,
    as_json: Json = False,
) -> None:
    """Show what the corpora of a pool say of a concept, and the terms on which they disagree."""
    with reported(as_json):
        from flows.compiling.comparing_sources import compare_sources

        found = compare_sources(name, concept, alpha, knowledge or ["wordnet"], most)
        emit(as_json, found, lambda: _show_comparison(found))


@app.command()
def info(name: Name = "wikipedia", as_json: Json = False) -> None:
    """Show what a corpus holds, and its fingerprint."""
    with reported(as_json):
        facts = _info(_open(name))

        def show() -> None:
            for key, value in facts.items():
                say(f"{key}: {value}")

        emit(as_json, facts, show)


@app.command()
def count(
    terms: Annotated[list[str], typer.Argument(metavar="TERM...", help="Words or phrases.")],
    concept: Annotated[str, typer.Option("--with", help="Count each term together with this one too.")] = "",
    name: Name = "wikipedia",
    as_json: Json = False,
) -> None:
    """Count the contexts in which terms occur, alone and with a concept; show the association in bits."""
    with reported(as_json):
        index = _open(name)
        rows = [_count(index, term, concept) for term in terms]

        def show() -> None:
            for row in rows:
                _show_count(row, concept)

        emit(as_json, rows, show)


@app.command()
def ship(
    concepts: Annotated[
        list[str], typer.Argument(metavar="POLICY...", help="Policies whose concepts are shipped.")
    ],
    title: Annotated[str, typer.Option(help="What the corpus is, for reports.")],
    licence: Annotated[str, typer.Option(help="Licence of the corpus.")],
    name: Name = "wikipedia",
    as_json: Json = False,
) -> None:
    """Compute the disclosure tables of policies' concepts for an installation without the corpus."""
    with reported(as_json):
        vocabulary, tables = count_for_shipping(concepts, _open(name))
        folder = shipped_tables() / name
        ship_tables(folder, vocabulary, tables, {"title": title, "licence": licence})
        size = sum(path.stat().st_size for path in folder.iterdir())
        facts = {"folder": str(folder), "tables": len(tables), "words": len(vocabulary.keys), "bytes": size}
        emit(as_json, facts, lambda: say(f"{len(tables)} tables, {size:,} bytes in {folder}."))


@app.command()
def compact(
    knowledge: Annotated[
        list[str], typer.Option(help="Knowledge bases whose labels a policy may protect, e.g. wordnet.")
    ],
    title: Annotated[str, typer.Option(help="What the corpus is, for reports.")],
    licence: Annotated[str, typer.Option(help="Licence of the corpus.")],
    name: Name = "wikipedia",
    out: Annotated[Path | None, typer.Option(help="Folder instead of that of the shipped tables.")] = None,
    as_json: Json = False,
) -> None:
    """Make the compact index: numbers only, small enough to ship, with which any concept can be counted."""
    with reported(as_json):
        labels = [label for kb in knowledge for label in open_knowledge(kb, kb_cache()).vocabulary()]
        index = compact_index(_open(name), labels)
        folder = out or shipped_tables() / name
        ship_index(folder, index, {"title": title, "licence": licence})
        facts = {
            "folder": str(folder),
            "words": len(index.vocabulary.keys),
            "phrases": len(index.phrases),
            "postings": len(index.gaps),
            "bytes": (folder / INDEX).stat().st_size,
        }
        emit(
            as_json,
            facts,
            lambda: say(f"{facts['postings']:,} postings, {facts['bytes']:,} bytes in {folder}."),
        )


def _weight(source: str) -> tuple[str, float]:
    """A corpus and its weight, from what was typed; a weight that is no number is refused later as 0."""
    name, _, weight = source.partition("=")
    try:
        return name, float(weight or 1)
    except ValueError:
        return name, 0.0


def _show_comparison(found: dict[str, Any]) -> None:
    together = {"name": "together", "weight": "", **found["together"]}
    for row in (*found["sources"], together):
        weight = f", weight {row['weight']:g}" if row["weight"] else ""
        bits = row["information_content_bits"]
        said = "never mentioned" if bits is None else f"{row['with_concept']:,} mention it, {bits:.2f} bits"
        say(f"{row['name']}{weight}: {row['contexts']:,} contexts, {said}")
    say(
        f"{found['disagreements']:,} terms disclose {found['concept']} by one corpus and are safe by another "
        f"(limit {found['allowed_probability']:.1%})."
    )
    for term in found["terms"]:
        parts = [
            f"{each['name']} {each['verdict']} ({each['with_concept']:,} of {each['contexts']:,})"
            for each in term["sources"]
        ]
        say(f"  {term['term']}: {'; '.join(parts)}")


def _open(name: str) -> LocalCounts:
    folder = corpora() / name
    if not folder.is_dir():
        raise InvalidError(
            fault(
                "CRP002",
                f"corpus {name!r}",
                "must be built on this machine",
                "",
                f"Build it: saferelease corpus build SOURCE... --name {name}.",
            )
        )
    return LocalCounts(folder)


def _info(index: LocalCounts) -> dict[str, object]:
    return asdict(index.info())


def _count(index: LocalCounts, term: str, concept: str) -> dict[str, object]:
    n, n_contexts = index.count([term]), index.n_contexts()
    row: dict[str, object] = {"term": term, "contexts": n, "of": n_contexts}
    if n:
        row["information_content_bits"] = information_content(n, n_contexts)
    if n and concept:
        n_concept, n_joint = index.count([concept]), index.count_joint([concept], [term])
        row |= {"with_concept": n_joint}
        if n_concept and n_joint:
            bits = pmi(n_contexts, n_concept, n, n_joint)
            row |= {"pmi_bits": bits, "probability": posterior(bits, n_concept / n_contexts)}
    return row


def _show_count(row: dict[str, object], concept: str) -> None:
    line = f"{row['term']}: {row['contexts']:,} of {row['of']:,} contexts"
    if "information_content_bits" in row:
        line += f", {row['information_content_bits']:.2f} bits"
    if "with_concept" in row:
        line += f"; {row['with_concept']:,} with {concept}"
    if "pmi_bits" in row:
        line += f", PMI {row['pmi_bits']:.2f} bits, p({concept} | term) = {row['probability']:.1%}"
    say(line)


def _bar(quiet: bool) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet)


def _shown(bar: Progress) -> Callable[[BuildProgress], None]:
    tasks = {stage: bar.add_task(word, total=None) for stage, word in _STAGES.items()}

    def show(state: BuildProgress) -> None:
        bar.update(tasks[state.stage], completed=state.done, total=state.total)

    return show
