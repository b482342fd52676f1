"""Encoded text is opened, disguised spellings are read plainly; ordinary text is left alone."""

from __future__ import annotations

import base64
import gzip
import json
import quopri
import random
import re
import textwrap
from collections.abc import Callable

import pytest

from engine.methods.disguises import transported
from engine.methods.disguises.payloads import payloads
from engine.methods.disguises.spelling import stretches
from engine.plan.steps import IdentifierStep
from engine.stages.identifiers import disguises
from engine.stages.identifiers.stage import IdentifierStage
from engine.text import Document, SensitiveText, Span, carried_out

_SAID = "SSN 219-09-9999, mail ann.lee@example.org"


def _stage(encoded: str = "remove") -> IdentifierStage:
    steps = [
        IdentifierStep(id=c, find=(c,), operator="placeholder", census=None, threshold=0.5, allow=(), deny=())
        for c in ("ssn", "email", "phone", "mrn", "credit-card", "plate", "ip", "date")
    ]
    return IdentifierStage(steps, b"k" * 16, 2025, encoded_text=encoded)


def _released(text: str, encoded: str = "remove") -> str:
    return carried_out(text, _stage(encoded).decide(Document("d", SensitiveText(text))))


def _b64(said: str) -> str:
    return base64.b64encode(said.encode()).decode()


_ENCODERS: dict[str, Callable[[str], str]] = {
    "base64": _b64,
    "url-safe": lambda said: base64.urlsafe_b64encode(said.encode()).decode().rstrip("="),
    "twice": lambda said: _b64(_b64(said)),
    "octal": lambda said: "".join(f"\\{byte:03o}" for byte in said.encode()),
    "gzip": lambda said: base64.b64encode(gzip.compress(said.encode())).decode(),
    "utf-16": lambda said: base64.b64encode(said.encode("utf-16-le")).decode(),
    "hex": lambda said: said.encode().hex(),
    "percent": lambda said: "".join(f"%{b:02X}" for b in said.encode()),
    "percent twice": lambda said: "".join(f"%25{b:02X}" for b in said.encode()),
    "percent apart": lambda said: "".join(f"% 25{b:02X}" for b in said.encode()),
    "percent over lines": lambda said: "\n".join(
        textwrap.wrap("".join(f"%25{b:02X}" for b in said.encode()), 22)
    ),
    "entities": lambda said: "".join(f"&#{ord(c)};" for c in said),
    "escapes": lambda said: "".join(f"\\u{ord(c):04x}" for c in said),
    "quoted-printable": lambda said: "".join(f"={b:02X}" for b in said.encode()),
    "base32": lambda said: base64.b32encode(said.encode()).decode(),
    "ascii85": lambda said: base64.a85encode(said.encode(), adobe=True).decode(),
    "percent of entities": lambda said: "".join(f"%{b:02X}" for c in said for b in f"&#{ord(c)};".encode()),
    "uuencode": lambda said: "begin 644 a.txt\n" + _uu(said) + "`\nend",
}


def _uu(said: str) -> str:
    import binascii

    return binascii.b2a_uu(said.encode()).decode()


@pytest.mark.parametrize("name", _ENCODERS)
@pytest.mark.parametrize("setting", ["remove", "search"])
def test_what_is_encoded_goes_with_what_it_says(name: str, setting: str) -> None:
    text = f"The note holds {_ENCODERS[name](_SAID)} as sent."
    assert payloads(text)
    released = _released(text, setting)
    assert released == "The note holds [ENCODED] as sent."


def test_encoded_text_without_a_finding_stays_where_it_is_only_searched() -> None:
    text = f"see {_b64('the weather is fine today, and the sea is calm')} there"
    assert _released(text, "search") == text
    assert _released(text, "remove") == "see [ENCODED] there"


@pytest.mark.parametrize(
    "text",
    [
        "Hydroxychloroquine and antiretroviral-experienced participants (sulfamethoxazole/trimethoprim).",
        "ParkinsonDiseaseRegistry/AnnualReport2019 covers internationalization.",
        "The digest d41d8cd98f00b204e9800998ecf8427e is no text.",
        "f(x) = 3 and 100% of 25% is 25 %; R&D; A &amp; B",
        "begin 644 words and end the day",
    ],
)
def test_words_paths_and_digests_are_no_encoded_text(text: str) -> None:
    assert payloads(text) == []


