"""Faults by simulation: whole servers in virtual time, and whatever can go wrong, drawn from one seed."""
