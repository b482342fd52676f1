"""A first look at a text by RE2: many times faster than the search that it saves."""

from __future__ import annotations

import re2


def quick(regex: str) -> re2._Regexp:
    """`regex` in RE2 syntax over text, without a word on standard error."""
    options = re2.Options()
    options.log_errors = False
    options.max_mem = 64 << 20
    return re2.compile(regex, options)
