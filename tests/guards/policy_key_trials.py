"""For every key of the policy language: two values, and where they make a difference."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adapters.documents.opening.sources import Source
from tests.conformance import covered_pages
from tests.conformance import test_documents_docx as docx
from tests.conformance import test_documents_mail as mail
from tests.conftest import ROOT
from tests.guards.policy_keys import (
    ABSENT,
    Held,
    See,
    Trial,
    explained,
    file,
    in_force,
    pipeline,
    reported,
    text,
)

LAW = "House rule 1"
HEAD: Mapping[str, Any] = {
    "policy": "p",
    "version": "1.0.0",
    "title": "T",
    "laws": [{"cite": LAW, "title": "Letters stay safe"}],
}
SSN = {"id": "ssn", "find": ["ssn"], "law": LAW}
BADGES = {"id": "badges", "find": ["own-code"], "law": LAW, "like": ["B-22014"], "near": ["badge"]}
NAMED = {"find": ["person"], "law": LAW}
LETTERS = {**HEAD, "identifiers": [SSN]}
HIV = {
    **HEAD,
    "counts": "wikipedia",
    "knowledge": ["wordnet"],
    "concepts": [{"id": "hiv", "protect": "HIV", "law": LAW, "alpha": 1.5}],
}
LETTER = (
    "SSN 219-09-9999, call (212) 555-0147. Born 3 May 1931, lives at ZIP 10025. "
    "Anna Petrova saw Dr. Harold Vance at Northside Clinic in Albany. Account 4417 1234."
)
FRENCH = (
    "Je soussigné, docteur en médecine, certifie avoir examiné ce matin madame Lefèvre, qui se plaint de "
    "douleurs depuis plusieurs semaines. Son état de santé ne lui permet pas de reprendre le travail."
)
UNSURE = (
    "patient met vendor Rowan near the Grange on Lime about Paxil. Quiet Harbour sold Amber. "
    "may hope lives in reading; the bishop told grace that Mercer and Field would close. Unit 4 Delta."
)
GROUP = "Whether he contracted it at work was asked when he was diagnosed."
"""Two words of it stand together in 9 contexts of the shipped corpus, 5 of them about HIV."""
DRAWN = {"mechanism": "exponential", "epsilon": 0.01}
NOTE = (
    "She takes antiretroviral drugs. Her CD4 count is low; the virus spread through the clinic. "
    "He had Kaposi's sarcoma and pneumocystis pneumonia. The retrovirus was found in monkeys and apes. "
    "Immunodeficiency and opportunistic infections were seen. The zorbleflax was given twice.\n\n"
    "Gay men, blood transfusion, tuberculosis, syphilis, condoms, needles, hepatitis, herpes, lymphoma."
)


def base(folder: Path) -> None:
    """A policy to extend or combine: SSNs by their last four, phones, e-mails."""
    from tests.guards.policy_keys import write

    clauses = [
        {"id": "s", "find": ["ssn"], "law": LAW, "replace_with": "last-4"},
        {"id": "phone", "find": ["phone"], "law": LAW},
        {"id": "email", "find": ["email"], "law": LAW},
    ]
    more = {key: HIV[key] for key in ("counts", "knowledge")} | {"documents": {"comments": "refuse"}}
    concepts = [HIV["concepts"][0] | {"id": "c"}]
    table = [VISITS["tables"][0] | {"k": 3}]
    more["attributes"] = AGES["attributes"]
    more["reidentification"] = {"quasi_identifiers": {"AGE": {}}, "k": 3}
    found = {**HEAD, "policy": "base", "identifiers": clauses, "concepts": concepts, "tables": table, **more}
    if (folder / "past-projects.jsonl").exists():
        found["hide_class"] = CLIENT["hide_class"]
    write(folder, found, "base.yaml")
    write(
        folder, {**HEAD, "policy": "other", "identifiers": [{**SSN, "replace_with": "redact"}]}, "other.yaml"
    )


def on_base(see: See) -> See:
    """`see`, with the policies `base` and `other` beside the policy."""

    def seen(path: Path) -> object:
        base(path.parent)
        return see(path)

    return seen


def clients(see: See) -> See:
    """`see`, with the labelled documents of the shipped example beside the policy."""

    def seen(path: Path) -> object:
        shutil.copy(ROOT / "examples/clients/past-projects.jsonl", path.parent)
        return see(path)

    return seen


def uneven(see: See) -> See:
    """As `clients`, with few documents of one client and many of the others."""

    def seen(path: Path) -> object:
        lines = (ROOT / "examples/clients/past-projects.jsonl").read_text(encoding="utf-8").splitlines()
        own = [line for line in lines if '"Solwind"' in line]
        kept = [*own[:1], *(line for line in lines if line not in own)]
        (path.parent / "past-projects.jsonl").write_text("\n".join(kept) + "\n", encoding="utf-8")
        return see(path)

    return seen


def inbox(path: Path) -> object:
    """What the example's inbox becomes: decisions, ranks and records."""
    found: list[object] = []
    flow = pipeline(path)
    for document in sorted((ROOT / "examples/clients/inbox").rglob("*.*")):
        relative = str(document.relative_to(ROOT / "examples/clients/inbox"))
        released = flow.release(Source("000001", str(document), relative), document.read_bytes())
        found += [released.content, released.record.hide_class, [dict(d.why) for d in released.decisions]]
    return [str(each) for each in found]


