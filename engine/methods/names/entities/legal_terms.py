"""Contracts, filings and orders write their terms large ("the Borrower", "Closing Date"): no names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.catalog.rules import never, rule
from engine.methods.names.entities.decoding import Entity, Mention
from engine.methods.names.tagger.features import TITLES, Lexicon, Tokens

Judged = tuple[Entity, float]


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_REGISTER = _words(
    """
    affidavit aforesaid agreement appellant appellee arbitration auditor auditors borrower buyer claimant
    clause covenant covenantor covenants defendant defendants deponent directors exhibit forthwith
    governance guarantor hereafter hereby herein hereinafter hereof hereto hereunder herewith incorporated
    indemnify lender lessee lessor licensee licensor litem mortgagee movant notwithstanding officers
    petitioner plaintiff plaintiffs proposal prospectus proxies proxy pursuant registrant respondent
    securities seller shall shareholder shareholders stipulate stipulation stockholder stockholders
    subpoena subsidiaries therein thereof thereto thereunder undersigned underwriters warranties warrants
    warranty whereas wherefore witnesseth
    """
)
"""Words that a paper of law has several of, and other texts hardly any."""
_SEVERAL = 3
"""Different words of `_REGISTER` from which a text is a paper of law."""
_TERMS = _words(
    """
    abstention addendum adjudged administrator admissions affiant affidavit affiliate affiliates agent
    agreement amendment annex annual answer appeal appeals appearance appellant appellants appellate
    appellee appellees appendix applicant arbitrator article articles assignee assignor assigns attorney
    audit auditor auditors award bank bankruptcy basis bench beneficiary board borrower borrowers
    borrowing brief briefs business buyer buyers bylaws capital cause certificate chair chairman
    chairperson chairwoman chapter charter chief civ civil claimant claimants claims class clause clerk
    client closing code collateral commission committee committees common company complainant complaint
    compliance conclusions consideration consultant contract contractor controller corporate corporation
    counsel counterclaim counterclaimant counterclaims counterparty court covenant covenants creditor
    creditors criminal customer damages debtor decedent decision declaration declarations decree deed
    deeds default defendant defendants demand demised demurrer department deponent deposition depositions
    deputy designated director directors disclosure discovery distributor dividend dividends division
    docket effective emeritus employee employer escrow esq estate event evid evidence exchange executive
    executives executor exhibit exhibits expert fed fellow final financial findings firm first fiscal
    franchisee franchisor fraud garnishee general governance governing grantee grantor gross guarantee
    guarantor guarantors guaranty guardian hearing holder holders honor honorable income indemnitee
    indemnitor indenture independent information initial injunction insured insurer interest interested
    interim interrogatories interrogatory investor investors issuer items joint judge judgment judicial
    junior jury landlord law laws lead lease legal lender lenders lessee lessor letter liabilities
    licensed licensee licensor litem loan loans loss magistrate manager managers managing master meeting
    meetings members memorandum minutes mortgage mortgagee mortgagor motion motions movant named nasdaq
    net nominating nominee nominees non note notes notice nyse obligations obligor officer officers
    operating operations opinion options order ordered ordinary original owner parent parties partner
    partners partnership parts party payee payor petition petitioner petitioners plaintiff plaintiffs plan
    plans pleading pledgee pledgor policy preamble preferred prejudice preliminary premises president
    principal probate proc proceeding proceedings promisee promisor proof property proposal proposals
    prospectus provider proxy public publisher purchase purchaser purchasers quarter quarterly recipient
    recitals record registrant regulation reit related release releasee releasees releasor relief remand
    rent reply report representative request requests required reserve resolution resolutions respectfully
    respondent respondents response retention rider risk risks royalty rule rules running sales sbn
    schedule second secretary section secured securities security seller sellers senior series service
    services settlement severance share shareholder shareholders shares signatory special specified
    statement statements stay stipulation stock stockholder stockholders strike subcontractor sublessee
    submitted subpoena subsidiaries subsidiary subtenant summary summons superior supplement supplier
    supreme surety tax tenant tenants term termination testator third title total transferee transferor
    treasurer trial trust trustee trustees undersigned underwriter underwriters usc vendor venue
    verdict vice voting ward warrant warranties warrantor warrants warranty whereas wherefore witness
    witnesseth writ
    """
)
"""Who takes part in contracts, cases and companies, and their papers: large, these name nobody alone."""
_BEFORE = _words(
    "a all any applicable each every his her its my no our said such that the their these this those your"
)
"""Words that a term follows, and a name hardly ever."""
_OPENING, _CLOSING = frozenset("\"“„'‘«"), frozenset("\"”“'’»")
_DEFINES = frozenset(("mean", "means", "shall", "has", "refers"))
_LONGEST = 5
_KINDS = frozenset(("person", "organisation", "location", "other", "code"))
_MOSTLY_SMALL = 3
"""Highest step of ``cap`` of an ordinary word: less than two in three are written large within sentences."""
_NEARLY_SURE = 0.8
"""From this on a person is one, whatever its words ("Ward", "Law")."""
_SURE = 0.6
"""From this on the model is believed, but about words of `_TERMS` and what the paper defines."""


@rule("legal-terms", without=never)
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
    paper defines it (``(the "Premises")``), or the model is unsure and an article or the like stands before
    it ("each Warranty") or its words also stand in small letters.
    """
    defined = set(_defined(tokens))
    small = frozenset(word for word in tokens.types if word.islower())
    return [one for one in judged if not _is_term(*one, tokens, lexicon, defined, small)]


