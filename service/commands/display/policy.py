"""What the commands for policy authors show to people, in terminals of any width."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from flows.authoring.comparing import Comparison
from service.commands.languages.speech import told


class SpeakingConsole(Console):
    """Breaks lines at words; `say` of `service.commands.display.output` leaves them whole for other programs.

    Strings and headings go out in the language of the terminal.
    """

    def print(self, *objects: Any, **settings: Any) -> None:
        """Print strings, headings, tables."""
        super().print(*map(_said, objects), **settings)


def _said(shown: Any) -> Any:
    if isinstance(shown, str):
        return told(shown)
    if isinstance(shown, Rule):
        shown.title = told(str(shown.title))
    return shown


class SpeakingTable(Table):
    """A table whose headings and cells go out in the language of the terminal."""

    def add_column(self, header: Any = "", *others: Any, **settings: Any) -> None:
        """Add a column; its heading is a string."""
        super().add_column(_said(header), *others, **settings)

    def add_row(self, *cells: Any, **settings: Any) -> None:
        """Add a row."""
        super().add_row(*map(_said, cells), **settings)


console = SpeakingConsole(highlight=False, markup=False)
_SHOWN_NAMES = 60
_COLOURS = {
    "covered": "green",
    "partly": "yellow",
    "not covered": "red",
    "stronger": "green",
    "weaker": "red",
    "equivalent": "dim",
    "unknown": "yellow",
}


_CITATION = 27
"""Characters of the longest citation that stays in one line on a terminal of 80 columns."""


def ruled_table(*columns: str, numbers: int = 0) -> Table:
    """A table of which the last `numbers` columns hold numbers; words wrap, never break."""
    table = SpeakingTable(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), collapse_padding=True)
    for place, column in enumerate(columns):
        right = place >= len(columns) - numbers
        table.add_column(column, justify="right" if right else "left", no_wrap=right, overflow="fold")
    return table


def show_explained(explained: Mapping[str, Any]) -> None:
    """A policy in plain words: an overview by provision, then clause by clause, then the concepts."""
    console.print(f"{explained['policy']} {explained['version']}: {explained['title']}")
    if explained["effective"]:
        console.print(f"Applies from {explained['effective']}; a release before that day is refused.")
    if explained["precedence"]:
        console.print(f"Where its policies disagree, the one named first decides: {explained['precedence']}")
    for less in explained["loosened"]:
        settings = f" ({', '.join(less['settings'])})" if less["settings"] else ""
        console.print(f"Looser than {less['base']} in {less['subject']}{settings}: {less['because']}")
    for law in explained["laws"]:
        since = f", applies from {law['effective']}" if law["effective"] else ""
        where = f" ({law['source']})" if law["source"] else ""
        console.print(f"{law['cite']}{since}: {law['title']}{where}")
    if explained["description"]:
        console.print(Padding(Text(explained["description"]), (0, 0, 0, 2)))
    overview = ruled_table("law", "status", "found by", "must go", "must stay", numbers=2)
    overview.columns[0].no_wrap = all(len(row["law"]) <= _CITATION for row in explained["provisions"])
    for row in explained["provisions"]:
        status = _coloured(row["status"])
        overview.add_row(row["law"], status, row["method"], str(row["must_go"]), str(row["must_stay"]))
    console.print(overview)
    for row in explained["clauses"]:
        _show_clause(row)
    for concept in explained["concepts"]:
        _show_concept(concept)
    console.print()
    console.print(Rule("Texts that were released before", align="left", style="dim"))
    console.print(explained["earlier_releases"])
    if explained["gate"]:
        console.print()
        console.print(Rule("The gate", align="left", style="dim"))
        console.print(explained["gate"])
    if explained["reidentification"]:
        console.print()
        console.print(Rule("Tables of people", align="left", style="dim"))
        console.print(explained["reidentification"])
    _show_documents(explained["documents"])


def show_laws(rows: Sequence[Mapping[str, Any]]) -> None:
    """The table of provisions."""
    table = ruled_table("law", "clause", "status", "found by", "measured", "confirmed", "cases", numbers=1)
    for row in rows:
        shares = sorted(row["measured"].values())
        found = (
            f"{shares[0]:.2f} to {shares[-1]:.2f}" if len(shares) > 1 else "".join(f"{s:.2f}" for s in shares)
        )
        table.add_row(
            row["law"],
            f"{row['policy']}/{row['clause']}",
            _coloured(row["status"]),
            row["method"],
            found or "no",
            "yes" if row["confirmed"] else "no",
            f"{row['must_go']} + {row['must_stay']}",
        )
    console.print(table)
    console.print(
        "Measured: least and most recall of the kinds that were measured; the others are in --json."
    )
    console.print("Confirmed: whether somebody read the provision before the clause was written.")


def _show_documents(rows: Sequence[Mapping[str, Any]]) -> None:
    console.print()
    console.print(Rule("Files", align="left", style="dim"))
    table = ruled_table("setting", "value", "what it means")
    for row in rows:
        table.add_row(row["setting"], row["value"], row["means"])
    console.print(table)


def _coloured(word: str) -> Text:
    return Text(told(word), style=_COLOURS.get(word.split(",")[0], ""))


def _show_clause(row: Mapping[str, Any]) -> None:
    console.print()
    console.print(Text.assemble((row["title"], "bold"), " [", _coloured(row["status"]), "]"))
    cases = f"{row['must_go']} texts in which something must go, {row['must_stay']} that must stay"
    if row["about_tables"]:
        cases = f"{row['must_go']} small tables"
    lines = {
        "Law": f"{row['law']} (clause {row['id']})",
        "Looks for": row["looks_for"],
        "In its place": row["replaced_by"],
        "Found by": row["method"] if row["looks_for"] else "nothing: people must handle it",
        "Learned": row["learned"],
        "Cases": cases if row["looks_for"] else "",
        "Because": row["because"],
    }
    labelled = [*lines.items(), *(("Limits" if row["looks_for"] else "Why", each) for each in row["limits"])]
    _show_lines([(label, text) for label, text in labelled if text])


def _show_lines(lines: Sequence[tuple[str, str]]) -> None:
    """Labels at the left, texts that wrap beside them."""
    grid = SpeakingTable.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True, width=14)
    grid.add_column(overflow="fold")
    for label, text in lines:
        grid.add_row(Text(f"  {told(label)}", style="dim"), text)
    console.print(grid)


def _show_concept(concept: Mapping[str, Any]) -> None:
    console.print()
    console.print(Rule(f"{concept['protect']} ({concept['clause']})", align="left", style="dim"))
    console.print(concept["sentence"])
    shown = concept["names"][:_SHOWN_NAMES]
    more = len(concept["names"]) - len(shown)
    rest = f", and {more:,} more (all of them with --json)" if more else ""
    console.print(f"{concept['expands_to']} They are: {', '.join(shown)}{rest}.")
    for kind, title in (("strongest", "strongest terms"), ("borderline", "borderline terms")):
        if concept[kind]:
            table = ruled_table(title, "probability", "bits", "contexts", "with it", numbers=4)
            for term in concept[kind]:
                table.add_row(
                    term["term"],
                    f"{term['probability']:.1%}",
                    f"{term['pmi_bits']:.2f}",
                    f"{term['n']:,}",
                    f"{term['n_joint']:,}",
                )
            console.print(table)


def show_comparison(found: Comparison) -> None:
    """The verdict, then every subject of which the two policies differ, with the settings that do."""
    old, new = (f"{each['policy']} {each['version']}" for each in (found.old, found.new))
    console.print(Text.assemble(told(f"{new}, compared with {old}: "), _coloured(found.verdict)))
    equivalent = [each for each in found.differences if each.verdict == "equivalent"]
    table = ruled_table("verdict", "about", "what differs", "cases: more", "less", numbers=2)
    for each in found.differences:
        if each.verdict != "equivalent":
            difference = each.difference
            reasons = "\n".join(difference.reasons)
            if each.disproved:
                reasons = f"{reasons}\nthe plans say {difference.verdict}, the cases disprove it".strip()
            more, less = f"{each.characters_more:,}", f"{each.characters_less:,}"
            table.add_row(_coloured(each.verdict), difference.subject, reasons, more, less)
    if table.row_count:
        console.print(table)
    console.print(
        f"{len(equivalent)} of {len(found.differences)} subjects are equivalent. Tried on {found.n_cases} "
        "texts of cases; more and less count characters that only the one or the other policy changes."
    )


_EARLIER = {
    "documents refused": "refused",
    "places hidden only for them": "hidden",
    "documents that show what one of them hid": "shown",
}

_PEOPLE = {
    "texts refused, for an earlier table": "refused",
    "places hidden, for an earlier table": "hidden",
    "texts refused, for a table at hand": "together",
    "tables refused, for an earlier text": "tables_refused",
    "released all the same": "told",
}


def show_impact(found: Mapping[str, Any]) -> None:
    """What would change in documents, in counts."""
    n = found["documents"]
    console.print(
        f"{n:,} documents compared, {found['not_compared']:,} not (unreadable or refused). "
        f"By the plans the new policy is: {found['verdict']}."
    )
    kinds = {
        "same": "changed in the same way",
        "more": "lose more text",
        "less": "lose less text",
        "mixed": "lose more here and less there",
        "otherwise": "lose the same text, with something else in its place",
    }
    for kind, words in kinds.items():
        if found[kind]:
            console.print(f"  {found[kind]:>8,} {words}")
    more, less = found["characters_more"], found["characters_less"]
    console.print(f"{more:,} characters more would go, {less:,} fewer.")
    table = ruled_table("kind or concept", "changes before", "after", numbers=2)
    for kind, (before, after) in found["clauses"].items():
        if before != after:
            table.add_row(kind, f"{before:,}", f"{after:,}")
    if table.row_count:
        console.print(table)
    _show_earlier(found["earlier"])
    _show_people(found["people"])
    _show_tables(found["tables"])


def _show_earlier(earlier: Mapping[str, Any] | None) -> None:
    """Documents at hand that were released before, and what each policy does about it."""
    if not earlier:
        return
    n = earlier["documents"]
    share = "1 document shares" if n == 1 else f"{n:,} documents share"
    console.print(f"{share} text with earlier releases (releases considered: {earlier['releases']:,}).")
    if earlier["forgotten"]:
        console.print(f"Earlier releases of which nothing is known any more: {earlier['forgotten']:,}.")
    if earlier["documents"]:
        table = ruled_table("because of earlier releases", "before", "after", numbers=2)
        for words, key in _EARLIER.items():
            before, after = earlier[key]
            table.add_row(words, f"{before:,}", f"{after:,}")
        console.print(table)


def _show_people(people: Mapping[str, Any]) -> None:
    """Tables and texts about the same people, and what each policy does about them."""
    if not people["texts"] and not people["tables"]:
        return
    texts = f"{people['texts']:,} texts" if people["texts"] != 1 else "1 text"
    tables = f"{people['tables']:,} tables" if people["tables"] != 1 else "1 table"
    console.print(
        f"{texts} and {tables} at hand tell what a row hides, with a table or text about the same people."
    )
    shown = ruled_table("because of the same people", "before", "after", numbers=2)
    for words, key in _PEOPLE.items():
        before, after = people[key]
        shown.add_row(words, f"{before:,}", f"{after:,}")
    console.print(shown)


def _show_tables(tables: Sequence[Mapping[str, Any]]) -> None:
    """Tables at hand, and what each policy would release of them."""
    if not tables:
        return
    shown = ruled_table("table", "before", "after", "features: more", "less", numbers=2)
    for each in tables:
        more, less = f"{each['features_more']:,}", f"{each['features_less']:,}"
        shown.add_row(each["table"], _table_words(each["old"]), _table_words(each["new"]), more, less)
    console.print(shown)


def _table_words(side: Mapping[str, Any]) -> str:
    if side["as"] == "refused":
        return f"refused ({', '.join(side['codes'])})"
    if side["as"] == "document":
        return "no table: as a document"
    return f"k = {side['k']}: {side['features_after']:,} features, {side['ones_after']:,} ones"
