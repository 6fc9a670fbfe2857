"""Fuzzing guided by coverage: whatever a stranger may send is read, or refused with a sentence.

`make fuzz` looks for inputs that reach new code and adds them to `corpus`; `make test` reads all of them.
"""
