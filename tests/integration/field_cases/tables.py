"""Tables and coded fields: what their values say wins over a word of a header."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import docx

from tests.integration.field_cases import FieldCase
from tests.integration.field_cases.workbooks import workbook


def document(*rows: Sequence[str]) -> bytes:
    """The bytes of a letter with one table."""
    made, content = docx.Document(), BytesIO()
    table = made.add_table(rows=0, cols=len(rows[0]))
    for row in rows:
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    made.save(content)
    return content.getvalue()


def _kept(name: str, *rows: str, gone: Sequence[str] = ()) -> FieldCase:
    """A table of which all rows but those with a removed value stay as they are."""
    stays = [row for row in rows if not any(value in row for value in gone)]
    return FieldCase(name, "".join(f"{row}\n" for row in rows), gone, stays, ".csv")


def _message(name: str, *segments: str, gone: Sequence[str], stays: Sequence[str]) -> FieldCase:
    head = "MSH|^~\\&|A|B|C|D|20240312||ORU^R01|1|P|2.5.1"
    return FieldCase(f"message: {name}", "\r".join((head, *segments, "")), gone, stays, ".hl7")


CASES = (
    _kept("plates and cells of a laboratory", "plate,cell,dose", "P2,2.1,33", "P2,2.2,41", "P3,3.1,18"),
    _kept("counts under names of birds", "Plot,Robins,Wrens,Swifts", "1,96,12,101", "2,90,4,15", "3,9,3,8"),
    _kept(
        "a header that its values bear out",
        "cell,plate",
        "617-555-0182,5KX 331",
        "617-555-0127,8MB 202",
        "617-555-0164,2TR 945",
        gone=("617-555", "331", "202", "945"),
    ),
    _kept(
        "one value that a header can mean",
        "row,cell",
        "1,2.1",
        "2,617-555-0182",
        "3,2.2",
        gone=("617-555-0182", "2.1", "2.2"),
    ),
    FieldCase(
        "deaths that are counted",
        'State,Deaths,Rate\nAlabama,"14,739",234.7\nGeorgia,618,179.6\nMaine,"3,230",146.4\nOhio,212,12.1\n',
        stays=("State,Deaths,Rate", "14,739", "618", "3,230", "212"),
        suffix=".csv",
    ),
    FieldCase(
        "deaths that have a day",
        "Unit,Deaths,Births\nA,2021-03-04,Olga Brandt\nB,2021-04-11,Paul Nkemelu\nC,2022-05-19,Ruth Havel\n",
        gone=("03-04", "04-11", "Brandt", "Havel"),
        suffix=".csv",
    ),
    FieldCase(
        "when something is given, and where somebody lives",
        "Name,Address,Date given\n"
        'Olga Brandt,"2318 Thistlewood Ct, Reynoldsburg, OH 43068",at home only\n'
        'Paul Nkemelu,"14 Elm Street, Elko, NV 89801",before meals\n'
        'Zoe Quill,"7 Ash Court, Boise, ID 83702",Thanksgiving\n'
        'Ruth Havel,"9 Pine Road, Lake Oswego, OR 97034",4 May 2021\n',
        gone=("Thistlewood", "43068", "Elko", "89801", "Oswego", "97034", "83702", "4 May", "Thanksgiving"),
        stays=("OH 430", "NV 898", "OR 970", "at home only", "before meals"),
        suffix=".csv",
    ),
    FieldCase(
        "counts beside months",
        "Month,Robins\nJan,3\nFeb,60\nMar,101\nApr,44\nMay,92\n",
        stays=("Month,Robins", ",101", ",92"),
        suffix=".csv",
    ),
    _kept(
        "codes beside the lists that they are of",
        "Code System,Code,Kind",
        "LOINC,4548-4,Test",
        "SNOMED CT,73211009,Finding",
        "CPT,99214,Office visit",
        "NDC,0071-0155-23,Drug",
    ),
    FieldCase(
        "numbers beside what only calls itself a list",
        "Code System,Code,Text\nLOINC,4548-5,Visit\nSNOMED CT,73211008,Visit\nCPT,617555018,Visit\n",
        gone=("73211008", "617555018"),
        suffix=".csv",
    ),
    _kept(
        "words of a form that mean something else as names",
        "Field,Answer",
        "Gross Income,2310",
        "Net Income,1984",
        "Bond,None",
        "Reaction,Hives",
        "Caller,Lorcan Featherstone",
        gone=("Featherstone",),
    ),
    _kept(
        "words and fractions under headers of dates, codes and areas",
        "Admit,lifeExp,gdpPercap,choice",
        *(f"{('Admitted', 'Rejected')[n % 2]},{n}8.{n}01,{n}79.4{n}53,choice{n % 3}" for n in range(1, 10)),
    ),
    FieldCase(
        "a header with a number in it, above numbers",
        document(
            ("Date", "Google_Return", "SP500_Return"),
            *((f"2015-05-{n:02}", f"0.01{n}3", f"-0.00{n}9") for n in range(10, 20)),
        ),
        gone=("05-10", "05-19"),
        stays=("Date", "SP500_Return"),
        suffix=".docx",
    ),
    FieldCase(
        "a form that nobody has filled in, two questions a row",
        document(
            ("Victim Name", "", "Sex", ""),
            ("Alleged Perpetrator", "", "Isolation", ""),
            ("Law Enforcement", "", "Physical", ""),
        ),
        stays=("Victim Name", "Alleged Perpetrator", "Isolation", "Law Enforcement", "Physical"),
        suffix=".docx",
    ),
    FieldCase(
        "an answer that nobody gave, and the day of a loss",
        document(
            ("Insured", "Cornelius Abernathy", "Policy Number", "PA-7730914"),
            ("Date of Loss", "08/19/2021", "Time", ""),
            ("Passenger", "", "Towed", "Yes"),
            ("Plate", "KLM 4821", "Color", "Green"),
        ),
        gone=("Abernathy", "7730914", "08/19", "4821"),
        stays=("Insured", "Date of Loss", "Passenger", "Towed", "Yes", "Green"),
        suffix=".docx",
    ),
    _kept("cells by their numbers", "plate,cell", "P1,1.1 1.2", "P2,2.1 2.2", "P3,3.1 4.1"),
    FieldCase(
        "a table of one row of headers",
        document(("Item", "Price")),
        stays=("Item", "Price"),
        suffix=".docx",
    ),
    FieldCase(
        "rows of labels with nothing below them",
        document(
            ("First Name", "Last Name", "Team Member", "E-mail"), ("", "", "", ""),
            ("Office Phone", "Office Fax", "Mobile Phone", "Supervisor Name"), ("", "", "", ""),
            ("Address", "City", "Zip Code", "Telephone"), ("", "", "", ""),
        ),
        stays=("First Name", "Team Member", "Office Fax", "Supervisor Name", "City", "Zip Code"),
        suffix=".docx",
    ),
    FieldCase(
        "a column of labels with nothing beside them",
        document(("Victim Name", ""), ("Home Phone", ""), ("Alternate Contact", ""), ("Unit Supervisor", "")),
        stays=("Victim Name", "Home Phone", "Alternate Contact", "Unit Supervisor"),
        suffix=".docx",
    ),
    FieldCase(
        "the same forms, filled in",
        document(
            ("First Name", "Last Name", "Team Member", "E-mail"),
            ("Adelheid", "Mornington", "yes", "aw77@x.example"),
            ("Office Phone", "Office Fax", "Mobile Phone", "Supervisor Name"),
            ("617-555-0182", "617-555-0127", "617-555-0164", "Henrietta Lindqvist"),
        ),
        gone=("Adelheid", "Mornington", "aw77", "617-555", "Henrietta", "Lindqvist"),
        stays=("First Name", "Office Fax"),
        suffix=".docx",
    ),
    FieldCase(
        "numbers that are no fax numbers",
        workbook(("plate", "mobile phase", "fax"), ("P1", "methanol 60%", 0.3), ("P1", "water 5%", 0.1),
                 ("P2", "methanol 20%", 0.4)),
        stays=("P1", "P2", "methanol 60%", "water 5%", "0.3", "0.1", "0.4"),
        suffix=".xlsx",
    ),
    _message(
        "codes of public lists in any field",
        "PID|1||88310427||Mornington^Adelheid||19510729|||2028-9^Asian^CDCREC||||||||||||2135-2^Hispanic^CDCREC",
        "RXA|0|1|20240312||140^Influenza^CVX|0.5|mL^milliliter^UCUM||00^New^NIP001||||||||PMC^Sanofi^MVX",
        "RXR|C38299^Subcutaneous^NCIT|RA^Right Arm^HL70163",
        "OBX|1|CE|600-7^Bacteria^LN||3092008^Staphylococcus^SCT||||||F",
        gone=("88310427", "Mornington", "0729"),
        stays=("|2028-9^Asian^CDCREC|", "|2135-2^Hispanic^CDCREC", "|PMC^Sanofi^MVX", "|00^New^NIP001|",
               "|C38299^Subcutaneous^NCIT|RA^Right Arm^HL70163", "|3092008^Staphylococcus^SCT|"),
    ),
    _message(
        "a coded element in a field too far",
        "PID|1||88310427||Mornington^Adelheid|||||||||||||||||||2135-2^Hispanic^CDCREC",
        "RXA|0|1|20240312||140^Influenza^CVX||||||||||||PMC^Sanofi^MVX",
        gone=("88310427", "Mornington"),
        stays=("|2135-2^Hispanic^CDCREC", "|PMC^Sanofi^MVX"),
    ),
    _message(
        "what only calls itself a code",
        "OBX|1|CE|600-7^Bacteria^LN||88310427^Adelheid Mornington^SCT||||||F",
        "PID|1||3092008^Mornington^SCT||Mornington^Adelheid",
        gone=("88310427", "Mornington", "Adelheid", "PID|1||3092008"),
        stays=("|600-7^Bacteria^LN|",),
    ),
)  # fmt: skip
