"""Habits of capitals: words that shout, sentences and the word "I" in lower case."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.catalog.lexicon import either, words
from engine.methods.style.changes import NOT_GOING_ON, NOT_INSIDE, Change, Rule, begins_sentence

_SHOUTED = """
ALWAYS ANY ANYONE ANYTHING ARE BAD BECAUSE BEFORE BEING BETTER BOTH BUT COULD DID DIFFERENT
DOES DOING DONE EACH ENOUGH EVEN EVER EVERY EVERYONE EVERYTHING EXACTLY FIRST GOOD GREAT HAS
HAVE HERE HIM HIS HOW JUST KNOW LESS LONG LOVE MANY MAYBE MIGHT MORE MOST MUCH MY
NEED NEVER NOBODY NONE NOT NOTHING NOW ONE ONLY OTHER OUR OWN PLEASE REALLY RIGHT SAME SHE SHOULD
SOME SOMEONE SOMETHING STILL SUCH SURE THAN THAT THE THEIR THEM THEN THERE THESE THEY THING THINK
THIS THOSE TOO VERY WANT WAY WE WERE WHAT WHATEVER WHEN WHERE WHICH WHY WILL WITH WITHOUT WOULD
WRONG YES YOU YOUR
"""
_SHORT_FORMS = "ALL BEST HAD HER LEAST MUST NO WAS"
"""Illnesses, genes, substances, scores and trials as well: words that shout only beside another one."""
_SURE = f"(?:{'|'.join(_SHOUTED.split())})"
_ANY = f"(?:{'|'.join([*_SHOUTED.split(), *_SHORT_FORMS.split()])})"
_SHOUT = re.compile(
    rf"(?<![A-Z]{{2}}[ ]){NOT_INSIDE}(?:{_ANY}(?:[ ]{_ANY})+|{_SURE})"
    rf"{NOT_GOING_ON}(?![ ][A-Z]{{2}})"
)
_VERBS_OF_I = (
    "am|was|have|had|think|thought|will|would|do|did|can|cannot|could|just|know|knew|want|wanted|need|hope|guess|"
    "believe|don|really|also|get|got|see|saw|like|use|used|should|might|may|must|feel|found|never|said|am"
)
_SMALL_I = re.compile(rf"{NOT_INSIDE}i(?=['’](?:m|ll|ve|d)\b|[ ](?:{_VERBS_OF_I})\b)")
_NEW_SENTENCE = re.compile(
    r"(?<![\w.'’-])[a-z'’-]*[a-z]{3}[.!?][ \t\n]+(?=(?P<letter>a(?= )|[a-z](?=[a-z]+(?:[ ,']|$))))"
)
"""A capitalised word before a dot may be cut short ("Dist. of Columbia")."""
_ABBREVIATIONS = re.compile(
    r"\b(?:etc|vol|approx|dept|est|fig|figs|inc|ltd|corp|sec|min|max|misc|tel|ext|ref|univ|prof|resp|incl|orig|"
    rf"viz|feat|ver|mrs|{either(words('month-short'))}|gov|com|org|net|edu)[.]$",
    re.IGNORECASE,
)
_LINE = re.compile(r"[^\n]+")


def shouted(text: str) -> Iterator[Change]:
    """Common words in capitals, outside lines that are written in capitals throughout."""
    for line in _LINE.finditer(text):
        words = re.findall(r"[A-Za-z]{2,}", line[0])
        if sum(word.isupper() for word in words) * 2 > len(words):
            continue
        for match in _SHOUT.finditer(text, line.start(), line.end()):
            word = match[0].lower()
            begins = begins_sentence(text, match.start())
            yield Change(*match.span(), word.capitalize() if begins else word)


def small_i(text: str) -> Iterator[Change]:
    """The word "I" in lower case, before a verb."""
    for match in _SMALL_I.finditer(text):
        yield Change(*match.span(), "I")


def sentences(text: str) -> Iterator[Change]:
    """Sentences that begin with a small letter."""
    for match in _NEW_SENTENCE.finditer(text):
        if not _ABBREVIATIONS.search(match[0].rstrip()):
            yield Change(match.start("letter"), match.end("letter"), match["letter"].upper())


CASING: tuple[Rule, ...] = (shouted, small_i, sentences)
