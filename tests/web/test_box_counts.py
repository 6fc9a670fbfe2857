"""Tables with boxes that print far more, or far less, than usual: everything stays in reach."""

import pytest

from box_counts import extreme_boxes
from browsing import Visit, check_page, games_on_site
from fairground import load
from stage_checks import SIZES, settled_faults

DECISIONS = 10  # that are looked at


def settings() -> list[object]:
    """Every game with its largest and its smallest box; all but the largest one on a phone is a soak."""
    return [
        pytest.param(name, box, size, marks=[] if (box, size) == ("most", "phone") else [pytest.mark.soak])
        for name in games_on_site()
        for box in ("most", "least")
        for size in ("phone", "desktop")
    ]


@pytest.mark.parametrize(("name", "box", "size"), settings())
def test_a_box_with_other_counts_can_be_played_on_the_site(
    visit: Visit, name: str, box: str, size: str
) -> None:
    game = load(name)
    seats = game.seats[-1]
    width, height = SIZES[size]
    visit.page.set_viewport_size({"width": width, "height": height})
    options = game.settle_options({}, study=True)
    table = visit.set_table(name, seats, options=options, box=extreme_boxes(game)[box])["table"]["id"]
    page = visit.sit(table)
    faults: list[str] = []
    for decision in range(DECISIONS):
        page.wait_for_selector("button.offer, [data-phase=over]", state="attached")
        if page.locator("[data-phase=over]").count():
            break
        faults += settled_faults(page, size)
        visit.play(most=1, seed=decision)
    check_page(visit, f"box-{name}-{box}-{size}")
    assert not faults
