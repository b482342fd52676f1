"""Invented people, addresses and numbers for benchmarks: nobody's, and always the same for one seed."""

from __future__ import annotations

import random
from dataclasses import dataclass

FIRST = (
    "Abigail", "Bernard", "Carmen", "Desmond", "Elaine", "Farid", "Gloria", "Hector", "Ingrid", "Jerome",
    "Keiko", "Leonard", "Marisol", "Nathan", "Olga", "Percy", "Quentin", "Rosalind", "Stefan", "Theresa",
    "Ursula", "Vincent", "Wilma", "Xavier", "Yolanda", "Zachary", "Amara", "Boris", "Chloe", "Dmitri",
    "Esther", "Fabian", "Greta", "Hiroshi", "Imani", "Joaquin", "Kathleen", "Lamar", "Miriam", "Nikhil",
)  # fmt: skip
LAST = (
    "Abernathy", "Bautista", "Castellano", "Donnelly", "Eriksson", "Fitzgerald", "Gallagher", "Haddad",
    "Ibrahim", "Jankowski", "Kessler", "Lombardi", "McAllister", "Nakamura", "Oyelaran", "Pemberton",
    "Quigley", "Rasmussen", "Sokolov", "Thibodeaux", "Underhill", "Vasquez", "Wojcik", "Yamaguchi",
    "Zimmerman", "Ashworth", "Blanchard", "Cisneros", "Dubois", "Engstrom", "Ferreira", "Goldberg",
    "Holloway", "Iyer", "Jefferson", "Kaplan", "Lindholm", "Moreau", "Novotny", "Osborne", "Patterson",
    "Ramirez", "Sandoval", "Takahashi", "Villanueva", "Weatherby",
)  # fmt: skip
STREETS = (
    "Larkspur", "Hawthorne", "Cedar", "Ridgemont", "Bellevue", "Sycamore", "Harborview", "Orchard",
    "Willowbrook", "Prospect",
)  # fmt: skip
WAYS = (
    "Street", "Avenue", "Lane", "Road", "Drive", "Court", "Terrace",
)  # fmt: skip
CITIES = (
    ("Albany", "NY", "12207"), ("Duluth", "MN", "55802"), ("Tucson", "AZ", "85705"), ("Macon", "GA", "31201"),
    ("Spokane", "WA", "99201"), ("Toledo", "OH", "43604"), ("Boise", "ID", "83702"),
)  # fmt: skip
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
)  # fmt: skip
FINDINGS = (
    "Blood pressure was 142/88 and the pulse regular at 76.",
    "The wound has healed without redness or swelling.",
    "Hemoglobin rose from 9.8 to 11.2 g/dL on iron.",
    "No murmur was heard. The lungs were clear on both sides.",
    "An ultrasound of the abdomen showed two small gallstones.",
    "Metformin 500 mg twice a day was well tolerated.",
    "The range of motion of the left shoulder is limited to 90 degrees.",
    "Sleep and appetite were described as good.",
)


@dataclass
class Case:
    """Invented people and numbers; what must go stands between NUL and SOH."""

    rng: random.Random

    def gold(self, value: object) -> str:
        return f"\0{value}\1"

    def person(self) -> str:
        return self.gold(f"{self.rng.choice(FIRST)} {self.rng.choice(LAST)}")

    def surname(self) -> str:
        return self.gold(self.rng.choice(LAST))

    def date(self, first: int = 2019, last: int = 2025) -> str:
        month, day = self.rng.randint(1, 12), self.rng.randint(1, 28)
        year = self.rng.randint(first, last)
        forms = (
            f"{month:02d}/{day:02d}/{year}",
            f"{year}-{month:02d}-{day:02d}",
            f"{MONTHS[month - 1]} {day}, {year}",
            f"{day} {MONTHS[month - 1]} {year}",
        )
        return self.gold(self.rng.choice(forms))

    def phone(self) -> str:
        area, last = self.rng.randint(201, 989), self.rng.randint(100, 199)
        form = self.rng.choice(("({}) 555-0{}", "{}-555-0{}", "{}.555.0{}"))
        return self.gold(form.format(area, last))

    def mail(self) -> str:
        name = f"{self.rng.choice(FIRST)[0]}.{self.rng.choice(LAST)}".lower()
        return self.gold(f"{name}@example.{self.rng.choice(('org', 'com', 'net'))}")

    def ssn(self) -> str:
        return self.gold(
            f"{self.rng.randint(100, 665)}-{self.rng.randint(11, 99)}-{self.rng.randint(1000, 9999)}"
        )

    def number(self, digits: int = 8) -> str:
        return self.gold(self.rng.randint(10 ** (digits - 1), 10**digits - 1))

    def street(self) -> str:
        return self.gold(f"{self.rng.randint(2, 989)} {self.rng.choice(STREETS)} {self.rng.choice(WAYS)}")

    def city(self) -> str:
        name, state, code = self.rng.choice(CITIES)
        return f"{self.gold(name)}, {state} {self.gold(code)}"

    def findings(self, n: int) -> str:
        return " ".join(self.rng.sample(FINDINGS, n))
