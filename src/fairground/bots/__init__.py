"""Bots: players that are not people.

A bot has one method, `choose(mind)`. It is given a [`Mind`][fairground.Mind] (what its seat may know, its
legal moves, and imagined worlds that fit this knowledge) and returns one of the legal moves. The true
state of the match never reaches it.

```python
from fairground import Match, load, seeded
from fairground.bots import bot, close

match = Match(load(name), seats=2, seed="storm")
players = [bot("expert"), bot("search:iterations=100")]
while not match.over:
    seat = match.state.actors()[0]
    mind = match.mind(seat, seeded(f"storm {seat} {len(match.made)}"))
    match.play(seat, players[seat].choose(mind))
for player in players:
    close(player)
```
"""

from fairground.bots.bot import Bot, BotFault, close
from fairground.bots.registry import LEVELS, bot, check_bot, describe_bot, list_bots

__all__ = ["LEVELS", "Bot", "BotFault", "bot", "check_bot", "close", "describe_bot", "list_bots"]
