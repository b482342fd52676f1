"""Standards whose parts a compliance report answers, as data: what each part asks, and what can show it.

`confirmed` says whether the standard's text was read when its rows were written. It was not, for any of
them: `read` says what was. Sections are numbered only where their numbers were read. All wording is ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

StandardName = Literal["nist-sp-800-188", "iso-iec-27559", "iso-25237"]
"""What `standards` of a policy may name."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one part of a standard asks.

    Parameters
    ----------
    section : str
        Its number; empty where the number was not read.
    control : str
        What it asks, in our words.
    evidence : tuple of str
        Names in `EVIDENCE`; each of them alone shows it. Empty where no program can.
    organisation : str
        What an organisation has to show by itself, where there is no evidence.
    """

    section: str
    control: str
    evidence: tuple[str, ...] = ()
    organisation: str = ""


@dataclass(frozen=True, slots=True)
class Standard:
    """One standard.

    Parameters
    ----------
    title : str
        Number and edition.
    read : str
        What was read of it when the parts were written.
    parts : tuple of Part
    confirmed : bool
        Whether its text was read.
    """

    title: str
    read: str
    parts: tuple[Part, ...]
    confirmed: bool = False


EVIDENCE: Mapping[str, tuple[str, str]] = {
    "policy-approved": (
        "%(who)s approved the policy, version %(version)s.",
        "No approval is on file that holds for this policy as it is.",
    ),
    "release-approved": ("%(who)s approved this release.", "This release records no approval of its own."),
    "reviewed": (
        "Documents that people opened and signed off: %(reviewed)s of %(documents)s.",
        "This release records nobody who looked at its documents. The key review asks people to.",
    ),
    "sampled": (
        "Of %(drawn)s documents drawn at random, %(missed)s held a missed identifier. With 95 %% confidence "
        "at most %(most)s of 1,000 documents that nobody looked at do.",
        "This release records no random sample that people looked at. The key review.sample asks for one.",
    ),
    "identifiers": (
        "Rules about identifiers: %(all)s. All released documents were searched for all of them, and nothing "
        "stayed open.",
        "Rules about identifiers that are covered in full: %(covered)s of %(all)s. The lines above say what "
        "stayed open.",
    ),
    "recall": (
        "Rules about identifiers: %(all)s. How much is found was measured for all of them; their lines above "
        "say it.",
        "Rules about identifiers of which it was measured how much is found: %(measured)s of %(all)s.",
    ),
    "risk": (
        "Measured in tables: %(tables)s. Highest risk that a person is re-identified: %(highest)s; highest "
        "average of a table: %(average)s. What running texts say of people was not measured.",
        "Not measured: no released table has a measured risk of re-identification.",
    ),
    "population": (
        "Highest risk expected in a population of %(population)s: %(sampled)s.",
        "Not measured: no table was judged as a sample. The key reidentification.population asks for it.",
    ),
    "classes-of-k": (
        "Tables in which each person looks like at least %(others)s others in all quasi-identifiers: "
        "%(tables)s.",
        "No table of people was released under a limit. The key reidentification sets one.",
    ),
    "containment": (
        "Tables in which at least k rows show what any row shows: %(tables)s. Smallest k, counted in the "
        "released files: %(k)s.",
        "No table was released as a whole under a limit. The key tables sets one.",
    ),
    "quasi-identifiers": (
        "Quasi-identifiers that the policy names: %(names)s. Released tables that hold some of them: "
        "%(tables)s.",
        "No released table holds quasi-identifiers that the policy names.",
    ),
    "columns": (
        "Columns of tables: %(all)s. Of these it is known what they hold: %(typed)s.",
        "No columns of tables were distinguished.",
    ),
    "expert": (
        "%(who)s determined the risk. That holds until %(until)s.",
        "The policy names no expert who determined the risk.",
    ),
    "concepts": (
        "Protected concepts: %(concepts)s. A reader of one term guesses right in less than %(most)s of the "
        "cases.",
        "The policy protects no concept. What readers guess from words is not limited.",
    ),
    "classes": (
        "The class of each released document is hidden among %(k)s.",
        "The class of documents is not hidden among others. The key hide_class asks for it.",
    ),
    "gate": (
        "Attackers who learned from text published under this policy found at most %(gain)s of the sensitive "
        "words beyond random inspection. The policy allows %(most)s.",
        "No test by attackers who learn from the published text was passed. The key gate asks for one.",
    ),
    "attackers": (
        "Attackers with labelled documents of their own attacked this clause. The best named the class of "
        "%(right)s of %(victims)s documents; at most %(most)s with 95 %% confidence.",
        "No attack on the class of documents was measured. The command evaluate attackers does it.",
    ),
    "checked": (
        "Released documents that were read back and searched for what they lost: %(released)s. Refused: "
        "%(refused)s. Not readable: %(quarantined)s.",
        "Nothing was released.",
    ),
    "earlier": (
        "Texts that an earlier release of this installation held were looked for. Rule for them: %(rule)s.",
        "Texts of earlier releases were not looked for, or only counted.",
    ),
    "pseudonyms": (
        "Clauses that replace values by pseudonyms: %(clauses)s. The same value has the same one in this "
        "release.",
        "No clause of the policy replaces by pseudonyms.",
    ),
    "unlinkable": (
        "Pseudonyms hold in this release alone. Two releases cannot be linked by them.",
        "There are no pseudonyms, or those of a matter, by which its releases can be linked.",
    ),
}
"""Each piece of evidence: what the report says where this release has it, and where it lacks it."""

_LIMITS = ("classes-of-k", "containment")
_NIST = (
    Part("", "Goals of the release, and the harm that it can do", (), "That both were weighed before it."),
    Part(
        "",
        "Model of sharing: open to all, on request, in a protected place, by queries",
        (),
        "Who receives the bundle, and under which terms. The program does not know.",
    ),
    Part(
        "",
        "Board that reviews disclosures",
        (),
        "That there is one, and what it decided. The report names who approved, and not for which board.",
    ),
    Part("", "People answer for the policy or the release", ("policy-approved", "release-approved")),
    Part("", "Levels of performance that can be measured", ("recall", *_LIMITS, "concepts")),
    Part("", "Identifiers are removed", ("identifiers",)),
    Part("", "Quasi-identifiers are transformed", _LIMITS),
    Part("", "Risk of re-identification is gauged", ("risk", "expert")),
    Part("", "Studies of re-identification: attacks are tried", ("gate", "attackers")),
    Part("", "People look at what is released", ("reviewed", "sampled")),
    Part("", "Several releases together", ("earlier",)),
    Part("", "The result of the software is checked", ("checked",)),
    Part(
        "",
        "What is released still serves the analysis",
        (),
        "That somebody who knows the analysis judged it.",
    ),
)
_ISO_IEC_27559 = (
    Part("6.2.2", "Security and privacy where the data go", (), "Practices and contracts of the recipients."),
    Part(
        "6.2.3",
        "Who may try to re-identify, and what they can do",
        (),
        "That your recipients are like the readers whom this report assumes.",
    ),
    Part(
        "6.3",
        "Openness towards those concerned, and harm to them",
        (),
        "What they were told, and that harm was weighed.",
    ),
    Part("7.2.4", "Kinds of attributes are distinguished", ("quasi-identifiers", "columns")),
    Part("7.3.2", "Highest or average risk", ("risk",)),
    Part("7.3.3", "Attack on a sample or on a population", ("population",)),
    Part("7.3.4", "A privacy model with its limit", (*_LIMITS, "concepts", "classes")),
    Part("8.2.2", "Identifiability in figures", ("risk", "sampled")),
    Part("8.2.3", "Tests by adversaries", ("gate", "attackers")),
    Part("8.3.2", "The surroundings of the data are changed", (), "Access, contracts, places of work."),
    Part("8.3.3", "Identifiers are removed", ("identifiers",)),
    Part("8.3.3", "Quasi-identifiers are transformed", _LIMITS),
    Part("8.3.4", "The result is evaluated again", ("checked",)),
    Part("9.2.2", "Roles and responsibilities", ("policy-approved", "release-approved")),
    Part("9.2.3", "Principles, policies and procedures", ("policy-approved",)),
    Part(
        "9.2.4, 9.2.5",
        "Disclosures are managed, and those concerned are told",
        (),
        "Your register of disclosures, and what you told whom.",
    ),
    Part(
        "9.3",
        "The data are watched after their release",
        (),
        "Who watches, and for what. The audit ledger lists removed values that were shown later.",
    ),
    Part("9.4", "What is done after an incident", (), "Your plan for incidents."),
)
_ISO_25237 = (
    Part("5", "A pseudonym stands for an identity", ("pseudonyms",)),
    Part("5", "What identifies directly is gone", ("identifiers",)),
    Part("6", "Organisation: somebody answers for the rules", ("policy-approved",)),
    Part("6", "Technique: the result is checked", ("checked",)),
    Part("6", "Pseudonyms link no releases", ("unlinkable",)),
    Part(
        "7",
        "Re-identification under control",
        (),
        "Who may ask for it, and on what grounds. The audit ledger lists each value that was shown.",
    ),
    Part("Annex B", "Risk of re-identification is assessed", ("risk", "expert")),
    Part(
        "Annex E",
        "The service is run so that it can be trusted",
        (),
        "Operation of the installation: people, machines, keys, copies.",
    ),
)
STANDARDS: Mapping[str, Standard] = {
    "nist-sp-800-188": Standard(
        "NIST SP 800-188 (2023)", "Read: the abstract of the final edition, at nist.gov.", _NIST
    ),
    "iso-iec-27559": Standard(
        "ISO/IEC 27559:2022",
        "Read: the publishers' abstract, and the list of contents of AS/NZS ISO/IEC 27559:2024, which is "
        "identical.",
        _ISO_IEC_27559,
    ),
    "iso-25237": Standard(
        "ISO 25237:2017", "Read: the publishers' abstract, which names the clauses.", _ISO_25237
    ),
}
"""By the name that a policy uses."""
