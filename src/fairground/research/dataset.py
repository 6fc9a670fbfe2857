"""Datasets for offline learning: a Parquet file with one row per decision of matches between bots.

The file is written in parts of a few matches each. The parts are kept in a folder beside the file until all
are complete, so that an interrupt costs only the parts in progress. Then they are joined.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from fairground.arena.execution import Execution, MatchExecutor, play_matches
from fairground.arena.match_runner import MatchResult
from fairground.arena.results_folder import check_plan, explain_write_errors, lock_folder
from fairground.arena.schedule import Plan, ScheduledMatch, count_matches, schedule_matches
from fairground.arena.tournament import NoProgress, Progress
from fairground.bots.parallel_search import MoveTally
from fairground.bots.search.tree import ONE
from fairground.engine.match import generator
from fairground.engine.record import Record

__all__ = ["MEANINGS", "Decision", "decisions", "generate", "match_rows", "schema"]

PORTION = 32  # matches in a part
GROUP = 8_192  # rows in a row group of the file
MEANINGS = {
    "match": "the number of the match",
    "at": "the number of moves made before this decision",
    "seat": "the seat that decides",
    "player": "the bot in this seat",
    "observation": "what the seat may know, as numbers",
    "mask": "whether each action is legal",
    "action": "the chosen action, an index into the mask",
    "words": "the chosen move in words",
    "visits": "how often the bot's search tried each action; null if it did not search",
    "values": "the mean share of the win that the tries of each action brought; 0 without tries",
    "share": "the seat's final share of the win",
    "points": "the seat's final points",
    "length": "the number of moves in the whole match",
    "reason": "why the match ended",
}


def schema(plan: Plan) -> pa.Schema:
    """Return the schema of a dataset, with the plan and the layout of the observations as metadata."""
    game, box = plan.open()
    actions = len(game.moves_with(box))
    kinds = {
        "match": pa.int64(),
        "at": pa.int32(),
        "seat": pa.int8(),
        "player": pa.string(),
        "observation": pa.list_(pa.float32(), game.size(plan.seats, box)),
        "mask": pa.list_(pa.bool_(), actions),
        "action": pa.int32(),
        "words": pa.string(),
        "visits": pa.list_(pa.int32(), actions),
        "values": pa.list_(pa.float32(), actions),
        "share": pa.float32(),
        "points": pa.int32(),
        "length": pa.int32(),
        "reason": pa.string(),
    }
    about = {"fairground": msgspec.json.encode(plan), "fairground.layout": msgspec.json.encode(_layout(plan))}
    return pa.schema([pa.field(name, kind) for name, kind in kinds.items()], metadata=about)


def _layout(plan: Plan) -> list[dict[str, object]]:
    game, box = plan.open()
    return [{"name": b.name, "size": b.size, "meaning": b.meaning} for b in game.layout(plan.seats, box)]


# Rows


@dataclass
class Decision:
    """What a seat knew, which actions were legal, and which one it chose."""

    seat: int
    observation: NDArray[np.float32]
    mask: NDArray[np.bool_]
    action: int
    words: str


def decisions(plan: Plan, record: Record) -> Iterator[Decision]:
    """Replay a recorded match and yield its decisions."""
    game, box = plan.open()
    places = {move: place for place, move in enumerate(game.moves_with(box))}
    state = game.setup(plan.seats, generator(record.seed), plan.options, box)
    for seat, words in record.moves:
        move = game.read(words)
        yield Decision(seat, game.features(state, seat), game.mask(state, seat), places[move], words)
        state.play(seat, move)


def match_rows(plan: Plan, played: MatchResult) -> pa.Table:
    """Return the rows of one match."""
    made = list(decisions(plan, Record.parse(played.record)))
    seats = [decision.seat for decision in made]
    searches = played.searches or [None] * len(made)
    columns = {
        "match": [played.number] * len(made),
        "at": range(len(made)),
        "seat": seats,
        "player": [played.players[seat] for seat in seats],
        "observation": _lists([decision.observation for decision in made]),
        "mask": _lists([decision.mask for decision in made]),
        "action": [decision.action for decision in made],
        "words": [decision.words for decision in made],
        **_search_columns(plan, searches),
        "share": [played.shares[seat] for seat in seats],
        "points": [played.points[seat] for seat in seats],
        "length": [played.moves] * len(made),
        "reason": [played.reason] * len(made),
    }
    return pa.table(columns, schema=schema(plan))


def _lists(rows: list[NDArray[np.float32]] | list[NDArray[np.bool_]]) -> pa.Array:
    """Return arrays of equal length as a column."""
    if not rows:
        return []
    return pa.FixedSizeListArray.from_arrays(pa.array(np.concatenate(rows)), len(rows[0]))


def _search_columns(plan: Plan, searches: Sequence[MoveTally | None]) -> dict[str, pa.Array]:
    """Return what the searches found as two columns."""
    game, box = plan.open()
    moves = np.array(game.moves_with(box))
    visits = np.zeros((len(searches), len(moves)), dtype=np.int32)
    values = np.zeros(visits.shape, dtype=np.float32)
    for row, tally in enumerate(searches):
        for move, tried, gain in tally or ():
            action = np.searchsorted(moves, move)
            visits[row, action] = tried
            values[row, action] = gain / (tried * ONE) if tried else 0
    missing = pa.array([tally is None for tally in searches], type=pa.bool_())
    columns = {"visits": visits, "values": values}
    return {
        name: pa.FixedSizeListArray.from_arrays(pa.array(column.ravel()), len(moves), mask=missing)
        for name, column in columns.items()
    }


# The file


def generate(plan: Plan, file: Path, execution: Execution, progress: Progress | None = None) -> int:
    """Play the matches of a plan, write their decisions to a Parquet file, and return the number of rows.

    The same call resumes an interrupted run. `fairground generate` is this function on the command line.

        from fairground.arena import Execution, make_plan

        wanted = make_plan(load(name), ["expert", "artisan"], matches=100, seats=2)
        rows = generate(wanted, Path("data.parquet"), Execution(workers=4))

    Args:
        plan: Which bots play, how many matches, and with which settings.
        file: The file to write.
        execution: The worker processes or the cluster that play the matches.
        progress: Is told when the run starts and when a match ends.
    """
    progress = progress or NoProgress()
    folder = file.with_name(file.name + ".parts")
    with explain_write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        check_plan(folder, plan)
    with lock_folder(folder):
        parts = _parts(plan, folder, execution, progress)
        rows = _join(plan, parts, file)
    rmtree(folder)
    return rows


def _parts(plan: Plan, folder: Path, execution: Execution, progress: Progress) -> list[Path]:
    """Play the missing parts and return the files of all parts."""
    matches = count_matches(plan)
    paths = [folder / f"{number:06}.parquet" for number in range(-(-matches // PORTION))]
    missing = {number: _size(number, matches) for number, path in enumerate(paths) if not path.exists()}
    todo = (
        msgspec.structs.replace(match, searches=True)
        for match in schedule_matches(plan)
        if match.number // PORTION in missing
    )
    progress.begin(plan.game, matches, matches - sum(missing.values()))
    if missing:
        for number, portion in _portions(execution.executor(plan), todo, missing, progress):
            _write(paths[number], plan, portion)
    return paths


def _size(number: int, matches: int) -> int:
    """Return the number of matches in a part; the last part has the remainder."""
    return min(PORTION, matches - number * PORTION)


def _portions(
    executor: MatchExecutor, todo: Iterable[ScheduledMatch], sizes: Mapping[int, int], progress: Progress
) -> Iterator[tuple[int, list[MatchResult]]]:
    """Yield the matches of each part as soon as its last match is over."""
    over: dict[int, list[MatchResult]] = defaultdict(list)
    for played in play_matches(executor, todo):
        progress.step(played)
        number = played.number // PORTION
        over[number].append(played)
        if len(over[number]) == sizes[number]:
            yield number, sorted(over.pop(number), key=lambda played: played.number)


def _write(path: Path, plan: Plan, matches: list[MatchResult]) -> None:
    """Write a part completely or not at all."""
    draft = path.with_suffix(".draft")
    with explain_write_errors(path.parent):
        pq.write_table(
            pa.concat_tables(match_rows(plan, played) for played in matches), draft, compression="zstd"
        )
        draft.replace(path)


def _join(plan: Plan, parts: list[Path], file: Path) -> int:
    draft, rows = file.with_name(file.name + ".draft"), 0
    with (
        explain_write_errors(file.parent),
        pq.ParquetWriter(draft, schema(plan), compression="zstd") as writer,
    ):
        for part in parts:
            for group in pq.ParquetFile(part).iter_batches(GROUP):
                writer.write_batch(group)
                rows += group.num_rows
    draft.replace(file)
    return rows
