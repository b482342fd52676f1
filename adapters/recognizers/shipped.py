"""Where the shipped recogniser of names lies."""

from __future__ import annotations

from pathlib import Path

SHIPPED_MODEL = Path(__file__).parent / "models" / "en-default.model"
