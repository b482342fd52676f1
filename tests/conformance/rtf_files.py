"""RTF files made for tests: ordinary ones, and one with a marker wherever text can hide."""

# ruff: noqa: E501, SIM905 (control words read best as one text)

from __future__ import annotations

from collections.abc import Callable

Mark = Callable[[], str]
DESTINATIONS = (
    "info title subject author manager company operator category keywords comment doccomm hlinkbase creatim stylesheet fonttbl "
    "colortbl listtable listoverridetable revtbl rsidtbl generator themedata colorschememapping latentstyles datastore datafield "
    "xmlnstbl userprops propname staticval linkval docvar bkmkstart bkmkend pict nonshppict shppict object objdata objclass "
    "objname result objalias objsect annotation atnid atnauthor atntime atndate atnref atnicn fldinst fldrslt formfield ffname "
    "ffdeftext ffhelptext ffstattext ffl footnote header headerl headerr headerf footer footerl footerr footerf shp shpinst shptxt "
    "shprslt sp sn sv do dptxbxtext pn pntext pntxta pntxtb listtext listname leveltext levelnumbers xe tc template passwordhash "
    "private1 unknownword mailmerge mmdatasource mmquery mmconnectstr factoidname protusertbl userprops ftnsep aftnsep ftncn ud upr "
    "pgdsctbl fname falt panose fontfile fontemb file filetbl wgrffmtfilter windowcaption writereservation xmlopen xmlattrname "
    "xmlattrvalue hl hlsrc hlloc hlfr picprop blipuid nextfile background password oldcprops v deleted revised"
).split()  # fmt: skip
WORDS = "zyx v deleted revised webhidden li f fs cf ls revauth revauthdel revdttm insrsid chatn lang animtext".split()


def rtf(body: str) -> bytes:
    """A file with a table of fonts."""
    head = r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\froman\fcharset0 Times New Roman;}{\f1\fnil\fcharset204 Arial;}}"
    return f"{head}{body}}}".encode("latin-1")


def marked_rtf(mark: Mark) -> bytes:
    """A file with a marker in every destination, plain and ignorable, behind words, in hex and in binary data."""
    pieces = [f"{{\\{name} {mark()}}}{{\\*\\{name} {mark()}{{\\b {mark()}}}}}" for name in DESTINATIONS]
    pieces += [f"{{\\{word}{number} {mark()}}}" for word in WORDS for number in ("", "1", "219099999")]
    pieces += [f'{{\\field{{\\*\\fldinst HYPERLINK "{mark()}"}}{{\\fldrslt {mark()}}}}}']
    hexed = "".join(f"\\'{ord(c):02x}" for c in mark())
    wide = "".join(f"\\u{ord(c)}?" for c in mark())
    pieces += [
        hexed,
        f"\\par {wide}",
        f"\\par {{\\pict\\bin{len(m := mark())} {m}}}",
        f"\\par\\bin{len(m)} {m}",
    ]
    pieces += [f"\\trowd\\cellx100\\intbl {mark()}\\cell {mark()}\\cell\\row", f"\\par a\\~{mark()}\\-\\_\n"]
    return rtf("\\par\n".join(pieces)) + mark().encode()
