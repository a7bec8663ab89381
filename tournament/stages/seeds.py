"""Seeds for draws."""

from __future__ import annotations

import secrets

SEED_DIGITS = 6


def fresh_seed() -> str:
    """A seed that nobody chose; short enough to be read out in a hall."""
    return f"{secrets.randbelow(10**SEED_DIGITS):0{SEED_DIGITS}d}"
