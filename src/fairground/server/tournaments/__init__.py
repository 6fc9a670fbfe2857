"""Tournaments among people: entries, pairings, rounds, standings."""
