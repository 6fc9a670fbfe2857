"""The rules of Festo!, with one module for each phase."""
