"""The results of a tournament as a Parquet file, one row per match."""

import io
from collections.abc import Sequence

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from fairground.arena.match_runner import MatchResult
from fairground.arena.schedule import Plan

COLUMNS = {
    "number": pa.int64(),
    "bots": pa.list_(pa.string()),
    "points": pa.list_(pa.int64()),
    "places": pa.list_(pa.int64()),
    "shares": pa.list_(pa.float64()),
    "moves": pa.int64(),
    "reason": pa.string(),
    "decided": pa.string(),
    "branching": pa.float64(),
    "leads": pa.int64(),
    "at_fault": pa.int64(),
    "fault": pa.string(),
    "seed": pa.string(),
    "record": pa.string(),
}


def encode_parquet(plan: Plan, matches: Sequence[MatchResult]) -> bytes:
    """Return the file as bytes.

    Lists have one entry per seat. Each heading has a column `points.HEADING`, and each kind of holding a
    column `kept.KIND`. The plan is in the metadata under `fairground`.
    """
    headings = sorted({heading for match in matches for heading in match.headings})
    kinds = sorted({kind for match in matches for kind in match.kept})
    fields = [pa.field("game", pa.string()), pa.field("seats", pa.int64())]
    fields += [pa.field(name, kind) for name, kind in COLUMNS.items()]
    fields += [pa.field(f"points.{heading}", pa.list_(pa.int64())) for heading in headings]
    fields += [pa.field(f"kept.{kind}", pa.list_(pa.list_(pa.string()))) for kind in kinds]
    schema = pa.schema(fields, metadata={"fairground": msgspec.json.encode(plan).decode()})
    table = pa.Table.from_pylist([_row(plan, match) for match in matches], schema=schema)
    sink = io.BytesIO()
    pq.write_table(table, sink, compression="zstd")
    return sink.getvalue()


def _row(plan: Plan, match: MatchResult) -> dict[str, object]:
    row: dict[str, object] = {"game": plan.game, "seats": plan.seats, "bots": list(match.players)}
    row |= {name: getattr(match, name) for name in COLUMNS if name != "bots"}
    row |= {f"points.{heading}": points for heading, points in match.headings.items()}
    return row | {f"kept.{kind}": names for kind, names in match.kept.items()}
