"""Forward scores: how well ratings before a section foresaw its games, gathered in the same pass that rates it.

Counted are games between two members rated in the system before the section.  The expectancy is the one that step 4
uses; what is added up are the logarithmic loss and the squared error of the score that one side made.
"""

from __future__ import annotations

from math import log, sqrt

from arpad.kernel.columns import SCORES, Float
from arpad.kernel.compiled import formula, inlined
from arpad.kernel.desk import Desk
from arpad.kernel.plan import Plan
from arpad.rules.uschess import standard

winning_expectancy = formula(standard.winning_expectancy)

GAMES, LOG_LOSS, SQUARED, EXPECTED, SCORED = range(5)
"""The columns of forward scores, a row for each group of sections."""
COLUMNS = 5

SMALL = 1e-200
"""Products of likelihoods are turned into a logarithm before they vanish."""


@inlined
def score_forward(plan: Plan, desk: Desk, run: int, scores: Float, group: int) -> None:
    """Add the games of a run to a group's scores; strengths before the section stand on the desk."""
    first_entry = plan.runs.first_entry[run]
    likelihood, of_draws = 1.0, 1.0
    games, squared, expected, scored, loss = 0, 0.0, 0.0, 0.0, 0.0
    for place in range(plan.runs.size[run]):
        lead = desk.lead[place]
        if desk.newcomer[lead]:
            continue
        own = desk.strength[place]
        for side in range(plan.first_side[first_entry + place], plan.first_side[first_entry + place + 1]):
            opponent = plan.opponent[side]
            if opponent < place or desk.newcomer[desk.lead[opponent]]:
                continue
            chance = winning_expectancy(own, desk.strength[opponent])
            score = SCORES[plan.code[side]]
            if score == 1.0:
                likelihood *= chance
            elif score == 0.0:
                likelihood *= 1.0 - chance
            else:
                of_draws *= chance * (1.0 - chance)
            if likelihood < SMALL or of_draws < SMALL:
                loss -= log(likelihood) + log(sqrt(of_draws))
                likelihood, of_draws = 1.0, 1.0
            games += 1
            squared += (score - chance) * (score - chance)
            expected += chance
            scored += score
    if games > 0:
        scores[group, GAMES] += games
        scores[group, LOG_LOSS] += loss - log(likelihood) - log(sqrt(of_draws))
        scores[group, SQUARED] += squared
        scores[group, EXPECTED] += expected
        scores[group, SCORED] += scored
