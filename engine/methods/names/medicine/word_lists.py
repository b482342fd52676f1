"""Word lists that tell names from words of medicine by what stands around them; all in small letters."""

from __future__ import annotations

from engine.catalog.lexicon import words
from engine.methods.names.tagger.features import TITLES

# fmt: off
ALL_TITLES = TITLES | frozenset((
    "chaplain", "doctor", "fr", "imam", "mx", "nurse", "pastor", "rabbi", "rev", "sister",
))
"""Before a name, beside those that the tagger knows."""
CREDENTIALS = frozenset((
    "aprn", "bcps", "bsn", "cwocn", "cwon", "ccc", "cna", "cnm", "crna", "dds", "dmd", "do", "dpm",
    "dpt", "esq", "facc", "facs",
    "fnp", "frcp", "jr", "lcsw", "lmft", "lpn", "lvn", "mbbs", "md", "msn", "msw", "np", "od", "ot",
    "otr", "pa", "pharmd", "phd", "psyd", "pt", "rd", "rn", "sr",
))
"""Degrees, behind a name."""
ALSO_WORDS = frozenset(("do", "np", "od", "ot", "pa", "pt", "rd", "sr"))
"""Degrees that notes also write small: words and abbreviations."""
RELATIVES = frozenset((
    *words("relative"),
    "baby", "boy", "boyfriend", "bro", "caregiver", "doula", "dtr", "friend", "girl", "girlfriend",
    "guardian", "hubby", "husb", "neighbor", "neighbour", "roommate", "visitor",
))
"""Of a patient, and who else is at the bedside."""
ROLES = frozenset((
    "anesthesiologist", "assistant", "attending", "author", "caller", "child", "client", "cna",
    "colleague", "collected", "consultant", "contact", "counselor", "crew", "dear", "dictated",
    "dietitian", "educator", "emt", "endoscopist", "fellow", "gentleman", "interpreter", "lactation",
    "lady", "lpn", "lvn", "medic", "member", "midwife", "name", "named", "notified", "obstetrician",
    "ordering", "outpt", "inpt", "paged", "pathologist", "patient", "pcp", "pharmacist", "phys",
    "physician", "provider",
    "pt", "radiologist", "re", "recipient", "ref", "referring", "requested", "resident", "reviewed", "rn",
    "signed", "social", "subscriber", "surgeon", "therapist", "transcribed", "verified", "witness",
    "worker",
))
"""Labels of forms, and who somebody is in a note."""
BEFORE_PEOPLE = frozenset((
    "and", "by", "called", "calls", "cc", "peds", "per", "seen", "spoke", "to", "updated", "w", "with",
))
"""Words that people often follow."""
MEETINGS = frozenset(("by", "called", "calls", "met", "per", "seen", "spoke", "updated"))
"""Of these, those that hardly anything but a person follows."""
PLACE_WORDS = frozenset((
    "works", "employed",
    "address", "at", "born", "city", "county", "f", "from", "in", "lives", "living", "moved", "near",
    "of", "outside", "resident", "to", "town", "u", "visiting",
))
INSTITUTIONS = frozenset((
    "associates", "care", "center", "centre", "church", "clinic", "college", "daycare", "dental",
    "diagnostics", "ems", "endoscopy", "family", "foundation", "group", "health", "healthcare", "home",
    "hospice", "hospital", "hospitals", "imaging", "inc", "institute", "laboratories", "laboratory",
    "llc", "medical", "memorial", "mercy", "orthopedics", "partners", "pediatrics", "pharmacy",
    "practice", "radiology", "regional", "rehab", "saint", "school", "services", "st", "surgery",
    "system", "university",
))
"""Words of names of hospitals, practices, schools."""
FIRMS = frozenset((
    "corp", "gmbh", "inc", "llc", "llp", "ltd", "pllc",
))
"""Forms of firms, behind their names."""
RESIDENCE = frozenset((
    "born", "lived", "lives", "living", "moved", "moving", "raised", "relocated", "resided", "resides",
))
"""Before "in", "to", "from" and "near" they say where somebody lives."""
ACTS = frozenset((
    "agreed", "agrees", "arrived", "asked", "asks", "became", "believes", "brought", "called", "calls",
    "came", "complained", "complains", "declined", "declines", "denied", "denies", "drove", "explained",
    "feels", "fell", "felt", "knows", "lives", "moved", "noted", "notes", "phoned", "prefers", "recalls",
    "recommended", "recommends", "refused", "refuses", "reported", "reports", "requested", "requests",
    "said", "saw", "says", "signed", "smokes", "spoke", "stated", "states", "thinks", "thought",
    "understands", "understood", "visited", "wants", "went", "who", "whose", "wishes", "works",
))
"""What people do, behind a name."""
SHORTHAND = frozenset((
    "allergies", "assessment", "bedside", "bid", "bp", "clinic", "cpt", "diagnosis", "dob", "dx", "exam",
    "fx", "hpi", "hr", "hx", "icd", "impression", "medications", "meds", "mrn", "objective", "patient",
    "pcp", "plan", "pmh", "pmhx", "po", "prn", "pt", "pts", "qid", "rom", "rx", "subjective", "sx",
    "symptoms", "tid", "tx",
))
"""What the writers of notes call their parts, patients and orders."""
MODALS = frozenset(("could", "would", "will"))
SAINTS = frozenset((
    "fort", "mount", "saint", "st",
))
DISEASES = frozenset((
    "anemia", "aphasia", "arteritis", "ataxia", "carcinoma", "catheter", "chorea", "cirrhosis",
    "contracture", "dementia", "disease", "disorder", "diverticulum", "dystrophy", "encephalopathy",
    "esophagus", "forceps", "lymphoma", "nephritis", "nephropathy", "neuropathy", "palsy", "phenomenon",
    "psychosis", "purpura", "reflex", "sarcoma", "syndrome", "thyroiditis", "tumor", "tumour",
))
"""What is of medicine in any text, behind a surname."""
HEADS = DISEASES | frozenset((
    "agar", "airway", "anastomosis", "angina", "angle", "antibody", "antigen", "applicator", "approach",
    "area", "artery", "assessment", "atrophy", "bacillus", "bag", "balance", "bandage", "bath", "block",
    "blue", "bodies", "body", "boot", "brace", "breathing", "bypass", "canal", "cannula", "catheters",
    "cell", "cells", "chamber", "chart", "clamp", "class", "classification", "clip", "clips", "collar",
    "cough", "crackles", "cream", "crisis", "criteria", "curette", "curve", "cyst", "deformity", "diet",
    "dilator", "drain", "dressing", "drip", "duct", "dystonia", "effect", "elbow", "encephalitis",
    "epilepsy", "equation", "exam", "examination", "exercise", "exercises", "fascia", "fever", "fibrosis",
    "fissure", "flap", "fold", "foot", "fork", "formula", "fracture", "fractures", "fusion", "gait",
    "ganglion", "gangrene", "gel", "gland", "glands", "grade", "graft", "grass", "green", "hammer", "hand",
    "hernia", "hernias", "hook", "hose", "hydrocephalus", "incision", "index", "inventory", "knee", "lamp",
    "lesion", "lesions", "level", "levels", "lift", "ligament", "line", "lines", "lobe", "lordosis",
    "malformation", "maneuver", "manoeuvre", "mask", "method", "monitor", "mucosa", "muscle", "needle",
    "nerve", "net", "neuroma", "node", "nodes", "nodule", "nodules", "operation", "osteotomy", "panel",
    "paralysis", "paste", "patch", "pendulum", "pin", "plaque", "plexus", "point", "position", "pouch",
    "probe", "procedure", "protein", "protocol", "pump", "questionnaire", "rash", "reaction", "red",
    "regimen", "repair", "repairs", "resection", "respirations", "response", "retractor", "ring", "rings",
    "risk", "rod", "rods", "rule", "rules", "salve", "scale", "scan", "scissors", "score", "scratch",
    "seizure", "series", "shunt", "sign", "signs", "sinus", "sling", "soak", "solution", "space", "spaces",
    "spasm", "spatula", "speculum", "splint", "spot", "spots", "stage", "stain", "stent", "stim", "stitch",
    "stockings", "stretch", "stretches", "stroke", "study", "suture", "swing", "syringe", "table", "tap",
    "tape", "technique", "tendon", "test", "tests", "tip", "titer", "toe", "traction", "tray", "tremor",
    "triangle", "trocar", "tube", "tubes", "type", "ulcer", "units", "valve", "valves", "vein", "view",
    "virus", "white", "wire", "wrap", "zone",
))
"""What signs, tests, devices, parts of the body and diseases are, behind a surname."""
RESULTS = frozenset((
    "absent", "clear", "considered", "deferred", "detected", "discussed", "downgoing", "draining",
    "elevated", "equivocal", "excluded", "flushed", "high", "intact", "irregular", "low", "neg",
    "negative", "nl", "nonreactive", "normal", "not", "patent", "pending", "placed", "pos", "positive",
    "present", "queried", "reactive", "reduced", "removed", "ruled", "seen", "sent", "suspected",
    "unlikely", "unremarkable", "upgoing", "used", "vertex", "wnl",
))
"""What is said of a sign or a test."""
DOSES = frozenset((
    "bid", "cap", "caps", "capsule", "cream", "daily", "drops", "er", "g", "gm", "grams", "gtt", "hcl",
    "im", "inh", "iu", "iv", "level", "mcg", "meq", "mg", "micrograms", "milligrams", "ml", "mmol",
    "nightly", "ointment", "patch", "po", "pr", "prn", "puff", "puffs", "qam", "qd", "qhs", "qid", "qpm",
    "refill", "refills", "sc", "sl", "sq", "sr", "tab", "tablet", "tablets", "tabs", "taper", "tid",
    "trough", "u", "unit", "units", "weekly", "xl", "xr",
))
"""What is said of a drug."""
CLIPPED = frozenset((
    "amp", "anaes", "appt", "cap", "caps", "cardio", "derm", "gastro", "gen", "gyn", "gynae",
    "haem", "heme", "imp", "inj", "liq", "med", "meds", "neb", "nebs", "nephro", "neuro", "nok", "obs", "occ",
    "onc", "ophth", "ophtho", "ortho", "paeds", "path", "pct", "physio", "psych", "pulm", "rehab", "rheum",
    "rpt", "sats", "surg", "susp", "syp", "syr", "tab", "tabs", "temp", "uro", "vasc",
))
"""Words that clinicians clip, with a stop or without; some are in lists of names ("Temp")."""
# fmt: on
