"""Write views, offers and story of golden records, for the tests of a board: see docs/web.md.

python web/tools/moments.py GAME > web/src/games/GAME/tests/moments.json
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from fairground import Match, Record, State, load
from fairground.engine.story import Entry

GAMES = Path(__file__).parent.parent.parent / "src/fairground/games"
MANY = 3  # entries and offers of one kind


def replay(path: Path) -> Iterator[tuple[Match[State, object], list[Entry]]]:
    """Yield a record move by move, with what each move tells."""
    record = Record.parse(path.read_text())
    game = load(record.game, record.rules)
    match = Match(game, record.seats, record.seed, record.options, game.shipped_box(record.box))
    yield match, []
    for seat, words in record.moves:
        yield match, match.play(seat, words)


def kind_of(view: dict[str, object]) -> str:
    """Tell apart the views that a board draws differently."""
    aims = view.get("aims")
    return f"{view.get('phase')} {view.get('reason')} {len(aims) if isinstance(aims, list) else 0}"


def main(name: str) -> None:
    """Keep the first views of each phase, and a few entries and offers of each kind."""
    views: dict[str, object] = {}
    story: dict[str, list[object]] = {}
    offers: dict[str, list[object]] = {}
    for path in sorted((GAMES / name / "tests/golden").glob("*.game")):
        for match, told in replay(path):
            game, state = match.game, match.state
            view = msgspec.to_builtins(game.view(state, 0))
            views.setdefault(kind_of(view), view)
            for entry in told:
                story.setdefault(entry.key, []).append(msgspec.to_builtins(entry))
            for move in state.legal(0):
                words = str(game.write(move))
                kind = f"{words.split()[0]} {len(words.split())}"
                offers.setdefault(kind, []).append({"move": move, "words": words, "path": game.path(move)})
    found = {
        "views": list(views.values()),
        "story": [entry for entries in story.values() for entry in entries[:MANY]],
        "offers": [offer for alike in offers.values() for offer in alike[:MANY]],
    }
    json.dump(found, sys.stdout, ensure_ascii=False, separators=(",", ":"))
    sys.stdout.write("\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
