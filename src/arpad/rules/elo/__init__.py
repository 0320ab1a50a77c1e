"""Elo's own system, as his book has it (The Rating of Chessplayers, 2nd ed. 1986): one idea a module.

Formulas and procedures carry the ids of `spec/elo/book.toml`.  Ratings are floats and are never rounded inside;
where the book rounds, the rounding is asked for by name.
"""
