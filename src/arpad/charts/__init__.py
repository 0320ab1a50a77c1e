"""Charts from plain data (extra `charts`): a definition knows no rules, and serves a file, a page and a notebook."""
