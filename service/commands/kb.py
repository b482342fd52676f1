"""Commands for knowledge bases: list, fetch, import, lookup."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.table import Table

from adapters.knowledge.imports import (
    import_mesh,
    import_odp,
    import_places,
    import_rdf,
    import_snomed,
    import_wiktionary,
)
from adapters.knowledge.registry import (
    REGISTRY,
    InstalledKnowledge,
    installed,
    installed_as,
    lookup,
    open_knowledge,
)
from adapters.knowledge.servers.fhir import Coded
from adapters.knowledge.servers.imports import import_server
from adapters.knowledge.servers.sparql import Part
from adapters.knowledge.wordnet.fetch import fetch_wordnet
from adapters.machine.locations import kb_cache
from service.commands.display.output import Json, complain, emit, reported, say

app = typer.Typer(help="Install and inspect knowledge bases.", no_args_is_help=True)


@app.command("list")
def list_(as_json: Json = False) -> None:
    """List the knowledge bases that a policy may name, and whether they are installed."""
    with reported(as_json):
        rows = _knowledge_bases()

        def show() -> None:
            table = Table("name", "installed", "edition", "concepts", "licence", "how to get it")
            for row in rows:
                table.add_row(*(str(row[key]) for key in _SHOWN))
            Console(highlight=False, soft_wrap=True).print(table)

        emit(as_json, rows, show)


_SHOWN = ("name", "installed", "edition", "n_concepts", "licence", "how_to_get")


def _knowledge_bases() -> list[dict[str, object]]:
    ready = {found.name: asdict(found) for found in installed(kb_cache())}
    rows: list[dict[str, object]] = []
    for name in dict.fromkeys((*REGISTRY, *ready)):
        known = REGISTRY.get(name)
        row: dict[str, object] = {"name": name, "installed": name in ready, "edition": "", "n_concepts": ""}
        row |= {"licence": known.licence if known else "", "how_to_get": known.how_to_get if known else ""}
        rows.append(row | ready.get(name, {}))
    return rows


@app.command("fetch")
def fetch_(
    name: Annotated[Literal["wordnet"], typer.Argument(metavar="NAME", help="A free knowledge base.")],
    source: Annotated[
        Path | None, typer.Option(help="A WN-LMF file that you have, instead of fetching.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Fetch and install a free knowledge base. Does nothing if it is installed."""
    with reported(as_json):
        path = fetch_wordnet(kb_cache(), progress=None if as_json else complain, source=source)
        fingerprint = open_knowledge(name, kb_cache()).fingerprint
        data = {"name": name, "path": str(path), "fingerprint": fingerprint}
        emit(as_json, data, lambda: say(f"{name} is installed ({fingerprint[:12]})."))


@app.command("import")
def import_(
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH", help="The file or folder of the taxonomy, or the address of a server."
        ),
    ],
    kind: Annotated[
        Literal["rdf", "snomed", "mesh", "odp", "wiktionary", "places", "sparql", "fhir"],
        typer.Option(
            help="rdf takes RDF, OBO, FHIR code systems, your own .txt or .csv; snomed an RF2 snapshot; "
            "odp and wiktionary their dumps; sparql and fhir ask a server."
        ),
    ] = "rdf",
    name: Annotated[str, typer.Option(help="Name for policies to use (rdf, sparql, fhir).")] = "",
    root: Annotated[str, typer.Option(help="Take what is below this IRI (sparql) or code (fhir).")] = "",
    broader: Annotated[str, typer.Option(help="IRI of a further property that generalizes (sparql).")] = "",
    system: Annotated[str, typer.Option(help="Address that names the code system (fhir).")] = "",
    value_set: Annotated[str, typer.Option(help="Address that names a value set to take (fhir).")] = "",
    offline: Annotated[
        bool, typer.Option("--offline", help="Ask no server: build from the answers kept.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Import a taxonomy that you have, under the licence you have for it."""
    with reported(as_json):
        if kind in ("sparql", "fhir"):
            asked = Part(root, broader) if kind == "sparql" else Coded(system, root, value_set)
            import_server(path, asked, name, kb_cache(), offline=offline)
        elif kind == "rdf":
            name = name or Path(path).stem.lower()
            import_rdf(Path(path), name, kb_cache())
        else:
            name = kind
            _IMPORTERS[kind](Path(path), kb_cache())
        found = installed_as(name, kb_cache())
        emit(as_json, asdict(found), lambda: _show_import(found))


def _show_import(found: InstalledKnowledge) -> None:
    say(f"{found.name} is installed ({found.fingerprint[:12]}).")
    say(f"  {found.n_concepts} concepts, {found.n_labels} names, {found.n_links} generalizations")
    for reason, number in found.dropped.items():
        if number:
            say(f"  left out: {number} {reason}")


_IMPORTERS = {
    "snomed": import_snomed,
    "mesh": import_mesh,
    "odp": import_odp,
    "wiktionary": import_wiktionary,
    "places": import_places,
}


@app.command("lookup")
def lookup_(
    label: Annotated[str, typer.Argument(metavar="TERM", help="A word or phrase.")],
    knowledge: Annotated[
        list[str] | None, typer.Option(help="Knowledge bases; by default all installed.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the senses of a term and their generalizations, most specific first."""
    with reported(as_json):
        rows = [asdict(found) for found in lookup(label, kb_cache(), knowledge or ())]

        def show() -> None:
            for row in rows:
                path = " > ".join([row["labels"][0], *row["generalizations"]])
                say(f"{row['knowledge']} {row['concept']}: {path}")
            if not rows:
                say(f"{label}: in no installed knowledge base.")

        emit(as_json, rows, show)
