#!/usr/bin/env bash
# Package and version: odmlib 0.2.1
# Guess, written before it was run: an ODM 1.3.2 file that is read holds every answer of it, or reading ends with an error; the standard has two forms of an answer, ItemData and typed ones such as ItemDataString.
# What it does: typed answers and elements of a vendor's extension are left out without a word, at reading and so in the file written again; a vendor's attribute, which carries less, ends with an error.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check odmlib==0.2.1
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
from pathlib import Path

from odmlib import loader, odm_loader

file = """<?xml version="1.0"?><ODM xmlns="http://www.cdisc.org/ns/odm/v1.3" xmlns:own="urn:own" FileType="Snapshot"
 FileOID="F1" CreationDateTime="2021-05-03T10:00:00" ODMVersion="1.3.2"><ClinicalData StudyOID="S1"
 MetaDataVersionOID="M1"><SubjectData SubjectKey="S01" {attribute}><StudyEventData StudyEventOID="E"><FormData FormOID="F">
 <ItemGroupData ItemGroupOID="G">{item}</ItemGroupData></FormData></StudyEventData>{element}</SubjectData></ClinicalData></ODM>"""


def read_and_write(item: str, attribute: str = "", element: str = "") -> str:
    Path("in.xml").write_text(file.format(item=item, attribute=attribute, element=element))
    reader = loader.ODMLoader(
        odm_loader.XMLODMLoader(model_package="odm_1_3_2", ns_uri="http://www.cdisc.org/ns/odm/v1.3")
    )
    reader.open_odm_document("in.xml")
    reader.load_odm().write_xml("out.xml")
    return Path("out.xml").read_text()


plain = '<ItemData ItemOID="I" Value="Orla Quist"/>'
found = {
    "plain": "Orla Quist" in read_and_write(plain),
    "typed": "Orla Quist" in read_and_write('<ItemDataString ItemOID="I">Orla Quist</ItemDataString>'),
    "element": "Zyxburg" in read_and_write(plain, element="<own:Note>Zyxburg</own:Note>"),
}
try:
    read_and_write(plain, attribute='own:Site="Zyxburg"')
    found["attribute"] = "read"
except Exception as error:
    found["attribute"] = type(error).__name__
print(found)
raise SystemExit(found != {"plain": True, "typed": False, "element": False, "attribute": "OdmlibTypeError"})
PY
