"""Keyed fingerprints of removed values: a text is searched for values that the searcher does not know.

A removed value is known only as a keyed hash of its normal form. Who holds the key hashes every
window of a released text that has the length of a value, and compares. Who does not hold it can
neither search nor guess: a nine-digit number under a key that stands beside it, or under any salt
and any slow hash, would be guessed in minutes.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import re2
from ahocorasick_rs import AhoCorasick
from numpy.typing import NDArray

Form = Literal["written", "joined"]
"""How a value is compared: as written but for case and white space, or its letters and digits joined."""
FORMS: tuple[Form, ...] = ("written", "joined")

TAG_BYTES = 16
"""Length of a fingerprint: two windows meet by chance once in 2**128."""
MAX_CHARACTERS = 200
"""Of a longer value only so many first characters are looked for: that bounds the search."""
_SEPARATORS = " \t\n\r-./()#:"
_JOINED = dict.fromkeys(map(ord, _SEPARATORS))
_AS_WRITTEN = frozenset({"date", "birth-date", "url", "email", "coordinates"})
_CODES = frozenset(
    {"mrn", "health-plan", "account", "license", "vehicle", "plate", "device", "national-id", "passport"}
    | {"unique-code", "code", "own-code"}
)
"""Written with and without signs between their parts, also where they have more letters than digits."""
SHORTEST = 5
"""Letters and digits of the shortest value that is looked for."""
_DIGITS, _DIGITS_OF_CODE = 3, 2
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]")
_DASH = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63]")
_WALL = "\n|\n"
"""No value goes on behind it."""
_JOINTS = dict.fromkeys(map(ord, "_*+~·•"), " ")
_LETTER, _BLANK, _SEPARATOR = 1, 2, 4
_TABLE = 256
_PERCENT = re.compile(r"(?:[^\s%]*%[0-9A-Fa-f]{2})+[^\s%]*")
_OCTET = re.compile(rb"%([0-9A-Fa-f]{2})")
_BASE64 = re2.compile(rb"[A-Za-z0-9+/_-]{16,}")
"""In bytes, by RE2: most words are too short, and `re` begins anew at each of their letters."""
_JOINT = re.compile(r"[^\W_][_*+~·•]+[^\W_]")
_RUN = re.compile(r"[^\W_](?:[\w*+~·•.'’\-]*[^\W_])?")
_OF_URLS = bytes.maketrans(b"-_", b"+/")

Flags = NDArray[np.bool_]


def readable(text: str) -> str:
    """`text` without case, invisible characters and kinds of dash, white space as one space."""
    return " ".join(_plain(text).split())


def _plain(text: str) -> str:
    if text.isascii():
        return text.lower()
    return _DASH.sub("-", _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))).casefold()


def decoded(text: str) -> Iterator[str]:
    """What stands in `text` in a form of machines: percent signs, base64 of readable text, joints."""
    for found in with_joints(text):
        yield found.group().translate(_JOINTS)
    content = text.encode("utf-8", "surrogatepass")
    if _OCTET.search(content):
        for found in _PERCENT.finditer(text):
            raw = found.group().encode("utf-8", "ignore")
            yield _OCTET.sub(_octet, raw).decode("utf-8", "ignore")
    for found in _BASE64.finditer(content):
        run = found.group().translate(_OF_URLS)
        try:
            plain = base64.b64decode(run[: len(run) // 4 * 4]).decode("utf-8")
        except (binascii.Error, UnicodeDecodeError):
            continue
        if plain.isprintable():
            yield plain


def with_joints(text: str) -> Iterator[re.Match[str]]:
    """Words of a file's name, a key or a query that underscores or other signs join to one run."""
    return filter(_is_joined, _RUN.finditer(text)) if _JOINT.search(text) else iter(())


def _is_joined(run: re.Match[str]) -> bool:
    return _JOINT.search(run[0]) is not None


def _octet(found: re.Match[bytes]) -> bytes:
    return bytes.fromhex(found.group(1).decode())


@dataclass(frozen=True, slots=True)
class Lines:
    """A text in one form, and where a value may begin and end in it."""

    text: str
    first: Flags
    last: Flags

    def windows(self, length: int) -> list[int]:
        """Where a window of `length` characters begins and ends as a value does."""
        n = len(self.text) - length + 1
        if n <= 0:
            return []
        found: list[int] = np.flatnonzero(self.first[:n] & self.last[length - 1 :]).tolist()
        return found


