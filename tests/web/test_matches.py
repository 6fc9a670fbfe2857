"""Whole matches through the page: every game, every variant, the fewest and the most seats.

Those with the usual options are a soak here: `test_stage.py` plays them with the most seats and looks at
every decision, and `test_access.py` with the fewest seats and the keyboard.
"""

from collections.abc import Iterator
from itertools import product

import pytest

from browsing import Visit, games_on_site
from fairground import load
from stage_checks import check_end

QUICK = "artisan"  # a bot that does not arrange things for long
MANY = 8  # an option with more choices than this is tested with only two of them


def variants(name: str) -> list[dict[str, str]]:
    """Return every combination of options; of an option with many choices only the first and the last."""
    return [dict(zip(few(name), values, strict=True)) for values in product(*few(name).values())]


def few(name: str) -> dict[str, tuple[str, ...]]:
    return {
        o.name: o.choices if len(o.choices) <= MANY else o.choices[:: len(o.choices) - 1]
        for o in load(name).options
    }


def covering(name: str) -> list[dict[str, str]]:
    """Return a few combinations that contain every value of every option."""
    choices = few(name)
    rows = range(max((len(each) for each in choices.values()), default=1))
    return [{option: each[row % len(each)] for option, each in choices.items()} for row in rows]


def is_unusual(name: str, options: dict[str, str]) -> bool:
    return options not in (load(name).settle_options({}), load(name).settle_options({}, study=True))


def matches() -> Iterator[object]:
    """Yield matches with every unusual value of an option and the fewest seats; the soak has all others."""
    for name in games_on_site():
        seats = load(name).seats
        for number, options in product((seats[0], seats[-1]), variants(name)):
            often = is_unusual(name, options) and options in covering(name) and number == seats[0]
            long = [] if often else [pytest.mark.soak]
            label = "-".join([name, str(number), *options.values()])
            yield pytest.param(name, number, options, id=label, marks=long)


@pytest.mark.parametrize(("name", "seats", "options"), list(matches()))
def test_a_whole_match_through_the_page(visit: Visit, name: str, seats: int, options: dict[str, str]) -> None:
    created = visit.set_table(name, seats, options=options, bots=[None, *[QUICK] * (seats - 1)])
    visit.sit(created["table"]["id"])
    assert visit.play()["phase"] == "over"
    check_end(visit, name, seats)
