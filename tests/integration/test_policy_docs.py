"""docs/policy-language.md: its examples are valid, its lists of keys current.

To write the lists anew: ``python -m tests.integration.test_policy_docs``.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adapters.policies.files import load_policy
from adapters.policies.yaml_file import parse_yaml
from engine.cases.text_cases import ClauseCases
from engine.catalog.names import SHIPPED
from engine.policy.check import validate
from engine.policy.pages.schema import policy_schema
from flows.authoring import explaining
from tools.policy_pages import key_lists

PAGE = Path(__file__).resolve().parents[2] / "docs" / "policy-language.md"
MARK = "<!-- generated from the models: python -m tests.integration.test_policy_docs -->\n"


def blocks() -> list[str]:
    return re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize(
    "text", [b for b in blocks() if "policy:" in b], ids=lambda text: text.split("\n")[0]
)
def test_every_policy_of_the_page_is_valid(text: str, tmp_path: Path) -> None:
    name = parse_yaml(text.encode(), "page").data["policy"]
    path = tmp_path / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    assert load_policy(path, SHIPPED).policy.policy == name


def test_the_cases_of_the_page_are_valid() -> None:
    found = [block for block in blocks() if block.startswith("clause:")]
    assert found
    for block in found:
        cases, problems = validate(ClauseCases, parse_yaml(block.encode(), "page").data)
        assert problems == []
        assert cases is not None


def test_every_operator_is_explained() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for operator in SHIPPED.operators:
        assert f"- `{operator}`: " in text
    assert set(explaining.LEAVES) == set(SHIPPED.operators)


def generated() -> str:
    head = PAGE.read_text(encoding="utf-8").split(MARK)[0]
    return f"{head}{MARK}\n{key_lists(policy_schema(SHIPPED))}"


def test_every_key_of_the_language_has_a_line() -> None:
    definitions = policy_schema(SHIPPED)["$defs"].values()
    listed = set(re.findall(r"^- `(\w+)`", generated(), re.MULTILINE))
    assert listed >= {key for definition in definitions for key in definition["properties"]}


def test_the_lists_of_keys_are_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == generated(), (
        "run: python -m tests.integration.test_policy_docs"
    )


if __name__ == "__main__":
    PAGE.write_text(generated(), encoding="utf-8")
