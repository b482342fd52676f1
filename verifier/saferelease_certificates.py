"""Checks the certificates of a release bundle of saferelease: read it from top to bottom, then run it.

    python saferelease_certificates.py BUNDLE --public-key KEY

It needs Python 3.11 and nothing else, no network, and nobody's personal data but the released documents
that stand in the bundle. Of each document it reads the text and counts its terms in the tables of
``certificates/counts``, which the plan names by their SHA-256; then it works out every number of the
certificate for itself (Definition 6 of C-sanitized: no term, and no group of terms, whose PMI with a
protected concept c reaches IC(c)/alpha). Of each table it reads the rows and looks for the k rows that hold
all that a row holds. docs/certificates.md says what only the signature proves.

Exit codes: 0 VERIFIED, 1 FAILED, 2 no bundle, 5 UNVERIFIED.
"""

from __future__ import annotations

import argparse
import base64
import csv
import hashlib
import hmac
import json
import lzma
import math
import re
import stat
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import and_
from pathlib import Path
from typing import Any

FAULTS = (Exception,)  # whatever a file does to its reader speaks against it
PROVEN, BESIDE = ("documents/", "certificates/"), ("certificates/counts/", "certificates/saferelease_")
MOST_ROWS = 50_000  # up to which the level of a table is counted; beyond, the named rows are looked up


class Findings:
    def __init__(self) -> None:
        self.failed, self.open = list[str](), list[str]()  # what speaks against a bundle; what nobody can say
        self.held = 0

    def answer(self) -> str:
        return "FAILED" if self.failed else "UNVERIFIED" if self.open else "VERIFIED"


def must(hold: bool, what: str) -> None:
    if not hold:
        raise ValueError(what)


def must_be(found: object, meant: object, what: str) -> None:
    must(json.dumps(found, sort_keys=True) == json.dumps(meant, sort_keys=True), what)


# --- Ed25519 (RFC 8032, section 5.1.7), on points (X, Y, Z, T) -----------------------------------------

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]


def add(p: Point, q: Point) -> Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(n: int, p: Point) -> Point:
    found: Point = (0, 1, 1, 0)
    while n:
        found, p, n = add(found, p) if n & 1 else found, add(p, p), n >> 1
    return found


def point(encoded: bytes) -> Point:
    """The point that 32 bytes stand for; ValueError where there is none."""
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if (x * x - square) % P == 0 else x * ROOT % P
    must(len(encoded) == 32 and y < P and not (x * x - square) % P and bool(x or not sign), "no point")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def signed(public_key: bytes, signature: bytes, message: bytes) -> bool:
    s = int.from_bytes(signature[32:], "little")
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    base = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    left, right = times(s, base), add(point(signature[:32]), times(challenge, point(public_key)))
    same = (left[0] * right[2] - right[0] * left[2]) % P == 0 == (left[1] * right[2] - right[1] * left[2]) % P
    return len(signature) == 64 and s < ORDER and same


# --- the bundle ----------------------------------------------------------------------------------------


def regular(path: Path) -> bytes:
    must(stat.S_ISREG(path.lstat().st_mode), "a link, pipe or device")
    return path.read_bytes()


def signer_of(bundle: Path, manifest_bytes: bytes, manifest: dict[str, Any]) -> str:
    """The key whose signature over the manifest holds; empty where none does."""
    try:
        envelope = json.loads(regular(bundle / "manifest.dsse.json"))
        [one] = envelope["signatures"]
        kind, payload = envelope["payloadType"].encode(), base64.b64decode(envelope["payload"], validate=True)
        message = b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)
        said = json.loads(payload)
        named = {each["name"]: each["digest"]["sha256"] for each in said["subject"]}
        files = {file["path"]: file["sha256"] for file in manifest["files"]}
        files["manifest.json"] = hashlib.sha256(manifest_bytes).hexdigest()
        same = said["predicate"] == manifest and named == files and kind == b"application/vnd.in-toto+json"
        holds = signed(bytes.fromhex(one["keyid"]), base64.b64decode(one["sig"], validate=True), message)
        return str(one["keyid"]).lower() if same and holds else ""
    except FAULTS:
        return ""


