"""What a released document still tells about what is protected: for reviewers, never for recipients."""

from __future__ import annotations

from engine.record.counted import Record


class Remaining(Record):
    """A word that is left and points to what is protected; hidden when printed.

    Parameters
    ----------
    word : str
        As it was counted: in its base form.
    bits : float
        By how much it speaks for what is protected: one bit doubles the odds.
    right : float or None
        How often a reader who guesses from this word alone is right; None where nobody counted that.
    """

    word: str
    bits: float
    right: float | None = None

    def __repr__(self) -> str:
        return f"Remaining({self.bits:.2f} bits)"

    __str__ = __repr__


class Guess(Record):
    """How probable a reader's guess is right: from the original, and from what is released."""

    before: float
    after: float


class ConceptTold(Record):
    """What a document tells about a protected concept.

    Parameters
    ----------
    clause, concept : str
    unread : float
        Probability of the concept before anything is read.
    allowed : float
        What a single term may tell at the most.
    singly : Guess
        From the most telling term alone.
    stretch : Guess
        From two sentences or so, for a reader who takes every word for evidence of its own.
    whole : Guess
        From the whole document, as such documents turned out in the corpus.
    words : tuple of Remaining
        The most telling that are left, the strongest first.
    """

    clause: str
    concept: str
    unread: float
    allowed: float
    singly: Guess
    stretch: Guess
    whole: Guess
    words: tuple[Remaining, ...] = ()


class ClassTold(Record):
    """What a document tells about the class that its policy hides.

    Parameters
    ----------
    own : str
        The true class.
    k, n_classes : int
        Among how many it must be hidden, and how many there are.
    rank : (int, int)
        Place of the true class among the guesses, before and after; ties count against it.
    best : (str, str)
        The class that an attacker guesses first, before and after.
    probability : Guess
        That the attacker gives this class.
    words : tuple of Remaining
    """

    own: str
    k: int
    n_classes: int
    rank: tuple[int, int]
    best: tuple[str, str]
    probability: Guess
    words: tuple[Remaining, ...] = ()

    def __repr__(self) -> str:
        return f"ClassTold(rank {self.rank})"

    __str__ = __repr__


class Suppressible(Remaining):
    """A word whose removal is suggested, and what is told once it and those before it are gone.

    Parameters
    ----------
    places : tuple of (int, int)
        Where it stands, in code points of the original text.
    singly, whole : float
        As of `ConceptTold`, with this word and all before it gone.
    """

    places: tuple[tuple[int, int], ...]
    singly: float
    whole: float


class Suppression(Record):
    """What to remove of a text, word by word, so that it tells less about a concept.

    Parameters
    ----------
    clause, concept : str
    unread, allowed : float
        As of `ConceptTold`.
    singly, whole : float
        What is told before any of `words` is removed.
    words : tuple of Suppressible
        The most telling first.
    """

    clause: str
    concept: str
    unread: float
    allowed: float
    singly: float
    whole: float
    words: tuple[Suppressible, ...] = ()


class Level(Record):
    """What may stand in the place of a term, and what it tells about the concept that it tells most about.

    Parameters
    ----------
    words : str
        As they would stand there; hidden when printed.
    clause, concept : str
        Of the concept that is disclosed most, measured by its limit.
    probability : float or None
        How often a reader of these words alone is right who guesses the concept; None: seen too rarely.
    bits : float or None
        The same as information about the concept (PMI).
    allowed, allowed_bits : float
        What the policy allows a term to tell.
    within : bool
        Whether it may stand there without a second person.
    """

    words: str
    clause: str
    concept: str
    probability: float | None
    bits: float | None
    allowed: float
    allowed_bits: float
    within: bool

    def __repr__(self) -> str:
        return f"Level({self.bits} bits)"

    __str__ = __repr__


class Telling(Record):
    """What a released document still tells, concept by concept, and about its class."""

    concepts: tuple[ConceptTold, ...] = ()
    hidden_class: ClassTold | None = None
