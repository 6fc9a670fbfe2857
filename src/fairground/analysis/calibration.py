"""The scale of a game's judge by phase of the match, so that its shares come true as often as they say."""

import tomllib
from importlib import resources

from fairground.analysis.calibrated import CalibratedJudge
from fairground.engine.game import B, Game, S
from fairground.engine.judge import Judge

FILE = "calibration.toml"


def calibrated_judge(game: Game[S, B], seats: int) -> Judge:
    """Return the game's judge with the scale that was fitted for so many seats; as it is if none was."""
    judge = game.judge()
    scales = load_scales(game)
    if not scales:
        return judge
    nearest = min(scales, key=lambda fitted: abs(fitted - seats))
    progress, swings = zip(*scales[nearest], strict=True)
    return CalibratedJudge(judge, list(progress), list(swings))


def load_scales(game: Game[S, B]) -> dict[int, list[tuple[float, float]]]:
    """Return for each number of seats the points of progress and the swing at each of them."""
    file = resources.files(game.package).joinpath(FILE)
    if not file.is_file():
        return {}
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        int(seats): [(float(at), float(swing)) for at, swing in points]
        for seats, points in table["seats"].items()
    }