def is_ordinary(words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether each of some words, in small letters, is a term of law or mostly written small."""
    return all(_is_ordinary(word, lexicon) for word in words if _has_letter(word))


def _is_term(
    entity: Entity,
    probability: float,
    tokens: Tokens,
    lexicon: Lexicon,
    defined: set[tuple[str, ...]],
    small: frozenset[str],
) -> bool:
    """Whether an entity is a term; `small` are the words that also stand in small letters in the paper."""
    if entity.category not in _KINDS:
        return False
    read = {tuple(_spelled(m, tokens)) for m in entity.mentions}
    if all(_is_cited(m, tokens) for m in entity.mentions):
        return True
    if not all(words and is_ordinary(words, lexicon) for words in read) or _is_somebody(
        entity, probability, tokens
    ):
        return False
    if all(_TERMS.issuperset(words) for words in read) or read <= defined:
        return True
    if probability >= _SURE:
        return False
    return any(_follows(m, tokens) for m in entity.mentions) or all(small.issuperset(words) for words in read)


def _is_somebody(entity: Entity, probability: float, tokens: Tokens) -> bool:
    """Whether ordinary words are a person's name ("Mr Ward") or a street's ("3020 Third Court")."""
    if entity.category == "person" and probability >= _NEARLY_SURE:
        return True
    before = {word for m in entity.mentions for word in tokens.lowered[max(0, m.first - 2) : m.first]}
    numbered = any(m.first and tokens.words[m.first - 1].isdigit() for m in entity.mentions)
    return not TITLES.isdisjoint(before) or numbered


def _is_cited(mention: Mention, tokens: Tokens) -> bool:
    """Whether a mention is of a statute or a rule: "N.Y. Labor Law § 190", "29 U.S.C. 201"."""
    first, end = mention.first, mention.end
    after = tokens.lowered[end : end + 4]
    said = " ".join(tokens.lowered[first : end + 1])
    return "§" in after or tokens.words[max(0, first - 1) : first] == ["§"] or "u . s . c" in said


def _spelled(mention: Mention, tokens: Tokens) -> list[str]:
    words = tokens.lowered[mention.first : mention.end]
    return [word for word in words if _has_letter(word)]


def _has_letter(word: str) -> bool:
    return word.isalpha() or any(map(str.isalpha, word))


def _is_ordinary(word: str, lexicon: Lexicon) -> bool:
    if word in _TERMS:
        return True
    step = lexicon.classes.class_of(word, "cap")
    return step is not None and step <= _MOSTLY_SMALL and "first" not in lexicon.names_of(word)


def _follows(mention: Mention, tokens: Tokens) -> bool:
    """Whether the words before a mention say that a term comes."""
    at = mention.first - 1
    if at > 0 and tokens.words[at] in _OPENING:
        at -= 1
    return at >= 0 and tokens.lowered[at] in _BEFORE


def _defined(tokens: Tokens) -> Iterator[tuple[str, ...]]:
    """What the paper defines: in quotes after an article, or before "means"."""
    words = tokens.words
    for at in tokens.where(map(_OPENING.__contains__, tokens.types)):
        end = next((i for i in range(at + 2, min(at + 2 + _LONGEST, len(words))) if words[i] in _CLOSING), 0)
        if not end:
            continue
        said = at > 0 and tokens.lowered[at - 1] in _BEFORE
        if said or (end + 1 < len(words) and tokens.lowered[end + 1] in _DEFINES):
            yield tuple(_spelled(Mention(at + 1, end, 1.0), tokens))
