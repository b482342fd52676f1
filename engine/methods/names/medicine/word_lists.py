"""Word lists that tell names from words of medicine by what stands around them; all in small letters."""

from __future__ import annotations

from engine.catalog.lexicon import words
from engine.methods.names.tagger.features import TITLES

# fmt: off
ALL_TITLES = TITLES | frozenset((
    "chaplain", "doctor", "fr", "imam", "mx", "nurse", "pastor", "rabbi", "rev", "sister",
))
"""Before a name, beside those that the tagger knows."""
CREDENTIALS = frozenset(words("medicine/credentials"))
"""Degrees, behind a name."""
ALSO_WORDS = frozenset(("do", "np", "od", "ot", "pa", "pt", "rd", "sr"))
"""Degrees that notes also write small: words and abbreviations."""
RELATIVES = frozenset((
    *words("relative"),
    "baby", "boy", "boyfriend", "bro", "caregiver", "doula", "dtr", "friend", "girl", "girlfriend",
    "guardian", "hubby", "husb", "neighbor", "neighbour", "roommate", "visitor",
))
"""Of a patient, and who else is at the bedside."""
ROLES = frozenset(words("medicine/roles"))
"""Labels of forms, and who somebody is in a note."""
BEFORE_PEOPLE = frozenset((
    "and", "by", "called", "calls", "cc", "peds", "per", "seen", "spoke", "to", "updated", "w", "with",
))
"""Words that people often follow."""
MEETINGS = frozenset(("by", "called", "calls", "met", "per", "seen", "spoke", "updated"))
"""Of these, those that hardly anything but a person follows."""
PLACE_WORDS = frozenset(words("medicine/place-words"))
INSTITUTIONS = frozenset(words("medicine/institutions"))
"""Words of names of hospitals, practices, schools."""
FIRMS = frozenset((
    "corp", "gmbh", "inc", "llc", "llp", "ltd", "pllc",
))
"""Forms of firms, behind their names."""
RESIDENCE = frozenset((
    "born", "lived", "lives", "living", "moved", "moving", "raised", "relocated", "resided", "resides",
))
"""Before "in", "to", "from" and "near" they say where somebody lives."""
ACTS = frozenset(words("medicine/acts"))
"""What people do, behind a name."""
SHORTHAND = frozenset(words("medicine/shorthand"))
"""What the writers of notes call their parts, patients and orders."""
MODALS = frozenset(("could", "would", "will"))
SAINTS = frozenset((
    "fort", "mount", "saint", "st",
))
DISEASES = frozenset(words("medicine/diseases"))
"""What is of medicine in any text, behind a surname."""
HEADS = DISEASES | frozenset(words("medicine/heads"))
"""What signs, tests, devices, parts of the body and diseases are, behind a surname."""
RESULTS = frozenset(words("medicine/results"))
"""What is said of a sign or a test."""
DOSES = frozenset(words("medicine/doses"))
"""What is said of a drug."""
CLIPPED = frozenset(words("medicine/clipped"))
"""Words that clinicians clip, with a stop or without; some are in lists of names ("Temp")."""
# fmt: on
