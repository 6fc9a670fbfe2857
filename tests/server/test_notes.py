"""The story with its notes: what clients put together bit by bit is the whole story, always."""

import json
import re
from copy import deepcopy
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.engine.rng import seeded
from fairground.engine.story import Entry
from fairground.server import keys, wire
from fairground.server.errors import Refusal
from fairground.server.store.store import (
    Change,
    StoredChair,
    StoredMove,
    StoredNote,
    StoredTable,
)
from fairground.server.tables import notes
from fairground.server.tables.state import TableState
from fairground.server.tables.updates import make_update
from hosting import stored_table
from settings import EVERY_TABLE

SETTING = next(s for s in EVERY_TABLE if not s.game.hides(s.options) and s.seats == 2)
SECRET = next(s for s in EVERY_TABLE if s.game.hides(s.options) and s.seats == 2)
VIEWERS = (0, 1, None)
TRANSLATIONS = Path(__file__).parents[2] / "web/src/translations"
STEPS = st.lists(
    st.sampled_from(["play", "undo", "undo", "note", "note", "notes", "look", "look", "come back"]),
    min_size=10,
    max_size=80,
)


class Listener:
    """A client: the update it has, and the story it put together."""

    def __init__(self, seat: int | None) -> None:
        self.seat, self.since = seat, 0
        self.story: list[wire.Told] = []

    def look(self, state: TableState) -> None:
        update = make_update(state, self.seat, self.since, False, 0.0)
        assert update.kept <= len(self.story)
        self.story = self.story[: update.kept] + update.story
        self.since = update.update
        assert self.story == make_update(state, self.seat, 0, False, 0.0).story


class Bench:
    """A table, what would be in its store, and clients that look at it now and then."""

    def __init__(self, setting: object = SETTING) -> None:
        self.state = new_table(setting)
        self.moves: list[StoredMove] = []
        self.listeners = [Listener(seat) for seat in VIEWERS]
        self.count = 0

    def store(self, change: Change) -> None:
        self.moves = [*self.moves[: change.cut], *change.made]

    def step(self, kind: str, rng: int) -> None:
        draw = seeded(f"{kind} {rng} {self.count}")
        self.count += 1
        state = self.state
        assert state.match is not None
        if kind == "play" and not state.match.over:
            seat = int(state.match.state.someone(draw))
            legal = state.match.state.legal(seat)
            self.store(state.play(seat, legal[draw.below(len(legal))], 0.0))
        elif kind == "undo":
            able = [seat for seat in (0, 1) if state.undoable_update(seat) is not None]
            if able:
                self.store(state.undo(able[0]))
        elif kind in {"note", "notes"}:
            told = [
                Entry("table.agreed", {"name": f"n{self.count}", "chair": at}) for at in range(len(kind) - 3)
            ]
            self.store(state.note_change(told=told))
        elif kind == "look":
            for listener in self.listeners[draw.below(3) :]:
                listener.look(state)
        elif kind == "come back":
            self.listeners[draw.below(3)] = Listener(VIEWERS[draw.below(3)])

    def check(self) -> None:
        """Everybody has the whole story, also after the table was loaded from the store."""
        for listener in self.listeners:
            listener.look(self.state)
        stored = msgspec.json.decode(msgspec.json.encode(self.state.stored), type=StoredTable)
        notes.check_notes(stored, len(self.moves))
        loaded = TableState(stored)
        for _ in loaded.replay(self.moves):
            pass
        for seat in VIEWERS:
            for since in range(self.state.stored.update_number + 1):
                assert loaded.story_for(seat, since) == self.state.story_for(seat, since)


def new_table(setting: object) -> TableState:
    game, options = setting.game, setting.options  # type: ignore[attr-defined]
    chairs = [StoredChair(keys.hash_key(str(seat)), person=True, name=f"n{seat}") for seat in (0, 1)]
    state = TableState(stored_table(game, options, chairs))
    state.begin()
    return state


@settings(deadline=None)
@given(STEPS, st.integers(0, 10**6), st.sampled_from([SETTING, SECRET]))
def test_what_a_client_puts_together_is_the_whole_story(steps: list[str], rng: int, setting: object) -> None:
    """Under moves, undo, notes, few notes kept, and clients that come and go."""
    bench = Bench(setting)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notes, "MOST_NOTES", 5)
        patch.setattr(notes, "KEPT_NOTES", 2)
        for step in steps:
            bench.step(step, rng)
        assert len(bench.state.stored.progress.notes) <= 5
        bench.check()


def test_a_note_stays_when_the_moves_before_it_are_taken_back() -> None:
    bench = Bench()
    bench.step("play", 1)
    bench.step("note", 1)
    for listener in bench.listeners:
        listener.look(bench.state)
    bench.step("undo", 1)
    (note,) = bench.state.stored.progress.notes
    assert (note.moves, note.update_number) == (0, bench.state.stored.update_number)
    bench.check()
    assert [entry.key for entry in bench.listeners[0].story] == ["table.agreed"]


def test_notes_are_limited_and_who_sat_down_is_not_pushed_out() -> None:
    state = new_table(SETTING)
    state.note_change(told=[Entry("table.took", {"name": "Eve", "chair": 1})])
    for number in range(1000):
        state.note_change(told=[Entry("table.agreed", {"name": str(number), "chair": 1})])
    kept = state.stored.progress.notes
    assert len(kept) <= notes.MOST_NOTES
    assert kept[0].key == "table.took" and kept[-1].values["name"] == "999"


@pytest.mark.parametrize(
    "bad",
    [
        StoredNote(1, 0, "table.unknown"),
        StoredNote(1, 0, "table.took", {"name": "\x1b[2J", "chair": 0}),
        StoredNote(1, 0, "table.took", {"name": "x" * 25, "chair": 0}),
        StoredNote(1, 0, "table.took", {"name": "x", "chair": 2}),
        StoredNote(1, 0, "table.took", {"other": "x"}),
        StoredNote(1, 0, "table.took", {"name": [1]}),
        StoredNote(1, 1, "table.took"),
        StoredNote(2, 0, "table.took"),
        StoredNote(0, 0, "table.took"),
    ],
)
def test_an_imported_note_that_no_server_wrote_is_refused(bad: StoredNote) -> None:
    stored = deepcopy(new_table(SETTING).stored)
    notes.check_notes(stored, 0)
    stored.progress.notes = [bad]
    with pytest.raises(Refusal, match="expected"):
        notes.check_notes(stored, 0)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_note_is_translated(language: str) -> None:
    words = json.loads((TRANSLATIONS / f"{language}.json").read_text(encoding="utf-8"))
    for key, phrase in notes.PHRASES.items():
        values = set(re.findall(r"{(\w+)}", words[f"story.{key}"]))
        assert values <= set(re.findall(r"{(\w+)}", phrase)) | {"chair"}


def test_every_note_has_a_phrase_whose_values_are_known() -> None:
    for phrase in notes.PHRASES.values():
        assert phrase.format_map({"name": "n", "chair": "c", "former": "f", "level": "l"})
