"""Codes that a thing or their own build announces: "trailer TX4418R", "door code AK99", "5KQ1447W1"."""

from __future__ import annotations

from engine.catalog.lexicon import either, words
from engine.language.numbers import TEENS, TENS, UNITS
from engine.methods.identifiers.pattern import Pattern

_GIVES = either(words("labels/give-codes"))
_CAPS = r"(?-i:[A-Z]{1,6})"
_WITH_LETTERS = (
    rf"(?:{_CAPS}[\-/*.])?{_CAPS}[\-/*.]?\d[A-Z0-9./\-*\x83]{{1,23}}[A-Z0-9]\b|"
    rf"\d{{1,8}}[\-/]?{_CAPS}(?:[A-Z0-9./\-]{{0,19}}[A-Z0-9])?\b|"
    r"\d[\-/](?-i:[A-Z])[\-/]\d{2,8}|(?-i:[A-Z]{1,4}\d{0,4})(?: \d{2,8}){1,5}"
)
_NUMBER = r"\d{5,16}(?:-\d{1,6})?|\d{3,6}-\d{3,6}"
_HAS_MIXED = (
    r"[A-Za-z][.,:]{0,2} {1,2}\(?(?:[A-Z]{1,6}[\-/*.]?\d|[A-Z]{1,6}[\-/*.][A-Z]{1,6}[\-/*.]?\d|"
    r"\d{1,8}[\-/]?[A-Z]|[A-Z]{1,4}\d{0,4} \d\d)"
)
"""A plain sign that a window may hold a code of letters and digits."""

_TENS_SAID = "|".join((*TEENS, *TENS, "hundred"))
_DIGITS_SAID = "|".join(("zero", "oh", "nought", *UNITS))

