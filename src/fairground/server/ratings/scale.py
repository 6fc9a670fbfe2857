"""Ratings as people are shown them: whole numbers around 1500, with the margin in which the truth lies."""

from typing import Final

from fairground.server.ratings.anchors import MODEL
from fairground.server.ratings.rating_run import Rating

START: Final = 1500  # where people begin
STRETCH: Final = 30  # points for one unit of openskill


def shown_rating(mu: float) -> int:
    """Return a rating in the points that are shown."""
    return round(START + STRETCH * (mu - MODEL.mu))


def shown_margin(rating: Rating) -> int:
    """Return the margin to both sides in which the true strength lies in about 19 of 20 cases."""
    return round(2 * STRETCH * rating.sigma)
