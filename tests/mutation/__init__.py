"""Mutation testing of the games' rules: change one thing at a time and see whether a test notices."""