@dataclass(frozen=True, slots=True, order=True)
class Value:
    """A value in the form in which it is looked for; hidden when printed."""

    form: Form
    text: str

    def __repr__(self) -> str:
        return f"Value({self.form}, {len(self.text)} characters)"


class SearchText:
    """A text made ready to be searched for values, in both forms.

    Parameters
    ----------
    text : str
        As an independent reader read it; encodings inside it are opened too.
    """

    def __init__(self, text: str) -> None:
        plain = _plain(_WALL.join([text, *decoded(text)]))
        codes = np.frombuffer(plain.encode("utf-32-le", "surrogatepass"), np.uint32)
        kinds = _kinds(codes)
        letter, space, separator = (kinds & kind != 0 for kind in (_LETTER, _BLANK, _SEPARATOR))
        first, last = _boundaries(letter, codes < 128)
        doubled = np.zeros(len(codes), np.bool_)
        doubled[1:] = space[1:] & space[:-1]
        self._forms: dict[Form, Lines] = {
            "written": _kept(np.where(space, np.uint32(32), codes), ~doubled, first, last),
            "joined": _kept(codes, ~separator, first, last),
        }

    def form(self, form: Form) -> Lines:
        """The text in a form, with its boundaries."""
        return self._forms[form]

    def standing(self, values: Collection[Value]) -> set[Value]:
        """Those of `values` that stand in the text, as wholes."""
        return ValueSearch(values).standing(self)


class ValueSearch:
    """Searches texts for many values in one pass; made once for all texts.

    Parameters
    ----------
    values : collection of Value
    """

    def __init__(self, values: Collection[Value]) -> None:
        by_form: dict[Form, list[Value]] = {}
        for value in values:
            by_form.setdefault(value.form, []).append(value)
        self._by_form = {form: (found, _automaton(found)) for form, found in by_form.items()}

    def standing(self, text: SearchText) -> set[Value]:
        """Values that stand in `text`, as wholes."""
        found: set[Value] = set()
        for form, (values, automaton) in self._by_form.items():
            lines = text.form(form)
            for index, start, end in automaton.find_matches_as_indexes(lines.text, overlapping=True):
                if lines.first[start] and lines.last[end - 1]:
                    found.add(values[index])
        return found


def _automaton(values: Sequence[Value]) -> AhoCorasick:
    return AhoCorasick([value.text for value in values])


def value_of(category: str, text: str) -> Value | None:
    """The value that is looked for when `text` of `category` was removed.

    Returns
    -------
    Value or None
        None for a text that says nothing out of its context: fewer than five letters and digits,
        or digits among them but fewer than three.
    """
    plain = readable(text)
    is_letter = list(map(str.isalnum, plain))
    n_letters, n_digits = sum(is_letter), sum(map(str.isdigit, plain))
    if n_letters < SHORTEST or (0 < n_digits < _DIGITS and n_letters - n_digits < SHORTEST):
        return None
    trimmed = _cut(plain[is_letter.index(True) : len(plain) - is_letter[::-1].index(True)])
    is_code = category in _CODES and n_digits >= _DIGITS_OF_CODE
    is_written = category in _AS_WRITTEN or not (is_code or n_digits >= max(_DIGITS, n_letters / 2))
    value = Value("written", trimmed) if is_written else Value("joined", joined(trimmed))
    return value if len(value.text) >= SHORTEST else None  # a row of marks was cut


def joined(text: str) -> str:
    """`text` without the signs in which two spellings of one number differ.

    Examples
    --------
    >>> joined("217-555-0148")
    '2175550148'
    """
    return text.translate(_JOINED)


def parts_of(category: str, text: str) -> set[Value]:
    """The words of a value of several words: a surname tells without its first name."""
    words = readable(text).split(" ")
    if len(words) == 1 or any(map(str.isdigit, text)):
        return set()
    return {value for word in words if (value := value_of(category, word)) is not None}


def _cut(text: str) -> str:
    """At the most `MAX_CHARACTERS` of `text`, up to the end of a word."""
    if len(text) <= MAX_CHARACTERS:
        return text
    end = MAX_CHARACTERS
    while end > 1 and not (text[end - 1].isalnum() and not text[end].isalnum()):
        end -= 1
    return text[:end] if end > 1 else text[:MAX_CHARACTERS]


def _kind(code: int) -> int:
    """What a code point is, one bit for each of three kinds."""
    c = chr(code)
    return _LETTER * c.isalnum() | _BLANK * c.isspace() | _SEPARATOR * (c in _SEPARATORS)


