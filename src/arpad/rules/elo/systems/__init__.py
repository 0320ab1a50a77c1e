"""The other rating systems of chapter 8 (8.5, 8.6), each on its own scale, and all behind one small interface.

Side by side with Elo's own they are in `comparison`.
"""
