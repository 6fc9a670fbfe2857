"""The rules of Festival."""
