"""Analysis: what moves are worth, where a match was won and lost, and what was luck."""
