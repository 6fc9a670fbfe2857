"""Setting up the tables that an attack needs."""

import httpx
import msgspec

from attack.tally import Tally
from attack.target import QUICK_GAME
from fairground.server import table_wire


async def set_up(web: httpx.AsyncClient, tally: Tally, **wish: object) -> table_wire.Created | None:
    """Set up a table, for two and with a quick game unless wished otherwise; None if that is refused."""
    answer = await web.post("/api/tables", json={"game": QUICK_GAME, "seats": 2, **wish})
    tally.answer(answer)
    return msgspec.json.decode(answer.content, type=table_wire.Created) if answer.status_code == 201 else None
