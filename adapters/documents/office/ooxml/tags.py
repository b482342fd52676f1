"""The tags of a part that holds no text, each once: most parts repeat a few, and only some are of interest.

A styles part of Word has thousands of elements and some hundred different tags. Whoever looks for something
looks at these, and then at the elements of those names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from lxml import etree

_START = re.compile(r'[^ "<>/=]+((?: [^ "<>/=]+="[^"<>]*")*)/?>')
_ATTRIBUTE = re.compile(r' (?:[^ =:]+:)?([^ =:]+)="([^"]*)"')
_END = re.compile(r'/[^ "<>/=]+>')
_MANY = 500
"""Elements from which it is worth while."""


class Tag(NamedTuple):
    """A tag as it is written: a name and its attributes, without namespaces."""

    name: str
    attributes: tuple[tuple[str, str], ...]
    is_plain: bool
    """No value of it is written by escapes."""


def elements_of(root: etree._Element, is_sought: Callable[[Tag], bool]) -> Iterator[etree._Element]:
    """Elements in their order: those of all names that a tag of interest has, and maybe others.

    Parameters
    ----------
    root : Element
        All its elements are given if they are few, or hold text.
    is_sought : callable
        Whether elements of a tag are of interest.
    """
    tags = _tags(root) if _is_large(root) else None
    if tags is None:
        return root.iter(etree.Element)
    names = {tag.name for tag in tags if not tag.is_plain or is_sought(tag)}
    return root.iter(*(f"{{*}}{name}" for name in sorted(names))) if names else iter(())


_is_large = etree.XPath(f"count(//*) >= {_MANY}")


def _tags(root: etree._Element) -> list[Tag] | None:
    """Each tag once; None if anything else is written: text, or an address that looks like a tag."""
    _, *written = etree.tostring(root, encoding="unicode").split("<")
    tags = []
    for piece in dict.fromkeys(written):
        tag = _tag(piece)
        if tag is not None:
            tags.append(tag)
        elif not _END.fullmatch(piece):
            return None
    return tags


@lru_cache(16384)
def _tag(written: str) -> Tag | None:
    """A start tag without its bracket; None for anything else."""
    found = _START.fullmatch(written)
    if found is None:
        return None
    name = re.split("[ />]", written, maxsplit=1)[0]
    attributes = tuple(_ATTRIBUTE.findall(found[1]))
    return Tag(name.rpartition(":")[2], attributes, "&" not in written)
