"""`Search` as programs use it, and the judge of the documentation."""

import re
from pathlib import Path
from typing import cast

import pytest

from fairground import Match, load, seeded
from fairground.bots import Bot
from fairground.bots.search import Search
from fairground.engine.judge import Judge
from settings import EVERY_GAME
from toys import Nim, mind_of

BOTS = (Path(__file__).parent.parent / "docs/bots.md").read_text()


def test_moves_have_their_visits_and_values() -> None:
    """With 5 counters, taking 1 wins; every other move loses."""
    search = Search(mind_of(Nim(5), 0, "nim", Judge()), Judge(), iterations=600)
    search.run()
    found = {each.move: each for each in search.moves()}
    assert search.iterations == 600 == sum(each.visits for each in found.values())
    assert search.best() == 1 == max(found, key=lambda move: found[move].visits)
    assert found[1].value > 0.9 and all(0 <= each.value < 0.5 for move, each in found.items() if move != 1)


def test_the_shares_are_the_means_of_all_iterations() -> None:
    search = Search(mind_of(Nim(4, seats=3), 0, "nim", Judge()), Judge(), iterations=300)
    search.run()
    own = sum(each.value * each.visits for each in search.moves()) / search.iterations
    assert search.shares()[0] == pytest.approx(own, abs=1e-3)
    assert sum(search.shares()) == pytest.approx(1, abs=1e-3)


def test_it_stops_when_the_time_is_up_and_goes_on_when_asked() -> None:
    search = Search(mind_of(Nim(9), 0, "nim", Judge()), iterations=100)
    search.run(seconds=0)
    assert 0 < search.iterations < 100
    search.run()
    assert search.iterations == 100


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_judge_of_the_documentation_plays(name: str) -> None:
    block = next(text for text in re.findall(r"```python\n(.*?)```", BOTS, re.DOTALL) if "Cautious" in text)
    defined: dict[str, type[object]] = {}
    exec(compile(block, "docs/bots.md", "exec"), defined)
    player = cast(Bot, defined["CautiousBot"]())
    match = Match(load(name), 3, "docs", load(name).settle_options({}, study=True))
    for _ in range(4):
        seat = match.state.actors()[0]
        match.play(seat, player.choose(match.mind(seat, seeded("docs"))))
