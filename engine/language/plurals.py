"""English plurals: the singular of a word, by few rules and the exceptions that matter.

A light stemmer on purpose: "virus" must not become "viru", "AIDS" must not
become "aid", and words that differ in more than number are different terms.

References
----------
Harman, D. (1991). How effective is suffixing? J. Am. Soc. Inf. Sci. 42(1), 7-15
(the S-stemmer: -ies, -es, -s).
"""

from __future__ import annotations

import re

_UNCHANGED_WORDS = """
    aids sars mers sids does yes always perhaps whereas sometimes besides overseas
    series species rabies scabies caries herpes diabetes measles mumps rickets shingles hives news means
    gas bias alias atlas canvas pancreas lens christmas texas kansas arkansas dallas vegas
    chaos cosmos pathos ethos asbestos rhinoceros laos lagos eros athens wales naples honduras bahamas
    barbados james charles thomas nicholas lucas douglas hercules socrates carlos marcos corps
    physics mathematics politics economics ethics genetics statistics athletics linguistics
    specimen abdomen semen omen acumen regimen stamen lumen yemen amen hymen cyclamen bitumen ramen
    themselves ourselves yourselves
"""
_UNCHANGED = frozenset(_UNCHANGED_WORDS.split())

_IRREGULAR_PLURALS = """
    stis:sti
    children:child feet:foot teeth:tooth mice:mouse geese:goose lice:louse oxen:ox
    bacteria:bacterium fungi:fungus alumni:alumnus nuclei:nucleus stimuli:stimulus foci:focus loci:locus
    bacilli:bacillus streptococci:streptococcus staphylococci:staphylococcus gonococci:gonococcus
    cacti:cactus radii:radius criteria:criterion phenomena:phenomenon ova:ovum genera:genus
    vertebrae:vertebra larvae:larva formulae:formula antennae:antenna indices:index matrices:matrix
    vertices:vertex appendices:appendix spermatozoa:spermatozoon mitochondria:mitochondrion
    wives:wife lives:life knives:knife leaves:leaf halves:half shelves:shelf selves:self calves:calf
    loaves:loaf thieves:thief wolves:wolf elves:elf scarves:scarf dwarves:dwarf hooves:hoof
    housewives:housewife midwives:midwife
    movies:movie cookies:cookie zombies:zombie calories:calorie genies:genie prairies:prairie
    rookies:rookie selfies:selfie groupies:groupie junkies:junkie magpies:magpie neckties:necktie
    shoes:shoe toes:toe foes:foe hoes:hoe canoes:canoe aloes:aloe horseshoes:horseshoe oboes:oboe
    aches:ache headaches:headache stomachaches:stomachache toothaches:toothache caches:cache
    niches:niche psyches:psyche avalanches:avalanche moustaches:moustache mustaches:mustache
    axes:axe quizzes:quiz lenses:lens gases:gas biases:bias aliases:alias atlases:atlas canvases:canvas
    irises:iris pelvises:pelvis penises:penis trellises:trellis metropolises:metropolis
    crises:crisis oases:oasis emphases:emphasis testes:testis
    uses:use abuses:abuse misuses:misuse reuses:reuse muses:muse amuses:amuse ruses:ruse
    peruses:peruse excuses:excuse accuses:accuse recluses:recluse hypotenuses:hypotenuse
    taxis:taxi skis:ski nazis:nazi israelis:israeli pakistanis:pakistani iraqis:iraqi
    rabbis:rabbi kiwis:kiwi safaris:safari tsunamis:tsunami bikinis:bikini alibis:alibi
    menus:menu gurus:guru emus:emu men:man women:woman
"""
_IRREGULAR = dict(pair.split(":") for pair in _IRREGULAR_PLURALS.split())

# The first rule that matches decides: what stands in place of the ending. The order matters.
_RULES = tuple(
    (re.compile(ending + r"\Z"), replacement)
    for ending, replacement in (
        (r"(?<=\w\w)men", "man"),  # policemen
        (r"us", "us"),  # virus
        (r"is", "is"),  # syphilis
        (r"ss", "ss"),  # abscess
        (r"(?<=gn|ch|ur|er|ph|ul|bi|cr|yc|pt|rh|mb|br|it|yt)oses", "osis"),  # diagnoses, cirrhoses
        (r"(?<=al|ol)yses", "ysis"),  # analyses
        (r"(?<=th|en|mn|hr)eses", "esis"),  # hypotheses
        (r"(?<=st)ases", "asis"),  # metastases
        (r"(?<=[aof]use)s", ""),  # causes, houses, fuses
        (r"(?<=us|ss|ch|sh|zz|tz)es", ""),  # viruses, abscesses, churches
        (r"(?<=x)es", ""),  # boxes
        (r"(?<=\w\w)ies", "y"),  # antibodies; not dies
        (r"(?<=\w\w)oes", "o"),  # heroes
        (r"(?<=\w\w[^\W\d])s", ""),  # diseases; not gps, 1980s
    )
)


def singular(word: str) -> str:
    """Singular of a case-folded English word; any other word comes back as it is.

    Parameters
    ----------
    word : str
        A case-folded word without a possessive ending.

    Returns
    -------
    str
        Its singular, the same when asked again: ``singular(singular(w)) == singular(w)``.

    Examples
    --------
    >>> singular("biopsies"), singular("diabetes")
    ('biopsy', 'diabetes')
    """
    while (shorter := _once(word)) != word:
        word = shorter
    return word


def _once(word: str) -> str:
    if word in _UNCHANGED:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if not word.endswith(("s", "men")):
        return word
    for ending, replacement in _RULES:
        if (found := ending.search(word)) is not None:
            return word[: found.start()] + replacement
    return word