CLIENT = {
    **HEAD,
    "hide_class": {
        "law": LAW,
        "corpus": {"from": "past-projects.jsonl", "text": "text", "class": "client", "keep": "industry"},
        "k": 3,
    },
}
FOLDERLESS = text("Solwind turbines need maintenance on site before the winter gales come.")
NAMED = file("a.txt", b"The minutes are on www.copperleafhub.example for everybody.", "Copperleaf Bank/a.txt")
BINARY = {
    **HEAD,
    "tables": [
        {
            "id": "flags",
            "law": LAW,
            "files": ["visits*.csv"],
            "k": 3,
            "choose": "maximal",
            "family": "frequent",
            "columns": {f"f{i}": {"kind": "binary"} for i in range(6)}
            | {"again": {"kind": "label", "positive": ["y"]}},
        }
    ],
}
FLAGS = (
    "f0,f1,f2,f3,f4,f5,again\n"
    + "1,1,1,0,0,0,y\n1,1,1,0,0,0,n\n" * 3
    + "0,0,0,1,1,0,y\n" * 8
    + "0,0,0,0,0,1,n\n" * 8
)
VISITS = {
    **HEAD,
    "tables": [
        {
            "id": "visits",
            "law": LAW,
            "files": ["visits*.csv"],
            "k": 2,
            "columns": {
                "patient": {"kind": "entity"},
                "age": {"kind": "interval", "edges": [40, 60]},
                "smoker": {"kind": "binary"},
                "ward": {"kind": "category"},
                "note": {"kind": "text"},
                "again": {"kind": "label", "positive": ["y"]},
            },
        }
    ],
}
WARDS = ("north", "south", "hospice")
ROWS = "patient,age,smoker,ward,note,again\n" + "".join(
    f"p{i},{30 + 7 * i % 50},{('yes', 'no', '1')[i % 3]},{WARDS[i % 3]},"
    f"{'cough fever' if i % 2 else 'rash a-b'}{' rare' if i == 5 else ''},{'y' if i % 4 else 'n'}\n"
    for i in range(24)
)


def table(rows: str = ROWS, name: str = "visits.csv") -> See:
    """What is released of a table: the file, its certificate, its record."""

    def see(path: Path) -> object:
        stage = pipeline(path).tables
        data = path.parent / name
        data.write_text(rows, encoding="utf-8")
        step = stage.step_for(name)
        if step is None:
            return "no table"
        source = Source("000001", str(data), name)
        target, certificate = path.parent / "out", path.parent / "certificate"
        made = stage.release(source, step, target, certificate)
        return target.read_bytes(), certificate.read_bytes(), str(made.record)

    return see


def columns(key: str, one: object, other: object, column: str, see: See | None = None) -> Trial:
    """A trial of a key of one column of the table."""
    return Trial(VISITS, ("tables", 0, "columns", column, key), one, other, see or table())


def tables(key: str, one: object, other: object, see: See | None = None, **more: object) -> Trial:
    """A trial of a key of the clause about tables."""
    clause = {**VISITS["tables"][0], **more}
    return Trial({**VISITS, "tables": [clause]}, ("tables", 0, key), one, other, see or table())


def identifiers(key: str, one: object, other: object, see: See, **more: object) -> Trial:
    """A trial of a key of one clause about identifiers."""
    return Trial({**LETTERS, "identifiers": [{**SSN, **more}]}, ("identifiers", 0, key), one, other, see)


def concepts(key: str, one: object, other: object, see: See | None = None) -> Trial:
    """A trial of a key of one protected concept."""
    return Trial(HIV, ("concepts", 0, *key.split(".")), one, other, see or text(NOTE))


def client(key: str, one: object, other: object, see: See = inbox) -> Trial:
    """A trial of a key of the clause that hides a class."""
    return Trial(CLIENT, ("hide_class", *key.split(".")), one, other, clients(see))