ANNOUNCED = (
    Pattern(
        "code-of-thing",
        "unique-code",
        rf"(?i)\b{_GIVES}s?\.?(?:[,:]?| (?:is|was|had been|shown was|in|out|ending|ends in|stays)) {{1,2}}\(?"
        rf"({_WITH_LETTERS})",
        0.55,
        prefilter=_HAS_MIXED,
        validator="announced-code",
        citation="A label without a mark; letters and digits together are no amount",
        examples=(
            "employee W2201",
            "see occ. rpt OR-5512",
            "conf H-8817203",
            "delivered trailer TX4418R to",
            "Your operator T614 said",
            "our letter AL/5010072/14 of",
            "The reference shown was AMZ*2K7H19QX3.",
        ),
    ),
    Pattern(
        "code-numbered",
        "unique-code",
        rf"(?i)\b(?:numbered|marked|labelled|labeled|stamped|engraved|tagged) (?:as |with )?"
        rf"((?:{_CAPS} )?(?:{_WITH_LETTERS}|{_NUMBER}))",
        0.55,
        prefilter=r"(?i)(?:numbered|marked|labelled|labeled|stamped|engraved|tagged) ",
        validator="announced-code",
        examples=("The bill of lading, numbered BL 0092-331, was",),
    ),
    Pattern(
        "code-word-short",
        "unique-code",
        r"(?i)\b(?:pick-?up|access|gate|door|entry|cancell?ation|booking|referral|promo|verification|"
        r"security|discount|"
        r"invite|voucher|safe|unlock|worker|staff|user|key ?box|lock ?box|alarm|one-time)(?: (?:code|pin))"
        r"(?: (?:is|was)|:)? \"?((?-i:[A-Z]{1,6}\d{1,6}[A-Z]{0,3})|\d{4,8})\b",
        0.8,
        prefilter=r"(?i) (?:code|pin)(?: is| was|:)? \"?[A-Z]{0,6}\d",
        examples=("a text with pickup code AK99", "door code 4471"),
    ),
    Pattern(
        "password",
        "unique-code",
        r"(?i)\b(?:wi-?fi|wlan|password|passcode|pass ?phrase|psk)(?: (?:key|code|password|"
        r"pass))?(?: (?:is|was)|[:=])?"
        r" {1,2}[\"']?([A-Za-z]{0,12}\d[A-Za-z0-9\-!$]{3,30}|[A-Za-z]{1,12}[\-!$]\d[A-Za-z0-9\-!$]{2,30})",
        0.7,
        prefilter=r"(?i)(?:wi-?fi|wlan|pass|psk)",
        validator="announced-code",
        examples=("Wifi x9Tq-44Lm.", "the password is spring2041"),
    ),
    Pattern(
        "code-scrambled",
        "unique-code",
        r"\b(?:[A-Z]{1,5}-)?(?:[A-Z]{1,4}\d{1,8}[A-Z]{1,4}\d[A-Z0-9]{0,16}|"
        r"\d{1,8}[A-Z]{1,4}\d[A-Z0-9]{0,16})\b",
        0.5,
        validator="scrambled-code",
        citation="as letters-and-digits: letters and digits that change more than once name one thing",
        examples=("laptop, WS-PF2KX9118,", "returned 5CG1447QW1 today"),
    ),
    Pattern(
        "code-after-acronym",
        "unique-code",
        r"\b(?:[A-Z]{2,6}|Rx|RX|Id|No|Nr)[:#.]? ?(\d{7,14}(?:-\d{1,4})?)\b",
        0.5,
        validator="series-code",
        standalone=True,
        citation="An authority or a system by its initials, and seven digits or more",
        examples=("CLIA and CAP 2298101.", "Rx 7741209-03"),
    ),
    Pattern(
        "code-small-letters",
        "unique-code",
        r"(?:^|[\s(,:=])((?:[a-z]{1,4}\d{5,9}|[a-z]{1,4}\d{3,8}[a-z]{1,4}\d{1,6}|"
        r"[a-z]{2,4}-[a-z]{2,4}-?\d{2,5}|[a-z]{2}\d{4,9}))(?:$|[\s.,;)])",
        0.5,
        prefilter=r"[a-z]\d{3}|[a-z]-[a-z]{2,4}-?\d\d",
        validator="small-code",
        citation="Users, computers and students are named so in small letters",
        examples=("opened by u48812\n", "cannot reach srv-hr-03."),
    ),
    Pattern(
        "code-in-groups",
        "unique-code",
        r"\b(?:[A-Z]{1,4} \d{4,6}-\d{2,6}|[A-Z]{1,4} \d{2,6}(?:[ .]\d{2,6}){1,4}(?:-\d{1,3})?|"
        r"[A-Z]{1,4}/\d{2,4}/\d{3,8}|\d{7,10}-[A-Z])\b",
        0.5,
        prefilter=r"[A-Z] \d{2,6}[ .\-]\d\d|[A-Z]/\d\d|\d{7}-[A-Z]",
        validator="grouped-code",
        standalone=True,
        citation="as letters-and-digits, written in groups",
        examples=(
            "custody record TK 2931-23,",
            "consignment TX 9003 551 28",
            "report AT/24/118830 of",
            "card 00441877-P",
        ),
    ),
    Pattern(
        "number-from-nought",
        "unique-code",
        r"(?:^|[\s(:,#])(0\d{5,13})(?:$|[\s.,;:)])",
        0.5,
        prefilter=r"(?:^|[\s(:,#])0\d{5}",
        validator="series-code",
        citation="No amount begins with a nought and six digits",
        examples=("Agreement 0019846 is exhibited",),
    ),
    Pattern(
        "digits-in-words",
        "unique-code",
        rf"(?i)\b(?:(?:{_DIGITS_SAID}|double|triple|dash)[ ,.\-]{{1,3}}){{5,24}}(?:{_DIGITS_SAID})\b",
        0.55,
        prefilter=rf"(?i)\b(?:{_DIGITS_SAID})[ ,.\-]{{1,3}}(?:{_DIGITS_SAID})[ ,.\-]",
        validator="no-counting",
        citation="Talks: a number said digit by digit needs no label",
        examples=("It's four oh seven, one one nine two.",),
    ),
    Pattern(
        "digits-in-words-after-letters",
        "unique-code",
        rf"\b([A-Z]{{1,4}}[ \-](?i:(?:(?:{_DIGITS_SAID}|double|"
        rf"dash)[ ,\-]{{1,3}}){{2,12}}(?:{_DIGITS_SAID})))\b",
        0.55,
        prefilter=rf"[A-Z][ \-](?i:{_DIGITS_SAID}|double)[ ,\-]",
        citation="as digits-in-words, behind capitals",
        examples=("Your ticket's RR-six-six-one-oh.",),
    ),
    Pattern(
        "code-in-words",
        "unique-code",
        r"(?i)\b(?:number|no\.?|id|account|code|policy|claim|reference|ticket)(?: is| was|,|:)? "
        rf"((?:(?:{_DIGITS_SAID}|{_TENS_SAID}|[a-z])[ ,\-]{{1,2}}){{4,20}}(?:{_DIGITS_SAID}|{_TENS_SAID}|"
        rf"[a-z]))\b",
        0.6,
        prefilter=rf"(?i)(?:number|no\.?|id|account|code|policy|claim|reference|ticket)(?: is| was|,|:)? "
        rf"(?:{_DIGITS_SAID}|{_TENS_SAID}|[a-z])[ ,\-]",
        validator="said-code",
        citation="as code-spoken: tens and letters among the digits",
        examples=("case number twenty three m one seven oh oh two call me",),
    ),
    Pattern(
        "initials-of-writer",
        "unique-code",
        r"(?:\b(?i:transcribed by|typed by|dictated by|tr|trans|initials|kurzel)(?: ?[:/]| by) ?|"
        r"(?:M\.?D|D\.?O|RN|NP|PA-C)\.? / ?)"
        r"([A-Z]{2,4}(?:/[A-Za-z]{2,4})?|[a-z]{2,4}(?: ?/ ?[a-z]{2,4})?)(?:[ \t]*(?:\n|$)|[,;]| {2})",
        0.55,
        prefilter=r"(?i)(?:trans|typed|dictated|tr ?:|tr/|initials|kurzel|(?:m\.?d|d\.?o|rn|np|pa-c)\.? /)",
        citation="as code-of-writer, who signs by letters alone",
        examples=("TR : qf / bmot\n", "Pemberthy, MD / AKT", "TRANS: MBR  VERIFIED"),
    ),
    Pattern(
        "hexadecimal-groups",
        "unique-code",
        r"(?i)\b[0-9a-f]{2,8}(?:[\-:][0-9a-f]{2,8}){2,7}\b",
        0.5,
        prefilter=r"(?i)[0-9a-f][0-9a-f][\-:][0-9a-f]{2,8}[\-:][0-9a-f][0-9a-f]",
        validator="hexadecimal-groups",
        standalone=True,
        citation="Chips, sessions and devices write their numbers so",
        examples=("Microchip.... 0A12-7F55-3C", "session a91f-77c2-0b |"),
    ),
)
