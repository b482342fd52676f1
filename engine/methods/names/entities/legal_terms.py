"""Contracts, filings and orders write their terms large ("the Borrower", "Closing Date"): no names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.methods.names.entities.decoding import Entity, Mention
from engine.methods.names.tagger.features import Lexicon, Tokens

Judged = tuple[Entity, float]


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_REGISTER = _words(
    """
    affidavit aforesaid agreement appellant appellee arbitration borrower buyer claimant clause covenant covenants
    covenantor defendant defendants deponent exhibit forthwith guarantor hereafter hereby herein hereinafter hereof hereto hereunder herewith
    indemnify lender lessee lessor licensee licensor litem mortgagee movant notwithstanding petitioner plaintiff
    plaintiffs pursuant registrant respondent seller shall stipulate stipulation subpoena thereof thereto therein
    thereunder undersigned warranties warrants warranty whereas wherefore witnesseth
    """
)
"""Words that a paper of law has several of, and other texts hardly any."""
_SEVERAL = 3
"""Different words of `_REGISTER` from which a text is a paper of law."""
_TERMS = _words(
    """
    addendum adjudged administrator affiant affiliate affiliates affidavit agent agreement amendment annex answer
    appellant appellants appellee appellees appendix applicant arbitrator article assignee assignor assigns attorney
    auditor award bank bankruptcy beneficiary board borrower borrowers buyer buyers bylaws cause certificate chapter
    charter civ claimant claimants clause clerk client closing code collateral commission committee company
    complaint complainant conclusions consideration consultant contract contractor corporation counsel
    counterclaimant counterclaim
    counterparty court covenant covenants creditor creditors customer damages debtor decedent decree deed deeds
    default defendant defendants demised deponent directors disclosure discovery distributor division docket
    effective employee employer escrow estate evid event evidence executive executor exhibit exhibits fed findings
    firm franchisee franchisor fraud garnishee governing grantee grantor guarantor guarantors guaranty guardian
    honor honorable indemnitee indemnitor indenture information injunction insured insurer interrogatories
    interrogatory investor investors issuer judge judgment jury landlord law laws lease lender lenders lessee lessor
    letter liabilities licensed licensee licensor litem loan loans magistrate manager master members memorandum
    mortgage mortgagee mortgagor motion motions movant note notes notice obligations obligor officer opinion
    order ordered owner parent parties partner partners partnership party payee payor petition petitioner
    petitioners plaintiff plaintiffs pleading pledgee pledgor policy premises preamble prejudice principal
    promisee promisor property provider publisher purchase purchaser purchasers recipient recitals record
    registrant release releasee releasees releasor relief rent report representative request requests respondent
    respondents rider royalty rule rules schedule secretary section secured securities security seller sellers
    service services settlement severance shareholder shareholders signatory stipulation stockholder stockholders subcontractor
    sublessee subpoena subsidiaries subsidiary subtenant supplier surety tenant tenants term termination
    testator title transferee transferor treasurer trust trustee trustees undersigned underwriter underwriters
    vendor verdict ward warrant warrantor warranties warranty wherefore whereas witness witnesseth
    """
)
"""Who takes part in a contract or a case, its papers and their parts: large, these name nobody alone."""
_BEFORE = _words("a all any applicable each every his her its my no our said such that the their these this those your")
"""Words that a term follows, and a name hardly ever."""
_OPENING, _CLOSING = frozenset("\"“„'‘«"), frozenset("\"”“'’»")
_DEFINES = frozenset(("mean", "means", "shall", "has", "refers"))
_LONGEST = 5
_MOSTLY_SMALL = 3
"""Highest step of ``cap`` of an ordinary word: less than two in three are written large within sentences."""
_SURE = 0.6
"""From this on the model is believed, but about words of `_TERMS` and what the paper defines."""


def is_legal(tokens: Tokens) -> bool:
    """Whether a text reads as a contract, a filing, a deed or an order."""
    return len(_REGISTER.intersection(tokens.lowered_types)) >= _SEVERAL


def without_terms(judged: Sequence[Judged], tokens: Tokens, lexicon: Lexicon) -> list[Judged]:
    """Entities of a paper of law without its terms.

    Parameters
    ----------
    judged : sequence of (Entity, float)
        Each with the probability that it must be masked.
    tokens : Tokens
    lexicon : Lexicon
        Says how often a word is capitalised.

    Returns
    -------
    list of (Entity, float)

    Notes
    -----
    A term has ordinary words alone, and either each is one of a contract's or a case's ("Borrower"), or the
    paper defines it (``(the "Premises")``), or the model is unsure and an article or the like stands before it
    ("each Warranty") or its words also stand in small letters.
    """
    defined = set(_defined(tokens))
    return [one for one in judged if not _is_term(*one, tokens, lexicon, defined)]


def is_ordinary(words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether each of some words, in small letters, is a term of law or mostly written small."""
    return all(_is_ordinary(word, lexicon) for word in words if word.isalpha())


def _is_term(
    entity: Entity, probability: float, tokens: Tokens, lexicon: Lexicon, defined: set[tuple[str, ...]]
) -> bool:
    if entity.category not in ("person", "organisation", "location", "other"):
        return False
    read = {tuple(_spelled(m, tokens)) for m in entity.mentions}
    if not all(words and is_ordinary(words, lexicon) for words in read):
        return False
    if all(_TERMS.issuperset(words) for words in read) or read <= defined:
        return True
    unsure = probability < _SURE
    return unsure and (any(_follows(m, tokens) for m in entity.mentions) or _also_small(read, tokens))


def _spelled(mention: Mention, tokens: Tokens) -> list[str]:
    return [word for word in tokens.lowered[mention.first : mention.end] if word.isalpha()]


def _is_ordinary(word: str, lexicon: Lexicon) -> bool:
    if word in _TERMS:
        return True
    step = lexicon.classes.class_of(word, "cap")
    return step is not None and step <= _MOSTLY_SMALL and "first" not in lexicon.names_of(word)


def _also_small(read: set[tuple[str, ...]], tokens: Tokens) -> bool:
    """Whether each word also stands in small letters in the paper."""
    small = {word for word in tokens.types if word.islower()}
    return all(small.issuperset(words) for words in read)


def _follows(mention: Mention, tokens: Tokens) -> bool:
    """Whether the words before a mention say that a term comes."""
    at = mention.first - 1
    if at > 0 and tokens.words[at] in _OPENING:
        at -= 1
    return at >= 0 and tokens.lowered[at] in _BEFORE


def _defined(tokens: Tokens) -> Iterator[tuple[str, ...]]:
    """What the paper defines: in quotes after an article, or before "means"."""
    words = tokens.words
    for at in tokens.where(word in _OPENING for word in tokens.types):
        end = next((i for i in range(at + 2, min(at + 2 + _LONGEST, len(words))) if words[i] in _CLOSING), 0)
        if not end:
            continue
        said = at > 0 and tokens.lowered[at - 1] in _BEFORE
        if said or (end + 1 < len(words) and tokens.lowered[end + 1] in _DEFINES):
            yield tuple(word for word in tokens.lowered[at + 1 : end] if word.isalpha())