def documents(key: str, one: object, other: object, see: See) -> Trial:
    """A trial of a setting about documents."""
    return Trial(LETTERS, ("documents", *key.split(".")), one, other, see)


LEGAL: Mapping[str, tuple[object, object]] = {
    "id": ("first", "second"),
    "title": (ABSENT, "Numbers of persons"),
    "law": (LAW, "45 CFR 164.514(b)(2)(i)(G)"),
    "note": (ABSENT, "Not in pictures."),
    "unverified": (False, True),
}


def attributes(key: str, one: object, other: object) -> Trial:
    """A key of the clause about ages."""
    return Trial(AGES, ("attributes", 0, key), one, other, text(POST))


def legal(kind: str, policy: Mapping[str, Any], *place: str | int, see: See = explained) -> dict[str, Trial]:
    """Trials of what every clause says about itself, as its readers are told."""
    trials = {f"{kind}.{key}": Trial(policy, (*place, key), *values, see) for key, values in LEGAL.items()}
    noted = _with_note(policy, place)
    return trials | {f"{kind}.status": Trial(noted, (*place, "status"), "covered", "partly", see)}


def _with_note(policy: Mapping[str, Any], place: tuple[str | int, ...]) -> dict[str, Any]:
    from tests.guards.policy_keys import with_value

    return with_value(policy, (*place, "note"), "Not in pictures.")


AGES = {**HEAD, "attributes": [{"id": "age", "hide": ["age"], "law": LAW}]}
POST = "As a mother I stop at 58. The oboe was full of marmalade."
UNCOVERED = {**LETTERS, "not_covered": [{"law": LAW, "reason": "Nobody can."}]}
EXTENDS = {**HEAD, "extends": "base"}
LOOSER = {**EXTENDS, "identifiers": [{"id": "phone", "find": ["phone"], "law": LAW, "threshold": 0.9}]}
COMBINED = {**HEAD, "combines": ["base", "other"], "because": "The court asks for it."}
CSV_NAMES = b"patient,note\nAnna Petrova,well\nBo Li,ill\n"
COLUMN = {"named": ["patient"], "then": "replace", "category": "ssn"}
SPREAD = {**LETTERS, "documents": {"columns": [COLUMN]}}
LATIN = "SSN 219-09-9999 für Jürgen".encode("windows-1252")
CODES_AND_FACES = Held(
    "tests/conformance/test_documents_pictures.py::test_codes_and_faces_are_covered_refused_or_kept"
)
SIGNATURES_AND_STAMPS = Held(
    "tests/conformance/test_documents_pictures.py::test_signatures_and_stamps_are_covered_refused_or_kept"
)
SCANNED = Held(
    ""
    "tests/integration/test_document_settings.py::test_scanned_pages_are_refused_or_emptied_also_where_pictures_are_kept"
)


def loosened(kind: str, clause: Mapping[str, Any]) -> Trial:
    """A clause looser than that of `base`: only with a reason."""
    return Trial({**EXTENDS, kind: [clause]}, (kind, 0, "because"), "A court.", ABSENT, on_base(explained))


def schedules(path: Path) -> object:
    """When the service releases under a policy."""
    from datetime import UTC, datetime

    from flows.compiling.compilation import load
    from flows.orchestration.schedules.due import next_due

    release = load(str(path)).policy.release
    assert release is not None and release.every is not None
    return str(next_due(release.every, release.time_zone, datetime(2026, 1, 1, tzinfo=UTC)))


