"""Messages of HL7 version 2 with people made up for them, and what of each must not be left."""

# ruff: noqa: E501, SIM905 (a segment reads best as one line, values as one text)

from __future__ import annotations

ADMISSION = "\r".join(
    (
        "MSH|^~\\&|ADT1|STHELENS|EKG|STHELENS|20240311094512||ADT^A01|MSG00001|P|2.5",
        "EVN|A01|20240311094512|||OPX^Farrow^Ines||20240311094500",
        "PID|1|PATID1234|00731942^^^STHELENS^MR~219-09-9999^^^SSA^SS||VANCE^HAROLD^T^^MR~VANCE^HAL^^^^^N"
        "|Okonkwo^Adaeze|19620315|M|VANCE^HANK|2106-3|1450 Larkspur Lane^Apt 4^Peoria^IL^61604^USA||"
        "(309)555-0142^PRN^PH~hvance@peoria.example^NET|309-555-0177||M|CAT|ACC88123456|219099999|V520-3381-2046|"
        "77120^^^STHELENS^MR||Decatur||||||20240312",
        "NK1|1|VANCE^ROSALIND^M|SPO|9 Quarry Road^^Pekin^IL^61554|(309)555-0188||EC|20240101",
        "PV1|1|I|3W^312^B^STHELENS||||004777^Abernathy^Lionel^J^^DR|004888^Osei^Kwame|||SUR||||ADM|A0|||VIS5540021||||||||||||||||||"
        "|||||||20240311094500|20240315120000",
        "GT1|1|G7001|VANCE^ROSALIND^M||9 Quarry Road^^Pekin^IL^61554|(309)555-0188||19640720|F|A|SPO|322-11-4455||||Tillman Foundry",
        "IN1|1|A357|1234|Midland Mutual|PO Box 12^^Peoria^IL^61601|||GRP-55120||||20240101|20241231|||VANCE^HAROLD^T|SEL|19620315|"
        "1450 Larkspur Lane^^Peoria^IL^61604|||||||||||||||||POL9982310",
        "DG1|1||I21.4^Non-ST elevation myocardial infarction^I10||20240311|A",
        "AL1|1|DA|70618^Penicillin^RXNORM|SV|Hives|20010505",
    )
)
RESULTS = "\r\n".join(
    (
        "MSH|^~\\&|LAB|NORTHLAB|EHR|CLINIC|202405060815-0500||ORU^R01^ORU_R01|CTRL-7781|P|2.3",
        "PID|||0558231||Nakagawa^Yuki^^^Ms||198811021430|F|||77 Elm Ct^^Boise^ID^83702",
        "ORC|RE|ORD448812|FIL99120|||||||||1098^Petrov^Anneliese",
        "OBR|1|ORD448812|FIL99120|2345-7^Glucose^LN|||202405051030|||||||||1098^Petrov^Anneliese|208-555-0111",
        "OBX|1|NM|2345-7^Glucose^LN||182|mg/dL|70-99|H|||F|||202405051200||TECH22^Moreau^Colette",
        "OBX|2|NM|4548-4^Hemoglobin A1c^LN||8.4|%|4.0-5.6|H|||F",
        "OBX|3|FT|11502-2^Report^LN||Ms. Nakagawa was called at 208-555-0199.\\.br\\Her sister Emi Nakagawa \\T\\ family agree.||||||F",
        "NTE|1|L|Call Dr. Petrov before 05/09/2024; patient lives at 77 Elm Ct, Boise.",
        "ZPI|1|Yuki Nakagawa|MEMBER 0558231|19881102",
    )
)
OTHER_MARKS = "\n".join(
    (
        "MSH$%@!*$APP$FAC$$$20240102$$ADT%A08$9$P$2.4",
        "PID$1$$8844210%%%H%MR$$Lindqvist%Torsten!T!n$$19500930$M$$$12 Fjord Way%%Duluth%MN%55802$$218-555-0136",
    )
)
BATCH = (
    "FHS|^~\\&|A|B\rBHS|^~\\&|A|B\r" + ADMISSION + "\r" + RESULTS.replace("\r\n", "\r") + "\rBTS|2\rFTS|1\r"
)

GONE = {
    ADMISSION: (
        "20240311 PATID1234 00731942 219-09-9999 219099999 VANCE HAROLD HAL HANK Okonkwo Adaeze 19620315 Larkspur "
        "Peoria 61604 555-0142 hvance 555-0177 ACC88123456 V520-3381-2046 77120 Decatur 20240312 ROSALIND Quarry "
        "Pekin 61554 555-0188 Abernathy Lionel Osei Kwame VIS5540021 20240315 19640720 322-11-4455 POL9982310 "
        "GRP-55120 20010505 Farrow Ines G7001"
    ).split(),
    RESULTS: (
        "20240506 0558231 Nakagawa Yuki 198811 Elm Boise 83702 ORD448812 FIL99120 Petrov Anneliese 555-0111 Moreau "
        "Colette 555-0199 Emi 05/09/2024 20240505"
    ).split(),
    OTHER_MARKS: "20240102 8844210 Lindqvist Torsten 19500930 Fjord Duluth 55802 555-0136".split(),
}
"""By message, what says who somebody is."""
KEPT = {
    ADMISSION: (
        "ADT^A01",
        "I21.4^Non-ST elevation myocardial infarction^I10",
        "70618^Penicillin^RXNORM",
        "Hives",
        "|M|",
    ),
    RESULTS: (
        "2345-7^Glucose^LN||182|mg/dL|70-99|H",
        "4548-4^Hemoglobin A1c^LN||8.4|%|4.0-5.6|H",
        "ORU^R01^ORU_R01",
    ),
    OTHER_MARKS: ("ADT%A08", "$M$"),
}
"""By message, what a clinician needs."""
