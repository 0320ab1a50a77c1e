"""LAW: pure functions and dated numbers, on the standard library alone.

No clock, no input or output, no numpy.  A formula is a plain function on floats, written once: interpreted it
explains itself (`arpad.rules.rule`), compiled unchanged it rates a federation's whole past.
"""
