"""Promises that the server is known to break at present. Remove a line when its cause is mended."""

EXPECTED: dict[str, str] = {}
