"""Pages in twelve layouts with gold, of invented people: letters, forms, tables, columns, faxes, filings."""

from __future__ import annotations

import random
from collections.abc import Callable

from benchmarks.invented import CITIES, Case
from benchmarks.ocr.pages import HEIGHT, WIDTH, Rendered, scanned
from benchmarks.ocr.sheet import Sheet

FACES = (
    ("dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf"),
    ("dejavu/DejaVuSerif.ttf", "dejavu/DejaVuSerif-Bold.ttf"),
    ("dejavu/DejaVuSansCondensed.ttf", "dejavu/DejaVuSansCondensed-Bold.ttf"),
    ("liberation/LiberationSans-Regular.ttf", "liberation/LiberationSans-Bold.ttf"),
    ("liberation/LiberationSerif-Regular.ttf", "liberation/LiberationSerif-Bold.ttf"),
    ("liberation/LiberationSansNarrow-Regular.ttf", "liberation/LiberationSansNarrow-Bold.ttf"),
)


def letterhead(page: Sheet, case: Case) -> None:
    """A letter: head in two columns, address, body, signature."""
    page.write("Ridgeline Medical Group", (36, 24), points=14, bold=True)
    page.write(f"{case.street()}\n{case.city()}\nPhone {case.phone()}\nFax {case.phone()}", (270, 24), 130, 8)
    page.rule(72, 36, 384)
    name, sir = case.surname(), case.rng.choice(("Mr.", "Ms.", "Mrs."))
    y = page.write(f"{case.person()}\n{case.street()}\n{case.city()}", (36, 84), 200)
    y = page.write(f"{case.date()}\n \nDear {sir} {name},", (36, y + 10), 340)
    y = page.write(
        f"you were seen in our office on {case.date()}. {case.findings(3)} Please call "
        f"{case.phone()} or write to"
        f" {case.mail()} to make your next appointment with Dr. "
        f"{case.surname()}.", (36, y + 6), 345)  # fmt: skip
    page.write(f"Sincerely yours,\n \n{case.person()}, MD\nCardiology", (36, y + 12), 300)


