"""The schema of the store: tables with their moves, boxes, studies, reviews; see also `people_schema`."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

schema_version = Table("schema_version", metadata, Column("version", Integer, nullable=False))

# What belongs to the store itself: its secret, and the last pulse of the servers that use it.
properties = Table(
    "properties",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("value", Text, nullable=False),
)

# A box that somebody brought, once for all tables that use it. `digest` is the SHA-256 of `text`; `created`
# is when a table was last set up with it.
boxes = Table(
    "boxes",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("created", Float(53), nullable=False),
)

# One row per table. The columns before `phase` never change, except `own_box`, the digest of a row of
# `boxes`. `options`, `clock` and `progress` are JSON. `due` is the uptime at which the next clock runs out,
# if one is running. `creator` stands for the address that set the table up, until its match begins.
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("box", String(16), nullable=False),
    Column("own_box", String(64)),
    Column("listed", Boolean, nullable=False),
    Column("clock", Text, nullable=False),
    Column("away", Integer),
    Column("seed", LargeBinary, nullable=False),
    Column("host", String(64), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("phase", String(8), nullable=False),
    Column("update_number", BigInteger, nullable=False),
    Column("progress", Text, nullable=False),
    Column("changed", Float(53), nullable=False),
    Column("due", Float(53)),
    Column("creator", String(64)),
    Index("tables_by_change", "listed", "phase", "changed"),
    Index("tables_by_phase", "phase", "changed"),
    Index("tables_by_due", "due"),
    Index("tables_by_creator", "creator"),
    Index("tables_by_own_box", "own_box"),
)

# The position, as JSON, at which the match of a table begins, if that is not the start of the game.
positions = Table(
    "positions",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("text", Text, nullable=False),
)

# One row per move, in words; `ordinal` counts the moves of a table from 0. An undone move is deleted.
# `update_number` is the number of the update that brought the move; `time_left` are the seconds on the clock
# of its seat just before it.
moves = Table(
    "moves",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("ordinal", Integer, primary_key=True),
    Column("update_number", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("words", Text, nullable=False),
    Column("made", Float(53), nullable=False),
    Column("time_left", Float(53)),
)

# One row per study room. `leader` is the hash of the leader's key, `creator` stands for the address that made
# the room. `record` is the text of a `.game` file and `box` that of its own box. `number` rises with every
# change of `annotations`, which are JSON, and of `comments_open`. `place` is where the leader is.
studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("leader", String(64), nullable=False),
    Column("creator", String(64), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("changed", Float(53), nullable=False),
    Column("game", String(64), nullable=False),
    Column("record", Text, nullable=False),
    Column("box", Text),
    Column("number", BigInteger, nullable=False),
    Column("comments_open", Boolean, nullable=False),
    Column("annotations", Text, nullable=False),
    Column("place", Text, nullable=False),
    Index("studies_by_creator", "creator"),
    Index("studies_by_change", "changed"),
)

# One row per match that somebody had reviewed. `id` is the key of the review; `subject` is what was reviewed
# and `review` the review, NULL until it is complete, both packed. `size` is the sum of their bytes; `used` is
# when somebody last looked at it. All of it can be computed again, so it is not part of an archive.
reviews = Table(
    "reviews",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("subject", LargeBinary, nullable=False),
    Column("review", LargeBinary),
    Column("size", Integer, nullable=False),
    Column("used", Float(53), nullable=False),
    Index("reviews_by_use", "used", "size"),
)
