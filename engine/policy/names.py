"""Names that a policy uses and nobody knows: categories, laws, knowledge, corpora..."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.catalog.laws import Law, provisions
from engine.catalog.names import LEARNABLE, Catalog, did_you_mean
from engine.policy.problem import Path, Problem

_LEARN = "only a learned recogniser finds it: add learn: to the clause"
_CITING = ("identifiers", "concepts", "attributes", "tables", "not_covered")


def unknown_names(data: Mapping[str, Any], catalog: Catalog) -> Iterator[Problem]:
    """Problems with the names in a policy, which may be otherwise faulty.

    Parameters
    ----------
    data : mapping
        The policy as read; what has not the right type is passed over.
    catalog : Catalog
        Names that exist.

    Yields
    ------
    Problem
        One for each unknown name, with the nearest known one.
    """
    yield from _own_laws(data, catalog)
    laws = {**catalog.laws, **_declared(data)}
    for key in _CITING:
        for place, clause in _mappings(data.get(key)):
            yield from _law(clause, (key, place), laws)
    if isinstance(hide_class := data.get("hide_class"), Mapping):
        yield from _law(hide_class, ("hide_class",), laws)
    for place, clause in _mappings(data.get("identifiers")):
        yield from _categories(clause, ("identifiers", place), catalog)
        yield from _operator(clause, ("identifiers", place), catalog)
        where: Path = ("identifiers", place, "countries")
        yield from _listed(
            clause.get("countries"), where, "POL035", "a country with numbers", catalog.countries
        )
    yield from _listed(data.get("knowledge"), ("knowledge",), "POL025", "a knowledge base", catalog.knowledge)
    if "/" not in str(data.get("counts")):  # a folder was looked for when the file was read
        yield from _named(data.get("counts"), ("counts",), "POL026", "a corpus", catalog.corpora)
    yield from _gate(data.get("gate"))
    documents, release = data.get("documents"), data.get("release")
    if isinstance(documents, Mapping):
        where = ("documents", "formats")
        yield from _listed(documents.get("formats"), where, "POL027", "a document format", catalog.formats)
        for place, rule in _mappings(documents.get("columns")):
            where = ("documents", "columns", place, "category")
            yield from _named(rule.get("category"), where, "POL020", "a category", catalog.categories)
    if isinstance(release, Mapping) and catalog.time_zones:
        where = ("release", "time_zone")
        yield from _named(release.get("time_zone"), where, "POL028", "a time zone", catalog.time_zones)


def _gate(gate: object) -> Iterator[Problem]:
    if isinstance(gate, Mapping):
        where: Path = ("gate", "sensitive")
        yield from _listed(gate.get("sensitive"), where, "POL020", "a category of annotations", LEARNABLE)


def _mappings(clauses: object) -> Iterator[tuple[int, Mapping[str, Any]]]:
    if isinstance(clauses, list | tuple):
        yield from ((place, clause) for place, clause in enumerate(clauses) if isinstance(clause, Mapping))


def _declared(data: Mapping[str, Any]) -> dict[str, Law]:
    return {
        cite: Law(cite, "", "")
        for _, entry in _mappings(data.get("laws"))
        if isinstance(cite := entry.get("cite"), str)
    }


def _own_laws(data: Mapping[str, Any], catalog: Catalog) -> Iterator[Problem]:
    seen: set[str] = set()
    for place, entry in _mappings(data.get("laws")):
        cite = entry.get("cite")
        if isinstance(cite, str) and (cite in seen or cite in catalog.laws):
            advice = "Leave this entry out." if cite in catalog.laws else "Leave one of the two out."
            yield Problem(("laws", place, "cite"), "POL029", "must not be known already", cite, advice)
        if isinstance(cite, str):
            seen.add(cite)


def _law(clause: Mapping[str, Any], path: Path, laws: Mapping[str, Law]) -> Iterator[Problem]:
    cited = clause.get("law")
    if not isinstance(cited, str):
        return
    named = provisions(cited, laws)
    if not named:
        unknown = next(part.strip() for part in cited.split(";") if not provisions(part.strip(), laws))
        advice = f"{did_you_mean(unknown, list(laws), shown=0)} A house rule is declared under laws.".lstrip()
        yield Problem((*path, "law"), "POL023", "must be a known law", unknown, advice)
    elif clause.get("unverified") is not True and not all(laws[citation].confirmed for citation in named):
        advice = "The text of this law was not confirmed when it was registered: say unverified: true."
        yield Problem((*path, "law"), "POL024", "must be marked unverified", cited, advice)


def _categories(clause: Mapping[str, Any], path: Path, catalog: Catalog) -> Iterator[Problem]:
    learned = () if clause.get("learn") is None else LEARNABLE
    yield from _listed(
        clause.get("find"),
        (*path, "find"),
        "POL020",
        "a category of identifiers",
        tuple(dict.fromkeys((*catalog.categories, *learned))),
        dict.fromkeys(LEARNABLE, _LEARN) | dict(catalog.to_come),
    )


def _operator(clause: Mapping[str, Any], path: Path, catalog: Catalog) -> Iterator[Problem]:
    replace = clause.get("replace_with")
    options = replace if isinstance(replace, Mapping) else {"operator": replace}
    name, census, found = options.get("operator"), options.get("census"), clause.get("find")
    fits = catalog.operators.get(name) if isinstance(name, str) else None
    if fits is not None and isinstance(found, list | tuple):
        unfit = [c for c in found if isinstance(c, str) and c in catalog.categories and c not in fits]
        if unfit:
            advice = f"{name} fits {', '.join(sorted(fits))}; give {unfit[0]} a clause of its own."
            must = f"must fit every category of the clause, and does not fit {', '.join(unfit)}"
            yield Problem((*path, "replace_with"), "POL021", must, str(name), advice)
    if type(census) is int and catalog.censuses and census not in catalog.censuses:
        years = ", ".join(map(str, sorted(catalog.censuses)))
        where = (*path, "replace_with", "census")
        yield Problem(where, "POL022", f"must be one of {years}", str(census), "Others have no ZIP3 table.")


def _listed(
    names: object,
    path: Path,
    code: str,
    kind: str,
    known: Sequence[str],
    to_come: Mapping[str, str] | None = None,
) -> Iterator[Problem]:
    for place, name in enumerate(names) if isinstance(names, list | tuple) else ():
        yield from _named(name, (*path, place), code, kind, known, to_come)


def _named(
    name: object,
    path: Path,
    code: str,
    kind: str,
    known: Sequence[str],
    to_come: Mapping[str, str] | None = None,
) -> Iterator[Problem]:
    if not isinstance(name, str) or name in known:
        return
    reason = (to_come or {}).get(name)
    advice = f"{reason[0].upper()}{reason[1:]}." if reason else did_you_mean(name, known, shown=40)
    yield Problem(path, code, f"must be {kind} that exists", name, advice)