def boxed(page: Sheet, case: Case) -> None:
    """A form: each field a ruled box with its small label above the value."""
    page.write("ADMISSION FORM", (150, 20), points=13, bold=True)
    fields = (
        ("Patient name", case.person()), ("Date of birth", case.date(1935, 2001)),
        ("Social security no.", case.ssn()),
        ("Medical record no.", case.number()), ("Street", case.street()), ("City, state, ZIP", case.city()),
        ("Home phone", case.phone()), ("Cell phone", case.phone()), ("E-mail", case.mail()),
        ("Emergency contact", case.person()), ("Admitted on", case.date()),
        ("Health plan ID", case.number(9)),
        ("Sex", case.rng.choice(("female", "male"))), ("Diet", "low salt"),
    )  # fmt: skip
    for n, (label, value) in enumerate(fields):
        x, y = 30 + (n % 2) * 180, 50 + (n // 2) * 40
        page.frame((x, y, x + 176, y + 36))
        page.write(label, (x + 4, y + 3), points=7, ink=70)
        page.write(value, (x + 6, y + 15), points=10)
    page.write(f"Remarks: {case.findings(2)}", (30, 340), 350, 9)


def colons(page: Sheet, case: Case) -> None:
    """A form: labels with a colon and values, in two columns, then a note."""
    page.frame((24, 20, 394, 44), ground=40)
    page.write("Outpatient registration", (34, 25), points=11, bold=True, ink=255)
    left = (
        f"Name: {case.person()}\nDOB: {case.date(1935, 2001)}\nSSN: {case.ssn()}\nMRN: {case.number()}"
        f"\nPhone: {case.phone()}"
    )
    right = (
        f"Guarantor: {case.person()}\nRelation: spouse\nAddress: {case.street()}\nPolicy no.: "
        f"{case.number(9)}"
        f"\nE-mail: {case.mail()}"
    )
    page.write(left, (30, 58), 170, 9.5)
    y = page.write(right, (212, 58), 190, 9.5)
    page.rule(y + 6, 30, 388)
    page.write(f"Seen {case.date()} by Dr. {case.person()}. {case.findings(4)}", (30, y + 16), 350)


def laboratory(page: Sheet, case: Case) -> None:
    """A laboratory report: a strip about the patient, a ruled table of results."""
    page.write("LABORATORY REPORT", (30, 20), points=12, bold=True)
    page.frame((28, 42, 392, 92), ground=238)
    page.write(
        f"Patient: {case.person()}\nDOB: {case.date(1935, 2001)}\nMRN: {case.number()}", (34, 46), 170, 9
    )
    page.write(f"Ordered by: Dr. {case.person()}\nCollected: {case.date()}\nAccession: {case.number(10)}",
               (205, 46), 190, 9)  # fmt: skip
    rows = [("Test", "Result", "Unit", "Reference")]
    rows += [
        ("Sodium", "139", "mmol/L", "135-145"), ("Potassium", "4.1", "mmol/L", "3.5-5.1"),
        ("Creatinine", "1.3", "mg/dL", "0.6-1.2"), ("Glucose", "104", "mg/dL", "70-99"),
        ("Hemoglobin", "12.9", "g/dL", "12.0-16.0"), ("Platelets", "221", "K/uL", "150-400"),
    ]  # fmt: skip
    y = page.table(rows, (28, 106), (120, 70, 80, 94), 9)
    page.write(f"Called to {case.person()} at {case.phone()} on {case.date()}.\nSupervisor: {case.person()}",
               (30, y), 350, 9)  # fmt: skip


def columns(page: Sheet, case: Case) -> None:
    """A staff letter: a title and two columns of text."""
    page.write("The Harbor Clinic Bulletin", (70, 18), points=15, bold=True)
    page.rule(42, 28, 390)
    texts = [
        f"{case.person()} joined the team of Dr. {case.surname()} on {case.date()}. She can be reached at"
        f" {case.mail()} or {case.phone()}. Before that she worked with {case.person()} for four years.",
        f"The next round on wound care is led by {case.person()} on {case.date()}. Questions go to "
        f"{case.person()},"
        f" phone {case.phone()}. Bring your own cases.",
    ]
    for n, text in enumerate(texts):
        y = page.write(("New colleagues", "Teaching")[n], (30 + n * 186, 54), 170, 11, bold=True)
        y = page.write(text, (30 + n * 186, y + 2), 166, 9)
        page.write(f"{case.findings(3)}", (30 + n * 186, y + 8), 166, 9)


def invoice(page: Sheet, case: Case) -> None:
    """An invoice: two addresses, a table of services, totals at the right."""
    page.write("INVOICE", (300, 20), points=16, bold=True, ink=60)
    page.write(f"Bill to\n{case.person()}\n{case.street()}\n{case.city()}", (30, 52), 170, 9)
    page.write(
        f"Account no. {case.number()}\nInvoice date {case.date()}\nQuestions: {case.phone()}",
        (240, 52),
        160,
        9,
    )
    rows = [("Date", "Service", "Amount")]
    rows += [(case.date(), service, price) for service, price in (
        ("Office visit, 30 minutes", "145.00"), ("Electrocardiogram", "62.50"),
        ("Blood draw", "18.00"))]  # fmt: skip
    y = page.table(rows, (28, 126), (110, 180, 70), 9)
    page.write("Total  225.50", (300, y), points=10, bold=True)
    page.write(f"Pay by card ending 4471 or send a check to {case.person()}, {case.street()}, "
    f"{case.city()}. E-mail"
               f" {case.mail()}.", (30, y + 30), 350, 9)  # fmt: skip


def fax_cover(page: Sheet, case: Case) -> None:
    """A cover sheet of a fax: a large word, a grid of who and when, a notice."""
    page.write("FAX", (30, 14), points=30, bold=True)
    grid = (("To", case.person()), ("From", case.person()), ("Fax", case.phone()), ("Phone", case.phone()),
            ("Date", case.date()), ("Pages", "3"), ("Re", f"{case.person()}, MRN {case.number()}"),
            ("cc", case.mail()))  # fmt: skip
    for n, (label, value) in enumerate(grid):
        y = 66 + n * 24
        page.write(f"{label}:", (34, y), points=11, bold=True)
        page.write(value, (100, y), 280, 11)
        page.rule(y + 18, 30, 388, 120)
    page.write("This message is confidential. If you are not the recipient, destroy it and call the sender at"
               f" {case.phone()}. {case.findings(2)}", (34, 276), 345, 9)  # fmt: skip


def visit(page: Sheet, case: Case) -> None:
    """A note of a visit: bold headings, paragraphs, bullets."""
    name = case.surname()
    y = page.write(f"Visit note, {case.date()}", (30, 20), points=12, bold=True)
    y = page.write(
        f"Patient {case.person()}, born {case.date(1935, 2001)}, MRN {case.number()}", (30, y + 2), 350, 9
    )
    for head, text in (
        (
            "Reason",
            f"Referred by Dr. {case.surname()} of {case.gold(case.rng.choice(CITIES)[0])} for a follow-up.",
        ),
        ("History", f"Ms. {name} was operated on {case.date()} by Dr. {case.person()}. {case.findings(2)}"),
        ("Findings", case.findings(3)),
    ):
        y = page.write(head, (30, y + 6), points=10, bold=True)
        y = page.write(text, (30, y), 352)
    for line in (
        f"Call {case.person()} (daughter), {case.phone()}",
        f"Next visit {case.date()}",
        "Continue aspirin",
    ):
        page.pen.ellipse([at * page.scale for at in (34, y + 8, 37, y + 11)], fill=0)
        y = page.write(line, (44, y + 3), 330)


def printed_mail(page: Sheet, case: Case) -> None:
    """A printed e-mail with the one it answers."""
    name, other = case.person(), case.person()
    head = (
        f"From: {name} <{case.mail()}>\nTo: {other} <{case.mail()}>\nSent: {case.date()}\n"
        "Subject: results of last week"
    )
    y = page.write(head, (30, 22), 360, 9)
    page.rule(y + 3, 30, 388, 120)
    y = page.write(f"Dear colleagues,\n \n{case.findings(2)} Could you send the film to my fax "
    f"{case.phone()}? The file"
                   f" is under MRN {case.number()}.\n \nThanks\n{name}\nRoom 14, "
                   f"{case.street()}", (30, y + 12), 350)  # fmt: skip
    y = page.write(f"On {case.date()} {other} wrote:", (30, y + 10), 350, 9, ink=60)
    page.write(f"> {case.person()} came in on {case.date()}.\n> His wife can be called at {case.phone()}.",
               (30, y), 350, 9, ink=60)  # fmt: skip


def roster(page: Sheet, case: Case) -> None:
    """A list of people in a ruled table."""
    page.write("Appointments, third floor", (30, 20), points=12, bold=True)
    rows = [("Name", "Date of birth", "Phone", "MRN", "Reason")]
    for reason in ("Follow-up", "New", "Vaccine", "Follow-up", "Labs", "X-ray", "New", "Follow-up"):
        rows.append((case.person(), case.date(1935, 2001), case.phone(), case.number(7), reason))
    y = page.table(rows, (22, 46), (112, 92, 78, 46, 48), 7.5)
    page.write(f"Printed on {case.date()} by {case.person()}", (30, y), 350, 8)


def filing(page: Sheet, case: Case) -> None:
    """A filing: a centred head, a caption with a rule, numbered paragraphs."""
    page.write("COUNTY COURT\nCIVIL DIVISION", (150, 18), points=11, bold=True)
    one, two = case.surname(), case.surname()
    y = page.write(f"{case.person()},\nPlaintiff,\n \nv.\n \n{case.person()},\nDefendant.", (34, 60), 160)
    page.pen.line([at * page.scale for at in (210, 60, 210, y)], fill=0, width=2)
    page.write(f"Case no. {case.number(6)}\n \nDECLARATION", (226, 74), 160, bold=True)
    y = page.write(f"1. I live at {case.street()}, {case.city()}. My phone is {case.phone()}.\n2. "
    f"On {case.date()} Mr."
                   f" {one} fell on the stairs. Ms. {two} saw it.\n3. He was treated by Dr. "
                   f"{case.person()} until"
                   f" {case.date()}. {case.findings(1)}", (34, y + 10), 350)  # fmt: skip
    page.write(f"Signed on {case.date()}\n{case.person()}", (220, y + 12), 170)


def prescription(page: Sheet, case: Case) -> None:
    """A prescription: small grey head, large letters for the drug, a footer."""
    page.write(f"Dr. {case.person()}  -  {case.street()}  -  {case.city()}", (30, 20), 370, 8, ink=80)
    page.rule(46, 30, 388, 80)
    y = page.write(f"For {case.person()}\nborn {case.date(1935, 2001)}", (30, 58), 340, 11)
    y = page.write("Rx", (30, y + 6), points=22, bold=True)
    y = page.write(f"Amoxicillin 500 mg\nOne capsule three times a day for {case.rng.randint(5, 10)} days",
                   (60, y), 320, 13)  # fmt: skip
    y = page.write(f"Date {case.date()}    License no. {case.number(7)}", (30, y + 16), 350)
    page.frame((28, 320, 392, 380), ground=232)
    page.write(f"Pharmacy: fax {case.phone()}. Refill questions to {case.mail()} or "
    f"{case.person()}, {case.phone()}.",
               (36, 328), 345, 9)  # fmt: skip


LAYOUTS: tuple[Callable[[Sheet, Case], None], ...] = (
    letterhead, boxed, colons, laboratory, columns, invoice, fax_cover, visit, printed_mail, roster, filing,
    prescription,
)  # fmt: skip


def rendered(number: int, dpi: int, kind: str, series: str = "layout") -> Rendered:
    """Page `number` of a series, always the same, scanned at `dpi` in a way named `kind`."""
    rng = random.Random(f"{series} {number}")
    sheet = Sheet(72 * WIDTH, 72 * HEIGHT, dpi, rng.choice(FACES))
    LAYOUTS[number % len(LAYOUTS)](sheet, Case(rng))
    return scanned(sheet, kind, rng)
