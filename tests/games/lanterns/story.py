"""What happened."""

from fairground.engine.story import Entry
from lanterns.rules import Lanterns

PHRASES = {"chosen": "{seat} has chosen", "own": "you chose {card}", "shown": "the cards are {cards}"}


def story(before: Lanterns, seat: int, move: int, after: Lanterns) -> list[Entry]:
    entries = [Entry("chosen", {"seat": seat}), Entry("own", {"card": move}, to=seat)]
    if after.revealed > before.revealed:
        entries.append(Entry("shown", {"cards": list(after.shown[-1])}))
    return entries
