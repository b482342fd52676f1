"""The pages' templates: everything they show is escaped, and a missing value is an error."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from adapters.reports.languages.speech import translations


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
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.install_gettext_translations(translations(language), newstyle=True)  # type: ignore[attr-defined]
    return made
