"""What tells a reader a writer's age, sex, place, birthplace, occupation, income, education, relationship."""

from engine.methods.attributes.finder import AttributeFinder
from engine.methods.attributes.findings import Finding

__all__ = ["AttributeFinder", "Finding"]