@pytest.mark.parametrize("name", ["base64", "escapes", "entities", "uuencode"])
def test_what_is_encoded_inside_a_string_of_json_goes(name: str) -> None:
    text = json.dumps({"who": f"attached:\n{_ENCODERS[name](_SAID)}\n."})
    assert _released(text) == json.dumps({"who": "attached:\n[ENCODED]\n."})


def test_a_string_of_json_is_read_as_what_it_says() -> None:
    inner = json.dumps({"note": "see SSN ２１９-09-9999, \u202aann.lee@exämple.org"})
    assert _released(inner) == '{"note": "see SSN [SSN], \\u202a[EMAIL]"}'


def test_base64_wrapped_inside_a_string_of_json_goes() -> None:
    lines = "\n".join(textwrap.wrap(_b64(_SAID), 24))
    assert _released(json.dumps({"who": lines})) == json.dumps({"who": "[ENCODED]"})


def test_entities_goes_where_semicolons_divide_cells() -> None:
    text = "who " + "\n\n".join(f"&#{ord(c)}" for c in _SAID) + "\n\nx"
    assert _released(text) == "who [ENCODED]x"


def test_uuencode_goes_where_line_ends_became_blanks() -> None:
    text = f"The note holds {_ENCODERS['uuencode'](_SAID)} as sent.".replace("\n", " ")
    assert _released(text, "search") == "The note holds [ENCODED] as sent."


def test_decoding_stops_at_a_depth_and_a_size() -> None:
    deep = _SAID
    for _ in range(8):
        deep = _b64(deep)
    assert _released(f"a {deep} b") == "a [ENCODED] b"
    bomb = base64.b64encode(gzip.compress(b"0" * (64 << 20))).decode()
    assert _released(f"a {bomb} b") == "a [ENCODED] b"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("SSN 2_1_9_0_9_9_9_9_9 on file", "2_1_9"),
        ("her social security number is 2 1 9 0 9 9 9 9 9.", "2 1 9 0"),
        ("SSN: 219-09-\n9999 again", "9999"),
        ("SSN: **219**-**09**-**9999** again", "9999"),
        ("SSN 2l9-O9-9999", "2l9"),
        ("SSN: two one nine, zero nine, nine nine nine nine", "nine"),
        ("Her SSN is two nineteen oh nine ninety-nine ninety nine", "ninety"),
        ("SSN: two one nine dash zero nine dash ninety-nine double nine", "nine"),
        ("MRN: 25 86 66 72, wound dry", "25 86"),
        ("card 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 charged", "1 1 1 1"),
        ("write to ann.lee at example dot org today", "ann.lee"),
        ("write to ann.lee[at]example[dot]org today", "ann.lee"),
        ("write to ann.lee (at) example.org today", "ann.lee"),
        ("write to \u202egro.elpmaxe@eel.nna\u202c today", "eel.nna"),
        ("a n n . l e e @ e x a m p l e . o r g", "a n n"),
        ("ann.lee at-sign example period org is hers", "ann.lee"),
        ("ann.lee﹫example․org is hers", "ann.lee"),
        ("ann.lee&#64;example&#46;org is hers", "ann.lee"),
        ("see #Plan_SSN_219_09_9999_of_March", "219_09"),
        ("\n".join("SSN 219-09-9999"), "9\n9\n9"),
        ("\n\n".join("SSN 219-09-9999"), "9\n\n9\n\n9"),
        ("The number:\n\n(212\n\n) 55\n\n5-0147\n\nis hers", "5-0147"),
        ("Her number: 2 1 9 0 9\n9 9 9 9", "9 9 9 9"),
        ("2 1 9\n0 9 9\n9 9 9", "0 9 9"),
        ("415 555 01\n32", "32"),
        ("21 90\n99 999\nis it", "99 999"),
        ("her social security number is 219\t099\t999, she said", "219\t099"),
        ("the van, plate K M T 4 4 7 2, left", "4 4 7 2"),
        (" ".join("Seen again, MRN 48213377, today"), "4 8 2 1"),
        ("M R N 4 8 2 1 3 3 7 7", "4 8 2 1"),
        ("from " + " ".join("203.0.113.77") + " at night", "2 0 3"),
        ("registration kmt4472 was seen", "kmt4472"),
        ("plate K.M.T.4472 was seen", "4472"),
        ("plate KMT④④⑦② was seen", "④④"),
        ("from 203 dot 0 dot 113 dot 77 at night", "113"),
        ("from 203 . 0 . 113 . 77 at night", "113"),
        ("the IP was 203,0,113,77 then", "113"),
        ("seen on 09 / 14 / 2019 and well", "14"),
        ("seen on ⁰⁹/¹⁴/²⁰¹⁹ and well", "¹⁴"),
        ("call her at 212555BIRD today", "BIRD"),
        ("card 1111-1111-1111-1114 (read it backwards) charged", "1114"),
        ("MRN\n81070107, seen", "8107"),
        ("> MRN\n> 81070107, seen", "8107"),
    ],
)
def test_disguised_identifiers_go(text: str, value: str) -> None:
    assert value not in _released(text)


