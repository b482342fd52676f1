"""Pages for readers, in Markdown: the clauses of a policy, the keys of the language."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.policy.clauses.attributes import AttributeClause
from engine.policy.clauses.concepts import ConceptClause
from engine.policy.clauses.hide_class import HideClassClause
from engine.policy.clauses.tables import TableClause
from engine.policy.clauses.text import IdentifierClause, LegalClause, NotCovered
from engine.policy.model import Policy
from flows.authoring.explaining import people_sentences


def policy_page(policy: Policy, bases: Sequence[Policy] = (), shared: Sequence[str] = ()) -> str:
    """The page of a policy.

    Parameters
    ----------
    policy : Policy
        Composed.
    bases : sequence of Policy
        What it is made of; what their pages tell already is left out.
    shared : sequence of str
        Notes that stand on the list of all policies, as `shared_notes` gives them; the page links to them.

    Returns
    -------
    str
        Markdown: what it is for, its clauses with law, method, status and note, and what it does not cover.
    """
    before = {_told(clause) for base in bases for clause in base.clauses}
    own = [c for c in policy.clauses if _told(c) not in before]
    gaps = {_gap(entry) for base in bases for entry in base.not_covered}
    gaps = gaps if gaps <= {_gap(entry) for entry in policy.not_covered} else set()
    parts = [
        f"# {policy.policy} {policy.version}",
        (policy.description or f"{policy.title}.")
        + _made_of(policy, len(policy.clauses) - len(own), bool(gaps)),
        f"## Clauses\n\n{_clauses(own, _Notes(bases, shared))}",
        _not_read(own),
        f"## Tables of people\n\n{told}" if (told := people_sentences(policy.reidentification)) else "",
        _not_covered([entry for entry in policy.not_covered if _gap(entry) not in gaps]),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _told(clause: LegalClause) -> tuple[str | None, ...]:
    """What a page says of a clause, under whatever policy."""
    row = _row(clause)
    return (_last(clause), *row[1:], clause.status, str(clause.unverified), clause.note, clause.because)


def _last(clause: LegalClause) -> str:
    return clause.id.rpartition("/")[2]


def _gap(entry: NotCovered) -> tuple[str | None, ...]:
    return entry.law, entry.title, entry.reason


def _made_of(policy: Policy, n_same: int, same_gaps: bool) -> str:
    if not policy.bases:
        return ""
    links = ", ".join(f"[{base}]({base}.md)" for base in policy.bases)
    same = f" {n_same} clauses are as there, with their notes." if n_same else ""
    gaps = " What is not covered there is not covered here." if same_gaps else ""
    return f"\n\nMade of: {links}.{same}{gaps}"


def _row(clause: LegalClause) -> list[str]:
    return [clause.id, clause.law, clause.title or "", _looked_for(clause), _replaced(clause)]


def _clauses(clauses: Sequence[LegalClause], notes: _Notes) -> str:
    """A list of them; the law and the replacement of most of them stand once, above it."""
    law = _most([clause.law for clause in clauses])
    replaced = _most([_replaced(clause) for clause in clauses])
    told = [f"law {law}"] if law else []
    told += [f"in its place {replaced}"] if replaced else []
    lines = "\n".join(_clause(clause, law, replaced, notes) for clause in clauses)
    return f"Unless named: {'; '.join(told)}.\n\n{lines}" if told else lines


def _most(values: Sequence[str]) -> str:
    """What more than half of several are, or nothing."""
    [(value, n)] = Counter(values).most_common(1) or [("", 0)]
    return value if n > 1 and n > len(values) / 2 else ""


def _clause(clause: LegalClause, law: str, replaced: str, notes: _Notes) -> str:
    head = f"`{clause.id}`" + ("" if clause.law == law else f", {clause.law}")
    found = _looked_for(clause)
    found = f"`{found}`" if isinstance(clause, IdentifierClause) else found
    found += "" if _replaced(clause) == replaced else f" → {_replaced(clause)}"
    title = f"{clause.title} ({found})" if clause.title else found
    because = f" Looser because: {clause.because}" if clause.because else ""
    return f"- {head}: {title}.{notes.of(clause)}{because}"


class _Notes:
    """Notes of clauses, each in full on one page: of the base, of all policies, or of the policy itself."""

    def __init__(self, bases: Sequence[Policy], shared: Sequence[str]) -> None:
        self._of_bases = {(_last(c), c.status, c.note) for base in bases for c in base.clauses}
        self._shared = list(shared)

    def of(self, clause: LegalClause) -> str:
        """The note as it stands behind the clause, which it says to be covered partly where it is."""
        if not clause.note:
            return ""
        partly = " **Partly:**" if clause.status == "partly" else ""
        if (_last(clause), clause.status, clause.note) in self._of_bases:
            return f"{partly or ' Note:'} as there."
        if clause.note in self._shared:
            n = self._shared.index(clause.note) + 1
            return f"{partly} [note {n}](index.md#notes-of-several-policies)."
        return f"{partly} {clause.note}"


def _looked_for(clause: LegalClause) -> str:
    if isinstance(clause, IdentifierClause):
        return ", ".join(clause.find)
    if isinstance(clause, ConceptClause):
        limit = f"alpha {clause.alpha:g}" if clause.alpha else f"at most {clause.disclose_at_most}"
        return f"discloses {clause.protect}, {limit}"
    if isinstance(clause, AttributeClause):
        return f"words that point to {', '.join(clause.hide)}"
    if isinstance(clause, HideClassClause):
        return f"what points to the class of a document, which is hidden among {clause.k}"
    if isinstance(clause, TableClause):
        return f"tables: {', '.join(clause.files)}"
    return ""


def _replaced(clause: LegalClause) -> str:
    if isinstance(clause, IdentifierClause):
        census = f" ({clause.replace_with.census} census)" if clause.replace_with.census else ""
        return clause.replace_with.operator + census
    if isinstance(clause, ConceptClause):
        general = f"a more general term, drawn ({clause.choice})" if clause.choice else "a more general term"
        return general if clause.replace_with == "generalize" else "nothing"
    if isinstance(clause, AttributeClause):
        return f"a general word or a label, which says {clause.disclose_at_most}"
    if isinstance(clause, HideClassClause):
        return "a more general word, or ___" if clause.operator == "generalize" else "___"
    if isinstance(clause, TableClause):
        return f"k = {clause.k} rows show what one shows, by {clause.choose}"
    return ""


def _not_read(clauses: Sequence[LegalClause]) -> str:
    """Whose citations nobody compared with the law's text."""
    named = [f"`{clause.id}`" for clause in clauses if clause.unverified]
    those = "all" if len(named) == len(clauses) else ", ".join(named)
    return f"Citations not compared with the official text: {those}." if named else ""


