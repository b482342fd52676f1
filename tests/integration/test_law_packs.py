"""Policies of countries refuse documents in languages that no recogniser reads."""

from __future__ import annotations

from functools import cache

import pytest

from adapters.documents.opening.sources import Source
from engine.errors import RefusedError
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline

TEXTS = {
    "br-lgpd": (
        "Prezada senhora, recebemos o seu pedido do mês passado e "
        "agradecemos a confiança. Depois de "
        "examinar os documentos que a senhora enviou, não podemos dar uma resposta "
        "favorável, porque faltam as assinaturas. "
        "Pedimos que envie as folhas que ainda não recebemos."
    ),
    "ch-revdsg": (
        "Gentile signora, abbiamo ricevuto la sua richiesta del mese scorso e "
        "la ringraziamo. Dopo aver esaminato "
        "i documenti che ci ha mandato, non possiamo purtroppo "
        "accettarla, perché mancano alcune firme. La "
        "preghiamo di inviarci le pagine che non abbiamo ancora ricevuto."
    ),
    "in-dpdp": (
        "प्रिय महोदया, हमें पिछले महीने आपका आवेदन मिला और हम आपका धन्यवाद करते हैं। "
        "आपने जो कागज़ भेजे थे उन्हें देखने के बाद "
        "हम उसे स्वीकार नहीं कर सकते, क्योंकि कुछ पन्नों पर हस्ताक्षर नहीं "
        "हैं। कृपया बाकी पन्ने भी भेज दें।"
    ),
    "jp-appi": (
        "先月お送りいただいた申請書を受け取りました。ありがとうございます。書類を拝見しましたが、署名のないページがあるため、"
        "残念ながら受け付けることができません。まだ届いていないページをお送りください。よろしくお願いいたします。"
    ),
}
ENGLISH = "Thank you for the letter. The claim was denied, since two pages were not signed by the clerk."


@cache
def pipeline(policy: str) -> DocumentPipeline:
    return DocumentPipeline(compile_policy(policy), b"test" * 8, 2026)


@pytest.mark.parametrize("policy", TEXTS)
def test_a_letter_in_a_language_that_nobody_reads_is_refused(policy: str) -> None:
    with pytest.raises(RefusedError) as refused:
        pipeline(policy).release(Source("1", "a.txt", "a.txt"), TEXTS[policy].encode())
    assert [fault.code for fault in refused.value.faults] == ["LNG001"]
    assert (
        pipeline(policy).release(Source("1", "a.txt", "a.txt"), ENGLISH.encode()).record.outcome == "released"
    )


def test_a_number_of_a_country_is_looked_for_by_the_clause_that_names_it_alone(tmp_path) -> None:
    policy = tmp_path / "p.yaml"
    policy.write_text(
        "policy: p\nversion: 1.0.0\ntitle: Letters\nlaws:\n  - {cite: Rule 1, title: A rule}\nidentifiers:\n"
        "  - {id: cards, find: [health-plan], law: Rule 1}\n"
        "  - {id: licences, find: [license], countries: [ca], law: Rule 1}\n"
    )
    made = DocumentPipeline(compile_policy(str(policy)), b"test" * 8, 2026)
    written = made.release(Source("1", "a.txt", "a.txt"), b"It says 6912 448 203 there, CPSO 71884.\n")
    assert written.content == b"It says 6912 448 203 there, CPSO [LICENSE].\n"
