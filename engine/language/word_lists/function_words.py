"""English words that are no terms by themselves: function words, common verbs, manner adverbs.

They are never taken for terms on the ground that little is known about them;
one that discloses a concept by its counts still goes.
"""

from __future__ import annotations

_FUNCTION_WORDS = """
a able about above abroad according across actual additional after again against ago ahead all
almost along alongside already also although altogether always am amid among amongst amount amounts
an and anew another any anybody anyone anything anyway anywhere apart approximately are around as at
available away back bad be because been before beginning behind being below beneath beside besides
best better between beyond big billion both but by can case cases cause causes certain clear common
complete concerning could current dare degree despite did different difficult do doe does doing done
down dozen due during each earlier earliest easy effect effects either eleven else elsewhere end
enough entire especially even ever every everybody everyone everything everywhere example examples
except extra fact few fewer fewest following for form former forms forward from full fully further
furthermore future general generally get gets getting good got gotten greater greatest had half hard
has have having he hence her here hers herself high higher highest him himself his how however
hundred i if important impossible in including indeed instance instead into is it its itself just
kind kinds largely larger largest last later latest latter least left less let level levels like
likely little longer longest lot lots low lower lowest main mainly major many may maybe me meanwhile
might million mine minor minus more moreover most mostly much multiple must my myself near nearby
nearly necessary need neither never nevertheless next no nobody none nonetheless nor not nothing now
nowhere numerous of off often on once one ones oneself only onto or order other others otherwise
ought our ours ourselves out over overall own part partial partially particular particularly partly
parts past per perhaps plenty plus point points possible present previous purpose quite rare rarely
rate rates rather reason reasons recent regarding responsible result results right roughly same
seldom set several shall she should side sides significant similar similarly simple since single so
some somebody someone something sometimes somewhere soon sooner sort sorts special specific
specifically start still such sure than that the their theirs them themselve themselves then there
therefore these they thing things this those though thousand through throughout thus till to today
together too toward towards twelve type types typically unable under underneath unless unlike
unlikely until unusual up upon us use uses usual usually various versus very via was way ways we
well were what whatever when whenever where whereas wherever whether which whichever while who
whoever whole whom whose why will with within without worse worst would wrong yet you your yours
yourself yourselves zero
"""

_VERBS = """
accept accompany account achieve acknowledge acquire act add address adhere adjust admit adopt
advance advise affect agree aim align allege allow alter amend announce answer anticipate appeal
appear apply appoint approach approve argue arise arrange arrive ask assert assess assign assist
associate assume assure attach attain attempt attend attract attribute avoid award base bear beat
become begin believe belong bind blame bring broaden build buy calculate call capture carry
categorize celebrate characterize choose cite classify collect combine come commence comment commit
compare compete compile complain complete complicate compose comprise concede concentrate conclude
conduct confer confine confirm connect consider consist constitute construct construe consult
contain continue contribute convert convey convince correspond count create criticize cut deal
decide declare decrease dedicate defeat define delay deliver demonstrate deny depend depict derive
describe designate destroy detect determine develop devise devote differ differentiate diminish
direct disagree disappear discourage discover discuss dispute distinguish distribute dominate double
draw earn eat educate elect eliminate embrace emerge emphasize employ enable enclose encode
encounter encourage engage enhance enjoy ensure enter equip escape establish evaluate evolve examine
exceed exclude exemplify exert exhibit exist expand expect explain explore expose express extend
facilitate fail fall favor feel fill find finish fit fix follow formulate foster found fulfill
gather generate give go govern grant grow guarantee handle happen harbor hear hide highlight hinder
hire hit hold identify ignore illustrate imagine implement imply impose improve include incorporate
indicate induce infer inform inherit initiate insist inspire install instruct integrate intend
interact interpret introduce invent invest investigate invite involve isolate join justify keep kill
know last launch lay learn leave lend lie live locate look lose maintain make manage manifest mean
meet mention merge modify motivate move multiply necessitate observe obtain occupy occur operate
oppose organize originate overcome overlap own package participate pay perceive perform permit
persist persuade place plan possess postulate practise precede predict prefer prepare preserve
prevent proceed proclaim profess prohibit promote propose prove provide publish purchase pursue push
put qualify quote raise reach react read realize receive recognize recommend recover reduce refer
reflect refuse regard register regulate reinforce reject relate rely remain remember remove render
renew repeat replace reply represent reproduce require reside resist resolve respond restore
restrict retain retire reveal reverse revise save say seek seem select sell send separate serve
settle shape shift show simplify sit solve spark speak specify spend stay stem stop strengthen
submit succeed suffer suggest summarize supply suppose surround survive suspect sustain take teach
tell tend terminate thank think threaten transform translate transport try undergo understand
undertake unify unite update urge utilize vary wait walk want warn wear welcome widen win withdraw
witness write yield
"""

_IRREGULAR_FORMS = """
arisen arose ate became began begun bore borne bought bound broke broken brought built came caught
chose chosen dealt drawn drew driven drove drunk eaten fallen fell felt forgave forgotten fought
found gave given gone grew grown heard held hid hidden kept knew known laid lain lay led lent lost
made meant met paid put ran read risen rode rose said sang sat saw seen sent shook shown shut slept
sold sought spent spoke spoken stolen stood struck stuck swept swore taken taught thought threw
thrown told took undergone understood undertaken underwent went withdrawn withdrew woke won wore
worn written wrote
"""

_NOUNS_IN_LY = "family assembly anomaly reply supply italy butterfly monopoly ally bully jelly belly"
_LETTERS_DOUBLED = "bdglmnprt"


def _forms(verb: str) -> set[str]:
    """Regular forms of a verb."""
    if verb.endswith("e"):
        return {verb, verb + "s", verb + "d", verb[:-1] + "ing"}
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return {verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"}
    if verb.endswith(("s", "x", "ch", "sh", "z")):
        return {verb, verb + "es", verb + "ed", verb + "ing"}
    forms = {verb, verb + "s", verb + "ed", verb + "ing"}
    if verb[-1] in _LETTERS_DOUBLED and verb[-2] in "aeiou":
        forms |= {verb + verb[-1] + "ed", verb + verb[-1] + "ing"}
    return forms


_NO_TERMS = frozenset((*_FUNCTION_WORDS.split(), *_IRREGULAR_FORMS.split())).union(
    *map(_forms, _VERBS.split())
)
COMMON_VERBS = frozenset(_VERBS.split())
"""Common verbs in their base form; some are nouns too ("leave")."""

_ADVERB_LOOKALIKES = frozenset(_NOUNS_IN_LY.split())


def is_content_word(word: str) -> bool:
    """Whether a word may be (part of) a term: a noun, an adjective, a name.

    Parameters
    ----------
    word : str
        One word, in any case.

    Returns
    -------
    bool
        False for function words, common verbs, adverbs in -ly and single letters.

    Examples
    --------
    >>> is_content_word("virus"), is_content_word("the")
    (True, False)
    """
    folded = word.casefold()
    if folded in _NO_TERMS or len(folded) == 1:
        return False
    return not (folded.endswith("ly") and len(folded) > 4 and folded not in _ADVERB_LOOKALIKES)
