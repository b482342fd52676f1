"""Which passages of a text are in which language."""

from __future__ import annotations

import pytest

from adapters.recognizers.languages import Languages
from engine.language.passages import all_passages, other_passages

GERMAN = (
    "vielen Dank für die Überweisung der Patientin, die sich gestern in unserer Ambulanz vorgestellt hat. "
    "Sie klagt seit etwa drei Wochen über Schmerzen im rechten Knie, vor allem beim Treppensteigen."
)
ENGLISH = (
    "Thank you for the referral. The patient was seen on Tuesday and complains of pain in her right knee, "
    "mostly when she climbs stairs, and at night, so that she cannot sleep for more than a few hours."
)
ADDRESS = "Jürgen Lindqvist\nHauptstraße 12\n50667 Köln\nTel. 0221 4455667\nJürgen.Lindqvist@example.org"


def spoken(*passages: str) -> list[tuple[str, str]]:
    text = "\n\n".join(passages)
    return [(text[p.start : p.end][:6], p.language) for p in all_passages(text, Languages())]


def test_each_passage_has_its_language() -> None:
    assert spoken(ENGLISH, GERMAN, ENGLISH) == [("Thank ", "en"), ("vielen", "de"), ("Thank ", "en")]


def test_an_address_has_the_language_of_what_is_around_it() -> None:
    assert spoken(ADDRESS, GERMAN, ADDRESS) == [("Jürgen", "de"), ("vielen", "de"), ("Jürgen", "de")]
    assert spoken(GERMAN, ENGLISH, ADDRESS)[-1] == ("Jürgen", "en")
    assert spoken(ADDRESS) == [("Jürgen", "en")]


def test_codes_and_addresses_of_machines_are_no_language() -> None:
    codes = "\n\n".join(f"urn:uuid:{n}aa73a93-86cc-4195-b197-361875c087d{n}" for n in range(9))
    assert list(other_passages(codes, Languages())) == []


def test_a_language_without_blanks_between_words() -> None:
    text = "わたくしといふ現象は仮定された有機交流電燈のひとつの青い照明です。" * 3
    assert [passage.language for passage in other_passages(text, Languages())] == ["ja"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "hi",
            "हमें पिछले महीने आपका आवेदन मिला और हम आपका धन्यवाद करते हैं। कुछ पन्नों पर "
            "हस्ताक्षर नहीं हैं, कृपया बाकी पन्ने भी भेज दें।",
        ),
        (
            "bn",
            "গত মাসে আমরা আপনার আবেদন পেয়েছি এবং আপনাকে ধন্যবাদ জানাই। কিছু পাতায় স্বাক্ষর নেই, তাই আমরা তা গ্রহণ করতে পারছি না।",
        ),
        (
            "th",
            "เราได้รับคำขอของคุณเมื่อเดือนที่แล้วและขอขอบคุณ เราไม่สามารถรับได้ "
            "เพราะบางหน้าไม่มีลายเซ็น กรุณาส่งหน้าที่เหลือมาให้เราด้วย",
        ),
        (
            "zh",
            "我们上个月收到了您的申请，非常感谢。我们审查了您寄来的文件，但是有几页没有签名，所以很遗憾不能接受。"
            "请把剩下的几页也寄给我们。谢谢您的理解。",
        ),
    ],
    ids=["hi", "bn", "th", "zh"],
)
def test_scripts_with_signs_around_letters_and_without_blanks(language: str, text: str) -> None:
    assert [passage.language for passage in other_passages(text, Languages())] == [language]
    mixed = "\n\n".join((ENGLISH, text, ENGLISH))
    assert [passage.language for passage in other_passages(mixed, Languages())] == [language]


def test_an_address_alone_is_no_passage_in_another_language() -> None:
    assert list(other_passages(ADDRESS, Languages())) == []
    found = list(other_passages("\n\n".join((ADDRESS, GERMAN)), Languages()))
    assert [passage.language for passage in found] == ["de"]
    assert 130 < found[0].letters < 170


def test_an_english_caption_full_of_foreign_names_is_english_and_a_german_one_is_not() -> None:
    quito = (
        "Clockwise from top: Calle La Ronda, Iglesia de la Compañía de Jesús, El Panecillo as seen from "
        "Northern Quito, Palacio de Carondelet, Parque La Carolina and Iglesia y Monasterio de San Francisco"
    )
    assert list(other_passages(quito, Languages())) == []
    goettingen = (
        "Von oben: Marktplatz mit Altem Rathaus, Gänseliesel, Kirche St. Johannis und Haus der Familie "
        "Grätzel, gesehen vom Turm der Universität Göttingen in Richtung Leine und Weender Straße"
    )
    assert [passage.language for passage in other_passages(goettingen, Languages())] == ["de"]


FORM = (
    "Name: Kowalczyk\nVorname: Danuta\nGeburtsdatum: 23.7.1958\nStraße: Gartenweg 4\nKrankenkasse: keine\n"
    "Unterschrift: D. K."
)


def test_a_form_without_running_text_is_judged_as_a_whole() -> None:
    assert {p.language for p in all_passages(FORM, Languages(), ("de", "fr"))} == {"de"}
    assert {p.language for p in all_passages(FORM, Languages())} == {"en"}
    english = (
        "Name: Kowalczyk\nFirst name: Danuta\nDate of birth: 7/23/1958\nStreet: 4 Garden Way\n"
        "Insurance: none\nSignature: D. K."
    )
    assert {p.language for p in all_passages(english, Languages(), ("de", "es", "fr"))} == {"en"}


def test_full_width_letters_are_read_as_the_words_they_are() -> None:
    said = "The patient was admitted with pneumonia, and he was sent home after four days on the ward."
    wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in said)
    assert list(other_passages(wide, Languages())) == []


def test_the_names_of_a_german_form_do_not_make_it_english() -> None:
    form = (
        "Amtsgericht Straubing\nAbteilung für Familiensachen\nProtokoll\naufgenommen in "
        "nichtöffentlicher Sitzung "
        "am Donnerstag, 18. Januar 2024\nGegenwärtig: Richterin am Amtsgericht Hintermayr"
    )
    note = "Eingegangen am 3. Feb. 2025, Hz. Sch."
    text = "\n\n".join((form, GERMAN, note))
    known = all_passages(text, Languages(), ("de", "es", "fr"))
    assert {passage.language for passage in known} == {"de"}


SHORT = {
    "fr": "Merci pour votre lettre, je vous appelle demain matin.",
    "es": "Nos vemos mañana en la consulta de Ana",
    "it": "Grazie mille, ci vediamo domani da Giulia",
    "sv": "Tack så mycket, vi ses hos Anna imorgon",
}


@pytest.mark.parametrize(("language", "text"), SHORT.items())
def test_a_letter_of_one_sentence_has_a_language(language: str, text: str) -> None:
    assert [passage.language for passage in other_passages(text, Languages())] == [language]


@pytest.mark.parametrize(
    "text",
    [
        "See you tomorrow at the clinic with Giulia Rossi",
        "Ring Søren Ångström re Gröna Lund",
        "Dr Müller, 12 Rue X",
    ],
)
def test_a_short_english_text_with_foreign_names_is_none(text: str) -> None:
    assert list(other_passages(text, Languages())) == []
