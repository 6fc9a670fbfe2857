"""The searches, which run tens of thousands of times a second and are compiled for that."""
