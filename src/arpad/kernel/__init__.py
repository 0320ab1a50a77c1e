"""SPEED.  A whole history as columns, rated by the functions of `arpad.rules` compiled unchanged.

Columns in (`columns`), a plan made of them once (`plan`), rows out (`rows`).  Nothing else is state: the state
of a member in a system is the last row of that member there, so the history is its own checkpoint.
The room holds no formula; without numba it runs interpreted, slowly, with the same bits.
"""
