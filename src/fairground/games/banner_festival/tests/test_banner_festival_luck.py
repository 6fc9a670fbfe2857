"""What counts as luck in a review of a match."""

from typing import cast

from fairground.analysis.calibration import calibrated_judge
from fairground.analysis.luck import Appraiser, appraise_move, split_effect
from fairground.analysis.measurements.matches import play_match
from fairground.analysis.review import Reviewer
from fairground.games.banner_festival.rules.festival import BannerFestival


def test_to_reveal_what_seats_have_chosen_is_no_luck() -> None:
    """With five seats nothing is drawn in a bout; only new hands are luck."""
    match = play_match("banner_festival", 5, "novice", "no dummies")
    positions = Reviewer(match).positions
    appraiser = Appraiser(calibrated_judge(match.game, 5), walks=80, worlds=2, match=match.seed)
    luck: dict[bool, list[float]] = {True: [], False: []}  # whether hands were dealt
    for at, made in enumerate(match.made):
        before, after = positions[at], positions[at + 1]
        if made.final:
            appraisal = appraise_move(at, before, made, after, appraiser)
            dealt = cast(BannerFestival, after.state).round > cast(BannerFestival, before.state).round
            luck[dealt] += split_effect(appraisal.shares, appraisal).luck
    assert set(luck[False]) == {0.0}
    assert any(luck[True])
