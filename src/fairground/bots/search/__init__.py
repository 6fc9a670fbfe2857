"""The searches, which run tens of thousands of times a second and are compiled for that."""

from fairground.bots.search.search import Search, SearchedMove

__all__ = ["Search", "SearchedMove"]
