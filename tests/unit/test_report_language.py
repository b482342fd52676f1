"""The compliance report in German: every sentence is there, with its values, numbers and days."""

from __future__ import annotations

import re
from datetime import date

import pytest
from lxml import html

from adapters.reports.html import render_report
from adapters.reports.languages.catalogues import catalogue
from adapters.reports.languages.choosing import speech_of
from engine.record.report import ReleaseReport
from tests.samples import sample_report
from tools.catalogues import LANGUAGES, messages, read

_PLACE = re.compile(r"%\(\w+\)s|%%|</?\w+[^>]*>")


def _german(report: ReleaseReport) -> ReleaseReport:
    return report.model_copy(update={"plan": report.plan.model_copy(update={"language": "de"})})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated_and_no_other(language: str) -> None:
    sentences = read(catalogue(language), language)
    known = {message.id for message in sentences if message.id}
    assert known == set(messages())
    for message in sentences:
        said = [message.string] if isinstance(message.string, str) else list(message.string)
        assert not message.id or all(said), f"{message.id} is not translated"


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_and_marks_agree(language: str) -> None:
    for message in read(catalogue(language), language):
        if message.id:
            ids = [message.id] if isinstance(message.id, str) else message.id
            said = [message.string] if isinstance(message.string, str) else message.string
            for one, other in zip(ids, said, strict=True):
                assert set(_PLACE.findall(one)) == set(_PLACE.findall(other)), one


def test_a_german_page_says_nothing_in_english() -> None:
    page = html.document_fromstring(render_report(_german(sample_report())))
    assert page.get("lang") == "de"
    shown = " ".join(page.find(".//main").text_content().split())
    english = [m for m in messages() if isinstance(m, str) and len(m.split()) > 2 and m == _bare(m)]
    assert [m for m in english if f" {m} " in f" {shown} "] == []
    assert "Was das Recht verlangt und was getan wurde" in shown
    assert "Teilweise freigegeben" in shown
    assert "1. Januar 2026, 00:00 UTC" in shown


def _bare(message: str) -> str:
    return _PLACE.sub("", message)


def test_an_english_page_stays_as_it_was() -> None:
    shown = " ".join(html.document_fromstring(render_report(sample_report())).text_content().split())
    assert "Released in part" in shown
    assert "1 January 2026, 00:00 UTC" in shown
    assert "What the law asks, and what was done" in shown


def test_numbers_days_and_shares_are_those_of_the_language() -> None:
    english, german = speech_of("en"), speech_of("de")
    assert (english.number(21318), german.number(21318)) == ("21,318", "21.318")
    assert (english.number(1.5, 2), german.number(1.5, 2)) == ("1.50", "1,50")
    assert (english.percent(0.0123), german.percent(0.0123)) == ("1.2 %", "1,2 %")
    assert (english.general(1.5), german.general(2.0)) == ("1.5", "2")
    assert german.day(date(2026, 3, 5)) == "5. März 2026"
    assert german.time("2026-03-05T10:30:00+01:00") == "5. März 2026, 09:30 UTC"


def test_figures_are_said_in_german() -> None:
    page = render_report(_german(sample_report()))
    assert "gemessen am 22. November 2026" in page
    assert "wurden gefunden, was mit 95 % Sicherheit mindestens" in page
