#!/usr/bin/env bash
# Package and version: dagster 1.13.29
# Guess, written before it was run: `from __future__ import annotations` changes nothing for an asset whose parameter is annotated with dagster's own AssetExecutionContext, since tools resolve annotations by typing.get_type_hints.
# What it does: the definition is refused, and the message says that context must be annotated with AssetExecutionContext, which it is; without the import, or with the annotation in no string, the same asset is taken.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
# Output seen: "refused: Cannot annotate `context` parameter with type dg.AssetExecutionContext." and "taken"
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check dagster==1.13.29
cd "$here"
cat > asset.py <<'PY'
import dagster as dg


@dg.asset
def counted(context: dg.AssetExecutionContext) -> int:
    return 1
PY
{ echo "from __future__ import annotations"; cat asset.py; } > later.py
export DAGSTER_HOME="$here" DAGSTER_DISABLE_TELEMETRY=yes
"$here/venv/bin/python" -W ignore - <<'PY'
import dagster as dg


def outcome(module: str) -> str:
    try:
        __import__(module)
    except dg.DagsterInvalidDefinitionError as error:
        return "refused: " + str(error).split(" `context` must")[0]
    return "taken"


seen = [outcome("later"), outcome("asset")]
print(*seen, sep="\n")
raise SystemExit(not (seen[0].startswith("refused: Cannot annotate `context`") and seen[1] == "taken"))
PY
