"""The same documents otherwise: other names and digits, small letters, slips; and texts that name nobody."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

Mark = tuple[int, int, str]
"""Start, end and label."""

# fmt: off
_STAY = frozenset((
    "mr", "mrs", "ms", "miss", "dr", "prof", "sir", "lady", "sr", "jr", "mx", "rev", "judge", "nurse",
    "captain", "sister", "father", "professor", "doctor", "md", "pa", "rn", "np", "de", "van", "der",
    "von", "da", "la", "le", "di", "el", "al", "bin",
))
"""Words of a person's mention that are no names."""
_SCANNED = {"0": "O", "O": "0", "l": "1", "1": "l", "I": "l", "5": "S", "S": "5", "e": "c", "B": "8"}
"""What a scanner takes a letter for."""
_FIELDS = (
    "Name", "Patient", "Date of birth", "DOB", "Address", "Telephone", "Your ref", "Our ref", "Signed",
    "Witness", "Date", "Consultant", "Ward", "Hospital", "GP", "Next of kin", "Allergies",
    "Medications", "Plan", "Assessment", "History", "Impression", "Diagnosis", "Account number",
    "Sort code", "Employee", "Department", "Line Manager", "Claimant", "Respondent", "Case No",
    "Exhibit", "Reporting Officer", "Crime reference", "Postcode", "Relationship", "Occupation",
    "Insurer", "Policy number", "Subject", "From", "To", "Cc",
)
_LAWS = (
    "Data Protection Act", "Human Rights Act", "Children Act", "Mental Health Act", "Limitation Act",
    "Civil Code", "Penal Code", "Code of Criminal Procedure", "Civil Procedure Rules", "Companies Act",
    "Equality Act", "Fair Labor Standards Act", "Evidence Act",
)
# fmt: on
_MEDICINE = (
    "Meds: {}, {} {} mg, {}",
    "PMH: {}; {}; {}",
    "{} given, {} held, on {}",
    "- {}\n- {}\n- {}",
    "{} {} noted. {} normal.",
)
_EPONYMS = (
    "{}'s sign negative.",
    "Hx {} disease",
    "{} score {number}",
    "{} test was positive on the left",
    "known {}'s, stable",
    "{} catheter in situ",
)


@dataclass(frozen=True)
class Words:
    """What is put into documents: first and last names; words of medicine by topic, and its eponyms."""

    first: Sequence[str]
    last: Sequence[str]
    medicine: Mapping[str, Sequence[str]]
    eponyms: Sequence[str]


def read_words(first: Sequence[Path], last: Path, n_last: int, medicine: Path) -> Words:
    """Words of lists of names, and of the shipped folder of words of medicine."""
    topics: dict[str, list[str]] = {}
    topic = ""
    for line in (medicine / "own.txt").read_text().splitlines():
        if line.startswith("# "):
            topic = line[2:].strip()
        else:
            topics.setdefault(topic, []).extend(line.split())
    eponyms = [w for line in _lines(medicine / "eponyms.txt") for w in line.split()]
    firsts = [name for path in first for name in _lines(path)]
    lasts = [name.title() for name in _lines(last, comments=False)][:n_last]
    return Words(firsts, lasts, {k: v for k, v in topics.items() if len(v) > 2}, eponyms)


def _lines(path: Path, comments: bool = True) -> list[str]:
    stripped = [line.strip() for line in path.read_text().splitlines()]
    return [line for line in stripped if line and not (comments and line.startswith("#"))]


def renamed(text: str, marks: Sequence[Mark], words: Words, rng: random.Random) -> tuple[str, list[Mark]]:
    """A document with other names of persons, the same throughout, and other digits."""
    new: dict[str, str] = {}
    pieces: list[str] = []
    moved: list[Mark] = []
    at = length = 0
    for start, end, label in sorted(marks):
        if start < at:
            continue
        between, value = text[at:start], text[start:end]
        if label == "person" and "@" not in value:
            value = _other_name(value, new, words, rng)
        elif label in ("code", "date") and rng.random() < 0.8:
            value = _other_digits(value, label == "code", rng)
        length += len(between)
        moved.append((start_of := length, length + len(value), label))
        length, at = start_of + len(value), end
        pieces += [between, value]
    return "".join([*pieces, text[at:]]), moved


def _other_name(value: str, new: dict[str, str], words: Words, rng: random.Random) -> str:
    parts = re.split(r"(\W+)", value)
    last = max((i for i, part in enumerate(parts) if part), default=0)
    for i, part in enumerate(parts):
        if len(part) > 2 and part.isalpha() and part.lower() not in _STAY:
            is_last = (i == last and i > 0) or rng.random() < 0.3
            name = new.setdefault(part.lower(), rng.choice(words.last if is_last else words.first))
            parts[i] = name.lower() if part.islower() else name.upper() if part.isupper() else name
    return "".join(parts)


def _other_digits(value: str, is_code: bool, rng: random.Random) -> str:
    """Other digits; in a date smaller ones, so that it stays one."""

    def other(match: re.Match[str]) -> str:
        if is_code:
            return str(rng.randint(0, 9))
        return match[0] if match[0] == "0" else str(rng.randint(1, int(match[0])))

    return re.sub(r"[0-9]", other, value)


def with_slips(text: str, rng: random.Random) -> str:
    """A text with slips of typists and scanners, of the same length."""
    signs = list(text)
    for i in range(1, len(signs) - 1):
        u = rng.random()
        if u < 0.012 and signs[i] in _SCANNED:
            signs[i] = _SCANNED[signs[i]]
        elif u < 0.006 and signs[i].isalpha() and signs[i + 1].isalpha() and signs[i + 1].islower():
            signs[i], signs[i + 1] = signs[i + 1], signs[i]
        elif u < 0.006 and signs[i].isalpha():
            signs[i] = rng.choice("abcdefghijklmnopqrstuvwxyz")
    return "".join(signs)


def otherwise_set(text: str, rng: random.Random) -> str:
    """A text in small letters, in capitals, with slips, or without lines; mostly as it is. Same length."""
    u = rng.random()
    if u < 0.17 and len(text.lower()) == len(text):
        return text.lower()
    if u < 0.20 and len(text.upper()) == len(text):
        return text.upper()
    if u < 0.32:
        return with_slips(text, rng)
    return text.replace("\n", " ") if u < 0.38 else text


def naming_nobody(words: Words, rng: random.Random) -> str:
    """Lines with capitals and numbers in which nobody is named: drugs, eponyms, laws, labels of forms."""
    lines = [_line(words, rng) for _ in range(rng.randint(2, 6))]
    return rng.choice(["\n", ". ", "\n\n"]).join(lines)


def _line(words: Words, rng: random.Random) -> str:
    u = rng.random()
    if u < 0.4:
        taken = rng.sample(list(words.medicine[rng.choice(list(words.medicine))]), 3)
        line = rng.choice(_MEDICINE).replace("{} mg", f"{rng.choice([5, 10, 20, 40, 81, 500])} mg")
        return re.sub(r"\{\}", lambda match: taken.pop() if taken else "daily", line)
    if u < 0.6:
        line = rng.choice(_EPONYMS).replace("{number}", str(rng.randint(1, 9)))
        return line.replace("{}", rng.choice(words.eponyms))
    if u < 0.8:
        law, number = rng.choice(_LAWS), rng.randint(1, 90)
        if rng.random() < 0.5:
            return f"Under section {number} of the {law}"
        return f"Article {number} § {rng.randint(1, 6)} of the {law} applies."
    return "\n".join(f"{field}:" for field in rng.sample(_FIELDS, rng.randint(2, 5)))
