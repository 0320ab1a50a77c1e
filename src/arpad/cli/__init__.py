"""The `arpad` command."""
