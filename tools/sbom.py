"""The bill of materials of the product: every library with its version, licence and hashes, as CycloneDX 1.6.

python -m tools.sbom dist/saferelease.cdx.json
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.bom_ref import BomRef
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL
from packaging.utils import canonicalize_name

from tools.install import LOCK
from tools.installed import PROJECT, USERS_EXTRAS, libraries, product_needs
from tools.licences import licence_of

_PIN = re.compile(
    r"^([a-z0-9-]+)==([^ ;\\]+)[^\n]*\n((?:    --hash=sha256:[0-9a-f]{64}[ \\]*\n?)+)",
    re.MULTILINE,
)

_SHA256 = HashAlgorithm.SHA_256


def pinned() -> Mapping[tuple[str, str], Sequence[str]]:
    """The sha256 of all files of each pinned version, from ``requirements.txt``."""
    text = LOCK.read_text(encoding="utf-8")
    return {
        (canonicalize_name(name), version): re.findall(r"sha256:([0-9a-f]{64})", hashes)
        for name, version, hashes in _PIN.findall(text)
    }


def bill(extras: Sequence[str] = USERS_EXTRAS) -> str:
    """The bill as JSON; the same installation gives the same text.

    Raises
    ------
    LookupError
        A library is not installed, or not at the pinned version.
    """
    found, hashes = libraries(extras), pinned()
    other = [f"{one.name} {one.version}" for one in found.values() if (one.name, one.version) not in hashes]
    if other:
        raise LookupError(f"not the pinned version: {', '.join(other)}. Run: make setup")
    parts = {
        one.name: Component(
            type=ComponentType.LIBRARY, name=one.name, version=one.version, bom_ref=BomRef(one.name),
            purl=PackageURL("pypi", None, one.name, one.version),
            licenses=[LicenseExpression(licence_of(one))],
            hashes=[HashType(alg=_SHA256, content=each) for each in hashes[one.name, one.version]],
        )
        for one in found.values()
    }  # fmt: skip
    product = Component(
        type=ComponentType.APPLICATION, name=PROJECT["name"], version=PROJECT["version"],
        bom_ref=BomRef(PROJECT["name"]), licenses=[LicenseExpression(PROJECT["license"])],
        purl=PackageURL("pypi", None, PROJECT["name"], PROJECT["version"]),
    )  # fmt: skip
    bom = Bom(components=parts.values())
    bom.metadata.component = product
    bom.register_dependency(product, {parts[canonicalize_name(one.name)] for one in product_needs(extras)})
    for one in found.values():
        bom.register_dependency(parts[one.name], [parts[name] for name in one.needs])
    return _without_chance(JsonV1Dot6(bom).output_as_string())


def _without_chance(text: str) -> str:
    """The bill without serial number and time, which differ each time it is made."""
    content = json.loads(text)
    content.pop("serialNumber", None)
    content["metadata"].pop("timestamp", None)
    return json.dumps(content, indent=1, sort_keys=True) + "\n"


def main() -> int:
    """Write the bill and check it against CycloneDX's schema."""
    out = Path(sys.argv[1])
    text = bill()
    if error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        print(f"{out} would not be valid CycloneDX: {error}", file=sys.stderr)
        return 1
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8")
    print(f"{out}: {len(json.loads(text)['components'])} libraries, valid CycloneDX 1.6")
    return 0


if __name__ == "__main__":
    sys.exit(main())
