"""Whole matches through the page: every game, every variant, the fewest and the most seats."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browsing import Visit
from fairground import games, load

MANY = 8  # an option with more choices than this is not a variant but a matter of taste


def variants(name: str) -> list[dict[str, str]]:
    """Every combination of options; of an option with very many choices the first and the last."""
    game = load(name)
    tastes = {o.name: {o.choices[0], o.choices[-1]} for o in game.options if len(o.choices) > MANY}
    return [c for c in game.combinations() if all(c[name] in few for name, few in tastes.items())]


def sittings() -> Iterator[tuple[str, int, dict[str, str]]]:
    for name in games():
        seats = load(name).seats
        for number in (seats[0], seats[-1]):
            for options in variants(name):
                yield name, number, options


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    list(sittings()),
    ids=lambda v: "-".join(v.values()) if isinstance(v, dict) else str(v),
)
def test_a_whole_match_through_the_page(visit: Visit, name: str, seats: int, options: dict[str, str]) -> None:
    created = visit.set_table(name, seats, options=options)
    page = visit.sit(created["table"]["id"])
    assert visit.play()["phase"] == "over"
    expect(page.locator("#end-title")).to_be_visible()
    assert page.locator("section.card tbody tr").count() == seats
    raw = page.locator("body").inner_text()
    assert f"{name}." not in raw, "a key stands where words should"
