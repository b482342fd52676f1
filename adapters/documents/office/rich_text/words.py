"""The closed vocabulary of RTF: control words that a released file may have, and what groups are for."""

# ruff: noqa: E501, SIM905 (control words read best as one text)

from __future__ import annotations

import re

from adapters.documents.office.ooxml import builtin_names

KEPT = frozenset(
    "pard plain b i ul ulnone uld uldb ulw strike scaps caps fs f cf cb highlight super sub nosupersub up dn ql qr qc qj "
    "li ri fi lin rin sb sa sl slmult tx tqr tqc tqdec ltrpar rtlpar ltrch rtlch ltrrow intbl itap trowd trgaph trleft trrh "
    "trql trqr trqc trhdr cellx clvertalt clvertalc clvertalb clbrdrt clbrdrl clbrdrb clbrdrr clmgf clmrg clvmgf clvmrg "
    "brdrs brdrw brdrth brdrdb brdrdot brdrdash brdrnone brdrcf brdrt brdrb brdrl brdrr sectd paperw paperh margl margr margt "
    "margb landscape headery footery cols keep keepn widctlpar nowidctlpar pagebb deftab expndtw kerning "
    "cbpat cfpat shading chcbpat chcfpat chshdng clcbpat clcfpat clshdng trpaddl trpaddr trpaddt trpaddb trpaddfl trpaddfr "
    "trpaddft trpaddfb clpadl clpadr clpadt clpadb clpadfl clpadfr clpadft clpadfb clwWidth clftsWidth trwWidth trftsWidth "
    "trautofit trkeep clNoWrap trbrdrt trbrdrl trbrdrb trbrdrr trbrdrh trbrdrv brdrtriple brdrhair brdrdashsm brsp "
    "deff s cs ds sbasedon snext sqformat slink additive pgwsxn pghsxn marglsxn margrsxn margtsxn margbsxn guttersxn lndscpsxn "
    "contextualspace htmautsp widowctrl titlepg facingp sbknone sbkpage sbkcol sbkeven sbkodd colsx outlinelevel hyphpar "
    "tldot tlhyph tlul outl shad embo impr uldash uldashd uldashdd ulth ulwave vertalt vertalc vertalb".split()
)
"""Words that lay out; their numbers are bounded."""
ENDS = frozenset("par cell nestcell row nestrow sect page column".split())
"""Words at which a text ends."""
SIGNS = {
    "tab": "\t",
    "line": "\n",
    "emdash": "—",
    "endash": "–",
    "bullet": "•",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "emspace": "\u2003",
    "enspace": "\u2002",
}
"""Words that stand for a letter."""
SYMBOLS = {"~": "\u00a0", "_": "\u2011", "-": "", "\\": "\\", "{": "{", "}": "}", "\n": None, "\r": None}
"""Signs behind a backslash; an end of line is a paragraph's."""
STORIES = frozenset("header headerl headerr headerf footer footerl footerr footerf footnote".split())
"""Groups with a text of their own."""
THROUGH = frozenset(
    "field fldrslt shp shpinst shptxt listtext pntext shprslt do dptxbxtext nesttableprops".split()
)
"""Groups of which the text stays, as text of what they stand in."""
NUMBERS = frozenset({"listtext", "pntext"})
"""Groups with the number or bullet of a list's item."""
BULLETS = {
    "\uf0a7": "▪",
    "\uf0d8": "➢",
    "\uf0fc": "✓",
    "\uf076": "❖",
    "\uf0a8": "□",
    "\uf02d": "–",
    "\uf06f": "o",
}
"""Signs of Symbol and Wingdings that lists begin with; others become a bullet."""
OF_TABLES = frozenset({"deff", "sbasedon", "snext", "sqformat", "slink", "additive"})
"""Words of the tables at the head alone."""
COMMENTS = frozenset("annotation atnid atnauthor atntime atndate atnref atnicn atrfstart atrfend".split())
OBJECTS = frozenset("object objdata objemb objlink objocx".split())
DROPPED = (
    COMMENTS
    | OBJECTS
    | frozenset(
        "fonttbl colortbl info title subject author manager company operator category keywords comment doccomm hlinkbase creatim revtim printim "
        "buptim stylesheet listtable listoverridetable revtbl rsidtbl generator themedata colorschememapping latentstyles datastore "
        "datafield xmlnstbl userprops docvar bkmkstart bkmkend pict nonshppict shppict result fldinst formfield sp xe tc template "
        "pn pnseclvl mailmerge protusertbl ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn pgdsctbl file filetbl background password fontfile "
        "oldcprops oldpprops oldtprops oldsprops xmlopen private1 txe rxe upr ud fname falt panose fontemb passwordhash".split()
    )
)
"""Groups that leave whole, also where they are not marked as ignorable."""
CHARSETS = {
    0: "cp1252", 77: "mac_roman", 128: "cp932", 129: "cp949", 134: "gb18030", 136: "cp950", 161: "cp1253", 162: "cp1254",
    163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 254: "cp437",
}  # fmt: skip
"""Character sets of fonts."""
FAMILIES = {"roman": "Times New Roman", "swiss": "Arial", "modern": "Courier New"}
"""What stands for a font that nobody else has, by its family."""
FONTS = frozenset(name for name in builtin_names.FONTS if name and name.isascii())
"""Fonts whose names stay."""
PICTURED = frozenset({"Symbol", "Wingdings", "Wingdings 2", "Wingdings 3", "Webdings"})
"""Fonts that draw signs in place of letters."""


def font_entry(number: int, family: str, name: str) -> str:
    """An entry of the released file's table of fonts."""
    charset = 2 if name in PICTURED else 0
    return f"{{\\f{number}\\f{family}\\fcharset{charset} {name};}}"


FONT_ENTRY = rf"\{{\\f\d{{1,5}}\\f(?:{'|'.join(FAMILIES)})\\fcharset[02] (?:{'|'.join(map(re.escape, sorted(FONTS)))});\}}"
"""How an entry looks, for those who read the released file."""
