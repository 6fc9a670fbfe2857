"""`python -m fairground` is the command `fairground`."""

from fairground.cli.main import main

main()
