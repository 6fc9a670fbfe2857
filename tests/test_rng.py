"""Chance: fair, repeatable, the same in both build modes, and verifiable for live tables."""

import hashlib
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64
from scipy.stats import chisquare

from fairground import keyed, scripted, seeded
from fairground.engine.bag import Bag
from fairground.engine.rng import LARGEST, SPAN, Rng, Unanswered, restore_rng


def test_the_fast_generator_is_sfc32() -> None:
    """A second, independent writing of sfc32 gives the same words."""
    rng = seeded("storm")
    a, b, c, d = rng.a, rng.b, rng.c, rng.d
    for _ in range(1000):
        out = (a + b + d) % 2**32
        a, b, c, d = (
            b ^ (b >> 9),
            c * 9 % 2**32,
            ((c << 21 | c >> 11) % 2**32 + out) % 2**32,
            (d + 1) % 2**32,
        )
        assert rng.word() == out


def test_a_seed_always_gives_the_same_numbers() -> None:
    rng = seeded("storm")
    assert [rng.below(1000) for _ in range(6)] == [int(n) for n in STORM.split()]


STORM = "15 436 998 133 720 509"


def test_the_keyed_generator_can_be_checked_with_sha256_alone() -> None:
    secret = bytes(range(32))
    blocks = b"".join(hashlib.sha256(secret + n.to_bytes(8, "big")).digest() for n in range(3))
    words = [int.from_bytes(blocks[i : i + 4], "big") for i in range(0, 96, 4)]
    rng = keyed(secret)
    assert [rng.word() for _ in range(24)] == words


def test_a_keyed_copy_goes_on_in_the_middle_of_a_block() -> None:
    rng = keyed(bytes(32))
    for _ in range(5):
        rng.word()
    twin = rng.copy()
    assert [twin.word() for _ in range(20)] == [rng.word() for _ in range(20)]


def test_a_secret_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes, not 3"):
        keyed(b"abc")


@pytest.mark.parametrize("make", [lambda: seeded("fair"), lambda: keyed(b"f" * 32)])
@pytest.mark.parametrize("n", [2, 3, 6, 7, 10])
def test_below_is_uniform(make: "type[Rng]", n: int) -> None:
    rng = make()
    counts = [0] * n
    for _ in range(20_000):
        counts[rng.below(n)] += 1
    assert chisquare(counts).pvalue > 1e-4


def test_a_shuffle_is_uniform() -> None:
    rng, counts = seeded("shuffle"), dict.fromkeys(["012", "021", "102", "120", "201", "210"], 0)
    for _ in range(12_000):
        items = [0, 1, 2]
        rng.shuffle(items)
        counts["".join(map(str, items))] += 1
    assert chisquare(list(counts.values())).pvalue > 1e-4


@given(st.integers(1, LARGEST), st.text(min_size=1))
def test_below_stays_below(n: int, seed: str) -> None:
    assert 0 <= seeded(seed).below(n) < n


@pytest.mark.parametrize("n", [0, -1, LARGEST + 1])
def test_below_refuses_what_it_cannot_do(n: int) -> None:
    with pytest.raises(ValueError, match="from 1 to"):
        seeded("x").below(n)


def test_one_possibility_draws_nothing() -> None:
    rng = seeded("x")
    before = rng.dump()
    assert rng.below(1) == 0
    assert rng.dump() == before


def test_a_fork_goes_its_own_way() -> None:
    rng = seeded("x")
    fork = rng.fork()
    again = seeded("x").fork()
    assert [fork.word() for _ in range(5)] == [again.word() for _ in range(5)]
    assert [fork.word() for _ in range(5)] != [rng.word() for _ in range(5)]


def test_a_script_answers_in_order_and_refuses_what_does_not_fit() -> None:
    rng = scripted([2, 0, 5])
    assert [rng.below(3), rng.below(9)] == [2, 0]
    with pytest.raises(ValueError, match="answer 3 is 5"):
        rng.below(4)
    assert rng.below(6) == 5
    with pytest.raises(ValueError, match="one more"):
        rng.below(6)


