"""§2 Set-up."""

from fairground.games.banner_festival.box import BannerBox
from fairground.games.banner_festival.printed import printed_values
from fairground.games.banner_festival.rules.festival import BannerFestival


def deal(state: BannerFestival, box: BannerBox) -> None:
    """Prepare the table, deal the first hands and open the first bout."""
    state.prepare(printed_values(box, int(state.seats)))
    state.begin()
