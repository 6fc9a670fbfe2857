"""The part of the bots that runs ten thousands of times a second: compiled."""
