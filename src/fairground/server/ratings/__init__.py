"""Ratings of people in rated matches, on one scale with the bots."""
