"""The pages' templates: everything they show is escaped, and a missing value is an error."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache, PackageLoader, StrictUndefined, Template
from jinja2.bccache import Bucket

from adapters.reports.languages.catalogues import translations

_COMPILED = Path(__file__).parent / "__pycache__"
"""Compiled templates stand beside compiled modules, and are trusted as they are."""


class _Compiled(FileSystemBytecodeCache):
    """Compiled once for an installation, which takes 100 ms; where nothing can be written, each time."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            Path(self.directory).mkdir(exist_ok=True)
            super().dump_bytecode(bucket)


@cache
def template(name: str, language: str = "en") -> Template:
    """The template in the file `name` beside this one, in a language of the reports."""
    return environment(language).get_template(name)


@cache
def environment(language: str) -> Environment:
    """How templates are filled in; their sentences are those of `language`."""
    made = Environment(
        extensions=["jinja2.ext.i18n"],
        loader=PackageLoader("adapters.reports", ""),
        autoescape=True,
        undefined=StrictUndefined,
        bytecode_cache=_Compiled(str(_COMPILED), "%s.jinja"),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.install_gettext_translations(translations(language), newstyle=True)  # type: ignore[attr-defined]
    return made
