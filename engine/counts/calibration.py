"""How much the summed evidence of a text's terms moves the odds of a concept, by the length of the text.

Measured by ``benchmarks/calibrate_combinations.py`` on paragraphs of the encyclopedia.
"""

from __future__ import annotations

LENGTHS = (6.3, 14.8, 26.5, 44.6, 72.0, 126.0)
"""Distinct content words."""
OFFSETS = (-2.51, -1.69, -1.00, -0.41, 0.17, 1.17)
"""Nats, whatever the words say."""
SLOPES = (0.470, 0.255, 0.153, 0.099, 0.063, 0.033)
"""Nats for each nat of evidence: the longer a text, the more its words repeat each other."""
SHRINKAGE = 0.25
"""Contexts added to what was counted and to what chance would give: few contexts say little."""
WINDOW = 12
"""Words of a stretch that is added up, common ones not counted: about two sentences."""
TOLERANCE_NATS = 0.5
"""How far below its limit a stretch is brought, and how far above it the check, which reads otherwise,
lets it be."""
COMMON_SHARE = 0.02
"""A word in more contexts than this share says nothing: no list of small words has to be agreed on."""
