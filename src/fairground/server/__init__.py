"""The table server: live tables for every game on the shelf, over REST and one WebSocket a table."""