def read_bundle(found: Findings, bundle: Path, public_key: str) -> dict[str, bytes]:
    """Every file that the manifest lists, as it was signed; what is not is told."""
    try:
        content = regular(bundle / "manifest.json")
        manifest = json.loads(content)
        listed = {str(file["path"]): str(file["sha256"]) for file in manifest["files"]}
    except FAULTS:
        raise ValueError("must be the folder of a release bundle with its manifest.json") from None
    signer = signer_of(bundle, content, manifest)
    if not signer:
        found.failed.append("manifest.json carries no signature that holds")
    elif public_key and signer != public_key.strip().lower():
        found.failed.append(f"it is signed with another key than you named: {signer}")
    elif not public_key:
        found.open.append(f"nobody whom you know signed it: key {signer}; name the key with --public-key")
    files = {}
    for name, sha256 in listed.items():
        try:
            files[name] = regular(bundle / name)
            must(hashlib.sha256(files[name]).hexdigest() == sha256, "changed")
        except FAULTS:
            found.failed.append(f"{name} is not as it was signed")
    for folder in ("documents", "certificates"):
        paths = sorted(path for path in (bundle / folder).rglob("*") if not path.is_dir())
        names = [path.relative_to(bundle).as_posix() for path in paths]
        found.failed += [f"{name} is in no manifest" for name in names if name not in listed]
    return files


# --- words (docs/release-checks.md) -------------------------------------------------------------------

EVERY = list(map(chr, range(0x110000)))
MARKS = "".join(c for c in EVERY if unicodedata.category(c) in ("Mn", "Mc"))
NUMERALS = "".join(c for c in EVERY if c.isalnum() and not c.isalpha() and not c.isdecimal())
APOSTROPHES, HYPHENS, BREAK = "'’‘＇", "-‐‑", ""
INVISIBLE = "\u00ad\u034f\u200b\u200c\u200d\u2060\ufeff"
LETTER_OR_DIGIT = r"[^\W_]"
WORD = re.compile(
    rf"{LETTER_OR_DIGIT}(?:{LETTER_OR_DIGIT}|[{INVISIBLE}{MARKS}]"
    rf"|[{APOSTROPHES}](?={LETTER_OR_DIGIT})"  # patient's
    rf"|(?<=[^\W\d_{NUMERALS}])[{HYPHENS}](?=\d\d?(?!\w))"  # HIV-1
    rf"|(?<=\d)[.,](?=\d)"  # 3.5
    rf"|(?<!\w.)\.(?={LETTER_OR_DIGIT}(?!\w)))*",  # U.S
    re.DOTALL,
)
IRREGULAR = "men:man women:woman mens:man children:child feet:foot teeth:tooth mice:mouse geese:goose"
IRREGULAR += " lice:louse oxen:ox stis:sti quizzes:quiz"
ONE_FORM = dict(each.split(":") for each in IRREGULAR.split())
PLURALS = "ies:y,ie ves:f,fe,ve ices:ex,ix,ice ses:s,sis,se xes:x,xis,xe zes:z,ze ches:ch,che shes:sh,she"
PLURALS += " oes:o,oe s: men:man mens:man ae:a era:us i:us a:um,on"
ENDINGS = [(plural, said.split(",")) for plural, said in (each.split(":") for each in PLURALS.split())]


def spelled(word: str) -> str:
    word = "".join(c for c in word if c not in INVISIBLE)
    for _ in range(2):
        word = unicodedata.normalize("NFKC", word).casefold()
    word = word[:1] + word[1:-1].replace("\u02bc", "'") + word[1:][-1:]
    word = "".join("'" if c in APOSTROPHES else "-" if c in HYPHENS else c for c in word)
    return "".join(c for c in word if c.isalnum() or c in "'-.," or c in MARKS)


def words_of(piece: str) -> Iterator[str]:
    """Words of a piece of text without blanks; an empty one where two are not joined by one hyphen."""
    at = 0
    for one in WORD.finditer(piece):
        gap = piece[at : one.start()]
        if gap and not (at and len(gap) == 1 and gap in HYPHENS):
            yield BREAK
        yield spelled(one[0])
        at = one.end()
    if at < len(piece):
        yield BREAK


