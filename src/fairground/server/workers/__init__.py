"""The processes in which bots choose moves and records are replayed."""
