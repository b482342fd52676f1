"""Names of fonts and styles that Office brings with it: they say nothing of who wrote a document."""

from __future__ import annotations

import re
from functools import lru_cache

FONTS = frozenset(
    {
        "", "Aharoni", "Angsana New", "Aptos", "Aptos Display", "Arial", "Arial Black", "Arial Narrow",
        "Arial Unicode MS", "Batang", "BatangChe", "Book Antiqua", "Bookman Old Style", "Calibri",
        "Calibri Light", "Cambria", "Cambria Math", "Candara", "Century", "Century Gothic",
        "Century Schoolbook", "Comic Sans MS", "Consolas", "Constantia", "Corbel", "Cordia New", "Courier",
        "Courier New", "DaunPenh", "David", "DejaVu Sans", "DejaVu Serif", "DengXian", "DokChampa", "Ebrima",
        "Estrangelo Edessa", "Euphemia", "FangSong", "Franklin Gothic Book", "Franklin Gothic Medium",
        "Garamond", "Gautami", "Georgia", "Gill Sans MT", "Gulim", "Helvetica", "Helvetica Neue", "Impact",
        "Iskoola Pota", "Javanese Text", "KaiTi", "Kalinga", "Kartika", "Latha", "Leelawadee UI",
        "Liberation Mono", "Liberation Sans", "Liberation Serif", "Lucida Console", "Lucida Grande",
        "Lucida Sans", "Lucida Sans Unicode", "MS Gothic", "MS Mincho", "MS PGothic", "MS PMincho",
        "MS Sans Serif", "MV Boli", "Malgun Gothic", "Mangal", "Meiryo", "Microsoft Himalaya",
        "Microsoft JhengHei", "Microsoft New Tai Lue", "Microsoft Sans Serif", "Microsoft Tai Le",
        "Microsoft Uighur", "Microsoft YaHei", "Microsoft Yi Baiti", "MingLiU", "Mongolian Baiti",
        "MoolBoran",
        "Myanmar Text", "Nirmala UI", "Noto Sans", "Noto Serif", "Nyala", "OpenSymbol", "Open Sans",
        "PMingLiU", "Palatino Linotype", "Phagspa", "Plantagenet Cherokee", "Raavi", "Roboto", "Segoe UI",
        "Segoe UI Emoji", "Segoe UI Historic", "Segoe UI Symbol", "Shruti", "SimHei", "SimSun", "Sylfaen",
        "Symbol", "Tahoma", "Times", "Times New Roman", "Trebuchet MS", "Tunga", "Verdana", "Vrinda",
        "Webdings", "Wingdings", "Wingdings 2", "Wingdings 3", "Yu Gothic", "Yu Gothic Light", "Yu Mincho",
        "宋体", "新細明體", "游ゴシック", "游ゴシック Light", "游明朝", "等线", "等线 Light", "맑은 고딕",
        "\uff2d\uff33 ゴシック", "\uff2d\uff33 明朝", "\uff2d\uff33 \uff30ゴシック",
        "\uff2d\uff33 \uff30明朝",
    }
)  # fmt: skip
"""Fonts that come with Word, LibreOffice and the systems they run on; the name of another one is read."""

_STYLE_NAMES = """
balloon text|bibliography|block text|body text|body text 2|body text 3|body text first indent|default
body text first indent 2|body text indent|body text indent 2|body text indent 3|book title|caption|closing
colorful grid|colorful list|colorful shading|comment reference|comment subject|comment text|dark list|date
annotation reference|annotation subject|annotation text|default paragraph font|document map|e-mail signature
emphasis|endnote reference|endnote text|envelope address|envelope return|followedhyperlink|footer
footnote reference|footnote text|grid table light|plain table 1|plain table 2|plain table 3|plain table 4
plain table 5|header|html acronym|html address|html bottom of form|html cite|html code|html definition
html keyboard|html preformatted|html sample|html top of form|html typewriter|html variable|hyperlink
intense emphasis|intense quote|intense reference|light grid|light list|light shading|line number|list|list 2
list 3|list 4|list 5|list bullet|list bullet 2|list bullet 3|list bullet 4|list bullet 5|list continue
list continue 2|list continue 3|list continue 4|list continue 5|list number|list number 2|list number 3
list number 4|list number 5|list paragraph|macro|macro text|mention|smart hyperlink|smart link|hashtag
unresolved mention|medium grid 1|medium grid 2
medium grid 3|medium list 1|medium list 2|medium shading 1|medium shading 2|message header|no list|no spacing
normal|normal (web)|normal indent|normal table|note heading|outline list 1|outline list 2|outline list 3
page number|placeholder text|plain text|quote|revision|salutation|signature|strong|subtitle|subtle emphasis
subtle reference|table 3d effects 1|table 3d effects 2|table 3d effects 3|table classic 1|table classic 2
table classic 3|table classic 4|table colorful 1|table colorful 2|table colorful 3|table columns 1
table columns 2|table columns 3|table columns 4|table columns 5|table contemporary|table elegant|table grid
table list|table of authorities|table of figures|table professional|table simple 1|table simple 2
table simple 3|table subtle 1|table subtle 2|table theme|table web 1|table web 2|table web 3|title
toa heading|toc heading|index heading|article / section|1 / a / i|1 / 1.1 / 1.1.1|text body|standard
comma|comma [0]|currency|currency [0]|percent|good|bad|neutral|calculation|check cell|explanatory text
input|linked cell|note|output|total|warning text|table contents|table heading|footnote|endnote|frame contents
footnote characters|endnote characters|internet link|visited internet link|line numbering|page numbers
"""
_STYLES = frozenset(name for line in _STYLE_NAMES.strip().splitlines() for name in line.split("|"))
_NUMBERED = re.compile(
    r"(?:heading|toc|index|table grid|table list|table normal|accent) [1-9]"
    r"|(?:list|grid) table [1-7](?: (?:light|colorful|dark))?|(?:20|40|60)% - accent[1-6]|accent[1-6]"
)
_ACCENT = re.compile(r"(?: - |[ -])?accent ?[1-6]$")


@lru_cache(4096)
def is_builtin_style(name: str) -> bool:
    """Whether a style has the name of one that Word, Excel or LibreOffice bring along."""
    plain = name.lower().removesuffix(" char")
    plain = plain if plain in _STYLES else _ACCENT.sub("", plain)
    return plain in _STYLES or _NUMBERED.fullmatch(plain) is not None


_SQUEEZED = frozenset(re.sub(r"[^a-z0-9]", "", name) for name in _STYLES)
_SQUEEZED_NUMBERED = re.compile(
    r"(?:heading|toc|index|tablegrid|tablelist|tablenormal|accent)[1-9]|(?:list|grid)table[1-7](?:light|colorful|dark)?"
)


@lru_cache(4096)
def is_builtin_style_id(name: str) -> bool:
    """Whether the id of a style is made from the name of one that Word brings along, or was given here."""
    if re.fullmatch(r"style\d{1,4}", name):
        return True
    plain = re.sub(r"[^a-z0-9]", "", name.lower()).removesuffix("char")
    plain = plain if plain in _SQUEEZED else re.sub("accent[1-6]$", "", plain)
    return len(name) - len(plain) < 16 and (
        plain in _SQUEEZED or _SQUEEZED_NUMBERED.fullmatch(plain) is not None
    )