def base_forms(word: str) -> list[str]:
    found = [word, *[ONE_FORM[one] for one in (word,) if one in ONE_FORM]]
    for plural, singulars in ENDINGS:
        if word.endswith(plural) and len(word) > max(3, len(plural)):
            found += [word[: -len(plural)] + singular for singular in singulars]
    return found


# --- counts --------------------------------------------------------------------------------------------


class Columns:
    """A file of counts: a line of its kind, a header, a key a line, columns of numbers byte by byte."""

    def __init__(self, files: dict[str, bytes], sha256: str, kind: str) -> None:
        content = lzma.decompress(files[f"certificates/counts/{sha256}.{kind}.xz"])
        must(hashlib.sha256(content).hexdigest() == sha256, "other counts than their name says")
        _, line, rest = content.split(b"\n", 2)
        self.header, columns = json.loads(line), []
        start = len(rest) - 8 * sum(self.header["columns"])
        self.keys = rest[:start].decode().split("\n")[:-1]
        for n in self.header["columns"]:
            values = [0] * n
            for plane in (rest[start + n * byte : start + n * (byte + 1)] for byte in reversed(range(8))):
                values = [256 * v + b for v, b in zip(values, plane, strict=True)] if any(plane) else values
            columns.append(values)
            start += 8 * n
        self.rows = dict(zip(self.keys, zip(*columns, strict=True), strict=True))


class Counts:
    """The tables of the protected concepts, in the order of the plan, and which words are no terms."""

    def __init__(self, files: dict[str, bytes], steps: Sequence[Any]) -> None:
        self.tables = [Columns(files, step["table_sha256"], "table") for step in steps]
        [vocabulary] = {table.header["vocabulary"] for table in self.tables}
        self.vocabulary = Columns(files, vocabulary, "vocabulary")
        self.small = frozenset(lzma.decompress(files["certificates/counts/small-words.xz"]).decode().split())
        names = " ".join(name for table in self.tables for name in table.header["lexicalizations"])
        self.name_words = frozenset(names.split(" "))
        self.known: dict[str, str] = {}

    def of(self, table: Columns, key: str) -> list[int]:
        """n(t) and n(c, t) of a term."""
        return list(table.rows.get(key) or (*self.vocabulary.rows.get(key, (0,)), 0))

    def seen(self, form: str) -> int:
        counted = [
            columns.rows[form][0] for columns in (self.vocabulary, *self.tables) if form in columns.rows
        ]
        return int(counted[0]) if counted else form in self.name_words

    def key(self, word: str) -> str:
        """What a word was counted as: itself, or the base form that most contexts mention."""
        if word not in self.known:
            form = word if not word or self.seen(word) else max(base_forms(word), key=self.seen)
            self.known[word] = self.key(word[:-2]) if word.endswith("'s") and not self.seen(word) else form
        return self.known[word]

    def keys_of(self, text: str) -> list[str]:
        return [self.key(word) for piece in text.split() for word in words_of(piece)]

    def terms(self, keys: Sequence[str]) -> set[str]:
        """The words of a paragraph, and its phrases that were counted with a concept."""
        phrases = [keys[at : at + size] for at in range(len(keys) - 1) for size in (2, 3)]
        whole = [words for words in phrases if all(words) and not {words[0], words[-1]} & self.small]
        counted = (" ".join(words) for words in whole)
        found = {phrase for phrase in counted if any(phrase in table.rows for table in self.tables)}
        return (found | set(keys)) - {BREAK}


# --- one document --------------------------------------------------------------------------------------


def wilson(joint: int, n: int, z: float) -> float:
    """Bound of the proportion joint / n (Wilson 1927): the lower one for z < 0, the upper one for z > 0."""
    share = joint / n
    root = math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (share + z * z / (2 * n) + z * root) / (1 + z * z / n)


def discloses(n: int, joint: int, z: float, least: int, allowed: float) -> bool:
    """Whether PMI(c; t) >= IC(c)/alpha is shown, which is p(c | t) >= p(c)^(1 - 1/alpha)."""
    return joint >= least and (joint == n or wilson(joint, n, -z) >= allowed)


