"""What faces the network: routes, the WebSocket of a table, rate limits, headers and the site's files."""
