"""Study rooms: replays with a leader whom others follow, comments and side lines."""
