"""Full garbage collections are rare on a server, and nothing is kept for ever."""

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fairground.server.garbage import GarbageCollector
from fairground.server.time_source import ManualTime
from hosting import run


class Node:
    """An object that refers to itself, so that only a collection can free it."""

    def __init__(self) -> None:
        self.itself = self


@asynccontextmanager
async def collecting() -> AsyncIterator[GarbageCollector]:
    garbage = GarbageCollector(ManualTime())
    garbage.start()
    try:
        await asyncio.sleep(0)
        yield garbage
    finally:
        await garbage.stop()


def test_python_begins_no_full_collection_by_itself_and_gets_its_own_way_back() -> None:
    async def scenario() -> None:
        before = gc.get_threshold()
        async with collecting():
            assert gc.get_freeze_count() > 0
            assert gc.get_threshold()[2] > 10**6
        assert gc.get_freeze_count() == 0 and gc.get_threshold() == before

    run(scenario())


def test_what_is_dropped_within_a_minute_is_collected() -> None:
    async def scenario() -> None:
        async with collecting() as garbage:
            node = weakref.ref(Node())
            assert node() is not None
            await garbage.work()
            assert node() is None

    run(scenario())


def test_cycles_that_were_frozen_are_collected_once_there_are_many() -> None:
    async def scenario() -> None:
        async with collecting() as garbage:
            kept = Node()
            node = weakref.ref(kept)
            await garbage.work()
            del kept
            await garbage.work()
            assert node() is not None, "no collection looks at it"
            ballast = [Node() for _ in range(2 * gc.get_freeze_count())]
            await garbage.work()
            await garbage.work()
            assert node() is None and ballast
            assert garbage.frozen > len(ballast)

    run(scenario())
