"""The matches of a tournament as a Parquet file, one row a match."""

import io
from collections.abc import Sequence

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from fairground.arena.fixtures import Plan
from fairground.arena.sitting import Played

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


def parquet(plan: Plan, matches: Sequence[Played]) -> bytes:
    """The file. Lists go by seat; each heading and each kind of thing has a column; the plan is metadata."""
    headings = sorted({heading for played in matches for heading in played.headings})
    kinds = sorted({kind for played in matches for kind in played.kept})
    fields = [pa.field("game", pa.string()), pa.field("seats", pa.int64())]
    fields += [pa.field(name, kind) for name, kind in COLUMNS.items()]
    fields += [pa.field(f"points.{heading}", pa.list_(pa.int64())) for heading in headings]
    fields += [pa.field(f"kept.{kind}", pa.list_(pa.list_(pa.string()))) for kind in kinds]
    schema = pa.schema(fields, metadata={"fairground": msgspec.json.encode(plan).decode()})
    table = pa.Table.from_pylist([_row(plan, played) for played in matches], schema=schema)
    sink = io.BytesIO()
    pq.write_table(table, sink, compression="zstd")
    return sink.getvalue()


def _row(plan: Plan, played: Played) -> dict[str, object]:
    row: dict[str, object] = {"game": plan.game, "seats": plan.seats, "bots": list(played.players)}
    row |= {name: getattr(played, name) for name in COLUMNS if name != "bots"}
    row |= {f"points.{heading}": points for heading, points in played.headings.items()}
    return row | {f"kept.{kind}": names for kind, names in played.kept.items()}
