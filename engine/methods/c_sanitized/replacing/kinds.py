"""Neutral phrases: what a term is called when no more specific word is both safe and natural.

The kind of a term is read from what is more general than it in a knowledge base, from what stands beside it
(a dose), or from how the word ends. Each phrase must still be safe for all protected concepts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from engine.language.terms import term_key

_KINDS = """
medicine: drug; medication; pharmaceutical; antibiotic; analgesic; vaccine; inhibitor
substance: drug of abuse; controlled substance; narcotic; hard drug; soft drug; chemical; substance;
    compound; alcohol
inflammation: inflammation
condition: mental illness; mental disorder; disorder; physical condition; addiction; psychological state
health problem: disease; illness; ill health; symptom; pathological state; injury; infection; pathology;
    disability
treatment: medical procedure; therapy; treatment; medical care; psychotherapy
operation: surgery; operation; surgical procedure; surgical operation
test: diagnostic test; diagnostic procedure; medical examination; examination; assay
germ: microorganism; bacteria; virus; parasite
clinic: hospital; medical building; medical institution; clinic; hospital ward
worker: worker; employee; professional; health professional
person: person; human; individual
institution: institution; correctional institution; penal institution; prison; school
organization: organization; establishment; enterprise; political party; union; association
city: city; town; municipality
country: country
district: city district; borough; quarter; neighborhood
building: building; place of worship
plant: plant; herb; tree
drink: beverage; drinkable
food: food; foodstuff; nutriment; dish; meat
belief: belief; religion; doctrine; faith
event: social event; ceremony; gathering; festival
holiday: holiday; holy day; legal holiday; religious holiday; feast
feeling: feeling; emotion
payment: payment; charge; fee; cost; possession
"""

_ENDINGS: Mapping[str, tuple[str, ...]] = {
    "medicine": (
        *("vir", "mab", "cillin", "cycline", "floxacin", "mycin", "azole", "statin", "pril", "sartan"),
        *("olol", "dipine", "prazole", "tidine", "vudine", "citabine", "azepam", "azolam", "barbital"),
        *("oxetine", "ipramine", "triptyline", "apine", "peridol", "idone", "caine", "orphine", "codone"),
        *("tinib", "gliptin", "glitazone", "formin", "thiazide", "setron", "triptan", "dronate", "parin"),
    ),
    "health problem": (
        *("itis", "osis", "emia", "aemia", "oma", "pathy", "algia", "plegia", "rrhea", "rrhoea", "phobia"),
        *("uria", "penia", "megaly", "trophy", "plasia", "iasis"),
    ),
    "operation": ("ectomy", "plasty", "otomy", "ostomy"),
    "treatment": ("therapy",),
    "test": ("scopy", "gram", "graphy", "metry"),
    "specialist": ("ologist", "iatrist", "iatrician", "therapist"),
}
_MATTER = frozenset(("material", "substance"))
_AILMENT_LABELS = "illness; ill health; disease; pathological state; physical condition; condition; symptom"
_AILMENTS = frozenset(map(term_key, _AILMENT_LABELS.split(";")))
_LEAST_STEM = 3
"""Letters before an ending: fewer, and a common word only happens to end like it."""


def _of_labels() -> dict[str, str]:
    kinds: dict[str, str] = {}
    for entry in _KINDS.replace(";\n    ", "; ").strip().splitlines():
        phrase, _, labels = entry.partition(": ")
        kinds.update((term_key(label), phrase) for label in labels.split(";"))
    return kinds


_KIND_OF = _of_labels()

_UNNATURAL_WORDS = """
medicine; practice; individual; consumer; user; mortal; soul; somebody; street drug;
expert; subject; case; party; medical science; life science; natural science; science;
sex activity; sexual activity; sexual practice; scientific discipline; discipline; field of study;
subject area; trial; effort; attempt; endeavor; endeavour; assay; check; true bacterium;
true bacteria; luck; administrative district; administrative division; territorial division;
national capital; circumstance; circumstances; situation; body part; part of the body; instrument;
employer; master; leader; medication; worker; region; group; liquid; fluid; chemical;
chemical substance; compound protein; conjugated protein
"""
UNNATURAL = frozenset(map(term_key, _UNNATURAL_WORDS.split(";")))
"""Common words that mislead as generalizations: they have two meanings, or speak of people as of things."""


def aptly(above: Iterable[str]) -> list[str]:
    """Keys of more general labels that people use: paper is no substance, and a growth no illness.

    Examples
    --------
    >>> aptly(["paper", "material", "substance"]), aptly(["growth", "illness"]), aptly(["drug", "substance"])
    (['paper'], ['growth'], ['drug', 'substance'])
    """
    keys = list(above)
    wrong = _MATTER if "material" in keys else _AILMENTS if keys[:1] == ["growth"] else frozenset()
    return [key for key in keys if key not in wrong]


def kinds_above(above: Iterable[str]) -> list[str]:
    """Neutral phrases for a sense, the closest kind first.

    Parameters
    ----------
    above : iterable of str
        Keys of the labels of what is more general, most specific first.
    """
    kinds = list(dict.fromkeys(_KIND_OF[key] for key in aptly(above) if key in _KIND_OF))
    if "medicine" in kinds and "substance" in kinds[: kinds.index("medicine")]:
        kinds.remove("medicine")  # heroin is none
    return kinds


@lru_cache(maxsize=20_000)
def kind_by_ending(word: str) -> str | None:
    """Neutral phrase for a word that no knowledge base knows, by its ending.

    Examples
    --------
    >>> kind_by_ending("nevirapine"), kind_by_ending("council")
    ('medicine', None)
    """
    lower = word.casefold()
    for phrase, endings in _ENDINGS.items():
        if any(lower.endswith(e) and len(lower) >= len(e) + _LEAST_STEM for e in endings):
            return phrase
    return None


_MEASURES_WORDS = """
count load level titer titre concentration reading
"""
MEASURES = frozenset(_MEASURES_WORDS.split())
"""Heads that say how much there is of what goes before them."""

_RELATIONAL_WORDS = """
inhibitor agonist antagonist blocker agent rate ratio number amount use user abuse exchange sharing
act status right history risk carrier victim prevention control pride identity activist activism
denial awareness
"""
RELATIONAL = MEASURES | frozenset(_RELATIONAL_WORDS.split())
"""Heads that say nothing without what goes before them ("needle exchange", "gay rights")."""


_COMPLAINT_WORDS = """
sore itchy painful aching achy burning runny swollen inflamed tender bleeding blocked
"""
_COMPLAINTS = frozenset(_COMPLAINT_WORDS.split())


SYMPTOM = "symptom"
"""Neutral phrase for what somebody complains of."""

COMPLAINTS = frozenset((SYMPTOM, "condition", "disease", "health problem"))
"""What is one of several at the end of a list: "lice, scabies and another health problem"."""


def kind_of_complaint(modifiers: Iterable[str]) -> str | None:
    """Neutral phrase for what somebody complains of, by the words before its head ("sore throat").

    Examples
    --------
    >>> kind_of_complaint(["sore"]), kind_of_complaint(["new"])
    ('symptom', None)
    """
    return None if _COMPLAINTS.isdisjoint(map(str.casefold, modifiers)) else SYMPTOM


MEASURED = "laboratory value"
"""Neutral phrase for a measured quantity."""


MEDICINES = frozenset(("medicine", "drug", "substance"))
"""What is taken, for its own name has no article."""

PERSON = "person"
PEOPLE = frozenset((PERSON, "worker"))
"""Neutral phrases for people; one person is not called so ("the person says", "he is a worker")."""


INCOMPLETE = frozenset(("acid", "pressure", "sugar", "tone"))
"""Heads of lasting compounds: "blood pressure" is no pressure that one would speak of."""

VAGUE = frozenset(("building", "event", "payment", "organization", "institution"))
"""Neutral phrases that say less than the head which they would replace ("a criminal record")."""
