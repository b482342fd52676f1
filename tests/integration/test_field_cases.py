"""What real files showed, a small input a class: through the product, under the policy that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import pytest

from adapters.documents.opening.sources import Source
from flows.compiling.compilation import compile_policy
from flows.document.document import DocumentPipeline
from tests.integration import field_cases
from tests.integration.field_cases import FieldCase

CASES: Sequence[FieldCase] = [
    case
    for module in iter_modules(field_cases.__path__)
    for case in import_module(f"{field_cases.__name__}.{module.name}").CASES
]


@cache
def _pipeline(policy: str) -> DocumentPipeline:
    return DocumentPipeline(compile_policy(policy), b"test" * 8, 2026)


def _released(case: FieldCase) -> str:
    """All texts of the released file, as an independent reader reads them."""
    content = case.content.encode() if isinstance(case.content, str) else case.content
    source = Source("000001", f"case{case.suffix}", f"case{case.suffix}")
    released = _pipeline(case.policy).release(source, content)
    return "\n".join([released.content.decode("utf-8", "replace"), *(t.reveal() for t in released.read_back)])


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_case_from_the_field_comes_out_right(case: FieldCase) -> None:
    text = _released(case)
    assert not [value for value in case.gone if value in text], "left"
    assert not [value for value in case.stays if value not in text], "destroyed"
