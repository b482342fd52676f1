"""Learning a recogniser: corpora, templates, recipes, learners."""