_FIRST_KINDS = np.fromiter(map(_kind, range(_TABLE)), np.uint8, _TABLE)
"""Of the first code points, of which most texts consist."""


def _kinds(codes: NDArray[np.uint32]) -> NDArray[np.uint8]:
    """`_kind` of each code point; each is judged once."""
    found: NDArray[np.uint8] = _FIRST_KINDS[np.minimum(codes, _TABLE - 1)]
    others = np.flatnonzero(codes >= _TABLE)
    if len(others):
        distinct, place = np.unique(codes[others], return_inverse=True)
        found[others] = np.fromiter(map(_kind, distinct.tolist()), np.uint8, len(distinct))[place]
    return found


def _boundaries(letter: Flags, is_ascii: Flags) -> tuple[Flags, Flags]:
    """Where a value may begin and end: not inside a longer word or number of ASCII."""
    joins = letter & is_ascii
    first, last = letter.copy(), letter.copy()
    first[1:] &= ~joins[:-1]
    last[:-1] &= ~joins[1:]
    return first, last


def _kept(codes: NDArray[np.uint32], keep: Flags, first: Flags, last: Flags) -> Lines:
    text = codes[keep].astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
    return Lines(text, first[keep], last[keep])


def _tagger(key: bytes, form: Form) -> Callable[[str], bytes]:
    """The keyed hash of values of a form; the keyed state is made once."""
    keyed = hashlib.blake2b(form.encode() + b"\n", key=key, digest_size=TAG_BYTES)

    def tag(text: str) -> bytes:
        state = keyed.copy()
        state.update(text.encode("utf-8", "surrogatepass"))
        return state.digest()

    return tag


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """Fingerprints of the values that one document must not hold.

    Parameters
    ----------
    tags : mapping of (form, length in characters) to set of bytes
        Keyed BLAKE2b (RFC 7693) of ``form || value``, `TAG_BYTES` long.
    """

    tags: Mapping[tuple[Form, int], frozenset[bytes]]

    def __len__(self) -> int:
        return sum(map(len, self.tags.values()))

    def found_in(self, text: SearchText, key: bytes) -> int:
        """How many places of `text` hold a fingerprinted value.

        Parameters
        ----------
        text : SearchText
        key : bytes
            Of the document, as `document_key` gives it.
        """
        found = 0
        for (form, length), tags in self.tags.items():
            lines, tag = text.form(form), _tagger(key, form)
            found += sum(tag(lines.text[i : i + length]) in tags for i in lines.windows(length))
        return found

    def to_json(self) -> dict[str, dict[str, str]]:
        """``{form: {length: concatenated tags in hexadecimal}}``, sorted."""
        content: dict[str, dict[str, str]] = {}
        for (form, length), tags in sorted(self.tags.items()):
            content.setdefault(form, {})[str(length)] = b"".join(sorted(tags)).hex()
        return content

    @classmethod
    def from_json(cls, content: Mapping[str, Mapping[str, str]]) -> Fingerprints:
        """Inverse of `to_json`.

        Raises
        ------
        ValueError
            The content is no such mapping.
        """
        tags: dict[tuple[Form, int], frozenset[bytes]] = {}
        if not content.keys() <= set(FORMS):
            raise ValueError("an unknown form")
        for form in FORMS:
            for length, joined in content.get(form, {}).items():
                tags[form, int(length)] = frozenset(_split(bytes.fromhex(joined)))
        return cls(tags)


def document_key(key: bytes, document: str) -> bytes:
    """The key of one document: equal values of two documents have unlike fingerprints."""
    return hashlib.blake2b(document.encode(), key=key, digest_size=32).digest()


def fingerprints_of(values: Iterable[Value], key: bytes) -> Fingerprints:
    """The fingerprints of `values` under the key of their document."""
    tags: dict[tuple[Form, int], set[bytes]] = {}
    taggers = {form: _tagger(key, form) for form in FORMS}
    for value in values:
        tags.setdefault((value.form, len(value.text)), set()).add(taggers[value.form](value.text))
    return Fingerprints({place: frozenset(found) for place, found in tags.items()})


def _split(joined: bytes) -> list[bytes]:
    if len(joined) % TAG_BYTES:
        raise ValueError("a cut fingerprint")
    return [joined[i : i + TAG_BYTES] for i in range(0, len(joined), TAG_BYTES)]
