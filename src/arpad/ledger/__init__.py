"""Facts: what was played and ruled, recorded once and never edited; histories are replayed from them.  Pure."""
