"""A document that is not in English is refused, or released with a word in the report, as the policy says."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.documents.opening.sources import Source
from engine.errors import RefusedError
from engine.record.report import summarize
from engine.record.standing import OTHER_LANGUAGES
from flows.compiling.compilation import Compiled, compile_policy
from flows.document.document import DocumentPipeline
from flows.document.languages import named
from service.commands.display.release import show_release

LETTERS = {
    "fr": (
        "Madame,\n\nNous avons bien reçu votre demande du mois dernier et nous vous en remercions. "
        "Après examen "
        "du dossier, nous ne pouvons malheureusement pas y donner une suite favorable, car les "
        "pièces que vous "
        "avez jointes sont incomplètes.\n\nVeuillez agréer nos salutations distinguées."
    ),
    "de": (
        "Sehr geehrte Frau Kollegin,\n\nvielen Dank für die Überweisung der Patientin, die sich "
        "gestern in unserer "
        "Ambulanz vorgestellt hat. Sie klagt seit etwa drei Wochen über Schmerzen im rechten Knie, "
        "vor allem beim "
        "Treppensteigen.\n\nMit freundlichen Grüßen"
    ),
    "es": (
        "Estimado señor:\n\nLe escribimos para comunicarle que su solicitud ha sido aceptada y que "
        "puede pasar por "
        "nuestras oficinas cuando lo desee. No olvide traer los documentos que le pedimos en la "
        "carta anterior, ya "
        "que sin ellos no podremos seguir."
    ),
}
ENGLISH = (
    "Dear Dr. Lindqvist,\n\nthank you for the referral. The patient was seen on Tuesday and "
    "complains of pain in "
    "her right knee, mostly when she climbs stairs.\n\nC'est la vie, as she says.\n\n"
    "Hx: DM2, HTN, CKD3. Meds: metformin 500 bid, lisinopril 10 qd, ASA 81. BP 142/76, HR 71, SpO2 98 RA.\n\n"
    "Present: Jürgen Müller, François Lefèvre, José García Márquez, Zoë Brontë, Paweł Wójcik, "
    "Søren Åkerlund, "
    "Jiří Dvořák, Nguyễn Văn Bảy, Özlem Yılmaz."
)


def compiled(folder: Path, then: str | None) -> Compiled:
    said = f"documents: {{other_languages: {then}}}\n" if then else ""
    policy = folder / "p.yaml"
    policy.write_text(
        "policy: p\nversion: 1.0.0\ntitle: Letters\nidentifiers:\n"
        f"  - {{id: ssn, find: [ssn], law: 45 CFR 164.514(b)(2)(i)(G)}}\n{said}"
    )
    return compile_policy(str(policy))


def pipeline(folder: Path, then: str | None) -> DocumentPipeline:
    return DocumentPipeline(compiled(folder, then), b"test" * 8, 2026)


@pytest.mark.parametrize("language", LETTERS)
@pytest.mark.parametrize("around", ["", ENGLISH])
def test_a_letter_in_another_language_is_refused(tmp_path: Path, language: str, around: str) -> None:
    content = "\n\n".join([around, LETTERS[language], around]).encode()
    with pytest.raises(RefusedError) as refused:
        pipeline(tmp_path, None).release(Source("1", "a.txt", "a.txt"), content)
    assert [fault.code for fault in refused.value.faults] == ["LNG001"]
    assert f"({language})" in str(refused.value)


@pytest.mark.parametrize("language", LETTERS)
def test_or_released_and_the_report_says_so(tmp_path: Path, language: str) -> None:
    ready = pipeline(tmp_path, "warn")
    record = ready.release(Source("1", "a.txt", "a.txt"), LETTERS[language].encode()).record
    assert list(record.other_languages) == [language]
    report = summarize(
        release_id="r", created="", tool="", plan=compiled(tmp_path, "warn").plan, documents=[record]
    )
    assert [(line.status, OTHER_LANGUAGES in line.open) for line in report.standings] == [("partly", True)]
    assert report.for_recipients().documents[0].other_languages == {}


@pytest.mark.parametrize("language", [None, *LETTERS])
def test_run_says_which_languages_it_released(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str | None
) -> None:
    text = LETTERS[language] if language else ENGLISH
    record = pipeline(tmp_path, "warn").release(Source("1", "a.txt", "a.txt"), text.encode()).record
    plan = compiled(tmp_path, "warn").plan
    show_release(
        summarize(release_id="r", created="", tool="", plan=plan, documents=[record]), tmp_path / "private"
    )
    said = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Passages in ")]
    assert [line.partition(" Names")[0] for line in said] == (
        [f"Passages in {named(language)}: 1 of the released documents."] if language else []
    )


def test_inspect_says_which_languages(tmp_path: Path) -> None:
    found = pipeline(tmp_path, None).inspected(Source("1", "a.txt", "a.txt"), LETTERS["fr"].encode())
    assert list(found.other_languages) == ["fr"]
    assert [fault.code for fault in found.faults] == ["LNG001"]


def test_english_with_foreign_words_names_and_abbreviations_is_not(tmp_path: Path) -> None:
    record = pipeline(tmp_path, None).release(Source("1", "a.txt", "a.txt"), ENGLISH.encode()).record
    assert record.outcome == "released"
    assert record.other_languages == {}


SPANISH_TABLE = (
    "apellido;ciudad;nota\n" + "Carrasco;Salamanca;sin novedad\nIbarra;Gijón;llamar por la tarde\n" * 9
)


def test_a_table_with_foreign_headers_and_values_is_released(tmp_path: Path) -> None:
    record = pipeline(tmp_path, None).release(Source("1", "a.csv", "a.csv"), SPANISH_TABLE.encode()).record
    assert record.outcome == "released"


def test_a_long_note_in_a_cell_is_running_text(tmp_path: Path) -> None:
    note = LETTERS["es"].replace("\n\n", " ").replace(",", " ")
    with pytest.raises(RefusedError, match="LNG001"):
        pipeline(tmp_path, None).release(Source("1", "a.csv", "a.csv"), f"id,note\n1,{note}\n".encode())


_UNTOLD = {
    "filler": "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut "
    "labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi.",
    "more filler": "Vestibulum ante ipsum primis in faucibus orci luctus et ultrices posuere cubilia curae. "
    "Donec vitae sapien ut libero venenatis faucibus. Nullam quis ante, etiam sit amet orci eget eros.",
    "Latin": "Gallia est omnis divisa in partes tres, quarum unam incolunt Belgae, aliam Aquitani, tertiam "
    "qui ipsorum lingua Celtae, nostra Galli appellantur. Hi omnes lingua, legibus inter se differunt.",
    "Esperanto": "La pacientino havas doloron en la dekstra genuo de tri semajnoj kaj ne prenas "
    "medikamentojn. Ŝi loĝas kun sia edzo en Varsovio.",
    "Russian in Latin letters": "Patsientka zhaluetsya na boli v pravom kolene v techenie trekh nedel i ne "
    "prinimaet lekarstv. Zhivet s muzhem v Moskve.",
}


@pytest.mark.parametrize("text", _UNTOLD.values(), ids=_UNTOLD)
def test_a_language_that_cannot_be_told_is_said_to_be_so(tmp_path: Path, text: str) -> None:
    with pytest.raises(RefusedError) as refused:
        pipeline(tmp_path, None).release(Source("1", "a.txt", "a.txt"), text.encode())
    [fault] = refused.value.faults
    assert (fault.code, fault.got.split(" letters ")[1]) == ("LNG001", "in a language that cannot be told")
    assert "Name its language" not in fault.advice and "filler" in fault.advice