def paragraphs_of(output: str, content: bytes, categories: Sequence[str]) -> list[str] | None:
    """The text of a released file, without the marks that saferelease wrote; None for files not read here."""
    if not output.lower().endswith((".txt", ".text")):
        return None
    wide = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    wide = "utf-32" if content[:4] in (b"\xff\xfe\0\0", b"\0\0\xfe\xff") else wide
    text = content.decode(wide, "replace")
    if {"\ufffd", "\0"} & set(text) or text.lstrip().startswith("MSH"):  # another encoding; HL7
        return None
    marks = "|".join(re.escape(category.upper()) for category in categories) or "(?!)"
    mark = rf"(?:\[|\\\[|%5B)(?:{marks})(?:[ -][A-Z0-9./ -]{{1,40}})?(?:\\?\]|%5D)"
    text = re.sub(rf"{mark}|(?:\\\[|%5B|\[)REDACTED(?:\\?\]|%5D)", "\0", text)
    return re.split(r"\n\s*\n", re.sub(r"\\[nrt](?=\d)", "  ", text))


class Document:
    """A released document, of which the certificate must be exactly what the counts give."""

    def __init__(self, record: Any, content: bytes, plan: Any, counts: Counts) -> None:
        self.record, self.plan, self.counts = record, plan, counts
        self.sha256 = hashlib.sha256(content).hexdigest()
        categories = [category for step in plan["identifiers"] for category in step["find"]]
        texts = paragraphs_of(record["output"], content, categories)
        self.units = None if texts is None else [counts.keys_of(text) for text in texts]
        key = hashlib.sha256(b"saferelease certificate 1\n" + content).digest()
        terms = {term for keys in self.units or () for term in counts.terms(keys)}
        if self.units is None:  # the terms are known, since they were counted; not whether there are more
            terms.update(*(columns.keys for columns in (counts.vocabulary, *counts.tables)))
        self.terms = {hmac.digest(key, term.encode(), "sha256").hex()[:16]: term for term in terms}

    def check(self, said: Any) -> None:
        head = {name: self.record[name] for name in ("output", "sha256")}
        head |= {"format": 1, "document": self.record["id"]}
        must(self.sha256 == head["sha256"], "the document is not that of the report")
        must(set(said) == {*head, "terms", "concepts"}, "its fields")
        must_be({name: said[name] for name in head}, head, "it names another document")
        ids = said["terms"]
        must(ids == sorted(set(ids)) and all(re.fullmatch("[0-9a-f]{16}", one) for one in ids), "its terms")
        must(self.units is None or ids == sorted(self.terms), "its terms are not those of the document")
        terms = [self.terms.get(one, "") for one in ids]
        for step, table, one in zip(self.plan["concepts"], self.counts.tables, said["concepts"], strict=True):
            self.check_concept(step, table, one, terms)

    def check_concept(self, step: Any, table: Columns, said: Any, terms: list[str]) -> None:
        clause, settings, alpha = step["id"], step["settings"], step["alpha"]
        z, least = settings["evidence"]["z"], settings["evidence"]["min_joint"]
        n_contexts, n_concept = self.counts.vocabulary.header["n_contexts"], table.header["n_concept"]
        bits, meant = math.log2(n_contexts / n_concept), settings["alpha"]
        if meant is None:
            limit = " ".join(self.counts.keys_of(settings["disclose_at_most"]))
            meant = bits / math.log2(n_contexts / self.counts.of(table, limit)[0])
        must(abs(alpha - meant) < 1e-9, f"{clause}: the plan's alpha is not that of its clause")
        allowed = (n_concept / n_contexts) ** (1 - 1 / alpha)
        counts = [self.counts.of(table, term) for term in terms]
        numbers = {"clause": clause, "table_sha256": step["table_sha256"], "alpha": alpha, "counts": counts}
        numbers |= {"n_contexts": n_contexts, "n_concept": n_concept, "z": z, "min_joint": least}
        numbers |= {"information_bits": round(bits, 6), "threshold_bits": round(bits / alpha, 6)}
        closest = max([wilson(c, n, -z) for n, c in counts if c >= least], default=0.0)
        numbers |= {"allowed_probability": round(allowed, 6), "closest_probability": round(closest, 6)}
        numbers["open"] = sum(not n or wilson(c, n, z) >= allowed for n, c in counts)
        must(set(said) == {*numbers, "groups"}, f"{clause}: its fields")
        for name, number in numbers.items():
            must_be(said[name], number, f"{clause}: {name} is not what the counts give")
        told = sum(discloses(n, c, z, least, allowed) for n, c in counts)
        must(not told, f"{clause}: {told} terms disclose the concept")
        written = (settings["protect"], *settings["also"], *table.header["lexicalizations"])
        names = {" ".join(filter(None, self.counts.keys_of(name))) for name in written} - {""}
        lines = [f" {' '.join(key or '|' for key in keys)} " for keys in self.units or ()]
        stands = any(f" {name} " in line for line in lines for name in names)
        must(
            not stands and names.isdisjoint(terms), f"{clause}: a name of the concept stands in the document"
        )
        self.check_groups(step, said["groups"], terms, counts, allowed)

    def check_groups(self, step: Any, groups: Any, terms: list[str], counts: Any, allowed: float) -> None:
        """Groups in order, of terms of one unit, with counts that their parts allow; none discloses."""
        settings, what = step["settings"], f"{step['id']}: groups"
        z, least, most = settings["evidence"]["z"], settings["evidence"]["min_joint"], settings["groups"] or 1
        units = [self.counts.terms(keys) for keys in self.units or ()]
        if self.units is None or settings["unit"] in ("document", "window"):
            units = [set(terms)]
        known = {(at,): (n, c) for at, (n, c) in enumerate(counts)}
        must(groups == sorted(groups), f"{what}: their order")
        for places, n, c in sorted(groups, key=lambda group: len(group[0])):
            place, members = tuple(places), {terms[at] for at in places}
            must(all(type(one) is int and one >= 0 for one in (*places, n, c)), f"{what}: their numbers")
            must(places == sorted(set(places)) and 2 <= len(places) <= most, f"{what}: their terms")
            must(place not in known and any(members <= unit for unit in units), f"{what}: their terms")
            parts = [known.get(part, (0, 0)) for part in combinations(place, len(place) - 1)]
            fits = least <= c <= n and all(n <= part[0] and c <= part[1] for part in parts)
            must(fits, f"{what}: counts that cannot be")
            must(not discloses(n, c, z, least, allowed), f"{what}: one discloses the concept")
            known[place] = (n, c)


