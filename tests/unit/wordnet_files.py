"""A WordNet of nine synsets in WordNet's own database format."""

from __future__ import annotations

from pathlib import Path

_LICENCE = "  1 This software and database is being provided to you  \n  2 under a licence  \n"

_FILES = {
    "data.noun": (
        "00000100 03 n 01 entity 0 001 ~ 00000200 n 0000 | that which exists  \n"
        "00000200 15 n 02 city 0 metropolis 0 002 @ 00000100 n 0000 ~i 00000300 n 0000 "
        '| a large town; "she moved"; "far"  \n'
        "00000300 15 n 02 Los_Angeles 0 L.A. 1 001 @i 00000200 n 0000 | a city in California  \n"
        "00000400 26 n 01 AIDS 0 002 @ 00000100 n 0000 + 00000700 a 0101 | a disease  \n"
        "00000500 04 n 01 aid 2 001 @ 00000100 n 0000 | help  \n"
        "00000600 05 n 01 mouse 0 001 @ 00000100 n 0000 | a rodent  \n"
    ),
    "index.noun": (
        "aid n 1 1 @ 1 1 00000500  \naids n 1 2 @ + 1 0 00000400  \ncity n 1 2 @ ~i 1 1 00000200  \n"
        "entity n 1 1 ~ 1 0 00000100  \nl.a. n 1 1 @i 1 0 00000300  \nlos_angeles n 1 1 @i 1 0 00000300  \n"
        "metropolis n 1 1 @ 1 0 00000200  \nmouse n 1 1 @ 1 0 00000600  \n"
    ),
    "data.verb": (
        "00000800 41 v 01 aid 0 001 + 00000500 n 0101 01 + 08 00 | to help  \n"
        "00000810 41 v 01 aid 1 000 01 + 08 00 | to abet  \n"
    ),
    "index.verb": "aid v 2 1 + 2 1 00000810 00000800  \n",
    "data.adj": (
        "00000700 01 a 01 sick(p) 0 002 & 00000710 a 0000 \\ 00000400 n 0101 | unwell  \n"
        "00000710 00 s 01 queasy 0 001 & 00000700 a 0000 | about to vomit  \n"
    ),
    "index.adj": "queasy a 1 1 & 1 1 00000710  \nsick a 1 2 & \\ 1 0 00000700  \n",
    "data.adv": "00000900 02 r 01 sickly 0 001 \\ 00000700 a 0101 | in a sick way  \n",
    "index.adv": "sickly r 1 1 \\ 1 0 00000900  \n",
    "noun.exc": "mice mouse\n",
    "verb.exc": "",
    "adj.exc": "sicker sick\n",
    "adv.exc": "",
    "cntlist.rev": (
        "aid%1:04:02:: 1 5\naid%2:41:01:: 1 7\ncity%1:15:00:: 1 30\nqueasy%5:00:00:sick:00 1 4\n"
    ),
}


def write_wordnet_files(folder: Path) -> Path:
    """Write the files; the first lines of a data file are its licence."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in _FILES.items():
        (folder / name).write_text(_LICENCE + text if name.startswith("data") else text, encoding="utf-8")
    return folder