def shared_notes(policies: Iterable[Policy]) -> list[str]:
    """Notes of twenty words or more that three clauses of shipped policies have word for word.

    Parameters
    ----------
    policies : iterable of Policy

    Returns
    -------
    list of str
        The most frequent first.
    """
    told = Counter(clause.note for one in policies if not one.bases for clause in one.clauses if clause.note)
    return [note for note, n in told.most_common() if n > 2 and len(note.split()) >= 20]


def _not_covered(entries: Sequence[NotCovered]) -> str:
    listed = "\n".join(f"- **{e.title or 'Another provision'}** ({e.law}). {e.reason}" for e in entries)
    return f"## Not covered\n\n{listed}" if listed else ""


def policy_index(policies: Iterable[Policy]) -> str:
    """The page that lists the shipped policies.

    Parameters
    ----------
    policies : iterable of Policy

    Returns
    -------
    str
        Markdown: each with its title and a link to its page, and the notes that several share.
    """
    said = (
        "A command takes one by its name, a policy under `extends` or `combines`. A page lists its clauses: "
        "id, law, what it is about, and in brackets what is looked for, → what takes its place. A clause is "
        "[covered](../glossary.md#policy) where no **partly** stands."
    )
    policies = list(policies)
    listed = "\n".join(f"- [`{one.policy}`]({one.policy}.md): {one.title}." for one in policies)
    notes = "\n".join(f"{n}. {note}" for n, note in enumerate(shared_notes(policies), 1))
    return f"# Shipped policies\n\n{said}\n\n{listed}\n\n## Notes of several policies\n\n{notes}\n"


