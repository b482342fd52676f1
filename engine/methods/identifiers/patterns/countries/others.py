"""Countries of which one or two things stand in no table: addresses, plates, years of an era."""

from __future__ import annotations

from collections.abc import Mapping

from engine.methods.identifiers.pattern import Pattern

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_CANTON = r"(?:A[GIR]|B[ELS]|FR|G[ELR]|JU|LU|N[EW]|OW|S[GHOZ]|T[GI]|UR|V[DS]|Z[GH])"

OTHERS: Mapping[str, tuple[Pattern, ...]] = {
    "au": (
        Pattern(
            "au-unit-address",
            "street-address",
            r"\b(?:(?i:unit|apartment|apt|flat|shop|level) )?\d{1,4}[A-Z]?/\d{1,5}[A-Z]? "
            r"(?:[A-Z][a-z']+ ){1,3}"
            r"(?:Street|St|Avenue|Ave|Road|Rd|Drive|Dr|Court|Ct|Place|Pl|Parade|Pde|Crescent|Cres|Lane|Way|"
            r"Terrace|Tce|Highway|Hwy|Boulevard|Close|Circuit|Grove)\b",
            0.85,
            citation="AS 4590: unit before number",
            examples=("Unit 4/22 Banksia Avenue",),
        ),
    ),
    "br": (
        Pattern(
            "br-address",
            "street-address",
            r"(?i)\b((?:rua|avenida|av\.?|travessa|alameda|rodovia|praca|estrada|largo) "
            r"(?:[a-z.]+ ){0,6}[a-z.]+,? (?:n[o.]{0,2} ?)?\d{1,5}"
            r"(?:,? (?:apto?\.?|bloco|casa|sala) \w{1,5})?)\b",
            0.8,
            examples=("Av. Paulista, 1578", "Rua das Laranjeiras 210, apto 31"),
        ),
    ),
    "ch": (
        Pattern(
            "ch-plate",
            "plate",
            rf"\b{_CANTON}[ -]?\d{{3,6}}\b",
            0.5,
            context=r"plates?|car|vehicle|registration|number ?plate|kontrollschild|kennzeichen|plaques?",
            context_required=True,
            examples=("plate ZH 123456",),
        ),
    ),
    "jp": (
        Pattern(
            "jp-era",
            "date",
            rf"(?i)\b((?:meiji|taisho|showa|heisei|reiwa) \d{{1,2}}"
            rf"(?:,? {_MONTH} \d{{1,2}}|[./-]\d{{1,2}}[./-]\d{{1,2}})?)\b",
            0.85,
            examples=("issued on Showa 45, May 3", "since Heisei 12"),
        ),
    ),
}
