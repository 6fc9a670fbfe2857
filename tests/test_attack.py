"""The attacker of our own, for a short time: the server keeps its promises while it is attacked."""

import asyncio

import pytest

from attack.__main__ import ATTACKS, attack, started
from attack.target import Target

SECONDS = 2.0
GROUPS = [list(ATTACKS)[first::4] for first in range(4)]


@pytest.mark.parametrize("names", GROUPS, ids=" ".join)
def test_attacks_break_no_promise(names: list[str]) -> None:
    async def scenario() -> list[str]:
        async with started() as (pid, address):
            return (await attack(address, pid, names, SECONDS, tables=2)).faults()

    assert asyncio.run(scenario()) == []


@pytest.mark.soak
def test_all_attacks_for_a_long_time() -> None:
    async def scenario() -> list[str]:
        async with started() as (pid, address):
            return (await attack(address, pid, list(ATTACKS), 120.0)).faults()

    assert asyncio.run(scenario()) == []


def test_only_this_machine_is_attacked() -> None:
    with pytest.raises(SystemExit, match="expected an address of this machine"):
        Target("192.0.2.1:80")
