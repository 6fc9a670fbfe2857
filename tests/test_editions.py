"""Former editions: rules and boxes that a game once had stay playable and replayable."""

from collections.abc import Iterator

import pytest

from fairground import BoxError, Match, PositionError, Record, load
from fairground.games import editions
from settings import EVERY_GAME, folder_of

EVERY = pytest.mark.parametrize("name", EVERY_GAME)


def golden(name: str) -> Iterator[Record]:
    for path in (folder_of(name) / "tests/golden").glob("*.game"):
        yield Record.parse(path.read_text())


@EVERY
def test_every_edition_has_golden_records(name: str) -> None:
    expected = {edition.rules for edition in editions(name)}
    assert {record.rules for record in golden(name)} == expected


@EVERY
def test_every_box_that_a_game_came_with_has_golden_records(name: str) -> None:
    """A former box is named by its digest, and some edition reads it."""
    files = {path.stem for path in (folder_of(name) / "former_boxes").glob("*.toml")}
    shipped = {edition.box().digest for edition in editions(name)}
    assert not files & shipped
    assert {record.box for record in golden(name)} == files | shipped
    for record in golden(name):
        assert load(name, record.rules).shipped_box(record.box).digest == record.box


@EVERY
def test_a_state_knows_its_rules(name: str) -> None:
    former = load(name).former(rules=0)
    match = Match(former, seed="editions")
    assert match.state.rules == 0 and match.state.copy().rules == 0
    assert match.record().rules == 0
    assert former.restore(former.dump(match.state)).rules == 0


@EVERY
@pytest.mark.parametrize("digest", ["0" * 16, "../box", "x" * 10_000, ""])
def test_a_box_that_a_game_never_came_with_is_refused(name: str, digest: str) -> None:
    game = load(name)
    with pytest.raises(BoxError, match="never came with the box"):
        game.shipped_box(digest)
    position = game.dump(Match(game, seed="editions").state)
    with pytest.raises(PositionError, match="never came with the box"):
        game.restore({**position, "box": digest})
