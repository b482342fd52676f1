"""The licence of every library that is installed for the product; fails on those that may not be shipped.

python -m tools.licences
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from email.message import Message
from typing import cast

from license_expression import ExpressionError, LicenseSymbol, get_spdx_licensing

from tools.installed import Library, libraries

ALLOWED = frozenset({
    "0BSD", "Apache-2.0", "Artistic-1.0-Perl", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "CNRI-Python",
    "ISC", "MIT", "MIT-0", "MIT-CMU", "MPL-2.0", "PSF-2.0", "Zlib",
})  # fmt: skip
"""Licences under which a library may be shipped beside code under Apache-2.0."""

AS_A_LIBRARY = frozenset({"LGPL-2.1-or-later", "LGPL-3.0-only"})
"""Allowed for unchanged libraries that the user can replace; `LGPL` says for which, and why."""

LGPL: Mapping[str, str] = {
    "inflate64": "extra archives alone; imported, unchanged, replaceable by pip",
    "multivolumefile": "extra archives alone; imported, unchanged, replaceable by pip",
    "paramiko": "extra sftp alone; imported, unchanged, replaceable by pip",
    "psycopg": "extra postgresql alone; imported, unchanged, replaceable by pip",
    "psycopg-binary": "extra postgresql alone; imported, unchanged, replaceable by pip",
    "py7zr": "extra archives alone; imported, unchanged, replaceable by pip",
    "pybcj": "extra archives alone; imported, unchanged, replaceable by pip",
    "pyppmd": "extra archives alone; imported, unchanged, replaceable by pip",
    "python-stdnum": "imported, unchanged, replaceable by pip",
}

READ_BY_HAND: Mapping[str, tuple[str, str]] = {
    "multivolumefile": ("LGPL-2.1-or-later", "its metadata says LGPL-2.1+; its licence file is version 2.1"),
    "paramiko": ("LGPL-2.1-or-later", "its metadata says LGPL-2.1; its files say or later"),
    "partd": ("BSD-3-Clause", "its metadata says BSD; its licence file has the three clauses"),
    "protobuf": ("BSD-3-Clause", "its metadata says so in words"),
    "pypdfium2": ("BSD-3-Clause OR Apache-2.0", "its metadata says so in words; PDFium is BSD-3-Clause"),
    "text-unidecode": (
        "Artistic-1.0-Perl",
        "offered under the Artistic License or the GPL; taken under the former",
    ),
}
"""Where metadata is no licence's name: what the licence file of the library says."""

_CLASSIFIERS: Mapping[str, str] = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "GNU Lesser General Public License v2 or later (LGPLv2+)": "LGPL-2.1-or-later",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Public Domain": "LicenseRef-PublicDomain",
    "Python Software Foundation License": "PSF-2.0",
}
_FIELDS: Mapping[str, str] = {"Apache 2.0": "Apache-2.0", "Apache License, Version 2.0": "Apache-2.0"}
_SPDX = get_spdx_licensing()


def licence_of(library: Library) -> str:
    """The licence of a library as an SPDX expression; empty when its metadata does not tell.

    Several classifiers are taken together (AND): a choice must be written down in `READ_BY_HAND`.
    """
    if library.name in READ_BY_HAND:
        return READ_BY_HAND[library.name][0]
    return stated(library)


def stated(library: Library) -> str:
    """The same from the metadata alone."""
    metadata = cast(Message, library.found.metadata)
    if expression := metadata.get("License-Expression"):
        return str(expression)
    all_classifiers = metadata.get_all("Classifier", [])
    found = [text.split(" :: ")[-1] for text in all_classifiers if text.startswith("License :: ")]
    if named := [name for name in found if name != "OSI Approved"]:
        known = [_CLASSIFIERS.get(name, "") for name in named]
        return " AND ".join(dict.fromkeys(known)) if all(known) else ""
    field = (metadata.get("License") or "").strip()
    return _FIELDS.get(field, field) if len(field) < 80 else ""


def is_allowed(expression: str, allowed: frozenset[str] = ALLOWED) -> bool:
    """Whether allowed licences alone grant the use; an unknown one does not."""
    try:
        parsed = _SPDX.parse(expression.replace("LicenseRef-PublicDomain", "0BSD"), validate=True)
    except ExpressionError:
        return False
    if parsed is None:
        return False
    keys = {symbol: symbol.key in allowed for symbol in parsed.symbols if isinstance(symbol, LicenseSymbol)}
    granted = parsed.subs({symbol: _SPDX.TRUE if good else _SPDX.FALSE for symbol, good in keys.items()})
    return bool(granted.simplify() == _SPDX.TRUE)


def faults(found: Sequence[Library]) -> Iterator[str]:
    """Every library whose licence is not allowed, or not known."""
    for library in found:
        expression = licence_of(library)
        allowed = ALLOWED | AS_A_LIBRARY if library.name in LGPL else ALLOWED
        if not is_allowed(expression, allowed):
            yield f"{library.name} {library.version}: {expression or 'unknown'}"


def main() -> int:
    """Print the list; 1 when a licence is not allowed."""
    found = list(libraries().values())
    for library in found:
        print(f"{library.name:28} {library.version:16} {library.size / 1e6:7.1f} MB  {licence_of(library)}")
    print(f"{len(found)} libraries, {sum(library.size for library in found) / 1e6:.0f} MB")
    wrong = list(faults(found))
    for one in wrong:
        print(
            f"not allowed: {one}. Choose another library, or write the reason into {__name__}.",
            file=sys.stderr,
        )
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
