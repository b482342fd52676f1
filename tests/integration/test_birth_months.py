"""Of a birth the month goes, and a year that shows an age over 89 (45 CFR 164.514(b)(2)(i)(C))."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.documents.opening.sources import Source
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

SENTENCES = [
    ("My sister was born in April and moved here as a child.", "April"),
    ("The patient, born in March 1961, lives alone.", "March"),
    ("She says her twins were born in late November.", "November"),
    ("He was born one cold January in Leeds.", "January"),
    ("Born in September, he is the youngest of five.", "September"),
    ("Her date of birth falls in June, she told us.", "June"),
    ("Mr. Okafor was born in the October of 1958.", "October"),
    ("Her birthday is in July, she said.", "July"),
    ("The boy, who was born this February, weighs 4 kg.", "February"),
    ("Mother reports that the child was born in early August 2015.", "August"),
    ("Der Patient wurde im April geboren und lebt allein.", "April"),
    ("Frau Krämer, geboren im März 1961, wohnt in Köln.", "März"),
    ("Sie ist im November 1958 geboren.", "November"),
    ("Geboren im September, ist er der Jüngste von fünf.", "September"),
    ("Ihre Zwillinge kamen Ende Januar zur Welt.", "Januar"),
    ("Seine Tochter wurde Anfang August 2015 geboren.", "August"),
    ("Ihr Geburtstag ist im Juli, sagte sie.", "Juli"),
    ("Er ist ein im Oktober geborenes Kind.", "Oktober"),
    ("Der Junge, geb. im Februar 2020, wiegt vier Kilo.", "Februar"),
    ("Das Mädchen kam im Dezember auf die Welt.", "Dezember"),
    ("La patiente est née en avril et vit seule.", "avril"),
    ("Monsieur Dupont, né en mars 1961, habite à Lyon.", "mars"),
    ("Elle est née au mois de novembre 1958.", "novembre"),
    ("Né en septembre, il est le plus jeune de cinq enfants.", "septembre"),
    ("Ses jumeaux sont nés fin janvier.", "janvier"),
    ("Sa fille est née début août 2015.", "août"),
    ("Son anniversaire tombe en juillet, dit-elle.", "juillet"),
    ("Il a vu le jour en octobre à Nantes.", "octobre"),
    ("L'enfant, né en février 2020, pèse quatre kilos.", "février"),
    ("Elle naquit en décembre dans un petit village.", "décembre"),
    ("La paciente nació en abril y vive sola.", "abril"),
    ("El señor Pérez, nacido en marzo de 1961, vive en Sevilla.", "marzo"),
    ("Ella nació en el mes de noviembre de 1958.", "noviembre"),
    ("Nacido en septiembre, es el menor de cinco hermanos.", "septiembre"),
    ("Sus gemelos nacieron a finales de enero.", "enero"),
    ("Su hija nació a principios de agosto de 2015.", "agosto"),
    ("Su cumpleaños es en julio, dijo ella.", "julio"),
    ("Vino al mundo en octubre en un pueblo pequeño.", "octubre"),
    ("El niño, nacida en febrero de 2020 su hermana, pesa cuatro kilos.", "febrero"),
    ("La niña, nacida en diciembre, es zurda.", "diciembre"),
]
"""Ten of each language, written before any was run."""


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> DocumentPipeline:
    path: Path = tmp_path_factory.mktemp("policies") / "births.yaml"
    path.write_text(
        "policy: births\nversion: 1.0.0\ntitle: T\nextends: hipaa-safe-harbor\n"
        "documents: {more_languages: [de, fr, es], because: They are read.}\n"
    )
    return DocumentPipeline(compile_policy(str(path)), b"k" * 32, 2026)


@pytest.mark.parametrize(("sentence", "month"), SENTENCES)
def test_the_month_of_a_birth_goes(pipeline: DocumentPipeline, sentence: str, month: str) -> None:
    gone = [
        sentence[one.start : one.end]
        for one in pipeline.inspected(Source("000001", "", "a.txt"), sentence.encode()).decisions
    ]
    assert any(month in words for words in gone)


YEARS = [
    ("The patient, born in March 1930, lives alone.", "1930"),
    ("Frau Krämer, geboren im März 1930, wohnt in Köln.", "1930"),
    ("Monsieur Dupont, né en mars 1930, habite à Lyon.", "1930"),
    ("El señor Pérez, nacido en marzo de 1930, vive en Sevilla.", "1930"),
    ("Geburtsjahr 1930, raucht.", "1930"),
    ("Elle est née en 1930 à Lyon.", "1930"),
    ("Nació en 1930 en Sevilla.", "1930"),
    ("Sie ist 1930 geboren.", "1930"),
    ("Er wurde 1931 in Hamburg geboren und blieb dort.", "1931"),
    ("Sie kam 1928 zur Welt.", "1928"),
    ("Año de nacimiento: 1929.", "1929"),
    ("Année de naissance : 1929.", "1929"),
    ("geb. 1929 in Bonn", "1929"),
    ("b. 1929 in Leeds", "1929"),
]


@pytest.mark.parametrize(("sentence", "year"), YEARS)
def test_a_year_of_birth_that_shows_an_age_over_89_goes(
    pipeline: DocumentPipeline, sentence: str, year: str
) -> None:
    for said, stays in ((sentence, ""), (sentence.replace(year, "1971"), "1971")):
        left = said
        for one in reversed(pipeline.inspected(Source("000001", "", "a.txt"), said.encode()).decisions):
            left = left[: one.start] + one.replacement + left[one.end :]
        assert year not in left
        assert stays in left or "[PERSON]" in left  # the reader may take a bare sentence for a name