@pytest.mark.parametrize(
    "text",
    [
        "Blood pressure 120/80, 118/76, 130/90; pulse 72, 75, 71; weight 81.4 kg.",
        "Odds ratio 2.88 (0.98-4.11), n = 1,204,332; 1996, 1997 and 1998.",
        "Steps 1, 2, 3, 4, 5, 6, 7, 8 and 9 follow. Doses of 200-300-360 mg.",
        "One of the two saw three of four cases; five, six or seven others did not.",
        "We counted twenty one, twenty two, twenty three, twenty four, twenty five of them.",
        "Five, ten, fifteen, twenty and thirty were compared; chapters ten eleven twelve thirteen fourteen.",
        "It was twenty one to nineteen, then thirty to twenty five, in nineteen forty five.",
        "We met at noon. Dot the i and cross the t at home. Look at example two.",
        "U. S. A. and F. B. I. are spelt with stops; so is e. g. this.",
        "Set max_items_per_page and my_var_2024 in test_case_no_12 of snake_case.",
        "Call the function 212 times; text on the plate was 3 to 4 mm high.",
        "Cells:\n\n12\n\n-4\n\n18\n\nend. And\n\n120-140\n\n80-90\n\nmmHg.",
        "Steps 1 . 2 . 3 of rev 4, ratio 3 / 4 and 5 / 6 - 7.",
        "A bc\nd\ne\nf g; registered again; licensed 2 of 30.",
        "Potassium over the week\n" + "4.1 3.9 5.2 6.6 2.7 3.8 4.4 5.9 6.1 2.2".replace(" ", "\n"),
        "They were registered in 1975 and licensed of 1980.",
        "Lactate 9,3 / 1,3 / 0,3 / 1,4 / 6,8 / 7,7 mmol/l",
        "Daily weights\n" + "205 185 103 67 190 101 100 127 205 185 103 67".replace(" ", "\n"),
        "Sales by quarter\n" + "312.4 5.5 214.7".replace(" ", "\n") + "\nCosts",
        "Rooms by floor\n31   24\n55   21\n4    7\n",
        "Base excess -1.2 | -3.4 | -5.6 | -7.8 | -9.1 | -2.3",
        r"The path C:\new\table\users and the pattern \d+\n hold nothing; \textit{so} does \begin{quote}.",
        "R&amp;D &#8212; told backwards, 3 times in 12 weeks.",
    ],
)
def test_ordinary_numbers_and_words_are_no_disguise(text: str) -> None:
    assert _released(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "SSN 2.1 9.0 9.9 9.9 9",
        "her social: 2, 1, 9, 0, 9, 9, 9, 9, 9",
        "Tax ID 2 1 9 0 9 9 9 9 9",
        "2 1 9 0 9 9 9 9 9",
    ],
)
def test_digits_apart_go_where_a_word_names_an_identifier_or_none_names_a_measure(text: str) -> None:
    assert "[SSN]" in _released(text)


def test_a_finding_in_joined_words_is_as_long_as_what_was_found() -> None:
    assert _released("file Plan_SSN_219_09_9999_final.txt") == "file Plan_SSN_[SSN]_final.txt"
    said = _released("\n".join("an SSN 219-09-9999 here"))
    assert said == "a\nn\n \nS\nS\nN\n \n[SSN]\n \nh\ne\nr\ne"


def test_a_stretch_holds_offsets_of_the_text() -> None:
    text = "tel 2_1_2_5_5_5_0_1_4_7 now"
    assert {(s.start, s.end) for s in stretches(text)} == {(4, 23)}


def test_quoted_printable_of_a_letter_is_opened() -> None:
    said = quopri.encodestring("Señora Núñez, SSN 219-09-9999".encode()).decode()
    assert "219-09-9999" not in _released(said)


