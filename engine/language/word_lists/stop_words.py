"""English function words: they begin and end no term, and disclose nothing by themselves.

References
----------
The closed word classes of English (articles, prepositions, pronouns,
conjunctions, auxiliaries), as in Quirk et al. (1985), A Comprehensive Grammar
of the English Language, sections 2.34-2.36, with the commonest adverbs.
"""

from __future__ import annotations

from engine.language.terms import fold

_FUNCTION_WORDS = """
a an the this that these those
i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself
she her hers herself it its itself they them their theirs themselves one oneself
who whom whose which what whoever whatever whichever
and or but nor so yet for if unless until till while whereas because since although though than whether
about above across after against along amid among amongst around as at before behind below beneath beside
besides between beyond by concerning despite down during except from in inside into like near of off on
onto out outside over past per regarding throughout through to toward towards under underneath unlike up
upon via with within without
am is are was were be been being have has had having do does did doing done
can could may might must shall should will would ought cannot
can't couldn't don't doesn't didn't hadn't hasn't haven't isn't aren't wasn't weren't won't wouldn't
shouldn't mustn't i'm i've i'll i'd you're you've you'll he'll she'll we're we've we'll they're they've
not no neither either both each every all any some many much more most few fewer less least several such
other others another same own
here there where when why how then thus hence therefore however moreover also too very only just even still
again ever never always often sometimes already almost quite rather else instead otherwise
etc eg ie e.g i.e vs cf al
"""

STOP_WORDS = frozenset(map(fold, _FUNCTION_WORDS.split()))
"""Keys (`engine.language.terms.fold`) of function words."""
