"""What strangers send is read, or refused with a sentence: the kept corpus, and inputs made from it."""

import pytest
from hypothesis import HealthCheck, given, settings, target
from hypothesis import strategies as st

from fuzzing.targets import CORPUS, TARGETS, seeds

EVERY_TARGET = pytest.mark.parametrize("name", TARGETS)


def inputs(name: str) -> list[bytes]:
    return [*seeds(name), *(path.read_bytes() for path in sorted((CORPUS / name).glob("*")))]


@EVERY_TARGET
def test_good_inputs_are_accepted(name: str) -> None:
    good = list(seeds(name))
    assert good and all(TARGETS[name](data) for data in good)


@EVERY_TARGET
def test_the_kept_inputs_raise_nothing_but_refusals(name: str) -> None:
    for data in inputs(name):
        TARGETS[name](data)


@EVERY_TARGET
def test_changed_inputs_raise_nothing_but_refusals(name: str) -> None:
    read, known = TARGETS[name], inputs(name)

    @settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def check(data: st.DataObject) -> None:
        text = bytearray(data.draw(st.sampled_from(known)))
        for _ in range(data.draw(st.integers(1, 4))):
            first = data.draw(st.integers(0, len(text)))
            last = data.draw(st.integers(first, min(len(text), first + 20)))
            other = data.draw(st.sampled_from(known))
            piece = data.draw(st.integers(0, len(other)))
            text[first:last] = data.draw(st.one_of(st.binary(max_size=8), st.just(other[piece : piece + 40])))
        target(float(read(bytes(text))))

    check()
