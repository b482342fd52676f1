"""Words that people use to say what something is: class nouns, and adjectives that go with any of them.

A class noun is one that English puts into the frames "Gs such as X", "X and other Gs", "X is a G that",
"a kind of G" (Hearst 1992). Those below were counted at least 10 times in these frames in 74 million words of
English Wikipedia. Those of them that say little ("thing", "result") or that name a thing by its part
in something ("partner", "symbol") are left out by hand. The adjectives stand before at least 8 of 60 class
nouns there. `benchmarks/count_class_nouns.py` counts both again.

References
----------
Hearst (1992), Automatic acquisition of hyponyms from large text corpora.
"""

from __future__ import annotations

from engine.language.terms import term_key

_NOUNS = """
academic activist actor actress administrator adult aircraft airport alcohol alloy alphabet amphibian
antibiotic antidepressant archaeologist architect artist astronomer athlete author award ball band bank beer
belief beverage biologist bird bishop boat book boy brand bridge building businessman camp campaign cancer
candidate car card castle celebrity ceremony chamber champion charge charity cheese chemical chemist chief
child church city clan cleric clerk club coat coin colleague college colonist comedian comedy commander
committee company competition composer concert conference contract convention council country couple court
craft crime criminal crop cuisine currency dance dancer daughter degree deity designer dessert diplomat
disability disease dish disorder district doctor doctrine document dog drink driver drug economist editor
election employee employer engineer enterprise entertainer essay estate examination expedition explosive
faith family farm farmer fee feeling festival fiction fighter film firearm firm fish flower food foodstuff
fortress fruit fuel game gang garden garment gas gathering gemstone girl gland goddess god grain group gun
herb historian holiday hormone horse hospital hotel house hunter hydrocarbon hymn ideology illness industry
infection injury insect institution instrument insurance invertebrate island journal journalist judge king
kingdom laborer lake language law lawsuit lawyer leader letter liquid lizard loan machine magazine
magistrate market match mathematician meal meat medication medicine meeting merchant metal microorganism
militia mineral minister ministry missionary molecule monarch monastery monk month monument mountain
movement movie museum musician negotiation newspaper noble novel novelist nurse offence offense officer
official opera operation orchestra organization ornament painter painting palace parasite parent park
parliament party payment penalty performer periodical pesticide philosopher philosophy phrase physician
physicist pigment pilot planet plant plastic play player playwright poem poet poison politician port
preacher priest prison prisoner procedure profession professor program protein publication publisher
punishment rabbi railway region relative religion reporter reptile republic researcher resort restaurant
retailer river road robot rodent room ruler sailor saint school scientist sculptor sculpture senator servant
server settlement ship shop shrine singer sister soldier solvent song specialist spice sport stadium star
statue store story street student subsidiary substance suburb supplement surgeon surgery tax teacher team
teenager temple test theologian therapy tool tournament town toy trader train treaty treatment tree tribe
troop tumor university vaccine vegetable vehicle vessel village virus vitamin volunteer war weapon website
wife wine woman worker writer
"""
CLASS_NOUNS = frozenset(map(term_key, _NOUNS.split()))
"""Keys of class nouns; a phrase is one by its last word ("political party")."""

_ADJECTIVES = """
academic acute administrative agricultural ancient annual appropriate autonomous average basic big
biological black central chemical chief chronic civilian classical clinical coastal colonial commercial
communist conservative contemporary controversial conventional cultural dangerous democratic distinct
distinctive domestic dominant economic educational effective electronic environmental essential expensive
experimental extensive external famous fatal federal final financial foreign formal free frequent
fundamental genetic global governmental great green healthy historic historical huge human illegal imperial
important independent indigenous industrial influential informal initial internal international joint large
leading legal limited local long-term main maritime massive mathematical medical medieval mental military
modern municipal musical national native natural neurological new normal northern old ongoing online
ordinary original permanent physical political poor popular positive powerful previous primary principal
prior private professional progressive prominent protected psychiatric psychological public radical real
regional regular relevant religious respiratory revolutionary royal rural sacred safe scientific secondary
serious severe small social southern specialized spiritual standard strong subsequent successful systemic
technical temporary terrible tiny traditional typical unique unknown unrelated urban violent well-known
western white widespread young
"""
GENERAL_ADJECTIVES = frozenset(_ADJECTIVES.split())
"""Adjectives that stand before many class nouns: one of them may stay when its noun is generalized."""
