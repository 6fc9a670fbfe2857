"""Live tables: one task each, which alone changes its match, and everything a table consists of."""