PEOPLE_CSV = b"USUBJID,SITE,AGE,SEX,FIRST,SEEN\n" + b"".join(
    b"S-%d,%d,%d,%s,2024-03-01,2024-03-0%d\n" % (n // 2, n % 3, age, sex, n % 9 + 1)
    for n, (age, sex) in enumerate(
        [
            (44, b"F"),
            (44, b"F"),
            (41, b"F"),
            (41, b"F"),
            (52, b"F"),
            (52, b"F"),
            (58, b"M"),
            (58, b"M"),
            (31, b"M"),
        ]
    )
)
PEOPLE: Mapping[str, Any] = {
    **LETTERS,
    "reidentification": {
        "quasi_identifiers": {"AGE": {"edges": [39]}, "SEX": {}},
        "subject": "USUBJID",
        "study_days_from": "FIRST",
        "k": 2,
    },
}
AGE = ("reidentification", "quasi_identifiers", "AGE")
RELEASED = file("a.csv", PEOPLE_CSV)
EXPERT = {
    "name": "Ida Brandt",
    "method": "Counting",
    "determined": dt.date(2024, 1, 1),
    "valid_until": dt.date(2027, 1, 1),
}
DETERMINED = {**PEOPLE, "reidentification": PEOPLE["reidentification"] | {"expert": EXPERT}}


def expert(key: str, one: object, other: object) -> Trial:
    """What the signed report says of the expert."""
    return Trial(DETERMINED, ("reidentification", "expert", key), one, other, reported)


FITTED = "tests/integration/test_train_command.py::test_a_file_that_is_not_what_the_policy_asks_is_refused"
SCHEDULED = {**LETTERS, "release": {"from": "in/", "to": "out/", "every": "0 2 * * *"}}
TRIALS: dict[str, Trial | Held] = {
    "policy": Trial(LETTERS, ("policy",), "p", "q", explained),
    "version": Trial(LETTERS, ("version",), "1.0.0", "1.0.1", explained),
    "title": Trial(LETTERS, ("title",), "T", "U", explained),
    "description": Trial(LETTERS, ("description",), ABSENT, "For researchers.", explained),
    "standards": Trial(LETTERS, ("standards",), ["iso-25237"], ["nist-sp-800-188"], reported),
    "language": Trial(LETTERS, ("language",), ABSENT, "de", reported),
    "effective": Trial(
        LETTERS, ("effective",), dt.date(2024, 1, 1), dt.date(2099, 1, 1), in_force(dt.date(2026, 1, 1))
    ),
    "extends": Trial(LETTERS, ("extends",), ABSENT, "base", on_base(text(LETTER))),
    "without.clause": Trial(
        {**EXTENDS, "without": [{"because": "No."}]},
        ("without", 0, "clause"),
        "phone",
        "email",
        on_base(text(LETTER)),
    ),
    "without.because": Trial(
        {**EXTENDS, "without": [{"clause": "email"}]},
        ("without", 0, "because"),
        "No mail.",
        "None.",
        on_base(explained),
    ),
    "combines": Trial(LETTERS, ("combines",), ABSENT, ["base"], on_base(text(LETTER))),
    "precedence": Trial(
        {**COMBINED, "known_terms": ["OCR-7"]},  # for which the reason counts too
        ("precedence",),
        "strictest",
        "first",
        on_base(text(LETTER)),
    ),
    "because": Trial(
        {**COMBINED, "precedence": "first"}, ("because",), "A court.", "A client.", on_base(explained)
    ),
    "laws.cite": Trial(LETTERS, ("laws", 0, "cite"), LAW, "House rule 2", explained),
    "laws.title": Trial(LETTERS, ("laws", 0, "title"), "One", "Two", explained),
    "laws.effective": Trial(LETTERS, ("laws", 0, "effective"), ABSENT, dt.date(2024, 1, 1), explained),
    "laws.source": Trial(LETTERS, ("laws", 0, "source"), ABSENT, "Handbook, page 2", explained),
    "counts": Trial(HIV, ("counts",), "wikipedia", "our-letters", text(NOTE)),
    "knowledge": Trial(HIV, ("knowledge",), ["wordnet"], ["snomed"], text(NOTE)),
    "known_terms": Trial(HIV, ("known_terms",), [], ["zorbleflax"], text(NOTE)),
    **legal("identifiers", LETTERS, "identifiers", 0),
    "identifiers.because": Trial(
        LOOSER, ("identifiers", 0, "because"), "A court asks for it.", ABSENT, on_base(text(LETTER))
    ),
    "identifiers.find": identifiers("find", ["ssn"], ["phone"], text(LETTER)),
    "identifiers.replace_with.operator": identifiers("replace_with", "placeholder", "last-4", text(LETTER)),
    "identifiers.replace_with.census": identifiers(
        "replace_with",
        {"operator": "zip3", "census": 2020},
        {"operator": "zip3", "census": 2010},
        text(LETTER),
        find=["zip"],
    ),
    "identifiers.threshold": identifiers("threshold", 0.05, 1.0, text(LETTER), find=["phone", "account"]),
    "identifiers.learn.recognizers": identifiers(
        "learn",
        {"recognizers": ["en-default"]},
        {"recognizers": ["own.model"]},
        text(LETTER),
        find=["person"],
    ),
    "identifiers.learn.loss_ratio": identifiers(
        "learn",
        {"loss_ratio": 1.0},
        {"loss_ratio": 1000.0},
        text(UNSURE),
        find=["person", "organisation", "location"],
    ),
    "identifiers.learn.reader": identifiers(
        "learn",
        {"reader": "fast", "loss_ratio": 100.0},
        {"reader": "careful-all", "loss_ratio": 100.0},
        text(UNSURE),
        find=["person", "organisation", "location", "date", "code"],
    ),
    "identifiers.learn.learners": Held(FITTED),
    "identifiers.learn.stopping": Held(FITTED),
    "identifiers.allow": identifiers("allow", [], ["219-09-9999"], text(LETTER)),
    "identifiers.like": Trial(
        {**LETTERS, "identifiers": [BADGES]},
        ("identifiers", 0, "like"),
        ["B-22014", "B-9921"],
        ["C-22014", "C-9921"],
        text("Officer Lee, badge B-22017."),
    ),
    "identifiers.near": Trial(
        {**LETTERS, "identifiers": [{**BADGES, "like": ["4471"]}]},
        ("identifiers", 0, "near"),
        ["badge"],
        ["locker"],
        text("Officer Lee, badge 8812."),
    ),
    "identifiers.countries": identifiers(
        "countries", [], ["ca"], text("She showed 6912 448 203."), find=["health-plan"]
    ),
    "identifiers.replace_with.code": identifiers(
        "replace_with",
        {"operator": "exemption", "code": "(b)(6)"},
        {"operator": "exemption", "code": "(b)(7)(C)"},
        text(LETTER),
    ),
    "identifiers.deny": identifiers("deny", [], ["Northside Clinic"], text(LETTER)),
    **legal("concepts", HIV, "concepts", 0),
    "concepts.because": loosened("concepts", HIV["concepts"][0] | {"id": "c", "alpha": 1.1}),
    "concepts.protect": concepts("protect", "HIV", "gene"),
    "concepts.also": concepts("also", [], ["clinic"]),
    "concepts.sense": Trial(
        {**HIV, "concepts": [{"protect": "depression", "law": LAW, "alpha": 1.5}]},
        ("concepts", 0, "sense"),
        ABSENT,
        "mental disorder",
        explained,
    ),
    "concepts.alpha": concepts("alpha", 1.5, 3.0),
    "concepts.disclose_at_most": Trial(
        {**HIV, "concepts": [{"protect": "HIV", "law": LAW}]},
        ("concepts", 0, "disclose_at_most"),
        "virus",
        "disease",
        text(NOTE),
    ),
    "concepts.unit": concepts("unit", "paragraph", "sentence"),
    "concepts.counting": concepts("counting", "coherent", "string", explained),
    "concepts.max_names": Trial(
        {**HIV, "concepts": [{"protect": "disease", "law": LAW, "alpha": 1.5}]},
        ("concepts", 0, "max_names"),
        100_000,
        1,
        explained,
    ),
    "concepts.unseen": concepts("unseen", "generalize", "keep"),
    "concepts.evidence.z": concepts("evidence.z", 0.0, 5.0),
    "concepts.evidence.min_joint": concepts("evidence.min_joint", 1, 1000),
    "concepts.combinations": Trial(
        HIV,
        ("concepts", 0, "combinations"),
        ABSENT,
        0.5,
        text(
            "He is seen in the infectious diseases ward every three months, and his partner must be tested."
        ),
    ),
    "concepts.groups": Trial(
        {**HIV, "concepts": [{**HIV["concepts"][0], "unseen": "keep"}]},
        ("concepts", 0, "groups"),
        ABSENT,
        2,
        text(GROUP),
    ),
    "concepts.replace_with": concepts("replace_with", "generalize", "redact"),
    "concepts.choice.mechanism": concepts("choice", ABSENT, DRAWN),
    "concepts.choice.epsilon": concepts("choice", DRAWN, DRAWN | {"epsilon": 100.0}),
    **legal("attributes", AGES, "attributes", 0),
    "attributes.because": loosened("attributes", AGES["attributes"][0] | {"disclose_at_most": "decade"}),
    "attributes.hide": attributes("hide", ["age"], ["sex"]),
    "attributes.disclose_at_most": attributes("disclose_at_most", "nothing", "decade"),
    "attributes.allow": attributes("allow", [], ["58"]),
    "attributes.rare_words": Trial(
        {
            **AGES,
            "counts": "wikipedia",
            "knowledge": ["wordnet"],
            "attributes": [{"hide": ["place"], "law": LAW}],
        },
        ("attributes", 0, "rare_words"),
        0,
        2000,
        text(POST),
    ),
    **legal("hide_class", CLIENT, "hide_class", see=clients(explained)),
    "hide_class.because": Trial(
        {**EXTENDS, "hide_class": CLIENT["hide_class"] | {"k": 2}},
        ("hide_class", "because"),
        "A court.",
        ABSENT,
        clients(on_base(explained)),
    ),
    "hide_class.corpus.from": client("corpus.from", "past-projects.jsonl", "none.jsonl"),
    "hide_class.corpus.text": client("corpus.text", "text", "industry"),
    "hide_class.corpus.class": client("corpus.class", "client", "industry"),
    "hide_class.corpus.keep": client("corpus.keep", ABSENT, "industry"),
    "hide_class.class_of": client("class_of", "most-likely", "folder", FOLDERLESS),
    "hide_class.k": client("k", 2, 4),
    "hide_class.method": client("method", "k-redactor", "simple-redactor"),
    "hide_class.objective": client("objective", "least-redaction", "info-gain"),
    "hide_class.solution": client("solution", "rounded", "exact"),
    "hide_class.priors": Trial(CLIENT, ("hide_class", "priors"), True, False, uneven(inbox)),
    "hide_class.operator": Trial(
        {**CLIENT, "knowledge": ["wordnet"]},
        ("hide_class", "operator"),
        "suppress",
        "generalize",
        clients(inbox),
    ),
    "hide_class.class_names": client("class_names", "suppress", "as-decided", NAMED),
    "hide_class.guard": client("guard", ABSENT, 0.0),
    "hide_class.even_words.at_most": client(
        "even_words", {"at_most": 1.01, "among": 5}, {"at_most": 10.0, "among": 5}
    ),
    "hide_class.even_words.among": client(
        "even_words", {"at_most": 1.01, "among": 2}, {"at_most": 1.01, "among": 1000}
    ),
    "hide_class.attacker_at_most": Held(
        "tests/e2e/test_attacked_class.py::test_a_bound_is_held_for_the_clause_that_was_measured_and_no_other"
    ),
    **legal("tables", VISITS, "tables", 0),
    "tables.because": loosened("tables", VISITS["tables"][0] | {"k": 2}),
    "tables.k": tables("k", 2, 6),
    "tables.choose": tables("choose", "greedy-distcnt", "suppress-cells"),
    "tables.columns.kind": columns("kind", "text", "category", "note"),
    "tables.columns.ones": columns("ones", ["yes"], ["yes", "no"], "smoker"),
    "tables.columns.name": columns("name", ABSENT, "smokes", "smoker"),
    "tables.columns.groups": columns("groups", ABSENT, {"house": ["north", "south"]}, "ward"),
    "tables.columns.edges": columns("edges", [40, 60], [50], "age"),
    "tables.columns.min_documents": columns("min_documents", 1, 20, "note"),
    "tables.columns.token": columns("token", r"\b\w\w+\b", r"\b\w\b", "note"),
    "tables.columns.positive": columns("positive", ["y"], ["n"], "again"),
    "tables.header": tables(
        "header", ["patient", "age", "smoker", "ward", "note", "again"], ABSENT, table(ROWS.split("\n", 1)[1])
    ),
    "tables.delimiter": tables("delimiter", "semicolon", "comma", table(ROWS.replace(",", ";"))),
    "tables.on_infeasible": tables("on_infeasible", "skip", "stop", k=6),
    "tables.family": tables("family", "feasible", "frequent", choose="maximal", k=6),
    "tables.candidates": Trial(BINARY, ("tables", 0, "candidates"), 1000, 1, table(FLAGS)),
    "tables.protect_zeros": tables("protect_zeros", False, True),
    "tables.l_diversity": tables("l_diversity", 1, 2),
    "tables.t_closeness": tables("t_closeness", ABSENT, 0.05, protect_zeros=True),
    "tables.files": tables("files", ["visits*.csv"], ["stays*.csv"]),
    "tables.release_as": tables("release_as", "same", "jsonl"),
    "tables.measure": tables("measure", True, False),
    "documents.formats": documents("formats", [], ["csv"], text(LETTER)),
    "documents.names": documents("names", "number", "exhibit-{number}", file("a.txt", b"x")),
    "documents.encoding": documents("encoding", "windows-1252", ABSENT, file("a.txt", LATIN)),
    "documents.comments": documents("comments", "remove", "refuse", file("a.html", b"<p>x</p><!-- y -->")),
    "documents.revisions": Held(
        "tests/integration/test_document_settings.py::test_tracked_changes_are_settled_as_the_policy_says"
    ),
    "documents.embedded": documents("embedded", "remove", "refuse", file("a.docx", docx.sample())),
    "documents.scripts": documents(
        "scripts", "remove", "refuse", file("a.html", b"<p>x</p><script>y</script>")
    ),
    "documents.images": documents("images", "blank", "keep", file("a.docx", docx.sample())),
    "documents.scanned_pages": SCANNED,
    "documents.unreadable_pictures": Held(
        ""
        "tests/conformance/test_documents_pictures.py::test_pictures_of_which_too_little_can_be_read_are_refused_or_emptied"
    ),
    "documents.codes": CODES_AND_FACES,
    "documents.faces": CODES_AND_FACES,
    "documents.signatures": SIGNATURES_AND_STAMPS,
    "documents.stamps": SIGNATURES_AND_STAMPS,
    "documents.earlier_revisions": Held(
        "tests/integration/test_document_settings.py::test_earlier_states_of_a_pdf_are_removed_or_refused"
    ),
    "documents.covered_text": documents(
        "covered_text",
        "remove",
        "refuse",
        file("a.pdf", covered_pages.made(covered_pages.COVERED["a picture"])),
    ),
    "documents.attachments": documents("attachments", "recurse", "remove", file("a.eml", mail.sample())),
    "documents.unopened": Held(
        ""
        "tests/integration/test_document_settings.py::test_files_that_cannot_be_opened_are_removed_or_the_whole_refused"
    ),
    "documents.encoded": documents(
        "encoded", "remove", "search", file("a.txt", b"see VGhlIHdlYXRoZXIgaXMgZmluZSB0b2RheS4= there")
    ),
    "documents.unknown_columns": Trial(
        {**LETTERS, "identifiers": [SSN, {"find": ["unique-code"], "law": LAW}]},
        ("documents", "unknown_columns"),
        "remove",
        "keep",
        file("a.csv", b"F1,F2,F3\n4471-883-A,84,yes\n5512-190-C,91,no\n9017-336-K,77,no\n"),
    ),
    "documents.more_languages": Trial(
        {
            **LETTERS,
            "identifiers": [{"find": ["person"], "law": LAW}],
            "documents": {"other_languages": "warn"},
        },
        ("documents", "more_languages"),
        ["fr"],
        [],
        file("a.txt", FRENCH.encode()),
    ),
    "documents.other_languages": Trial(
        LETTERS,
        ("documents", "other_languages"),
        "warn",
        "refuse",
        file("a.txt", FRENCH.encode()),
    ),
    "documents.columns.named": Trial(
        SPREAD, ("documents", "columns", 0, "named"), ["patient"], ["note"], file("a.csv", CSV_NAMES)
    ),
    "documents.columns.then": Trial(
        {**LETTERS, "documents": {"columns": [{"named": ["patient"]}]}},
        ("documents", "columns", 0, "then"),
        "drop",
        "keep",
        file("a.csv", CSV_NAMES),
    ),
    "documents.columns.category": Trial(
        {**SPREAD, "identifiers": [SSN, {"find": ["phone"], "law": LAW}]},
        ("documents", "columns", 0, "category"),
        "ssn",
        "phone",
        file("a.csv", CSV_NAMES),
    ),
    "documents.limits.file_mb": Held(
        "tests/integration/test_document_settings.py::test_limits_reach_the_formats_and_the_worker"
    ),
    "documents.limits.expanded_mb": Held(
        "tests/integration/test_document_settings.py::test_limits_reach_the_formats_and_the_worker"
    ),
    "documents.limits.seconds": Held(
        "tests/integration/test_document_settings.py::test_limits_reach_the_formats_and_the_worker"
    ),
    "documents.limits.memory_mb": Held(
        "tests/integration/test_document_settings.py::test_limits_reach_the_formats_and_the_worker"
    ),
    "documents.because": Trial(
        {**EXTENDS, "documents": {"comments": "remove"}},
        ("documents", "because"),
        "A court.",
        ABSENT,
        on_base(text(LETTER)),
    ),
    "style": Trial(LETTERS, ("style",), ABSENT, ["contractions"], text("You don't know that he isn't here.")),
    "earlier_releases.then": Held(
        "tests/e2e/test_earlier_releases.py::test_what_happens_to_a_text_that_was_released_before"
    ),
    "earlier_releases.keep_days": Held(
        "tests/e2e/test_earlier_releases.py::test_a_release_is_known_as_long_as_its_policy_says"
    ),
    "matter_pseudonyms": Held(
        "tests/e2e/test_matter_pseudonyms.py::test_releases_of_one_matter_share_pseudonyms_and_others_do_not"
    ),
    "review.all_above": Held("tests/service/test_review.py::test_risk_and_sample_choose_whom_people_look_at"),
    "review.sample": Held("tests/service/test_review.py::test_risk_and_sample_choose_whom_people_look_at"),
    "review.bound": Held("tests/service/test_review.py::test_a_bound_that_is_not_reached_sends_the_rest"),
    "review.reviewers": Held("tests/service/test_review.py::test_two_reviewers_are_two_people"),
    "review.separate": Held("tests/service/test_review.py::test_separate_keeps_makers_from_approving"),
    "review.own_signature": Held("tests/service/test_own_key.py::test_a_policy_may_want_her_signature"),
    "review.keep_days": Held("tests/service/test_review.py::test_keep_days_end_the_originals"),
    "reidentification.quasi_identifiers.edges": Trial(
        PEOPLE, (*AGE, "edges"), [39], [39, 49], file("a.csv", PEOPLE_CSV)
    ),
    "reidentification.quasi_identifiers.groups": Trial(
        PEOPLE,
        ("reidentification", "quasi_identifiers", "SEX", "groups"),
        ABSENT,
        {"all": ["F", "M"]},
        RELEASED,
    ),
    "reidentification.subject": Trial(PEOPLE, ("reidentification", "subject"), "USUBJID", "SITE", RELEASED),
    "reidentification.study_days_from": Trial(
        PEOPLE, ("reidentification", "study_days_from"), "FIRST", ABSENT, RELEASED
    ),
    "reidentification.k": Trial(PEOPLE, ("reidentification", "k"), 2, 3, RELEASED),
    "reidentification.population": Trial(PEOPLE, ("reidentification", "population"), 40, 4000, RELEASED),
    "reidentification.expert.name": expert("name", "Ida Brandt", "Olu Adeyemi"),
    "reidentification.expert.method": expert("method", "Counting", "Simulation"),
    "reidentification.expert.determined": expert("determined", dt.date(2024, 1, 1), dt.date(2024, 1, 2)),
    "reidentification.expert.valid_until": Trial(
        DETERMINED,
        ("reidentification", "expert", "valid_until"),
        dt.date(2026, 1, 1),
        dt.date(2025, 12, 31),
        in_force(dt.date(2026, 1, 1)),
    ),
    "reidentification.because": Trial(
        {**EXTENDS, "reidentification": {"quasi_identifiers": {"AGE": {}}, "k": 2}},
        ("reidentification", "because"),
        "A court.",
        ABSENT,
        on_base(explained),
    ),
    "gate.sample": Held("tests/e2e/test_gate.py::test_a_missing_sample_and_one_of_no_format_are_named"),
    "gate.format": Held("tests/e2e/test_gate.py::test_a_missing_sample_and_one_of_no_format_are_named"),
    "gate.sensitive": Held("tests/e2e/test_gate.py::test_the_gate_attacks_what_the_policy_leaves"),
    "gate.gain_at_most": Held(
        "tests/e2e/test_gate.py::test_the_whole_release_is_refused_and_the_sample_is_in_no_store"
    ),
    "gate.because": Held(
        "tests/unit/test_policy_learning.py::test_the_gate_of_a_base_stays_and_may_not_be_loosened"
    ),
    "release.from": Held("tests/e2e/test_serve.py::test_a_scheduled_release_really_runs"),
    "release.to": Held("tests/e2e/test_serve.py::test_a_scheduled_release_really_runs"),
    "release.every": Held("tests/e2e/test_serve.py::test_a_scheduled_release_really_runs"),
    "release.time_zone": Trial(SCHEDULED, ("release", "time_zone"), "UTC", "America/New_York", schedules),
    "release.quarantine": Held(
        "tests/e2e/test_in_force.py::test_one_unreadable_document_keeps_all_back_when_the_policy_says_so"
    ),
    "release.require_approved": Held("tests/e2e/test_serve.py::test_a_scheduled_release_really_runs"),
    "release.certificates": Held(
        "tests/e2e/test_certificates.py::test_a_policy_says_whether_certificates_are_written"
    ),
    "release.matter": Held("tests/e2e/test_serve.py::test_a_scheduled_release_really_runs"),
    "not_covered.id": Trial(UNCOVERED, ("not_covered", 0, "id"), "a", "b", explained),
    "not_covered.title": Trial(UNCOVERED, ("not_covered", 0, "title"), ABSENT, "Pictures", explained),
    "not_covered.law": Trial(
        UNCOVERED, ("not_covered", 0, "law"), LAW, "45 CFR 164.514(b)(2)(i)(Q)", explained
    ),
    "not_covered.reason": Trial(UNCOVERED, ("not_covered", 0, "reason"), "No.", "Never.", explained),
    "not_covered.unverified": Trial(UNCOVERED, ("not_covered", 0, "unverified"), False, True, explained),
}
