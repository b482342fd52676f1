"""Subtitles against the conformance suite, and what must leave them."""

from __future__ import annotations

import pytest

from adapters.documents.opening.sources import Source
from adapters.documents.text.subtitles import Subtitles, WebVtt
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.conformance.documents_suite import CANARY, DocumentFormatSuite, replacements_of

GONE = "Qorvexil"
SRT = f"""1
00:00:01,000 --> 00:00:04,000
Hello <i>{CANARY}</i>, &lt;you&gt;

2
00:01:01,000 --> 00:01:04,500 X1:10 X2:20 Y1:5 Y2:9
Zy<b>xwa</b>nda
and {CANARY}

"""
VTT = f"""WEBVTT - {GONE}

NOTE {GONE}
more {GONE}

STYLE
::cue({GONE}) {{ color: red }}

{GONE}-1
00:01.000 --> 00:04.000 align:start position:10%
<v {CANARY}>Hello <c.{GONE}>there</c> <00:02.000>{CANARY}</v>

2
00:00:05.000 --> 00:00:06.000 region:{GONE}
Zy<i>xwa</i>nda &amp; <{GONE}>others</{GONE}>
"""


class TestSubtitles(DocumentFormatSuite):
    fmt = Subtitles()
    sample = SRT.encode()
    n_canaries = 3
    malformed = (CANARY.encode(), f"{SRT}lines of {CANARY}\n".encode(), b"", SRT.encode() + b"\x00")

    def test_times_are_no_text(self) -> None:
        assert "00" not in self.fmt.open("d", self.sample).document.text.reveal()


class TestWebVtt(DocumentFormatSuite):
    fmt = WebVtt()
    sample = VTT.encode()
    byte_exact = False
    n_canaries = 3
    malformed = (CANARY.encode(), f"WEBVTT\n\n{CANARY}\n".encode(), SRT.encode())

    def test_notes_styles_identifiers_and_unknown_tags_leave(self) -> None:
        opened = self.fmt.open("d", self.sample)
        written = opened.rewrite(replacements_of(opened, CANARY, "[NAME]")).decode()
        assert GONE not in written and "color" not in written and CANARY not in written
        assert "00:01.000 --> 00:04.000 align:start position:10%" in written
        assert "<v [NAME]>Hello <c>there</c> <00:02.000>[NAME]</v>" in written
        assert "[NAME]<i></i> &amp; others" in written


def test_a_replacement_ends_no_cue() -> None:
    opened = Subtitles().open("d", SRT.encode())
    found = replacements_of(opened, CANARY, "x\n\n3\n00:00:01,000 --> 00:00:02,000\ny")
    again = Subtitles().open("d", opened.rewrite(found)).document
    assert len(again.parts) == len(opened.document.parts)


def test_a_transcript_loses_its_speakers_and_keeps_its_times() -> None:
    pipeline = DocumentPipeline(compile_policy("hipaa-safe-harbor"), b"k" * 32, 2024)
    talk = (
        "WEBVTT\n\n1\n00:00:01.000 --> 00:00:04.000\n<v Rosalind Vance>My father, Harold Vance, was admitted "
        "on March 11, 2024.</v>\n\n2\n00:00:05.000 --> 00:00:09.000\n<v Dr. Lionel Abernathy>Please call "
        "309-555-0142 about the biopsy.</v>\n"
    )
    written = pipeline.release(Source("000001", "", "a.vtt"), talk.encode()).content.decode()
    for gone in ("Rosalind", "Vance", "Harold", "March", "Abernathy", "Lionel", "0142"):
        assert gone not in written
    for kept in ("00:00:05.000 --> 00:00:09.000", "was admitted", "about the biopsy", "2024"):
        assert kept in written


@pytest.mark.parametrize("times", ["00:00:01,000 --> soon", "--> 00:00:01,000", "1:2:3 --> 4:5:6"])
def test_a_line_that_is_no_time_is_no_cue(times: str) -> None:
    text = Subtitles().open("d", f"{SRT}3\n00:00:09,000 --> 00:00:10,000\n{times} {CANARY}\n".encode())
    assert f"{times} {CANARY}" in text.document.text.reveal()
