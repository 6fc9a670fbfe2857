"""The table server: tables for every game, over REST and one WebSocket per table."""
