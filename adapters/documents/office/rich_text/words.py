"""The closed vocabulary of RTF: control words that a released file may have, and what groups are for."""

# ruff: noqa: E501, SIM905 (control words read best as one text)

from __future__ import annotations

KEPT = frozenset(
    "pard plain b i ul ulnone uld uldb ulw strike scaps caps fs f cf cb highlight super sub nosupersub up dn ql qr qc qj "
    "li ri fi lin rin sb sa sl slmult tx tqr tqc tqdec ltrpar rtlpar ltrch rtlch ltrrow intbl itap trowd trgaph trleft trrh "
    "trql trqr trqc trhdr cellx clvertalt clvertalc clvertalb clbrdrt clbrdrl clbrdrb clbrdrr clmgf clmrg clvmgf clvmrg "
    "brdrs brdrw brdrth brdrdb brdrdot brdrdash brdrnone brdrcf brdrt brdrb brdrl brdrr sectd paperw paperh margl margr margt "
    "margb landscape headery footery cols keep keepn widctlpar nowidctlpar pagebb deftab expndtw kerning".split()
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
COMMENTS = frozenset("annotation atnid atnauthor atntime atndate atnref atnicn atrfstart atrfend".split())
OBJECTS = frozenset("object objdata objemb objlink objocx".split())
DROPPED = (
    COMMENTS
    | OBJECTS
    | frozenset(
        "info title subject author manager company operator category keywords comment doccomm hlinkbase creatim revtim printim "
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
FONTS = {"roman": "Times New Roman", "swiss": "Arial", "modern": "Courier New"}
