"""What rules version 1 accepted as a box, so that matches with such boxes can be finished and replayed."""

from fairground.games.banner_festival.box import BannerBox, check_form


def check(box: BannerBox) -> None:
    """§11 Refuse values that the rules cannot be played with."""
    check_form(box)
