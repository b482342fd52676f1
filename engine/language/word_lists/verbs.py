"""Irregular English verbs: forms that no stemmer brings together with their verb."""

from __future__ import annotations

from engine.catalog.lexicon import words

BASE_FORMS: dict[str, str] = {
    form: verb
    for verb, forms in (entry.split(":") for entry in words("grammar/irregular-verbs"))
    for form in forms.split(",")
}
"""Irregular form -> its verb. Of the 224, WordNet gives 222 the same verb and lacks two, as a test shows.

It has 184 more, most of rare verbs. Forms that are as often another word are no forms here (bore, ground,
lay, left, rose, saw, wound): they are features of their own.
"""
