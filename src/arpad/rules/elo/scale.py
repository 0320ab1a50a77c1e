"""The rating scale (1.2, 8.21): its class interval."""

from __future__ import annotations

CLASS_INTERVAL = 200.0
"""C, the class interval in rating points: one standard deviation of a player's performances (1.25, 8.21)."""