@pytest.mark.parametrize(
    "text",
    [
        "data:text/plain;base64,NDA0OTY4ODY=",
        "MRN: NDA0OTY4ODY=",
        "MRN: MjYyOTQ4ODQ and more",
        "=?utf-8?B?NDA0OTY4ODY=?= MRN",
    ],
)
def test_short_base64_of_a_number_goes(text: str) -> None:
    assert "[ENCODED]" in _released(text)


def test_a_letter_in_uuencode_sent_in_parts_goes() -> None:
    body = _uu("a" * 45) * 4
    assert _released(f"part 2 of 3\n{body}the rest follows") == "part 2 of 3\n[ENCODED]\nthe rest follows"


@pytest.mark.parametrize(
    "text",
    [
        "SSN: 219%2D09%2D9999",
        "SSN: %2532%2531%2539%252D%2530%2539%252D%2539%2539%2539%2539",
        "SSN: 219=2D0=\n9=2D9999",
        "SSN: =?utf-8?Q?219=2D09=2D9999?=",
        "SSN: 219-0 ... 9-9999",
        "SSN: 219-0\n\n9-9999",
        "SSN: 219 dash 09 dash 9999",
        "SSN: two one nine dash zero nine dash nine nine nine nine",
        "SSN: 2l9-O9-99S9",
        "SSN: 2\u31641\u31649\u3164-\u31640\u31649\u3164-\u31649\u31649\u31649\u31649",
        "SSN: 219-0\u28009-9999",
        "SSN: 2|1|9|-|0|9|-|9|9|9|9",
    ],
)
def test_a_number_in_transport_or_between_fillers_goes(text: str) -> None:
    assert _released(text) == "SSN: [SSN]"


@pytest.mark.parametrize(
    "text",
    [
        "ann_lee@example_org",
        "a|n|n|.|l|e|e|@|e|x|a|m|p|l|e|.|o|r|g",
        "[ann].[lee]@[example].[org]",
        "ann%2Elee%40example.org",
        "ann.lee-\n42@example.org",
        "ann.lee ... @example.org".replace("@", "4@"),
        "annlee42@exampleorg",
    ],
)
def test_an_address_in_disguise_goes(text: str) -> None:
    released = _released(f"write to {text} today")
    assert "[EMAIL]" in released
    assert "lee" not in released


_NAME = "Philippa Haverford"


@pytest.mark.parametrize(
    "text",
    [
        "_".join(_NAME),
        "|".join(_NAME),
        "/".join(_NAME),
        ".".join(_NAME.replace(" ", "")),
        "\u3164".join(_NAME),
        "\U000e0020".join(_NAME),
        "".join(f"{letter}\u0336" for letter in _NAME),
        "Philippa Haver<!-- -->ford",
        "Philippa Haver**ford**",
        "[Philippa] [Haverford]",
        "*Philippa* *Haverford*",
        "Philippa~Haverford",
        "Philippa%20Haverford",
        "Philippa H%61verf%6Frd",
        "=?utf-8?Q?Philippa_Haverford?=",
        "drofrevaH appilihP",
        "Philippa Haverf0rd",
    ],
)
def test_a_name_in_disguise_is_read(text: str) -> None:
    said = [
        stretch.plain
        for stretch in stretches(f"The patient {text} came")
        if stretch.may_name or stretch.places is None
    ]
    assert any("Haverford" in plain for plain in said)


def test_a_finding_behind_escapes_is_as_long_as_what_was_found() -> None:
    assert _released("see /find?q=SSN%20219%2D09%2D9999%20x.png") == "see /find?q=SSN%20[SSN]%20x.png"


@pytest.mark.parametrize(
    "sign", [r"\ud83d\ude00", r"\uD83D\uDE00", r"\ud800", r"\ude00\ud83d", "&#xD800;&amp;#"]
)
def test_a_pair_of_escapes_is_one_sign_and_half_a_pair_none(sign: str) -> None:
    """A lone surrogate can't be scanned: a document that holds one would be quarantined."""
    assert _released(f"Smile {sign} then SSN 219-09-9999.") == f"Smile {sign} then SSN [SSN]."
    assert _released(rf"{sign} SSN \u0032\u0031\u0039-09-9999.") == f"{sign} SSN [SSN]."