def test_likely_is_a_draw_that_falls_below_the_part() -> None:
    rng, twin = seeded("x"), seeded("x")
    assert [rng.likely(3, 10) for _ in range(200)] == [twin.below(10) < 3 for _ in range(200)]
    assert [scripted([answer]).likely(3, 10) for answer in (0, 2, 3, 9)] == [True, True, False, False]


def test_a_script_that_runs_out_tells_what_was_asked() -> None:
    with pytest.raises(Unanswered) as plain:
        scripted([]).below(6)
    with pytest.raises(Unanswered) as split:
        scripted([]).likely(3, 10)
    with pytest.raises(Unanswered) as sure:
        scripted([]).likely(-4, 10)
    asked = [(error.value.part, error.value.whole) for error in (plain, split, sure)]
    assert asked == [(-1, 6), (3, 10), (0, 10)]


@pytest.mark.parametrize("rng", [seeded("x"), keyed(bytes(32)), scripted([1, 2, 3, 4, 5])])
def test_a_dump_restores_the_generator(rng: Rng) -> None:
    rng.below(6)
    twin = restore_rng(rng.dump())
    assert [twin.below(6) for _ in range(4)] == [rng.below(6) for _ in range(4)]


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 60, 1000])
def test_mixing_in_registers_is_mixing_step_by_step(size: int) -> None:
    """They agree on the items, and on everything that the generator draws afterwards."""
    fast, slow = seeded(f"mix {size}"), seeded(f"mix {size}")
    items, others = vec[i64](list(range(size + 5))), vec[i64](list(range(size + 5)))
    fast.mix_part(items, 3, size + 3)
    slow.mix_step_by_step(others, 3, size + 3)
    assert list(items) == list(others)
    assert fast.dump() == slow.dump()
    assert list(items)[:3] == [0, 1, 2] and list(items)[size + 3 :] == [size + 3, size + 4]


def test_mixing_in_registers_rejects_as_below_does() -> None:
    """A generator whose next word is 0 draws again for 3 cases, because 2**32 is not divisible by 3."""
    fast, slow = (restore_rng(["fast", 0, 0, 1, 0]) for _ in range(2))
    assert (SPAN - 3) % 3 == 1 and slow.copy().word() == 0
    items, others = vec[i64]([0, 1, 2]), vec[i64]([0, 1, 2])
    fast.mix_part(items, 0, 3)
    slow.mix_step_by_step(others, 0, 3)
    assert list(items) == list(others) and fast.dump() == slow.dump()
    assert int(fast.d) == 3, "three draws for two places"


@pytest.mark.parametrize("make", [lambda: seeded("s"), lambda: keyed(bytes(32)), lambda: scripted([2, 0])])
def test_mixing_is_shuffling(make: "Callable[[], Rng]") -> None:
    items, listed = vec[i64]([5, 6, 7]), [5, 6, 7]
    make().mix(items)
    make().shuffle(listed)
    assert list(items) == listed


# Bags


@given(st.lists(st.integers(0, 9)), st.text(min_size=1), st.randoms())
def test_a_bag_is_a_shuffle_of_what_is_in_it_in_order(things: list[int], seed: str, order: Random) -> None:
    bag, mixed = Bag(10), things[:]
    order.shuffle(mixed)
    for thing in mixed:
        bag.add(thing)
    bag.shuffle(seeded(seed))
    expected = sorted(things)
    seeded(seed).shuffle(expected)
    assert list(bag.items)[: len(things)] == expected


def test_a_bag_forgets_what_was_taken_out_and_can_be_used_again() -> None:
    bag = Bag(4)
    for thing in (3, 1, 3):
        bag.add(thing)
    bag.remove(3)
    bag.shuffle(seeded("one"))
    assert sorted(list(bag.items)[:2]) == [1, 3]
    bag.add(2)
    bag.shuffle(seeded("two"))
    assert bag.items[0] == 2 and bag.size == 0
