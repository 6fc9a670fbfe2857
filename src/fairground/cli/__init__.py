"""The command line: each module adds one or more commands that parse, call and print."""