@pytest.mark.parametrize(
    "text",
    [
        "A 5*6 grid, Q*bert, M*A*S*H; f(x1=270,y1=100) and span=440; Message-ID C5tLxr in K&R.",
        "see https://example.org/index.php?title=ISO_31-3&oldid=71 and widths of 25%ab.",
        "\ufeff40.7127 and 12.97 degrees; =-=-=-=-=-=-=-=-=-=-=",
        "shares of 40% 50% 60% 70% and % 40% 50% 60% 70%",
        "R/W/X and N/A/N; a_b_c_d_e_f; [see] [note] (one) (two); *not* *specifically*",
        "CONFIDENTIALITYNOTICE= and ABCDEFGHIJKLMNOP; foo== bar=",
    ],
)
def test_signs_of_prose_and_code_are_no_disguise(text: str) -> None:
    assert _released(text) == text
    assert payloads(text) == []


def test_a_number_does_not_go_on_into_a_cell_of_its_own() -> None:
    assert _released("MRN: 7524= 4591\n\n6\n\nnormal") == "MRN: [MRN]\n\n6\n\nnormal"


def test_a_soft_line_break_that_became_a_blank_is_read_beside_other_codes() -> None:
    assert _released("SSN: 285=2D7= 9=2D5474") == "SSN: [SSN]"
    assert _released("for x= 5 and y= 7") == "for x= 5 and y= 7"


def test_number_words_end_before_a_year() -> None:
    said = "SSN: two one nine dash zero nine dash nine nine nine nine\n2024 was dry"
    assert _released(said) == "SSN: [SSN]\n2024 was dry"


def test_however_many_are_disguised_all_are_judged() -> None:
    n = disguises._MOST_ALONE + 3
    text = "\n\n".join(f"user{number} (at) clinic (dot) org" for number in range(n))

    def mails(read: Document) -> list[Span]:
        return [Span(*mail.span(), "email") for mail in re.finditer(r"\w+@[\w.]+", read.text.reveal())]

    assert len({span.start for span in disguises.disguised(text, mails, lambda _: [])}) == n


def test_escapes_are_found_whatever_block_they_stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    words = (
        "=3D",
        "=\n",
        "= 4B",
        "a=E2=82=AC",
        "%41%42",
        "x",
        "Keller",
        "<b>",
        '"q"',
        "=41=42=\n 43",
        " ",
        "\n",
    )
    chooser = random.Random(4)
    texts = ["".join(chooser.choices(words, k=60)) for _ in range(60)]

    def read() -> list[tuple[int, int, str]]:
        found = [one for text in texts for one in transported._tokens(text)]
        return [(one.start, one.end, one.plain) for one in found]

    whole = read()
    monkeypatch.setattr(transported, "_BLOCK", 7)
    assert len(whole) > 100 and read() == whole


def test_what_stands_in_a_run_of_stretches_is_placed_as_where_it_stands_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "Ann.Lee=40example.org, %35%35%35-12-3456 or b (at) c (dot) org; x %41%42 " * 5

    def codes(read: Document) -> list[Span]:
        found = re.finditer(r"[\w.]+@[\w.]+|\d{3}-\d\d-\d{4}", read.text.reveal())
        return [Span(*one.span(), "email") for one in found]

    def places() -> set[str]:
        return {text[one.start : one.end] for one in disguises.disguised(text, codes, lambda _: [])}

    alone = places()
    assert {"Ann.Lee=40example.org", "%35%35%35-12-3456", "b (at) c (dot) org"} <= alone
    monkeypatch.setattr(disguises, "_MOST_ALONE", 0)
    monkeypatch.setattr(disguises, "_batched", lambda runs, _: [runs])
    assert places() == alone


def test_letters_written_as_numbers_of_a_program_are_read() -> None:
    said = [
        one.plain for one in stretches(r"Patient: \x54heodora \x57incanto\x6e, mail \x74.w\x40postbox.net")
    ]
    assert "Patient: Theodora Wincanton, mail t.w@postbox.net" in said


def test_a_finding_over_two_stretches_of_a_run_is_placed_to_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "so %41nn %4Cee went"
    monkeypatch.setattr(disguises, "_MOST_ALONE", 0)
    monkeypatch.setattr(disguises, "_batched", lambda runs, _: [runs])

    def names(read: Document) -> list[Span]:
        return [Span(*one.span(), "person") for one in re.finditer("Ann Lee", read.text.reveal())]

    found = disguises.disguised(text, names, lambda _: [])
    assert {text[one.start : one.end] for one in found} == {"%41nn ", " %4Cee"}
