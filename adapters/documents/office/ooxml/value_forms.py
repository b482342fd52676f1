"""Forms that a value of a released Office file's markup may have: numbers, colours, references and the like.

None can carry a sentence, a name or a record number: numbers of six digits and more are round ones, and ids
are short.
"""

from __future__ import annotations

import re

NUMBER = re.compile(
    r"""[+-]?(?:0|[1-9]\d{0,4}|[1-9]\d{3}00|[1-9]\d{3,7}000)(?:\.\d{1,4})?
    (?:pt|in|cm|mm|px|pc|pi|em|%|fd?|o)?|-?\.\d{1,4}(?:pt|in|cm|mm|em)?|[0-9A-F]{2}|[0-9A-F]{4}""",
    re.VERBOSE,
)
LONG_NUMBER = re.compile(r"([+-]?)0*(\d{1,10})(\.\d+)?([a-z%]{0,2})")
COLOUR = re.compile(
    r"\#?(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})|FF[0-9A-Fa-f]{6}|#?[a-zA-Z]{3,16} \[\d{1,4}\]|\[\d{1,4}\]"
)
REFERENCES = re.compile(
    r"(?:\$?[A-Z]{1,3}\$?\d{1,7}|\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|\$?\d{1,7}:\$?\d{1,7})"
    r"(?:[ :,]\$?[A-Z]{1,3}\$?\d{1,7})*"
)
GUID = re.compile(r"\{00000000-0000-0000-0000-[0-9]{12}\}")
ID = re.compile(r"-?(?:0|[1-9]\d{0,4})|(?:rId|id|[#]id|_x0000_[st]|[#]_x0000_[st])\d{1,5}")
COORDINATES = re.compile(r"(?:(?:@|-|-?\.)?\d{0,5}(?:\.\d{1,4})?(?:pt|in|mm|cm|fd?)?[, ]{0,2}){0,400}")
LANGUAGE = re.compile(
    r"(?:[a-z]{2}|fil|haw|yue|chr|nso|prs|quz|kok|smn|sma|smj|dsb|hsb|moh|arn|gsw|sah|syr|tzm)"
    r"(?:-(?:Latn|Cyrl|Arab|Hans|Hant|Deva|Cher))?(?:-(?:[A-Z]{2}|419|001))?|x-none"
)
_SCRIPTS_TEXT = """
Arab Armn Beng Bopo Bugi Cans Cher Deva Ethi Geor Gujr Guru Hang Hans Hant Hebr Java Jpan Khmr Knda
Laoo Lisu Mlym Mong Mymr Nkoo Olck Orya Osma Phag Sinh Sora Syrc Syre Syrj Syrn Tale Talu Taml Telu
Tfng Thaa Thai Tibt Uigh Viet Yiii
"""
SCRIPTS = frozenset(_SCRIPTS_TEXT.split())
_PREFIXES_TEXT = """
p p14 p15 w w14 w15 w16 w16se w16cid w16cex w16sdtdh w16sdtfl w16du wp wp14 wps wpg wpc wpi wne wnne r m v o a
pic c c14 c15 c16 c16r2 c16r3 cx cx1 cx2 cx3 cx4 cx5 cx6 cx7 cx8 dgm dsp dgm14 a14 a15 a16 aink am3d
oel w10 mc x x14 x14ac x15 x15ac x16r2 xr xr2 xr3 xr6 xr9 xr10 xdr xdr14 sl thm15 lc mx mv mo ct pr
xsi
"""
PREFIXES = frozenset(_PREFIXES_TEXT.split())
"""Prefixes of namespaces that Office declares."""
FORMULA = re.compile(
    r"(?:(?:val|sum|product|mid|abs|min|max|if|mod|atan2|sin|cos|tan|sqrt|prod|pin|at2|cat2|sat2|[*+?/-]{1,2}"
    r"|pixel(?:Line)?(?:Width|Height)|width|height|line(?:Drawn)?|emuWidth|emuHeight|[@#]?-?\d{1,6}(?:\.\d{1,4})?0*"
    r"|\d?cd[248]|[whs]s?d\d{1,2}|[whlrtb]|hc|vc|ls|ss|(?:adj|x|y|dx|dy|a|q|g|gd|connsite[XY])\d{0,3})(?:\s|\Z))+"
)
GUIDE = re.compile(
    r"-?(?:0|[1-9]\d{0,4}|[1-9]\d{3}00|[1-9]\d{3,7}000)|\d?cd[248]|[whs]s?d\d{1,2}|[whlrtb]|hc|vc|ls|ss"
    r"|hf|vf|(?:adj|x|y|dx|dy|a|q|g|gd|connsite[XY])\d{0,3}"
)
_NO_WORD = r"(?!.*[a-z]{5})(?!.*\d{6})"
VML_PATH = re.compile(
    _NO_WORD + r"(?:n[fs]|a[elrt]|w[ar]|q[bxy]|h[a-i]|[mlcxertv]|[,\s]|@\d{1,3}|-?\d{1,5})*"
    r"|circle|rect|shape"
)
ART = re.compile(
    r"urn:microsoft\.com/office/officeart/20\d\d/\d{1,2}/(?:layout/(?:default|process\d{1,2}|list\d|cycle\d|"
    r"hierarchy\d|hList\d{1,2}|vList\d{1,2}|lProcess\d|hProcess\d{1,2}|chevron\d|arrow\d|pyramid\d|radial\d|venn\d"
    r"|matrix\d|orgChart1|target\d|gear1|funnel1|equation\d|balance1|bProcess\d|pList\d|vProcess\d|hChevron\d|hierarchy\d"
    r"|BasicProcess|ChevronAccentProcess)|quickstyle/(?:simple\d|3d\d)|colors/(?:accent[0-6]_\d|colorful\d))"
)
URI = re.compile(
    r"http://schemas\.(?:openxmlformats\.org/(?:drawingml/2006/(?:main|picture|chart|diagram|lockedCanvas|table)"
    r"|officeDocument/2006/\w{4,12})|microsoft\.com/office/(?:word(?:/20\d\d/wordprocessing(?:Shape|Group|Canvas|Ink))?"
    r"|drawing/2008/diagram|drawing/2014/chartex|word/20\d\d/wordml))"
)
RELATIONSHIP = re.compile(
    r"http://schemas\.(?:openxmlformats\.org/officeDocument/2006|microsoft\.com/office/20\d\d)/relationships/("
    r"officeDocument|styles|numbering|settings|theme|header|footer|footnotes|endnotes|image|hyperlink|chart"
    r"|diagram(?:Data|Layout|QuickStyle|Colors|Drawing)|worksheet|sharedStrings|drawing|slide|slideLayout"
    r"|slideMaster|notesSlide|notesMaster|tableStyles)"
)
CONTENT_TYPE = re.compile(
    r"application/(?:xml|vnd\.openxmlformats-(?:package\.relationships\+xml|officedocument\.(?:wordprocessingml\."
    r"(?:document\.main|styles|numbering|settings|header|footer|footnotes|endnotes)|spreadsheetml\.(?:sheet\.main"
    r"|worksheet|styles|sharedStrings)|presentationml\.(?:presentation\.main|slide|slideLayout|slideMaster"
    r"|notesSlide|notesMaster|tableStyles)|theme|drawing|drawingml\.(?:chart|diagram(?:Data|Layout|Style|Colors)))\+xml)"
    r"|vnd\.ms-office\.drawingml\.diagramDrawing\+xml)|image/png"
)
PART = re.compile(
    r"/?\[Content_Types\]\.xml|/?_rels/\.rels|/?media/image\d{1,5}\.png|(?:/|\.\./)?(?:(?:word|xl|ppt)/)?"
    r"(?:(?:theme|charts|drawings|diagrams|worksheets|slides|slideLayouts|slideMasters|notesSlides|notesMasters)/)?"
    r"(?:_rels/)?(?:(?:document|workbook|presentation|tableStyles|styles|settings|numbering"
    r"|footnotes|endnotes|sharedStrings)\d?|(?:header|footer|theme|chart|drawing|sheet|data|layout|quickStyle|colors"
    r"|slide|slideLayout|slideMaster|notesSlide|notesMaster|part)\d{1,4})\.xml(?:\.rels)?"
)
"""Names that parts of a released package have."""
DATE_PICTURE = re.compile(r"(?:[dMyHhms]{1,4}|am/pm|AM/PM|[\s/.,:'-]){1,40}")
LEVEL_TEXT = re.compile(r"(?:%\d|[^\w%]|[oO\u00a7\uf000-\uf0ff]|\s){0,12}")
NUMBER_FORMAT = re.compile(
    r"(?:[0#?.,/%;:@ ()+$€£¥_*\\-]|E\+|General|(?<![A-Za-z])[yYmMdDhHsS]{1,5}(?![A-Za-z])|AM/PM|A/P"
    r"|\[(?:Red|Black|Blue|Green|White|Yellow|Cyan|Magenta|<=9{1,12}|h|hh|m|mm|s|ss|\$[€£¥$]?-[0-9A-Fa-f]{1,4})\]"
    r'|"(?:[^\w"]{0,3}|kg|mg|cm|mm|m|h|EUR|USD)"){0,120}'
)
CHART_REFERENCE = re.compile(r"Sheet\d{0,3}!(?:\$?[A-Z]{1,3}\$?\d{1,7}:?){1,2}")
OBJECT_NAME = re.compile(r"Object \d{1,5}")
CSS = re.compile(
    r"(?:(?:position:(?:absolute|relative|static)|(?:margin-)?(?:left|top|right|bottom)"
    r":-?[\d.]{1,8}(?:pt|in|cm|mm|px|%)?"
    r"|(?:width|height):[\d.]{1,8}(?:pt|in|cm|mm|px|%)?|z-index:-?\d{1,5}"
    r"|visibility:(?:visible|hidden)|flip:[xy ]{1,3}"
    r"|rotation:-?[\d.]{1,8}(?:fd)?|mso-(?:wrap-(?:style|distance-(?:left|top|right|bottom)|mode|edited)"
    r"|position-(?:horizontal|vertical)(?:-relative)?|(?:width|height)-(?:percent|relative)"
    r"|fit-shape-to-text|direction-alt|layout-flow-alt):(?:-?[\d.]{1,6}(?:pt|in)?|square|none|t|f|auto|page|margin|text|char|line"
    r"|absolute|left|right|center|top|bottom|inside|outside|bottom-to-top|(?:left|right|top|bottom|inner|outer)-margin-area)"
    r"|v-text-anchor:(?:top|middle|bottom)(?:-center|-baseline)?|layout-flow:(?:vertical|horizontal)(?:-ideographic)?"
    r"|text-align:(?:left|right|center|justify)|font-size:[\d.]{1,5}(?:pt|px)?|font-weight:(?:bold|normal)"
    r"|font-style:(?:italic|normal)|v-text-(?:kern|reverse|spacing|align|rotate-letters):\w{1,12}"
    r"|text-decoration:underline|v-rotate-letters:[tf]);?\s*)"
)
BOOKMARK = re.compile(r"_GoBack|GoBack|bookmark\d{1,5}")
_COMPATIBILITY_TEXT = """
compatibilityMode overrideTableStyleFontSizeAndJustification enableOpenTypeFeatures
doNotFlipMirrorIndents differentiateMultirowTableHeaders useWord2013TrackBottomHyphenation
allowHyphenationAtTrackBottom allowTextAfterFloatingTableBreak
"""
COMPATIBILITY = frozenset(_COMPATIBILITY_TEXT.split())
FIELD_WORDS = re.compile(
    r"""(?:\s|"|\\[hzunpfr*@\#ol]|bookmark\d{1,5}|_GoBack|\d-\d
    |(?i:mergeformat|charformat|arabic|roman|alphabetic|ordinal|cardtext)
    |PAGE|NUMPAGES|SECTIONPAGES|SECTION|TOC|FORMTEXT|FORMCHECKBOX|FORMDROPDOWN|REF|PAGEREF|NOTEREF|HYPERLINK)*""",
    re.VERBOSE,
)
"""Codes of fields, or pieces of them, that say nothing of their own."""
STYLE_NAME = re.compile(r"Style \d{1,4}")
