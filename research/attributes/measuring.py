"""How much of personal attributes survives a policy: clues, words, and two attackers before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import compress
from pathlib import Path
from typing import NamedTuple, TypedDict

from adapters.machine.extras import require
from engine.catalog.attributes import LEVELS, AttributeName
from engine.text import Decision, carried_out
from flows.compiling.compilation import Compiled, compile_policy
from research.attributes.perfect import fewest_words
from research.attributes.posts import Person, Post, read_posts
from research.attributes.telling_words import TellingWords
from research.shares import Share, share, share_of
from research.through_policy import inspected_texts

_Words = dict[tuple[int, int], bool]
"""Words by their post and where they begin, each with whether it stays as it is."""
_DIVISIONS = 3
"""How often the posts are divided anew for the attacker who learns, by the seeds 0, 1 and 2."""


class Attacked(TypedDict):
    """How often attackers are right, before and after; `chance` always says the commonest value."""

    chance: float
    learned_before: Share
    learned_after: Share
    looked_up_before: Share
    looked_up_after: Share


class Result(TypedDict):
    """What was measured."""

    policy: str
    posts: int
    people: int
    refused: int
    clues_left: Share
    clues_telling_left: Share
    clue_words_left: Share
    telling_words_left: Share
    clues_left_by_attribute: dict[str, Share]
    words_unchanged: Share
    words_unchanged_by_perfect_finder: Share
    attacks: dict[str, Attacked]


class _Released(NamedTuple):
    person: Person
    post: Post
    decisions: Sequence[Decision]
    is_refused: bool

    @property
    def text(self) -> str:
        return carried_out(self.post.text, self.decisions)

    def stays(self, start: int, end: int) -> bool:
        """Whether nothing of a place is changed."""
        return not any(d.start < end and start < d.end for d in self.decisions)

    def words(self, start: int, end: int) -> _Words:
        found: _Words = {}
        for word in self.post.text[start:end].split():
            start = self.post.text.index(word, start)
            found[id(self.post), start] = self.stays(start, start + len(word))
            start += len(word)
        return found

    def telling(self, words: TellingWords, start: int, end: int) -> _Words:
        """The telling words of a place."""
        chosen = words.among(self.post.text[start:end].split())
        return dict(compress(self.words(start, end).items(), chosen))


def evaluate(paths: Sequence[Path], policy: str, attack: bool = True) -> Result:
    """Measure a policy on annotated posts.

    Parameters
    ----------
    paths : sequence of Path
        Files of posts.
    policy : str
        Its name or file.
    attack : bool
        Whether attackers guess.

    Raises
    ------
    InvalidError
        ``EVA007`` for a file of another form; faults of the policy.
    """
    if attack:
        require("learning", "evaluate attributes")
    compiled = compile_policy(policy)
    released = _released(paths, compiled)
    clues = [(name, one, place) for one in released for name, *place in one.post.places()]
    words = TellingWords(compiled.vocabulary)
    telling = [one.telling(words, *place) for _, one, place in clues]
    every = [one.words(0, len(one.post.text)) for one in released]
    n_words = sum(map(len, every))
    return Result(
        policy=policy,
        posts=len(released),
        people=len({id(one.person) for one in released}),
        refused=sum(one.is_refused for one in released),
        clues_left=_clues_left(clues, LEVELS),
        clue_words_left=_words_left(one.words(*place) for _, one, place in clues),
        clues_telling_left=share_of(any(found.values()) for found in telling),
        telling_words_left=_words_left(telling),
        clues_left_by_attribute={name: _clues_left(clues, [name]) for name in LEVELS},
        words_unchanged=_words_left(every),
        words_unchanged_by_perfect_finder=share(n_words - fewest_words(telling), n_words),
        attacks={name: _attacked(released, name) for name in _known(released)} if attack else {},
    )


def _released(paths: Sequence[Path], compiled: Compiled) -> list[_Released]:
    posts = [(person, post) for path in paths for person in read_posts(path) for post in person.posts]
    looked = inspected_texts(compiled, [post.text for _, post in posts])
    return [
        _Released(person, post, found.decisions, bool(found.faults))
        for (person, post), found in zip(posts, looked, strict=True)
    ]


def _clues_left(
    clues: Iterable[tuple[AttributeName, _Released, Sequence[int]]], names: Collection[AttributeName]
) -> Share:
    return share_of(one.stays(*place) for name, one, place in clues if name in names)


def _words_left(places: Iterable[_Words]) -> Share:
    return share_of(stays for words in places for stays in words.values())


def _known(released: Sequence[_Released]) -> list[AttributeName]:
    """Attributes whose value two posts at least have."""
    return [name for name in LEVELS if sum(name in one.person.values for one in released) > 1]


def _attacked(released: Sequence[_Released], name: AttributeName) -> Attacked:
    from research.attribute_attackers import learned_guesses, looked_up, word_lists

    known = [one for one in released if name in one.person.values]
    values = [one.person.values[name] for one in known]
    texts = [one.post.text for one in known], [one.text for one in known]
    lists = word_lists(values)
    rounds = [learned_guesses(*texts, values, seed) for seed in range(_DIVISIONS)]
    learned = [_mean(found[row] for found in rounds) for row in (0, 1)]
    seen = [share_of(looked_up(t, v, lists) for t, v in zip(row, values, strict=True)) for row in texts]
    commonest = max(Counter(values).values(), default=0)
    return Attacked(
        chance=round(commonest / max(1, len(values)), 4),
        learned_before=learned[0],
        learned_after=learned[1],
        looked_up_before=seen[0],
        looked_up_after=seen[1],
    )


def _mean(rounds: Iterable[Sequence[bool]]) -> Share:
    """The mean over several divisions; its interval is that of one, since the posts are the same."""
    found = list(rounds)
    n = round(sum(map(sum, found)) / max(1, len(found)))
    return share(n, len(found[0]) if found else 0)