# --- one table -----------------------------------------------------------------------------------------


def rows_of(record: Any, content: bytes) -> tuple[list[frozenset[str]], int]:
    """For each row the features that it has, and how many features there are, the label aside."""
    if record["format"] == "jsonl":
        rows = [frozenset(json.loads(line)["features"]) for line in content.decode().split("\n")[:-1]]
        return rows, len(frozenset().union(*rows))
    header, *lines = csv.reader(content.decode().splitlines(keepends=True), strict=True)
    must(len(set(header)) == len(header) and {cell for line in lines for cell in line} <= {"0", "1"}, "cells")
    label = {record["table"]["label"]}
    ones = ({name for name, cell in zip(header, line, strict=True) if cell == "1"} for line in lines)
    return [frozenset(row - label) for row in ones], len(set(header) - label)


def level_of(rows: list[frozenset[str]]) -> int:
    """The fewest rows that hold all that some row holds."""
    holders: dict[str, int] = {}
    for place, row in enumerate(rows):
        for feature in row:
            holders[feature] = holders.get(feature, 0) | 1 << place
    every = (1 << len(rows)) - 1
    return min(reduce(and_, (holders[feature] for feature in row), every).bit_count() for row in set(rows))


def check_table(record: Any, content: bytes, plan: Any, said: Any) -> None:
    table, (rows, n_features) = record["table"], rows_of(record, content)
    k, level = table["k"], table["achieved_k"] if table["proof"] == "counted" else table["k"]
    level = level_of(rows) if table["proof"] == "counted" and len(rows) <= MOST_ROWS else level
    level = min(Counter(rows).values()) if table["protect_zeros"] else level
    must(k in {step["settings"]["k"] for step in plan["tables"]} and level >= k, "k is not that of the plan")
    numbers = {"format": 1, "k": k, "achieved_k": level, "rows": len(rows), "features": n_features}
    numbers["table_sha256"] = hashlib.sha256(content).hexdigest()
    must(set(said) == {*numbers, "proof"}, "its fields")
    for name, meant in numbers.items():
        must_be(said[name], meant, f"{name} is not that of the table")
    at = 0
    for entry in said["proof"]:
        must(set(entry) == {"first", "rows", "contained_in"}, "proof: its fields")
        first, n, named = entry["first"], entry["rows"], entry["contained_in"]
        must(all(type(one) is int and one >= 0 for one in (first, n, *named)), "proof: its numbers")
        must(first == at and 0 < n <= len(rows) - at, "proof: its rows")
        must(len(named) == k == len(set(named)), "proof: not k rows")
        shown = all(row <= rows[one] for row in set(rows[at : at + n]) for one in named)
        must(shown, "proof: a row that does not hold another")
        at += n
    must(at == len(rows), "proof: not all rows")