_SECTIONS = {
    "": "The policy",
    "IdentifierClause": "A clause about identifiers",
    "Learn": "Learned recognisers of a clause (`learn`)",
    "Operator": "What replaces an identifier (`replace_with`, when it has options)",
    "ConceptClause": "A clause about a concept",
    "AttributeClause": "A clause about personal attributes (`attributes`)",
    "TableClause": "A clause about tables (`tables`)",
    "TableColumn": "A column of a table (`columns`)",
    "Choice": "A replacement that is drawn (`choice`)",
    "Evidence": "When a count is evidence (`evidence`)",
    "HideClassClause": "The class of a document (`hide_class`)",
    "LabelledCorpus": "Documents whose class is known (`hide_class.corpus`)",
    "EvenWordsClause": "Words that are evened out (`hide_class.even_words`)",
    "NotCovered": "What is not covered (`not_covered`)",
    "LeftOut": "What is left out (`without`)",
    "OwnLaw": "A law of your own (`laws`)",
    "ReidentificationClause": "Tables of people (`reidentification`)",
    "QuasiIdentifier": "A column of quasi-identifiers (`reidentification.quasi_identifiers`)",
    "Expert": "Who determined the risk (`reidentification.expert`)",
    "DocumentsClause": "Documents (`documents`)",
    "Gate": "The gate (`gate`)",
    "ReviewClause": "Review by people (`review`)",
    "EarlierReleasesClause": "Texts that were released before (`earlier_releases`)",
    "ColumnRule": "What happens to columns (`documents.columns`)",
    "DocumentLimits": "What one document may cost (`documents.limits`)",
    "ReleaseClause": "How it is released (`release`)",
}


def key_lists(schema: Mapping[str, Any]) -> str:
    """Every key of the language in lists, from its JSON Schema.

    Parameters
    ----------
    schema : mapping
        As `engine.policy.pages.schema.policy_schema` makes it.

    Returns
    -------
    str
        Markdown: one list for what all clauses share, and one for each kind.
    """
    definitions = {"": schema, **schema["$defs"]}
    every = definitions["IdentifierClause"]
    shared = {key: every["properties"][key] for key in LegalClause.model_fields}
    common = _section("Every clause", {**every, "properties": shared}, {})
    lists = [_section(title, definitions[name], shared) for name, title in _SECTIONS.items()]
    return "\n\n".join([lists[0], common, *lists[1:]]) + "\n"


def _section(title: str, definition: Mapping[str, Any], shared: Mapping[str, Any]) -> str:
    """Its keys, without those that are the same in every clause."""
    required = set(definition.get("required", ()))
    lines = [
        _key_line(key, entry, key in required)
        for key, entry in definition["properties"].items()
        if shared.get(key) != entry
    ]
    return f"### {title}\n\n" + "\n".join(lines)


def _key_line(key: str, entry: Mapping[str, Any], required: bool) -> str:
    said = " ".join(entry.get("description", "").split())
    told = "; ".join(_values(entry, said))
    values = f" {told[0].upper()}{told[1:]}." if told else ""
    return f"- `{key}`{' (required)' if required else ''}: {said}{values}"


def _values(entry: Mapping[str, Any], said: str) -> list[str]:
    """The choices that its text does not name, the range and default of a key, or a mapping as an example."""
    told = []
    choices = list(map(str, entry.get("enum", ())))
    if not set(choices) <= set(re.findall(r"[\w-]+", said)):
        told.append(f"`{'|'.join(choices)}`")
    if not choices and "minimum" in entry and "maximum" in entry:
        told.append(f"{entry['minimum']:g} to {entry['maximum']:g}")
    default = entry.get("default")
    if isinstance(default, str | int | float | bool) and default != "":
        told.append(f"default `{_example(default)}`")
    examples = entry.get("examples", ())
    if not told and examples and isinstance(examples[0], dict):
        told.append(f"e.g. `{_example(examples[0])}`")
    return told


def _example(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
