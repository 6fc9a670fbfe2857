"""The rules of Festo!, one file a phase."""
