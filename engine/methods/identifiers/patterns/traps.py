"""Look-alikes that stay: a finding inside a trap is dropped unless its own evidence is good.

A *strong* trap overrides any finding: an aggregate
that the law allows and the product itself writes, so that a released text is
not changed again.
"""

from __future__ import annotations

from engine.methods.identifiers.pattern import Pattern

_UNITS = (
    r"kcal|cal|mg|mcg|g|kg|ml|l|dl|mmol|mol|iu|units?|mm ?hg|mmhg|bpm|cm|mm|m|km|miles?|ft|feet|"
    r"inch(?:es)?|lbs?|oz|"
    r"(?:mc|[pnumcdk])?(?:g|mol|l|iu|u|eq|osm)/(?:[mcdk]|mc)?(?:l|g|m2|min|h|d|day|hour)|"
    r"per (?:(?:micro|milli|deci)?lit(?:re|er)s?|minute|hour|day)|"
    r"percent|kb|mb|gb|hz|khz|mhz|ghz|volts?|watts?|kw|°|people|persons|years|days|hours|minutes|seconds"
)

_OF_LIST = (
    r"(?:(?:icd(?:-?(?:9|10|11))?(?:-?(?:cm|pcs))?|cpt|hcpcs|loinc|snomed(?: ct)?|rxnorm|atc|mesh|ndc|omim|"
    r"doid|drg)\b(?: codes?)?|(?:fee|procedure) codes?)[ :#]{0,3}[A-Z0-9][A-Z0-9.\-]{1,14}"
)
"""A code with the name of the public list that it is of."""

