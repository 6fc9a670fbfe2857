"""Tells people what is due: one server at a time tells a person, everything at once, over each channel."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from fairground.engine.errors import FairgroundError
from fairground.games import load
from fairground.server.errors import StoreError
from fairground.server.logs import log, log_failure
from fairground.server.notification_wire import CHANNELS, Channel
from fairground.server.notifications.delivery import Delivered, Delivery
from fairground.server.notifications.messages import News
from fairground.server.notifications.schedule import (
    DAY,
    HOUR,
    end_of_period,
    end_of_quiet,
    retry_date,
    zone_of,
)
from fairground.server.notifications.stored import StoredNotification, StoredRecipient
from fairground.server.settings import Limits
from fairground.server.store.notifications import NotificationStore
from fairground.server.store.seatings import occupancy_of
from fairground.server.store.store import Store, StoredTable
from fairground.server.time_source import TimeSource, wait

POLL_SECONDS: Final = 5.0
LEASE_SECONDS: Final = 180.0
GRACE_SECONDS: Final = 30.0  # after which other servers send what the one that noted it has not
AT_ONCE: Final = 16
PERIODS: Final[dict[Channel, int]] = {"push": HOUR, "mail": DAY}


class Dispatcher:
    """Looks every few seconds for what is due. `is_looking` says whether a person is at a table just now."""

    def __init__(
        self,
        store: NotificationStore,
        tables: Store,
        delivery: Delivery,
        time: TimeSource,
        limits: Limits,
        server: str,
        is_looking: Callable[[str, str], bool],
    ) -> None:
        self.store = store
        self.tables = tables
        self.delivery = delivery
        self.time = time
        self.limits = limits
        self.server = server
        self.is_looking = is_looking
        self.tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to send. Mails have a task of their own, so that a slow mail server delays no push."""
        self.tasks = [
            asyncio.create_task(self._repeat(channel), name=f"dispatcher {channel}") for channel in CHANNELS
        ]

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def _repeat(self, channel: Channel) -> None:
        while True:
            told = 0
            try:
                told = await self.send_due(channel)
            except StoreError as error:
                log("dispatcher failed", logging.WARNING, why=str(error))
            except Exception:
                log_failure("dispatcher failed", channel=channel)
            if told < AT_ONCE:  # else more people are waiting
                await wait(self.time, POLL_SECONDS)

    async def send_due(self, channel: Channel) -> int:
        """Tell some people what is due over a channel, at the same time; return how many."""
        now = self.time.date()
        people = await self.store.due_people(channel, now, self.server, GRACE_SECONDS, AT_ONCE)
        return sum(await asyncio.gather(*(self._send_to(passport, channel) for passport in people)))

    async def _send_to(self, passport: str, channel: Channel) -> bool:
        """Tell a person what is due, unless another server does so just now."""
        now = self.time.date()
        until = now + LEASE_SECONDS
        if not await self.store.lease(passport, channel, now, until):
            return False
        try:
            waiting = await self.store.due(passport, channel, now, self.server, GRACE_SECONDS)
            if waiting:
                await self._tell(passport, channel, waiting, now)
        finally:
            await self.store.give_back(passport, channel, until)
        return True

    async def _tell(
        self, passport: str, channel: Channel, waiting: Sequence[StoredNotification], now: float
    ) -> None:
        recipient = await self.store.recipient(passport)
        if recipient is None:
            return await self._drop(waiting)
        if (later := self._quiet_until(recipient, now)) is not None:
            return await self._postpone(waiting, later)
        news, current = await self._news(recipient, channel, waiting)
        await self._drop([each for each in waiting if each not in current])
        if not current:
            return None
        if not await self._may_send(passport, channel, now):
            return await self._postpone(current, end_of_period(now, PERIODS[channel]))
        outcome = await self.delivery.deliver(recipient, channel, news)
        return await self._settle(current, outcome)

    def _quiet_until(self, recipient: StoredRecipient, now: float) -> float | None:
        return end_of_quiet(now, recipient.choices.quiet, zone_of(recipient.choices.time_zone))

    async def _may_send(self, passport: str, channel: Channel, now: float) -> bool:
        """Count a message; return False if a person, or all people together, have had as many as they may."""
        period = end_of_period(now, PERIODS[channel])
        mine = self.limits.pushes_an_hour if channel == "push" else self.limits.mails_a_day
        if await self.store.count_up(f"{channel} {passport}", period) > mine:
            return False
        return channel == "push" or await self.store.count_up("mail", period) <= self.limits.all_mails_a_day

    # What is still true

    async def _news(
        self, recipient: StoredRecipient, channel: Channel, waiting: Sequence[StoredNotification]
    ) -> tuple[list[News], list[StoredNotification]]:
        """Return what is still worth telling; the rest was seen, has passed or is switched off."""
        off, news, current = recipient.off(channel), [], []
        for each in waiting:
            if each.kind in off or self.is_looking(each.table_id, each.passport):
                continue
            table = await self.tables.table(each.table_id)
            if table is not None and is_current(each, table):
                news.append(news_of(each, table))
                current.append(each)
        return news, current

    # What became of it

    async def _drop(self, waiting: Sequence[StoredNotification]) -> None:
        for each in waiting:
            await self.store.settle(each, _told(each, each.sent))

    async def _postpone(self, waiting: Sequence[StoredNotification], due: float) -> None:
        for each in waiting:
            await self.store.settle(each, msgspec.structs.replace(each, due=due))

    async def _settle(self, sent: Sequence[StoredNotification], outcome: Delivered) -> None:
        now = self.time.date()
        for each in sent:
            attempts = each.attempts + 1
            again = retry_date(now, attempts, outcome.retry_after) if outcome.result == "later" else None
            if again is None:
                after = _told(each, now if outcome.result == "sent" else each.sent)
            else:
                after = msgspec.structs.replace(each, due=again, attempts=attempts)
            await self.store.settle(each, after)


def _told(each: StoredNotification, sent: float) -> StoredNotification:
    return msgspec.structs.replace(each, due=None, sent=sent, names=[], attempts=0)


def is_current(waiting: StoredNotification, table: StoredTable) -> bool:
    """Return whether a person still sits at the table, and whether it is still their turn."""
    sitters = [each for each in occupancy_of(table).sitters if each and each.passport == waiting.passport]
    if waiting.kind == "turn":
        return any(sitter.turn for sitter in sitters)
    return bool(sitters) and (waiting.kind == "ended") == (table.phase == "over")


def news_of(waiting: StoredNotification, table: StoredTable) -> News:
    """Return what there is to tell: of a table only its game and the names of the people there."""
    others = [
        chair.name
        for chair in table.progress.chairs
        if chair.person and chair.name and chair.passport != waiting.passport
    ]
    return News(waiting.kind, table.id, _title(table.game), others, waiting.names)


def _title(game: str) -> str:
    try:
        return load(game).title
    except FairgroundError:
        return game