# --- all of it -----------------------------------------------------------------------------------------


def check(bundle: Path, public_key: str = "") -> Findings:
    """Check the signature of a bundle, and its certificates."""
    found = Findings()
    files = read_bundle(found, bundle, public_key)
    try:
        report = json.loads(files["report.json"])
        plan, asked = report["plan"], report["plan"].get("certificates", "none") != "none"
        released = [one for one in report["documents"] if one["outcome"] == "released"]
        counts = Counts(files, plan["concepts"]) if asked else None
    except FAULTS:
        found.failed.append("report.json, or the counts that it names, cannot be read")
        return found
    wanted = {one["output"]: one for one in released if asked or one["table"]}
    own = {f"documents/{one['output']}" for one in released} | {f"certificates/{one}.json" for one in wanted}
    proven = {name for name in files if name.startswith(PROVEN) and not name.startswith(BESIDE)}
    found.failed += [f"{name} belongs to no released document" for name in sorted(proven - own)]
    found.open += [] if wanted else ["there is no certificate: the policy asked for none"]
    unread = 0
    for output, record in wanted.items():
        try:
            unread += not check_one(files, record, plan, counts)
            found.held += 1
        except FAULTS as error:
            why = str(error) if type(error) is ValueError else "missing, or another form"
            found.failed.append(f"certificates/{output}.json does not hold: {why}")
    if unread:
        found.open.append(f"{unread} documents are of kinds that are not read here: they may hold more terms")
    return found


def check_one(files: dict[str, bytes], record: Any, plan: Any, counts: Counts | None) -> bool:
    """Check the certificate of one document; whether the document itself could be read."""
    raw, content = files[f"certificates/{record['output']}.json"], files[f"documents/{record['output']}"]
    said = json.loads(raw)
    must(raw == (json.dumps(said, separators=(",", ":"), sort_keys=True) + "\n").encode(), "another form")
    if counts and not record["table"]:
        document = Document(record, content, plan, counts)
        document.check(said)
        return document.units is not None
    if record["format"] in ("csv", "jsonl"):
        check_table(record, content, plan, said)
    return record["format"] in ("csv", "jsonl")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check the certificates of a release bundle of saferelease.")
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--public-key", default="", help="the signer's, 64 hexadecimal digits")
    asked = parser.parse_args(arguments)
    try:
        found = check(asked.bundle, asked.public_key)
    except ValueError as error:
        sys.stdout.write(f"UNVERIFIED\n{error}\n")
        return 2
    for line in (found.answer(), f"{found.held} certificates hold", *found.failed, *found.open):
        sys.stdout.write(json.dumps(line)[1:-1] + "\n")
    return {"VERIFIED": 0, "FAILED": 1, "UNVERIFIED": 5}[found.answer()]


if __name__ == "__main__":
    sys.exit(main())
