"""Telling people who are not at a table that something waits for them there: by Web Push and by mail."""
