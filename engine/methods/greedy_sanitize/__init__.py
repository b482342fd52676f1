"""GreedySanitize: publish only what a retrained attacker can no longer find.

The game itself - losses, loop, stop, bounds, attack - over data and learners of
any kind; learners of text are `adapters.recognizers.training.learners`.

References
----------
Li, Vorobeychik, Li, Malin: Iterative Classification for Sanitizing
Large-Scale Datasets, ICDM 2015.
"""

from engine.methods.greedy_sanitize.attacker import Attack, Selection, attack
from engine.methods.greedy_sanitize.game import (
    Classifier,
    Data,
    Learner,
    Mask,
    Stopping,
    attack_bound,
    loss,
    stops,
)
from engine.methods.greedy_sanitize.publisher import (
    GreedyPath,
    Round,
    Sanitizer,
    apply,
    greedy_sanitize,
    is_local_optimum,
)

__all__ = [
    "Attack",
    "Classifier",
    "Data",
    "GreedyPath",
    "Learner",
    "Mask",
    "Round",
    "Sanitizer",
    "Selection",
    "Stopping",
    "apply",
    "attack",
    "attack_bound",
    "greedy_sanitize",
    "is_local_optimum",
    "loss",
    "stops",
]
