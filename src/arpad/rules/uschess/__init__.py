"""The US Chess rating system, editions of 2009 to 2025: one module per chapter of the documents."""