TRAPS = (
    Pattern(
        "aggregate",
        "",
        r"(?i)\b(?:90(?: years)?[ \-](?:or|and)[ \-](?:older|over|above)|"
        r"\d{4} or earlier|90(?:th|s) or later)\b",
        strong=True,
        citation="45 CFR 164.514(b)(2)(i)(C), last clause",
        examples=("aged 90 or older", "born in 1934 or earlier"),
    ),
    Pattern(
        "book-number",
        "",
        r"(?i)\b(?:isbn|issn|ismn|asin|doi|pmid|pmc|pmcid|oclc|lccn|arxiv|bibcode|jstor|zbl|mr|s2cid|hdl)\b"
        r"(?:-1[03])?[ :]{0,3}[0-9A-Z][0-9A-Z./\-]{2,40}(?: [0-9X\-]{1,8}){0,4}",
        examples=("ISBN 978-3-16-148410-0", "PMID: 12345678"),
    ),
    Pattern(
        "version",
        "",
        r"(?i)\b(?:versions?|ver|v|release|rev|revision|build|firmware|python|java|windows|ios|android|"
        r"kernel|"
        r"linux|chapter|section|figure|fig|table|clause|article|appendix|rule|part)\.? ?v?\d+(?:\.\d+)"
        r"{1,4}\b",
        examples=("version 1.2.3.4", "Section 4.3.21"),
    ),
    Pattern(
        "statute-elsewhere",
        "",
        r"(?i)(?:\b(?:arts?\.|articulos?|articles?|l'article|artikel|paragraf\w*|leyes|ley(?: organica)?|"
        r"lois?|"
        r"real decreto(?:-ley)?|gesetz|verordnung|directiva|richtlinie|reglamento|reglement)|\xA7{1,2}) ?"
        r"(?:(?:n[.o°]{0,2}|num\.|[lrd]\.) ?)?\d[\d.\-/]{0,12}(?: ?(?:bis|ter|a|b|ff?\.)\b)?"
        r"(?:(?:,| y| e| et| und|,? al?|-) (?:l'article )?\d[\d.\-/]{0,9}){0,5}"
        r"(?: (?:du|de la|de l'|del|des|de) ?(?-i:[A-Z][A-Za-z.]{1,12})?|"
        r" (?-i:[A-Z][A-Za-z]{0,3}[A-Z]{1,4}))?",
        examples=("arts. 1101 y 1544 CC", "l'article 779 du CGI", "nach § 83 StGB", "Ley 50/1980"),
    ),
    Pattern(
        "statute",
        "",
        r"(?i)(?:\xA7{1,2} ?|\b(?:sec(?:tion|s|\.)|c\.?f\.?r\.?|u\.?s\.?c\.?|art(?:icle|\.)|para(?:graph|"
        r"\.)|"
        r"ss\.|rule|regulation|directive|title|chapter|ch\.|pub\. ?l\.(?: no\.)?|ors|hsc|stat\.|law)"
        r" ?\xA7? ?)"
        r"\d[\d.\-/]{0,14}(?:\([a-z0-9]{1,4}\)){0,6}",
        examples=("Section 164.514", "45 CFR 164.514(b)(2)(i)", "Directive 95/46"),
    ),
    Pattern(
        "year-of-courses",
        "",
        r"(?i)\b(?:curso|ano|schuljahr|annee(?: scolaire)?|saison|season|temporada|ejercicio|exercice|"
        r"wintersemester|academic year|school year|year|fy)(?: escolar| academico)? (?:19|"
        r"20)\d\d ?[/\-] ?(?:(?:19|20)\d\d|\d\d)\b",
        citation="Two years are no day",
        examples=("CURSO 2024/2025", "im Schuljahr 2023/24"),
    ),
    Pattern(
        "law-report",
        "",
        r"\b\d{1,4} (?:U\.? ?S\.?|F\. ?(?:2d|3d|4th|Supp\.?(?: ?[23]d)?)|S\. ?Ct\.|L\. ?Ed\.(?: ?2d)?|"
        r"[A-Z][a-z]{0,4}\.(?: ?[A-Z][a-z]{0,4}\.){0,3}(?: ?[234](?:d|th))?) \d{1,5}\b",
        citation="The Bluebook, rule 10",
        examples=("410 U.S. 113", "123 F.3d 1234"),
    ),
    Pattern(
        "money",
        "",
        r"(?i)(?:\$|\b(?:usd|eur|gbp|chf|sfr\.?|rs|inr|aud|cad|trl) ?)\d(?:[\d.,]|'\d{3})*(?: ?(?:million|"
        r"billion|m|bn|k)\b)?",
        examples=("$1,234,567.89", "EUR 3.500"),
    ),
    Pattern(
        "measure",
        "",
        rf"(?i)\b\d(?:[\d,.]*\d)?(?:[/x \-]\d(?:[\d,.]*\d)?)? ?(?:{_UNITS})\b",
        citation="The Unified Code for Units of Measure (UCUM): prefixes and units, one by another",
        examples=("120/80 mmHg", "500 mg", "12/13 people", "10027 ng/L", "12345 per microliter"),
    ),
    Pattern(
        "temperature",
        "",
        r"(?i)(?:\b(?:temp(?:erature)?s?|t-?max)(?: ?[:=] ?| (?:(?:of|was|is|to|at|up to|spiked to) ){0,2})"
        r"(?:9\d|1[01]\d)|"
        r"\bfevers? (?:(?:of|was|to|at|up to|as high as) ){0,2}(?:99|1[01]\d)|"
        r"(?-i:(?:^|\n|[a-z\d)%][.;:|(/] ?|\d%?,? |(?:VS|[Vv]itals):? )T(?: ?[:=] ?| )(?:9[5-9]|1[01]\d)))"
        r"(?:\.\d{1,2})? ?(?:°|deg(?:rees)?\.? )? ?(?:[FC]|fahrenheit|celsius)\b",
        citation="The measure stands before the number; a bare T from 95 F, below which hypothermia begins",
        examples=("fever of 106F,", "Temp: 99F", "HR 92 T 101F", "Temperature was 97 F"),
    ),
    Pattern(
        "pages",
        "",
        r"(?i)\b(?:pp?\.? ?[1-9]\d{0,4}|(?:pages?|lines?|ll|vol|volumes?|nos?\. \d+, pp|verses?|psalms?|"
        r"chapters?|ed|issue)"
        r"\.? ?\d{1,5})(?: ?[-:,] ?\d{1,5}){0,4}\b",
        examples=("pp. 123-4567", "pages 100-200"),
    ),
    Pattern(
        "diagnosis-code",
        "",
        rf"(?i)\b{_OF_LIST}(?:(?:[,;/]| and| or) {{0,2}}{_OF_LIST}){{0,8}}\b",
        examples=("ICD-10 E11.9", "CPT code 99213", "LOINC 2345-7, RxNorm 197361", "fee code A007A"),
    ),
    Pattern(
        "drug-code",
        "",
        r"(?i)\bNDC(?: codes?| numbers?| nos?\.?)?[ :#]{1,3}\d{4,5}-\d{3,4}-\d{1,2}\b",
        strong=True,
        citation="21 CFR 207.33: a maker, a product, a package; no form of a phone or a person's number",
        examples=("NDC 0071-0155-23",),
    ),
    Pattern(
        "assay",
        "",
        r"\b(?:CD ?(?:[348]|19|2[058]|3[048]|4[05]|5[67]|68|117|138)\+?|"
        r"CA ?(?:125|15-3|19-9|72-4|27[.\-]29)|(?:HbA|hba|HBA|Hba|A)1[cC]|(?:pp)?FEV ?1|IL-?\d{1,2}|Ki-?67|"
        r"HER-?2|BRCA ?[12]|JAK-?2|TP53|p(?:16|24|53)|(?:[Ff]ree |[Ff])?T[34]|B-?(?:6|12)|"
        r"(?:25-?OH[ \-]?)?D[23]|C[34]|IgG4|[Pp]a?C?O2|S[apv]{1,2}O2|F[iI]O2|HCO3|[Ee]tCO2|G6PD|"
        r"5-?HIAA|CYP[123][A-Z]\d{1,2}|HLA-B\d{1,2}|PHQ-?[29]|GAD-?[27]|CHA2DS2(?:-VASc)?|CURB-?65|COX-?[12]|"
        r"H[15]N[15]|[CLTS]\d{1,2}(?:[/\-][CLTS]?\d{1,2}){1,2})"
        r"(?: (?:count|level|titre|titer|score|ratio|abs))?"
        r"(?:[ :=<>~]{1,3}(?:of |was |is )?\d{1,3}(?:[.,]\d{1,2})?%?)?"
        r"(?: ?[,;\-/] ?(?:HCO3-?|[Pp]a?C?O2|BE|SatO2|S[apv]O2|"
        r"pH)[ :]?-?\d{1,3}(?:[.,]\d{1,2})?%?){0,5}(?:\W|$)",
        citation="Markers, tests, scores and vertebrae whose names hold digits, with their values",
        examples=("CD8 330, sodium 140", "free T4: 14.2", "HbA1c 7.9%", "protrusion at L4-5."),
    ),
    Pattern(
        "clinical-shorthand",
        "",
        r"\bHR:? ?\d{2,3},? ?RR:? ?\d{1,2}\b|\bRR:? ?\d{1,2},? (?:S[pa]O2|sat|T|O2)\b|"
        r"\b[A-Z]{2,5}/[A-Z]{2,5} (?:19|20)\d\d\b|"
        r"\bASA:? ?(?:81|162|325)\b|\bG\d{1,2} ?P\d{1,4}\b|\bPGY ?-?\d\b|"
        r"\bE[1-4]V[1-5]T?M[1-6]\b|\bGCS:? ?\d{1,2}(?:-\d){0,2}\b|"
        r"\b(?:SBP|DBP|MAP|ICP|CPP|HR|RR|[Ss]ats?|SpO2|goal|target|"
        r"INR):? ?\d{1,3}(?:\.\d)?-\d{1,3}(?:\.\d)?\b|"
        r"(?i)\b(?:bi-?pap|[ie]pap|cpap) \d{1,2}/\d{1,2}\b|\bdays? ?\d{1,2}/(?:5|7|10|14|21)\b|"
        r"\b\d ?\+ ?\d ?\+ ?\d ?= ?\d/\d\b|"
        r"\b(?:vs|vitals?|t/?a|rr|bp):? ?\d{2,3}/\d{2,3}\b|\b\d{2,3}/\d{2,3},? (?:lying|standing|sitting|"
        r"supine|seated)\b|"
        r"\b(?:dlr|douleur|eva|dolor|schmerz\w*|nrs|vas|pain)\b[^\n\d]{0,20}\d{1,2}/10\b",
        citation="Vital signs, settings of ventilators, days of a course, pregnancies, years of training",
        examples=(
            "HR 112 RR 26 SpO2 88%",
            "G3P1011 @ 39w",
            "BiPAP 10/5 with",
            "VS: 136/58, 64",
            "138/82 standing",
        ),
    ),
    Pattern(
        "number-of-thing",
        "",
        r"(?i)\b(?:rooms?|rm|beds?|bays?|floors?|levels?|pages?|lines?|rows?|columns?|items?|questions?|"
        r"steps?|exercises?|grades?|"
        r"slides?|tables?|figures?|exhibits?|tabs?|chapters?|sections?|articles?|rules?|issues?|e"
        r"ditions?|volumes?|"
        r"parts?|patch(?:es)?(?: v\d{1,2})?|"
        r"phases?|stages?|tiers?|routes?|rte|hwy|highways?|interstate|exits?|gates?|platforms?|tr"
        r"acks?|flights?|trains?|bus|"
        r"lanes?|channels?|ports?|errors?|status|models?|types?|sizes?|class|atomic|mach|wave|lot size|s"
        r"erial killer|opus|"
        r"symphony|sonata|remark|reason|revenue|procedure|diagnosis|billing|hs|tariff|colou"
        r"?r|cpt|hcpcs|"
        r"drg|acts?|patents?|standards?|decrees?|resolutions?|directives?|bulletins?|catalog(?:ue)?|cutt"
        r"er|epsg|windows?|desk|door|pitch|court ?room|courtroom|terminal|runway|sector|zone|ward|unit o"
        r"f|amendment|schedule)"
        r"(?: (?:number|no|nr|code|id)\b)?(?:[ .:#]{1,3}|[ .:#]{0,3} (?:is|was) )[A-Z]{0,3}[ \-]?\d[A-Z"
        r"\d.\-/]{0,9}\b",
        citation="What is counted off: rooms, pages, questions, routes; codes of public tables",
        examples=(
            "room no. 4120",
            "Line number 1044",
            "HS code 8471.30",
            "error code 80070005",
            "[PATCH v3 04/12]",
            "question #1188",
        ),
    ),
    Pattern(
        "standard",
        "",
        r"\b(?:ISO|IEC|BS|EN|DIN|ANSI|ASTM|NIST|IEEE|NFPA|UNE|UNI|CEN|ETSI|ITU|AS|NZS|CSA|FIPS|RFC|SAE|"
        r"MIL-STD|STD|UN|HS|Std\.?|(?:NICE )?[Gg]uidelines?)(?:[ /\-](?:ISO|IEC|EN|TS|TR|Std\.?))*[ \-]?"
        r"[A-Z]{0,2}\d{1,6}(?:[.:\-]\d{1,4}){0,3}\b",
        citation="Standards are public",
        examples=("certified to ISO 27001", "BS EN 12464-1", "NICE guideline CG137 applies"),
    ),
    Pattern(
        "clock",
        "",
        r"(?i)\b(?:at|by|since|until|till|from|to|around|approximately|about|approx\.?|before|after|"
        r"time:?|timed|@)"
        r" ?(?:[01]\d|2[0-3])[0-5]\d(?: ?(?:h|hrs|hours|z))?\b|"
        r"\b(?:[01]\d|2[0-3])[0-5]\d ?(?:h|hrs|hours)\b|"
        r"\b(?:[01]?\d|2[0-3])[:.][0-5]\d ?[-\x83to]{1,3} ?(?:[01]?\d|2[0-3])[:.][0-5]\d\b",
        citation="Clocks of 24 hours",
        examples=("at approximately 2215 hours", "seen at 1542"),
    ),
    Pattern(
        "public-number",
        "",
        r"(?i)\b(?:rx ?)?(?:bin|pcn)\b[ :#.]{1,4}\d{6}\b|\bkb\d{6,8}\b|\b0x[0-9a-f]{4,16}\b|\brs\d{3,12}\b|"
        r"\b[nx][mprcg][_\x83]\d{5,9}(?:\.\d{1,2})?",
        citation="Numbers of payers, updates, errors and sequences, which name nobody",
        examples=("RxBIN: 004336", "Error 0x80070035", "NM_007294.4", "KB5022282 installed"),
    ),
    Pattern(
        "ordinal-of-thing",
        "",
        r"(?i)\b(?:the )?(?:\d{1,2}(?:st|nd|rd|th)|[a-z]{3,10}(?:st|nd|rd|th)|twenty[ -][a-z]{5,7})"
        r"(?:(?: and| to| or| through|,|-) (?:the )?(?:\d{1,2}(?:st|nd|rd|th)|[a-z]{3,10}(?:st|nd|rd|"
        r"th)))?[ -]"
        r"(?:floors?|storey|grade|century|centuries|edition|place|percentile|birthday|anniversary|degree|"
        r"district|circuit|"
        r"amendment|rib|toe|finger|digit|nerve|trimester|avenue|street|st\.|ave|attempt|time|"
        r"day of (?:the|her|his|their)|"
        r"week|hospital|post-?op\w*|infantry|regiment|division|battalion|army|inning|round|lap|hole|"
        r"session|hour|minute)\b",
        citation="What is counted in order",
        examples=("on the 7th floor", "after the second attempt"),
    ),
    Pattern(
        "form",
        "",
        r"(?i)\bforms? [A-Z]{0,3}[ \-]?\d{1,4}[A-Z\-]{0,3}\b",
        citation="Forms of an authority are public",
        examples=("Your Form I-485 was",),
    ),
    Pattern(
        "degrees",
        "",
        r"(?i)\bturn(?:s|ed|ing)? \d{2,3}(?: ?°| degrees)",
        examples=("turned 90 degrees",),
    ),
)
