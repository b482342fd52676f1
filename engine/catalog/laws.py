"""The catalogue of laws: the citations that policies may use, as data.

`confirmed` says that the provision was read in a copy of its text when the
entry was written (164.514(e)(2): as NIST IR 8053 quotes it); clauses that cite
an unconfirmed one are marked `unverified`.
Effective dates are those of the provision's first version in force and are
given for orientation; check the official text before relying on one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Law:
    """One provision.

    Parameters
    ----------
    citation : str
        As policies write it, e.g. ``"45 CFR 164.514(b)(2)(i)(G)"``.
    title : str
        What it is about, in a few words.
    jurisdiction : str
        ``"US"``, ``"US-NY"``, ``"EU"``... (ISO 3166).
    effective : str
        ISO date from which it applies, or empty when not recorded.
    confirmed : bool
        Whether the text was read; else clauses citing it must be `unverified`.
    """

    citation: str
    title: str
    jurisdiction: str
    effective: str = ""
    confirmed: bool = True


_HIPAA = "2003-04-14"
_SAFE_HARBOR = {
    "A": "Names",
    "B": "Geographic subdivisions smaller than a State",
    "C": "Elements of dates except year; ages over 89",
    "D": "Telephone numbers",
    "E": "Fax numbers",
    "F": "Electronic mail addresses",
    "G": "Social security numbers",
    "H": "Medical record numbers",
    "I": "Health plan beneficiary numbers",
    "J": "Account numbers",
    "K": "Certificate and license numbers",
    "L": "Vehicle identifiers and serial numbers, license plates",
    "M": "Device identifiers and serial numbers",
    "N": "Web addresses (URLs)",
    "O": "Internet protocol (IP) addresses",
    "P": "Biometric identifiers, including finger and voice prints",
    "Q": "Full-face photographs and comparable images",
    "R": "Any other unique identifying number, characteristic or code",
}
_LIMITED_DATA_SET = {
    "i": "Names",
    "ii": "Postal address, other than town or city, State and ZIP code",
    "iii": "Telephone numbers",
    "iv": "Fax numbers",
    "v": "Electronic mail addresses",
    "vi": "Social security numbers",
    "vii": "Medical record numbers",
    "viii": "Health plan beneficiary numbers",
    "ix": "Account numbers",
    "x": "Certificate and license numbers",
    "xi": "Vehicle identifiers and serial numbers, license plates",
    "xii": "Device identifiers and serial numbers",
    "xiii": "Web addresses (URLs)",
    "xiv": "Internet protocol (IP) addresses",
    "xv": "Biometric identifiers, including finger and voice prints",
    "xvi": "Full-face photographs and comparable images",
}

_FERPA = {
    "a": "The student's name",
    "b": "Names of the student's parent or other family members",
    "c": "Address of the student or the student's family",
    "d": "Personal identifiers: social security number, student number, biometric record",
    "e": "Indirect identifiers: date and place of birth, mother's maiden name",
    "f": "What is linkable to a student by the school community, alone or together",
    "g": "What is asked for by somebody who is believed to know whom it is about",
}
_FOIA = {
    "1": "Classified national defence and foreign policy",
    "2": "Internal personnel rules and practices",
    "3": "What another statute exempts",
    "4": "Trade secrets and confidential commercial information",
    "5": "Privileged memoranda within and among agencies",
    "6": "Personnel, medical and similar files: unwarranted invasion of personal privacy",
    "7": "Records compiled for law enforcement",
    "8": "Examination of financial institutions",
    "9": "Geological information on wells",
}
_FOIA_7 = {
    "A": "Interference with enforcement proceedings",
    "B": "Fair trial",
    "C": "Unwarranted invasion of personal privacy",
    "D": "Confidential sources",
    "E": "Techniques and procedures",
    "F": "Life or physical safety of a person",
}
_CCPA = {
    "A": "Social security, driver's license, state identification card or passport number",
    "B": "Account log-in, account or card number with what gives access to it",
    "C": "Precise geolocation",
    "D": "Racial or ethnic origin, citizenship or immigration status, beliefs, union membership",
    "E": "Contents of mail, email and text messages",
    "F": "Genetic data",
}
_CCPA_2 = {
    "A": "Biometric information that identifies a consumer",
    "B": "Information about health",
    "C": "Information about sex life or sexual orientation",
}
_UNREAD = (
    ("CA-ON", "2004-11-01", "PHIPA s. 2", "De-identify: what must be removed"),
    ("CA-ON", "2004-11-01", "PHIPA s. 4(1)(b)", "Care given, and who gave it"),
    ("CA-ON", "2004-11-01", "PHIPA s. 4(1)(d)", "Payments and eligibility for health care"),
    ("CA-ON", "2004-11-01", "PHIPA s. 4(1)(f)", "The health number"),
    ("CA-ON", "2004-11-01", "PHIPA s. 4(1)(g)", "Substitute decision-makers"),
    (
        "CA-ON",
        "2004-11-01",
        "PHIPA s. 4(2)",
        "Identifying information: what identifies, foreseeably or with other data",
    ),
    ("CA-ON", "2020-03-25", "PHIPA s. 11.2", "No re-identification of de-identified information"),
    ("CA-ON", "2004-11-01", "PHIPA s. 34", "Use of health cards and health numbers"),
    ("CA", "2001-01-01", "PIPEDA s. 2(1)", "Personal information: about an identifiable individual"),
    ("CA-QC", "2023-09-22", "CQLR c. P-39.1 s. 12", "De-identified: no longer directly identifying (Law 25)"),
    (
        "CA-QC",
        "2023-09-22",
        "CQLR c. P-39.1 s. 23",
        "Anonymized: no longer identifying, irreversibly (Law 25)",
    ),
    (
        "GB",
        "2021-01-01",
        "UK GDPR Art. 4(1)",
        "Personal data: name, number, location data, online identifier",
    ),
    ("GB", "2021-01-01", "UK GDPR Art. 9(1)", "Special categories of personal data"),
    ("GB", "2021-01-01", "UK GDPR Art. 10", "Criminal convictions and offences"),
    (
        "GB",
        "2021-01-01",
        "UK GDPR Recital 26",
        "Anonymous: nobody can identify by means reasonably likely to be used",
    ),
    ("GB", "2018-05-25", "DPA 2018 s. 11(2)", "Criminal data: alleged offences and proceedings too"),
    ("GB", "2018-05-25", "DPA 2018 s. 171", "Re-identification of de-identified personal data is an offence"),
    ("GB", "", "ICO anonymisation guidance", "Motivated intruder; singling out, linkability, inferences"),
    (
        "US",
        "1974-11-19",
        "34 CFR 99.31(b)(1)",
        "Release of de-identified records after a reasonable determination",
    ),
    (
        "US",
        "2009-01-08",
        "34 CFR 99.31(b)(2)",
        "Codes for education research, not derived from personal information",
    ),
    *(
        ("US", "2009-01-08", f"34 CFR 99.3 personally identifiable information ({x})", title)
        for x, title in _FERPA.items()
    ),
    ("US", "1967-07-04", "5 USC 552(b)", "Segregable portions; amount and exemption shown at the place"),
    *(("US", "1967-07-04", f"5 USC 552(b)({x})", title) for x, title in _FOIA.items()),
    *(("US", "1986-10-27", f"5 USC 552(b)(7)({x})", title) for x, title in _FOIA_7.items()),
    ("US", "", "15 USC 6809(4)", "Nonpublic personal information of consumers of financial institutions"),
    ("US", "", "15 USC 6802(d)", "No account numbers or access codes to others for marketing"),
    (
        "US",
        "",
        "16 CFR 313.3(o)",
        "Personally identifiable financial information; blind and aggregate data are not",
    ),
    *(("US-CA", "2023-01-01", f"Cal. Civ. Code § 1798.140(ae)(1)({x})", title) for x, title in _CCPA.items()),
    *(
        ("US-CA", "2023-01-01", f"Cal. Civ. Code § 1798.140(ae)(2)({x})", title)
        for x, title in _CCPA_2.items()
    ),
    ("US-CA", "2023-01-01", "Cal. Civ. Code § 1798.140(m)", "Deidentified: not reasonably linkable"),
    ("EU", "", "EMA Policy 0070", "Clinical data published anonymised, with an anonymisation report"),
    (
        "CA",
        "",
        "Health Canada PRCI guidance",
        "Clinical information released anonymised, with an anonymisation report",
    ),
    ("BR", "2020-09-18", "LGPD Art. 5 I", "Personal data: about an identified or identifiable person"),
    ("BR", "2020-09-18", "LGPD Art. 5 II", "Sensitive personal data"),
    (
        "BR",
        "2020-09-18",
        "LGPD Art. 12",
        "Anonymised data: not personal unless reversible with reasonable efforts",
    ),
    (
        "AU",
        "2014-03-12",
        "Privacy Act 1988 (Cth) s. 6(1)",
        "Personal information; de-identified; sensitive information",
    ),
    ("AU", "2014-03-12", "Privacy Act 1988 (Cth) APP 9", "Government related identifiers"),
    ("AU", "2014-03-12", "Privacy Act 1988 (Cth) s. 17", "Tax file number information"),
    ("CH", "2023-09-01", "revDSG Art. 5(a)", "Personal data: about an identified or identifiable person"),
    ("CH", "2023-09-01", "revDSG Art. 5(c)", "Sensitive personal data"),
    ("IN", "", "DPDP Act 2023 s. 2(t)", "Personal data: about an individual identifiable by it"),
    ("IN", "2016-09-12", "Aadhaar Act 2016 s. 29(4)", "No Aadhaar number may be published"),
    ("JP", "2022-04-01", "APPI Art. 2(1)", "Personal information: identifies a living individual"),
    ("JP", "2022-04-01", "APPI Art. 2(2)", "Individual identification codes"),
    ("JP", "2022-04-01", "APPI Art. 43", "Anonymously processed information"),
    ("JP", "2015-10-05", "My Number Act Art. 19", "Provision of individual numbers is restricted"),
)
"""Provisions written down from general knowledge: nobody has held them against the official text yet."""

_LAWS = (
    Law("45 CFR 164.514(b)(1)", "Expert determination: the risk is very small", "US", _HIPAA),
    Law("45 CFR 164.514(b)(2)(i)", "Safe Harbor: eighteen identifiers", "US", _HIPAA),
    *(Law(f"45 CFR 164.514(b)(2)(i)({x})", title, "US", _HIPAA) for x, title in _SAFE_HARBOR.items()),
    Law("45 CFR 164.514(b)(2)(ii)", "No actual knowledge that the rest could identify", "US", _HIPAA),
    Law(
        "45 CFR 164.514(c)",
        "Re-identification codes are not derived from the individual",
        "US",
        _HIPAA,
        False,
    ),
    Law("45 CFR 164.514(e)(2)", "Limited data set: direct identifiers", "US", _HIPAA),
    *(Law(f"45 CFR 164.514(e)(2)({x})", title, "US", _HIPAA) for x, title in _LIMITED_DATA_SET.items()),
    Law("45 CFR 164.514(e)(4)", "Limited data set: data use agreement", "US", _HIPAA, False),
    Law("42 CFR 2.11", "Disclose: identifying a patient as having or having had an SUD", "US", "2017-03-21"),
    Law("42 CFR 2.16", "Security of records: non-identifiable under 164.514(b)", "US", "2017-03-21", False),
    Law("42 CFR 2.52", "Research: non-identifiable under 164.514(b)", "US", "2017-03-21", False),
    Law("42 CFR 2.54", "Public health: only de-identified under 164.514(b)", "US", "2024-04-16"),
    Law("NY Pub. Health Law § 2782", "Confidentiality of HIV related information", "US-NY", "1989-02-01"),
    Law("NY Pub. Health Law § 2306", "Confidentiality of reports of STD", "US-NY"),
    Law("Cal. Health & Safety Code § 120975", "HIV test subjects may not be identified", "US-CA"),
    Law("Cal. Health & Safety Code § 120980", "Disclosure of HIV test results", "US-CA"),
    Law("Cal. Health & Safety Code § 121025", "HIV public health records are confidential", "US-CA"),
    Law(
        "Cal. Health & Safety Code § 11845.5", "Substance use disorder programme records", "US-CA", "", False
    ),
    Law("410 ILCS 305/9", "AIDS Confidentiality Act: disclosure", "US-IL", "", False),
    Law("Tex. Health & Safety Code § 81.103", "Confidentiality of test results", "US-TX", "", False),
    Law("35 P.S. § 7607", "Confidentiality of HIV-Related Information Act", "US-PA", "", False),
    Law("Fla. Stat. § 381.004", "HIV testing", "US-FL", "", False),
    Law("Fla. Stat. § 397.501(7)", "Rights of clients: substance use records", "US-FL", "", False),
    Law("Mass. Gen. Laws ch. 111 § 70F", "HIV test: consent and disclosure", "US-MA", "", False),
    Law(
        "740 ILCS 110", "Mental Health and Developmental Disabilities Confidentiality Act", "US-IL", "", False
    ),
    Law("Fed. R. Civ. P. 5.2(a)", "Redacted filings", "US", "2007-12-01"),
    Law("Fed. R. Civ. P. 5.2(a)(1)", "Last four digits of SSN and taxpayer number", "US", "2007-12-01"),
    Law("Fed. R. Civ. P. 5.2(a)(2)", "Year of birth", "US", "2007-12-01"),
    Law("Fed. R. Civ. P. 5.2(a)(3)", "Initials of a minor", "US", "2007-12-01"),
    Law("Fed. R. Civ. P. 5.2(a)(4)", "Last four digits of a financial account number", "US", "2007-12-01"),
    Law("Fed. R. Civ. P. 5.2(b)", "Exemptions from redaction", "US", "2007-12-01"),
    Law("Fed. R. Crim. P. 49.1(a)", "Redacted filings in criminal cases", "US", "2007-12-01"),
    Law("Fed. R. Crim. P. 49.1(a)(1)", "Last four digits of SSN and taxpayer number", "US", "2007-12-01"),
    Law("Fed. R. Crim. P. 49.1(a)(2)", "Year of birth", "US", "2007-12-01"),
    Law("Fed. R. Crim. P. 49.1(a)(3)", "Initials of a minor", "US", "2007-12-01"),
    Law("Fed. R. Crim. P. 49.1(a)(4)", "Last four digits of a financial account", "US", "2007-12-01"),
    Law("Fed. R. Crim. P. 49.1(a)(5)", "City and State of a home address", "US", "2007-12-01"),
    Law("Fed. R. Crim. P. 49.1(b)", "Exemptions from redaction", "US", "2007-12-01", False),
    Law("GDPR Art. 4(1)", "Personal data: who can be identified", "EU", "2018-05-25", False),
    Law("GDPR Art. 9(1)", "Special categories of personal data", "EU", "2018-05-25"),
    Law("GDPR Art. 10", "Criminal convictions and offences", "EU", "2018-05-25"),
    Law("GDPR Art. 87", "Processing of the national identification number", "EU", "2018-05-25", False),
    Law("CJEU C-184/20", "Data that reveal a special category indirectly are covered", "EU", "2022-08-01"),
    Law("Directive 95/46/EC Art. 8(1)", "Special categories (until 2018)", "EU", "1998-10-24"),
    *(Law(citation, title, where, effective, False) for where, effective, citation, title in _UNREAD),
)

LAWS: Mapping[str, Law] = {law.citation: law for law in _LAWS}
"""Every known provision by its citation."""

_RANGE = re.compile(r"(?P<stem>.+)\((?P<first>\w+)\)-\((?P<last>\w+)\)")


def provisions(citation: str, known: Mapping[str, Law] = LAWS) -> tuple[str, ...]:
    """The known provisions that a citation names.

    Parameters
    ----------
    citation : str
        One provision, or a range of siblings, as in
        ``"45 CFR 164.514(b)(2)(i)(D)-(O)"``; several are parted by semicolons.
    known : mapping
        Provisions by citation, siblings in the order of the law.

    Returns
    -------
    tuple of str
        Their citations as named; empty when any part is unknown.

    Examples
    --------
    >>> provisions("45 CFR 164.514(b)(2)(i)(D)-(F)")
    ('45 CFR 164.514(b)(2)(i)(D)', '45 CFR 164.514(b)(2)(i)(E)', '45 CFR 164.514(b)(2)(i)(F)')
    >>> provisions("no such law")
    ()
    """
    named = [_provision(part.strip(), known) for part in citation.split(";")]
    return tuple(each for part in named for each in part) if all(named) else ()


def _provision(citation: str, known: Mapping[str, Law]) -> tuple[str, ...]:
    if citation in known:
        return (citation,)
    match = _RANGE.fullmatch(citation)
    if match is None:
        return ()
    siblings = list(_siblings(match["stem"], known))
    ends = [f"{match['stem']}({match[end]})" for end in ("first", "last")]
    if not set(ends) <= set(siblings) or siblings.index(ends[0]) > siblings.index(ends[1]):
        return ()
    return tuple(siblings[siblings.index(ends[0]) : siblings.index(ends[1]) + 1])


def _siblings(stem: str, known: Mapping[str, Law]) -> Iterator[str]:
    return (citation for citation in known if re.fullmatch(re.escape(stem) + r"\(\w+\)", citation))
