"""Words that are no terms by themselves: the second reader's own list, apart from the method's.

A word of this list is never taken for unknown, and begins and ends no phrase. It discloses all the same
when its own counts say so. The list is a copy kept by hand, and is read by code of its own, so that a
word that slips into the method's list, or a fault of its look-up, does not blind this reader too. What
both leave out on the shipped tables is compared by a test.

References
----------
Quirk et al. (1985), A Comprehensive Grammar of the English Language, sections 2.34-2.36: the closed
classes; common verbs, in any form, and words of quantity and manner beside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

_SMALL = """
able about above abroad according across actual additional after again against ago ahead all almost
along alongside already also although altogether always am amid among amongst amount amounts an and anew
another any anybody anyone anything anyway anywhere apart approximately are around as at available away
back bad be because been before beginning behind being below beneath beside besides best better between
beyond big billion both but by can case cases cause causes certain clear common complete concerning
could current dare degree despite did different difficult do doe does doing done down dozen due during
each earlier earliest easy effect effects either eleven else elsewhere end enough entire especially even
ever every everybody everyone everything everywhere example examples except extra fact few fewer fewest
following for form former forms forward from full fully further furthermore future general generally get
gets getting good got gotten greater greatest had half hard has have having he hence her here hers
herself high higher highest him himself his how however hundred if important impossible in including
indeed instance instead into is it its itself just kind kinds largely larger largest last later latest
latter least left less let level levels like likely little longer longest lot lots low lower lowest main
mainly major many may maybe me meanwhile might million mine minor minus more moreover most mostly much
multiple must my myself near nearby nearly necessary need neither never nevertheless next no nobody none
nonetheless nor not nothing now nowhere numerous of off often on once one ones oneself only onto or
order other others otherwise ought our ours ourselves out over overall own part partial partially
particular particularly partly parts past per perhaps plenty plus point points possible present previous
purpose quite rare rarely rate rates rather reason reasons recent regarding responsible result results
right roughly same seldom set several shall she should side sides significant similar similarly simple
since single so some somebody someone something sometimes somewhere soon sooner sort sorts special
specific specifically start still such sure than that the their theirs them themselve themselves then
there therefore these they thing things this those though thousand through throughout thus till to today
together too toward towards twelve type types typically unable under underneath unless unlike unlikely
until unusual up upon us use uses usual usually various versus very via was way ways we well were what
whatever when whenever where whereas wherever whether which whichever while who whoever whole whom whose
why will with within without worse worst would wrong yet you your yours yourself yourselves zero
"""
_COMMON_VERBS = """
accept accompany account achieve acknowledge acquire act add address adhere adjust admit adopt advance
advise affect agree aim align allege allow alter amend announce answer anticipate appeal appear apply
appoint approach approve argue arise arrange arrive ask assert assess assign assist associate assume
assure attach attain attempt attend attract attribute avoid award base bear beat become begin believe
belong bind blame bring broaden build buy calculate call capture carry categorize celebrate characterize
choose cite classify collect combine come commence comment commit compare compete compile complain
complete complicate compose comprise concede concentrate conclude conduct confer confine confirm connect
consider consist constitute construct construe consult contain continue contribute convert convey
convince correspond count create criticize cut deal decide declare decrease dedicate defeat define delay
deliver demonstrate deny depend depict derive describe designate destroy detect determine develop devise
devote differ differentiate diminish direct disagree disappear discourage discover discuss dispute
distinguish distribute dominate double draw earn eat educate elect eliminate embrace emerge emphasize
employ enable enclose encode encounter encourage engage enhance enjoy ensure enter equip escape
establish evaluate evolve examine exceed exclude exemplify exert exhibit exist expand expect explain
explore expose express extend facilitate fail fall favor feel fill find finish fit fix follow formulate
foster found fulfill gather generate give go govern grant grow guarantee handle happen harbor hear hide
highlight hinder hire hit hold identify ignore illustrate imagine implement imply impose improve include
incorporate indicate induce infer inform inherit initiate insist inspire install instruct integrate
intend interact interpret introduce invent invest investigate invite involve isolate join justify keep
kill know last launch lay learn leave lend lie live locate look lose maintain make manage manifest mean
meet mention merge modify motivate move multiply necessitate observe obtain occupy occur operate oppose
organize originate overcome overlap own package participate pay perceive perform permit persist persuade
place plan possess postulate practise precede predict prefer prepare preserve prevent proceed proclaim
profess prohibit promote propose prove provide publish purchase pursue push put qualify quote raise
reach react read realize receive recognize recommend recover reduce refer reflect refuse regard register
regulate reinforce reject relate rely remain remember remove render renew repeat replace reply represent
reproduce require reside resist resolve respond restore restrict retain retire reveal reverse revise
save say seek seem select sell send separate serve settle shape shift show simplify sit solve spark
speak specify spend stay stem stop strengthen submit succeed suffer suggest summarize supply suppose
surround survive suspect sustain take teach tell tend terminate thank think threaten transform translate
transport try undergo understand undertake unify unite update urge utilize vary wait walk want warn wear
welcome widen win withdraw witness write yield
"""
_IRREGULAR = """
arisen arose ate became began begun bore borne bought bound broke broken brought built came caught chose
chosen dealt drawn drew driven drove drunk eaten fallen fell felt forgave forgotten fought found gave
given gone grew grown heard held hid hidden kept knew known laid lain lay led lent lost made meant met
paid put ran read risen rode rose said sang sat saw seen sent shook shown shut slept sold sought spent
spoke spoken stolen stood struck stuck swept swore taken taught thought threw thrown told took undergone
understood undertaken underwent went withdrawn withdrew woke won wore worn written wrote
"""
_NOUNS_IN_LY = "ally anomaly assembly belly bully butterfly family italy jelly monopoly reply supply"

_SMALL_WORDS = frozenset((*_SMALL.split(), *_IRREGULAR.split()))
_VERBS = frozenset(_COMMON_VERBS.split())
_NO_ADVERBS = frozenset(_NOUNS_IN_LY.split())
_DOUBLED = "bdglmnprt"
_ENDINGS = ("s", "es", "ed", "d", "ing")


@lru_cache(maxsize=200_000)
def is_small(word: str) -> bool:
    """Whether a word is no term by itself: a small word, a form of a common verb, an adverb, a letter.

    Parameters
    ----------
    word : str
        One word in small letters.
    """
    if len(word) == 1 or word in _SMALL_WORDS:
        return True
    if word.endswith("ly") and len(word) > 4 and word not in _NO_ADVERBS:
        return True
    return any(base in _VERBS for base in _verbs_of(word))


def _verbs_of(word: str) -> Iterator[str]:
    """What `word` may be a form of: itself, and what stands before an ending of verbs."""
    yield word
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 2 or (ending == "d" and stem[-1] != "e"):
            continue
        yield stem
        if ending == "ing":
            yield stem + "e"
        if ending in ("ed", "ing") and stem[-1] == stem[-2] and stem[-1] in _DOUBLED:
            yield stem[:-1]
        if ending in ("es", "ed") and stem.endswith("i") and stem[-2] not in "aeiou":
            yield stem[:-1] + "y"
