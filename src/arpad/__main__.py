"""`python -m arpad` is the `arpad` command."""

from arpad.cli.main import main

main()
