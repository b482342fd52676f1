"""Canada: health cards of the provinces, colleges of health professions, rural addresses."""

from __future__ import annotations

from engine.methods.identifiers.pattern import SPACED_CODE, Pattern, labelled

_HEALTH = (
    r"ohip|h\.?c\.?n|health (?:card|number|insurance|care)|(?:[a-z]{2} |[a-z]+ )?phn|phin|hsn|mcp|ahcip|"
    r"ramq|nam|medicare"
)
_COLLEGES = (
    r"cpso|cno|ocp|rcdso|ocswssw|cpo|coto|cpsa|cpsbc|bccnm|crna|cmq|oiiq|cpsm|cpsns|cpss|crnm|crns|clpna|cmpa"
)
_BY = r"(?: (?:registration|registered|reg|licen[cs]e|member(?:ship)?|certificate))?\.?"
_ROAD = (
    r"concession(?: road)?|side ?road|county road|township road|range road|highway|hwy|rang|chemin|route|rue|"
    r"boulevard|boul\.?|avenue|ligne|line"
)

CANADA = (
    Pattern(
        "ca-health-labelled",
        "health-plan",
        rf"(?i)\b(?:{_HEALTH})(?: ?\([a-z. ]{{2,20}}\))?(?:[ #:.\-]{{1,3}}|"
        r" (?:number|num|no|card|is|was)\b[ #:.]{0,3}){1,3}"
        r"((?-i:[A-Z]{4} ?)?\d[\d \-]{5,14}\d(?:[ \-]?(?-i:[A-Z]{2}))?)\b",
        0.9,
        examples=(
            "OHIP 6912 448 207 KM",
            "PHN (BC): 9012 372 173",
            "Alberta PHN 51822-3390",
            "MCP no. 123 456 789 012",
        ),
    ),
    Pattern(
        "ca-health-version",
        "health-plan",
        rf"(?i)\b(?:{_HEALTH})\b[^\n]{{0,40}}"
        r"\b(?:version|ver|vc)(?: code)?\.?[ :#]{1,3}(?-i:([A-Z]{2}))\b",
        0.85,
        examples=("Health number: 5584486674 Version: YM",),
    ),
    Pattern(
        "ca-college-labelled",
        "license",
        labelled(rf"(?:{_COLLEGES}){_BY}", SPACED_CODE),
        0.9,
        validator="code",
        examples=("Dr. Fraser, CPSO 71884", "OCP registration 612203", "CNO no. 0938471", "CPSO # 71884"),
    ),
    Pattern(
        "ca-billing",
        "license",
        labelled(r"(?:ohip )?billing", r"\d{4,6}"),
        0.8,
        validator="long-code",
        examples=("OHIP billing number 028817",),
    ),
    Pattern(
        "ca-rural-address",
        "street-address",
        rf"\b(\d{{1,6}}[A-Z]? (?i:{_ROAD}) "
        r"[A-Z0-9][\w'.\-]*(?: [A-Z0-9][\w'.\-]*)?)",
        0.75,
        citation="Canada Post addressing guidelines",
        examples=("lives at 9 Concession Road 4", "450 boulevard Saint-Joseph"),
    ),
    Pattern(
        "ca-status",
        "national-id",
        labelled(r"(?:indian |treaty |band |scis )?status|scis|treaty", r"\d{9,10}"),
        0.85,
        examples=("Indian status number 1470045201",),
    ),
)
