"""Benchmarks: measure how fast games, searches and environments are, beside other libraries in the same run.

- `playouts` measures random play, imagined worlds and memory.
- `searches` measures how fast the bots search.
- `environments` measures how fast the research environments step.

Each module has `measure`, which returns one row per game and peer, and `compare`, which returns how much
faster our rows are. All contestants take turns for several rounds and the best round of each counts, because
other work on the machine disturbs it least.
"""
