"""Faults by simulation: whole servers in virtual time, with everything that can go wrong drawn from one seed."""
