"""Attacks on a server, from this machine and on this machine only: `make attack`.

Each attack runs for some seconds while bystanders play on. The program prints what the server answered and
how long the bystanders had to wait, and fails if the server broke one of its promises.
"""
