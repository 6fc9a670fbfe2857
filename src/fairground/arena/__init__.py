"""Tournaments between bots, ladders of strength, and studies of balance."""
