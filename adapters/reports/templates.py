"""The pages' templates: everything they show is escaped, and a missing value is an error."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template


@cache
def template(name: str) -> Template:
    """The template in the file `name` beside this one."""
    environment = Environment(
        loader=PackageLoader("adapters.reports", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(name)
