"""A synthetic federation by seed: members, careers, events and results as a federation has them, and nobody real.

It is what benchmarks, the demo and simulations rate.  True strengths are known, so that ratings can be compared
with what they estimate.

>>> federation = generate(100, seed=3, games=400)
>>> federation.member_ids.len()
100
"""

from arpad.generator.federation import Federation, generate

__all__ = ["Federation", "generate"]
